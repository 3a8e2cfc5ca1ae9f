/// The form of an item's object: its fields in order, and the text between their values.
///
/// A feed writes all its items in one form, so the next object can be read by comparing the text
/// between its values with the form, eight bytes at a time. Keys need not be looked up, and braces,
/// commas and white space need not be examined one by one.
struct ItemForm {
  /// A field that items of feeds have: a string, or a number ≥ 0.
  enum Field: String, CaseIterable {
    case id, width, height, aspectRatio, bodyHeight
  }

  /// The text before a value, from the end of the previous value or the object's start; it includes the
  /// quotes of strings.
  struct Part {
    /// The field whose value follows; nil at the object's end.
    let field: Field?
    /// The number of bytes in the part.
    let length: Int
    private var words = InlineArray<4, UInt64>(repeating: 0)
    private var masks = InlineArray<4, UInt64>(repeating: 0)

    /// The maximum number of bytes in a part.
    static let greatestLength = 32

    /// Creates the part before the value of a field, or before the object's end if `field` is nil.
    ///
    /// - Parameter bytes: at most `greatestLength` bytes.
    fileprivate init(_ bytes: some Collection<UInt8>, before field: Field?) {
      self.field = field
      length = bytes.count
      for (place, byte) in bytes.enumerated() {
        words[place / 8] |= UInt64(byte) << (place % 8 * 8)
        masks[place / 8] |= 0xFF << (place % 8 * 8)
      }
    }

    /// Returns whether the text contains the part at `index`.
    ///
    /// The caller must ensure that the text has at least `greatestLength` bytes from `index` on.
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

  /// The parts in the order in which they are written; the last one ends the object.
  let parts: [Part]

  /// Finds the form of an object that was read without errors.
  ///
  /// - Parameter range: the bytes of the object, including its braces.
  /// - Returns: nil if the object has no fields, a field that `Field` does not list, an escape, a number
  ///   with a sign, or so much white space that a part exceeds `Part.greatestLength`.
  init?(of text: Span<UInt8>, _ range: Range<Int>) {
    var parts: [Part] = []
    // `start` is the beginning of the next part, `index` the next byte to examine.
    var (start, index) = (range.lowerBound, range.lowerBound + 1)
    /// Returns the byte at `index`; after the object, 0, which JSON never contains.
    func next() -> UInt8 { index < range.upperBound ? text[index] : 0 }
    func skipWhiteSpace() {
      while ASCII.isWhiteSpace(next()) { index += 1 }
    }
    func add(_ field: Field?) -> Bool {
      guard index <= range.upperBound, index - start <= Part.greatestLength else { return false }
      parts.append(Part((start..<index).map { text[$0] }, before: field))
      return true
    }
    while true {
      // Skip the text between two members, or before the first one.
      skipWhiteSpace()
      if !parts.isEmpty, next() == ASCII.comma { index += 1 }
      skipWhiteSpace()
      guard next() == ASCII.quote else { break }
      index += 1
      let key = index
      while next() != ASCII.quote, next() != 0, index - key < Part.greatestLength { index += 1 }
      guard
        let field = Field(rawValue: String(decoding: (key..<index).map { text[$0] }, as: UTF8.self))
      else { return nil }
      index += 1
      skipWhiteSpace()
      guard next() == ASCII.colon else { return nil }
      index += 1
      skipWhiteSpace()
      if field == .id {
        guard next() == ASCII.quote else { return nil }
        index += 1
      }
      guard add(field) else { return nil }
      if field == .id {
        while next() != ASCII.quote {
          guard next() != ASCII.backslash, next() != 0 else { return nil }
          index += 1
        }
        start = index
        index += 1
      } else {
        guard ASCII.isDigit(next()) else { return nil }
        while !ASCII.isWhiteSpace(next()), next() != ASCII.comma, next() != ASCII.closeBrace,
          next() != 0
        {
          index += 1
        }
        start = index
      }
    }
    guard next() == ASCII.closeBrace else { return nil }
    index += 1
    guard index == range.upperBound, add(nil), parts.count > 1 else { return nil }
    self.parts = parts
  }
}
