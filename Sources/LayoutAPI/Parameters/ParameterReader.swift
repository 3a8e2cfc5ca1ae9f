package import HTTPMessage
package import LayoutEngine
import LayoutWire

/// A query parameter: percent-encoded if it comes from HTTP, plain if it comes from a command line.
package struct QueryParameter {
  private let bytes: [UInt8]
  private let name: Range<Int>
  private let value: Range<Int>
  private let isPlain: Bool

  /// Creates a request's parameter.
  package init(_ parameter: QueryString.Parameter, of request: HTTPRequest) {
    bytes = request.bytes
    name = parameter.name
    value = parameter.value
    isPlain = false
  }

  /// Creates a parameter that was never encoded.
  package init(name: String, value: String) {
    bytes = Array(name.utf8) + Array(value.utf8)
    self.name = 0..<name.utf8.count
    self.value = name.utf8.count..<bytes.count
    isPlain = true
  }

  /// Returns whether the parameter has that name.
  package func isNamed(_ name: StaticString) -> Bool {
    isPlain
      ? bytes.equals(name, in: self.name) : PercentEncoding.equals(bytes, in: self.name, name)
  }

  /// Returns a reader of the parameter's decoded value.
  ///
  /// - Parameter name: the parameter's name, for errors.
  /// - Complexity: O(value); allocates only if something is percent-encoded.
  package func reader(_ name: StaticString) throws(BadQuery) -> ParameterReader {
    guard !isPlain, PercentEncoding.isEncoded(bytes, in: value) else {
      return ParameterReader(bytes, value, name: name)
    }
    var decoded: [UInt8] = []
    do {
      try PercentEncoding.decode(bytes, in: value, into: &decoded)
    } catch {
      throw BadQuery(
        detail: "\(name): % must be followed by two hexadecimal digits", parameter: "\(name)")
    }
    return ParameterReader(decoded, 0..<decoded.count, name: name)
  }

  /// Returns the error of a resource that does not have the parameter.
  ///
  /// The error names the parameter and the one most likely meant, and lists the resource's parameters.
  package func refusal(known: String) -> BadQuery {
    let name = String(bytes.text(in: name).unicodeScalars.prefix(64))
    let names = known.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }
      .map { String(Substring($0)) }.filter { $0 != "and" }
    let meant = Self.meaning(of: name, among: names) ?? NearName.nearest(to: name, among: names)
    let list =
      switch (meant, known.isEmpty) {
      case (let meant?, _): "did you mean \(meant)? Known parameters: \(known)"
      case (nil, false): "known parameters: \(known)"
      case (nil, true): "this resource takes no parameters"
      }
    return BadQuery(
      detail: "\"\(name)\" is an unknown parameter; \(list)", parameter: name)
  }

  /// Returns an example of the parameter to use instead of another API's `name`; nil if there is none.
  ///
  /// - Parameter names: the resource's parameters.
  private static func meaning(of name: String, among names: [String]) -> String? {
    let meant: (parameter: String, form: String)
    switch name {
    // `width` may be a misspelt `widths` where the response is a style sheet.
    case "width" where names.contains("widths") && !names.contains("format"): return nil
    case "x", "y", "width", "height", "w", "h", "left", "top", "right", "bottom":
      meant =
        names.contains("rect") ? ("rect", "rect=x,y,width,height") : ("proposed", "proposed=x,y")
    case "item", "index", "row", "path": meant = ("indexPath", "indexPath=0-5")
    default: return nil
    }
    return names.contains(meant.parameter) ? meant.form : nil
  }
}

/// Parses the values of query parameters (Contract §3).
///
/// A value is percent-decoded once, `+` is a plus, and numbers follow JSON's grammar.
package struct ParameterReader {
  /// The bytes that contain the value: the request's own, or the decoded ones.
  private let bytes: [UInt8]
  private let range: Range<Int>
  /// The parameter's name, for errors.
  private let name: StaticString

  /// Creates a reader of the decoded value in `range`.
  package init(_ bytes: [UInt8], _ range: Range<Int>, name: StaticString) {
    self.bytes = bytes
    self.range = range
    self.name = name
  }

  /// Returns whether the value is exactly `text`.
  package func equals(_ text: StaticString) -> Bool { bytes.equals(text, in: range) }

  /// Returns the value as text.
  package func text() throws(BadQuery) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw refusal("is not valid UTF-8")
    }
    return text
  }

  /// Parses the representation that `format` names.
  package func representation() throws(BadQuery) -> Representation {
    guard let representation = Representation(format: bytes, in: range) else {
      throw refusal("must be json, columns, packed, svg or css")
    }
    return representation
  }

  /// Parses one number within a range.
  package func number(in range: ClosedRange<Double>) throws(BadQuery) -> Double {
    var pieces = pieces()
    guard let number = pieces.nextNumber(), pieces.isAtEnd, range.contains(number) else {
      throw refusal("must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Parses two numbers, `x,y`.
  package func point() throws(BadQuery) -> Point {
    let expected = "must be two finite numbers, x,y"
    var pieces = pieces()
    guard let x = pieces.nextNumber(), let y = pieces.nextNumber(), pieces.isAtEnd else {
      throw refusal(expected)
    }
    return Point(x: x, y: y)
  }

  /// Parses four numbers, `x,y,width,height`, with sides ≥ 0.
  package func rect() throws(BadQuery) -> Rect {
    var pieces = pieces()
    guard let x = pieces.nextNumber(), let y = pieces.nextNumber(),
      let width = pieces.nextNumber(), let height = pieces.nextNumber(), pieces.isAtEnd
    else { throw refusal("must be four finite numbers, x,y,width,height") }
    guard width >= 0, height >= 0 else { throw refusal("must have a width and a height ≥ 0") }
    return Rect(x: x, y: y, width: width, height: height)
  }

  /// Parses a whole number ≥ 0.
  package func index() throws(BadQuery) -> WholeNumber {
    guard let index = NumberText.index(bytes, in: range) else {
      throw refusal("must be a whole number ≥ 0")
    }
    return index
  }

  /// Parses the name of an engine: a revision, or a revision and a hash of fonts.
  package func engineName() throws(BadQuery) -> EngineName {
    let dot = bytes[range].firstIndex(of: UInt8(ascii: ".")) ?? range.upperBound
    let fonts =
      dot == range.upperBound ? 0 : EngineName.fonts(bytes[dot + 1..<range.upperBound])
    guard let revision = NumberText.index(bytes, in: range.lowerBound..<dot), let fonts else {
      throw refusal("must be a revision such as 6, or one with fonts such as 6.1a2b3c4d")
    }
    return EngineName(revision: revision, fonts: fonts)
  }

  /// Parses `true` or `false`.
  ///
  /// - Parameter word: what the parameter may be besides, for the error; nil if nothing.
  package func flag(or word: StaticString? = nil) throws(BadQuery) -> Bool {
    if equals("true") { return true }
    if equals("false") { return false }
    throw refusal(word.map { "must be true, false or \($0)" } ?? "must be true or false")
  }

  /// Parses index paths, `section-item` or `number`, joined by commas.
  package func indexPaths(limit: Int) throws(BadQuery) -> [LayoutIndexPath] {
    var paths: [LayoutIndexPath] = []
    var pieces = pieces()
    repeat {
      guard let piece = pieces.next(), let path = indexPath(in: piece) else {
        throw refusal("must be index paths such as 0-5,0-9, or 2 for a layout-level element")
      }
      guard paths.count < limit else { throw refusal("must be at most \(limit) index paths") }
      paths.append(path)
    } while !pieces.isAtEnd
    return paths
  }

  /// Parses one item, `section-item`.
  package func item() throws(BadQuery) -> LayoutIndexPath {
    // Accept two paths here, to recognise 0,5 as a mistake for 0-5.
    let paths = try indexPaths(limit: 2)
    guard paths.count == 1, let path = paths.first, path.section != nil else {
      let isPair = paths.count == 2 && paths.allSatisfy { $0.section == nil }
      let example = isPair ? "\(paths[0].askedItem)-\(paths[1].askedItem)" : "0-5"
      throw refusal("must be one item, such as \(example)")
    }
    return path
  }

  /// Parses the index path of one element, `section-item` or `number`.
  package func element() throws(BadQuery) -> LayoutIndexPath {
    let paths = try indexPaths(limit: 2)
    guard paths.count == 1, let path = paths.first else {
      throw refusal("must be one index path, such as 0-5, or 2 for a layout-level element")
    }
    return path
  }

  /// Parses scroll offsets by section, `section:offset` joined by commas.
  package func scrollOffsets(limit: Int) throws(BadQuery) -> [WholeNumber: Double] {
    var offsets: [WholeNumber: Double] = [:]
    var pieces = pieces()
    repeat {
      guard let piece = pieces.next(),
        let colon = bytes[piece].firstIndex(of: UInt8(ascii: ":")),
        let section = NumberText.index(bytes, in: piece.lowerBound..<colon),
        let offset = NumberText.double(bytes, in: colon + 1..<piece.upperBound)
      else { throw refusal("must be section:offset pairs such as 2:150,4:20") }
      guard offsets.updateValue(offset, forKey: section) == nil else {
        throw refusal("names section \(section) twice")
      }
      guard offsets.count <= limit else { throw refusal("must name at most \(limit) sections") }
    } while !pieces.isAtEnd
    return offsets
  }

  /// Returns the result of a closure that parses the value's bytes.
  package func value<Value>(_ read: (_ bytes: [UInt8], _ range: Range<Int>) -> Value?) -> Value? {
    read(bytes, range)
  }

  /// Parses an item, optionally followed by `,end`; nil if the value is anything else.
  package func cellEdge() -> (path: ItemPath, isEnd: Bool)? {
    var pieces = pieces()
    guard let piece = pieces.next(), let path = indexPath(in: piece),
      let section = path.askedSection
    else { return nil }
    let edge = pieces.next()
    guard pieces.isAtEnd, edge.map({ bytes.equals("end", in: $0) }) ?? true else { return nil }
    return (ItemPath(named: section, path.askedItem), edge != nil)
  }

  /// Parses finite numbers joined by commas; nil if the value is anything else, or has more than `limit`.
  package func numbers(limit: Int) -> [Double]? {
    var numbers: [Double] = []
    var pieces = pieces()
    repeat {
      guard numbers.count < limit, let number = pieces.nextNumber() else { return nil }
      numbers.append(number)
    } while !pieces.isAtEnd
    return numbers
  }

  /// Returns the error for a value that breaks this parameter's rule, which `what` says.
  package func refusal(_ what: String) -> BadQuery {
    BadQuery(detail: "\(name) \(what)", parameter: "\(name)")
  }

  private func indexPath(in piece: Range<Int>) -> LayoutIndexPath? {
    guard let dash = bytes[piece].firstIndex(of: UInt8(ascii: "-")) else {
      return NumberText.index(bytes, in: piece).map { LayoutIndexPath(asked: nil, $0) }
    }
    guard let section = NumberText.index(bytes, in: piece.lowerBound..<dash),
      let item = NumberText.index(bytes, in: dash + 1..<piece.upperBound)
    else { return nil }
    return LayoutIndexPath(asked: section, item)
  }

  private func pieces() -> Pieces {
    Pieces(bytes: bytes, index: range.lowerBound, end: range.upperBound)
  }

  /// The value's parts between commas.
  private struct Pieces {
    let bytes: [UInt8]
    var index: Int
    let end: Int

    /// Whether all parts have been taken.
    var isAtEnd: Bool { index > end }

    mutating func next() -> Range<Int>? {
      guard index <= end else { return nil }
      let start = index
      while index < end, bytes[index] != UInt8(ascii: ",") { index += 1 }
      defer { index += 1 }
      return start..<index
    }

    mutating func nextNumber() -> Double? {
      next().flatMap { NumberText.double(bytes, in: $0) }
    }
  }
}
