/// How an item's object is written: its fields in their order, and what stands between their values.
///
/// A feed writes all its items alike, so the next object is read by comparing what stands between its
/// values with what stood between the last one's, eight bytes at a time: its keys need not be looked
/// up, nor its braces, commas and white space be looked at one by one.
struct ItemForm {
  /// A field that items of feeds have: a text, or a number ≥ 0.
  enum Field: String, CaseIterable {
    case id, width, height, aspectRatio, bodyHeight
  }

  /// What stands before a value, from the end of the value before it or the object's start on; the
  /// quotes of texts are part of it.
  struct Part {
    /// The field whose value follows; nil at the object's end.
    let field: Field?
    /// How many bytes it takes.
    let length: Int
    private var words = InlineArray<4, UInt64>(repeating: 0)
    private var masks = InlineArray<4, UInt64>(repeating: 0)

    /// The most bytes that it may take.
    static let greatestLength = 32

    /// - Parameter bytes: `greatestLength` at most.
    fileprivate init(_ bytes: some Collection<UInt8>, before field: Field?) {
      self.field = field
      length = bytes.count
      for (place, byte) in bytes.enumerated() {
        words[place / 8] |= UInt64(byte) << (place % 8 * 8)
        masks[place / 8] |= 0xFF << (place % 8 * 8)
      }
    }

    /// Whether it stands there; `greatestLength` bytes from there on must be in the text.
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

  /// In the order in which they are written; the last one ends the object.
  let parts: [Part]

  /// Finds out how an object is written that has been read without a fault.
  ///
  /// - Parameter range: where it stands, its braces included.
  /// - Returns: nil if it has fields of other kinds, escapes, or wide white space.
  init?(of text: Span<UInt8>, _ range: Range<Int>) {
    var parts: [Part] = []
    // Where the next part begins, and how far it has been looked at.
    var (start, index) = (range.lowerBound, range.lowerBound + 1)
    /// The byte there; 0, which stands in no JSON, beyond the object.
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
      // What stands between two members, or before the first one.
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
