/// A JSON value of a fixture file, with where it stood in the text.
///
/// Fixture files are ours and well-formed: what is not is an error without detail. Numbers are read
/// exactly.
package struct FixtureValue: Sendable {
  /// What the value is.
  package enum Content: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array's elements.
    case array([FixtureValue])
    /// An object's fields.
    case object([String: FixtureValue])
  }

  /// A text that is not JSON.
  package struct Malformed: Error {
    /// Bytes from the text's start.
    package let offset: Int
  }

  /// What the value is.
  package let content: Content
  /// The value's bytes.
  package let range: Range<Int>

  /// Reads a whole text.
  package init(_ bytes: [UInt8]) throws {
    var reader = FixtureReader(bytes: bytes)
    self = try reader.value()
    guard reader.isAtEnd else { throw Malformed(offset: reader.offset) }
  }

  fileprivate init(_ content: Content, range: Range<Int>) {
    self.content = content
    self.range = range
  }

  /// A field of an object; nil if there is none.
  package subscript(_ field: String) -> FixtureValue? {
    if case .object(let fields) = content { fields[field] } else { nil }
  }

  /// An array's elements; none of anything else.
  package var elements: [FixtureValue] {
    if case .array(let elements) = content { elements } else { [] }
  }

  /// A number; nil of anything else.
  package var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  /// A string; nil of anything else.
  package var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  /// Whether the value is `true`.
  package var isTrue: Bool {
    if case .bool(true) = content { true } else { false }
  }
}

/// A recursive reader; fixtures nest a few levels deep.
private struct FixtureReader {
  let bytes: [UInt8]
  var offset = 0

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return offset == bytes.count
    }
  }

  mutating func value() throws -> FixtureValue {
    skipSpace()
    let start = offset
    let content: FixtureValue.Content
    switch peek {
    case UInt8(ascii: "{"): content = .object(try fields())
    case UInt8(ascii: "["): content = .array(try elements())
    case UInt8(ascii: "\""): content = .string(try string())
    default: content = try word()
    }
    return FixtureValue(content, range: start..<offset)
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  /// Whether the next byte behind white space is that one, which is then passed.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func fields() throws -> [String: FixtureValue] {
    offset += 1
    var fields: [String: FixtureValue] = [:]
    if take("}") { return fields }
    repeat {
      skipSpace()
      let name = try string()
      guard take(":") else { throw FixtureValue.Malformed(offset: offset) }
      fields[name] = try value()
    } while take(",")
    guard take("}") else { throw FixtureValue.Malformed(offset: offset) }
    return fields
  }

  private mutating func elements() throws -> [FixtureValue] {
    offset += 1
    var elements: [FixtureValue] = []
    if take("]") { return elements }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw FixtureValue.Malformed(offset: offset) }
    return elements
  }

  /// A string; of escapes only `\"`, `\\` and `\/` are known, which is all that fixtures use.
  private mutating func string() throws -> String {
    guard take("\"") else { throw FixtureValue.Malformed(offset: offset) }
    var text: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "\"") {
      offset += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escaped = peek, Array("\"\\/".utf8).contains(escaped) else {
        throw FixtureValue.Malformed(offset: offset)
      }
      text.append(escaped)
      offset += 1
    }
    guard take("\"") else { throw FixtureValue.Malformed(offset: offset) }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func word() throws -> FixtureValue.Content {
    let start = offset
    while let byte = peek, !Array(" \t\r\n,:]}".utf8).contains(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      guard let number = Double(word) else { throw FixtureValue.Malformed(offset: start) }
      return .number(number)
    }
  }
}
