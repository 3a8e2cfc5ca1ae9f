import LayoutEngine

/// The form of an item's object: its fields in order, and the text between their values.
///
/// A feed writes all its items in one form, so the next object can be read by comparing the text
/// between its values with the form, eight bytes at a time. Keys need not be looked up, and braces,
/// commas and white space need not be examined one by one.
struct ObjectShape {
  /// A field that items of feeds have: a string, or a number ≥ 0; each text of a body counts as a value.
  enum Field: String, CaseIterable {
    case id, width, height, aspectRatio, bodyHeight, body
  }

  /// The text before a value, from the end of the previous value or the object's start; it includes the
  /// quotes of strings.
  struct Segment {
    /// The field whose value follows; nil at the object's end.
    let field: Field?
    /// The number of the style that a text names; nil if it names none, and for other values.
    fileprivate(set) var style: Int?
    /// Whether the value is an id that is a whole number.
    fileprivate(set) var isNumberID = false
    /// The number of bytes in the segment.
    let length: Int
    private var words = SixOrMore<UInt64>(repeating: 0)
    private var masks = SixOrMore<UInt64>(repeating: 0)

    /// The maximum number of bytes in a segment.
    static let maxLength = 48

    /// Creates the segment before the value of a field, or before the object's end if `field` is nil.
    ///
    /// - Parameter bytes: at most `maxLength` bytes.
    fileprivate init(_ bytes: some Collection<UInt8>, before field: Field?) {
      self.field = field
      length = bytes.count
      for (place, byte) in bytes.enumerated() {
        words[place / 8] |= UInt64(byte) << (place % 8 * 8)
        masks[place / 8] |= 0xFF << (place % 8 * 8)
      }
    }

    /// Returns whether the text contains the segment at `index`.
    ///
    /// The caller must ensure that the text has at least `maxLength` bytes from `index` on.
    @inline(__always)
    func stands(in text: Span<UInt8>, at index: Int) -> Bool {
      var (place, number) = (0, 0)
      while place < length {
        guard (text.word(at: index + place) ^ words[number]) & masks[number] == 0 else {
          return false
        }
        (place, number) = (place + 8, number + 1)
      }
      return true
    }
  }

  /// The maximum number of texts in a body.
  static let maxTexts = 4

  /// The segments in the order in which they are written; the last one ends the object.
  let parts: [Segment]
  /// The number of texts in the object's body.
  let textCount: Int

  /// Finds the form of an object that was read without errors.
  ///
  /// - Parameters:
  ///   - range: the bytes of the object, including its braces.
  ///   - styles: the text styles whose names have been read.
  /// - Returns: nil if the object has no fields, a field that `Field` does not list, an escape, a number
  ///   with a sign, a fixed block or more than `maxTexts` texts in its body, or so much white space that a segment
  ///   exceeds `Segment.maxLength`.
  init?(of text: Span<UInt8>, _ range: Range<Int>, _ styles: StyleNames) {
    var scan = FormScan(range)
    guard scan.object(text, styles) else { return nil }
    parts = scan.parts
    textCount = parts.count { $0.field == .body }
  }
}

/// Finds the segments of an item's object.
private struct FormScan {
  var parts: [ObjectShape.Segment] = []
  private let end: Int
  /// The beginning of the next part.
  private var start: Int
  /// The next byte to examine.
  private var index: Int

  init(_ range: Range<Int>) {
    (start, index, end) = (range.lowerBound, range.lowerBound + 1, range.upperBound)
  }

  /// Reads the members of the object, whose brace has been read.
  mutating func object(_ text: Span<UInt8>, _ styles: StyleNames) -> Bool {
    while let key = key(text, isFirst: parts.isEmpty) {
      guard let field = ObjectShape.Field(rawValue: key) else { return false }
      switch field {
      case .id: guard id(text) else { return false }
      case .body: guard body(text, styles) else { return false }
      default: guard number(text, field) else { return false }
      }
    }
    guard next(text) == ASCII.closeBrace else { return false }
    index += 1
    return index == end && add(text, nil) && parts.count > 1
  }

  /// Returns the byte at `index`; after the object, 0, which JSON never contains.
  private func next(_ text: Span<UInt8>) -> UInt8 { index < end ? text[index] : 0 }

  private mutating func skipWhiteSpace(_ text: Span<UInt8>) {
    while ASCII.isWhiteSpace(next(text)) { index += 1 }
  }

  /// Ends a segment before the value of a field.
  private mutating func add(_ text: Span<UInt8>, _ field: ObjectShape.Field?) -> Bool {
    guard index <= end, index - start <= ObjectShape.Segment.maxLength else { return false }
    parts.append(ObjectShape.Segment((start..<index).map { text[$0] }, before: field))
    return true
  }

  /// Reads a member's key and colon; nil if no key follows.
  private mutating func key(_ text: Span<UInt8>, isFirst: Bool) -> String? {
    skipWhiteSpace(text)
    if !isFirst, next(text) == ASCII.comma { index += 1 }
    skipWhiteSpace(text)
    guard let key = word(text) else { return nil }
    skipWhiteSpace(text)
    guard next(text) == ASCII.colon else { return nil }
    index += 1
    skipWhiteSpace(text)
    return key
  }

  /// Reads a short string; nil if no string without escapes follows.
  private mutating func word(_ text: Span<UInt8>) -> String? {
    guard next(text) == ASCII.quote else { return nil }
    let first = index + 1
    guard skipString(text) else { return nil }
    return String(decoding: (first..<index - 1).map { text[$0] }, as: UTF8.self)
  }

  /// Moves past a string; returns false if it has an escape.
  private mutating func skipString(_ text: Span<UInt8>) -> Bool {
    index += 1
    while next(text) != ASCII.quote {
      guard next(text) != ASCII.backslash, next(text) != 0 else { return false }
      index += 1
    }
    index += 1
    return true
  }

  /// Reads a string as a value: the segment before it ends with its first quote, the next one begins with its last.
  private mutating func string(_ text: Span<UInt8>, _ field: ObjectShape.Field) -> Bool {
    guard next(text) == ASCII.quote else { return false }
    index += 1
    guard add(text, field) else { return false }
    index -= 1
    guard skipString(text) else { return false }
    start = index - 1
    return true
  }

  /// Reads an id as a value.
  private mutating func id(_ text: Span<UInt8>) -> Bool {
    guard ASCII.isDigit(next(text)) else { return string(text, .id) }
    guard number(text, .id) else { return false }
    parts[parts.count - 1].isNumberID = true
    return true
  }

  private mutating func number(_ text: Span<UInt8>, _ field: ObjectShape.Field) -> Bool {
    guard add(text, field), ASCII.isDigit(next(text)) else { return false }
    while !ASCII.isWhiteSpace(next(text)), next(text) != ASCII.comma,
      next(text) != ASCII.closeBrace, next(text) != 0
    {
      index += 1
    }
    start = index
    return true
  }

  /// Reads a body: a text, or a list of texts with or without styles.
  private mutating func body(_ text: Span<UInt8>, _ styles: StyleNames) -> Bool {
    guard next(text) == ASCII.openBracket else { return string(text, .body) }
    index += 1
    for _ in 0..<ObjectShape.maxTexts {
      skipWhiteSpace(text)
      let isText = next(text) == ASCII.openBrace ? block(text, styles) : string(text, .body)
      guard isText else { return false }
      skipWhiteSpace(text)
      index += 1
      if text[index - 1] == ASCII.closeBracket { return true }
    }
    return false
  }

  /// Reads a block of a text and its style.
  private mutating func block(_ text: Span<UInt8>, _ styles: StyleNames) -> Bool {
    index += 1
    var (style, place): (Int?, Int?)
    var isFirst = true
    while let key = key(text, isFirst: isFirst) {
      isFirst = false
      if key == "text" {
        place = parts.count
        guard string(text, .body) else { return false }
      } else {
        guard key == "style", let name = word(text) else { return false }
        style = styles.names.firstIndex(of: name)
      }
    }
    skipWhiteSpace(text)
    guard let place, next(text) == ASCII.closeBrace else { return false }
    index += 1
    parts[place].style = style
    return true
  }
}
