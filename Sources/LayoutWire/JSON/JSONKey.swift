/// A member's key in the text.
struct JSONKey {
  /// The offset of the opening quote.
  var start: Int
  /// The key's string.
  var token: StringToken
}

extension JSONReader {
  /// Reads a key and the colon after it.
  mutating func readKey() throws(JSONSyntaxError) -> JSONKey {
    let start = position
    let token = try readStringToken()
    try readColon()
    return JSONKey(start: start, token: token)
  }

  /// Reads a key that names a field, and the colon after it.
  ///
  /// - Returns: the index of the field's name; nil, with an unchanged position, if the key names no field.
  @inline(__always)
  mutating func readField(in names: KeyTable) throws(JSONSyntaxError) -> Int? {
    if let field = readShortField(in: names) {
      try readColon()
      return field
    }
    let start = position + 1
    var index = start
    var word = KeyWord()
    // No field's name is longer.
    let limit = min(bytes.count, start + 64)
    while index < limit, bytes[index] != ASCII.quote {
      let byte = bytes[index]
      guard ASCII.space..<0x80 ~= byte, byte != ASCII.backslash else {
        return try readEscapedField(in: names)
      }
      word.append(byte)
      index += 1
    }
    let field = names.index(of: word, text: bytes.span, start..<index)
    guard let field, index < limit else { return nil }
    position = index + 1
    try readColon()
    return field
  }

  /// Reads a key of up to seven letters that names a field, as one word.
  ///
  /// The key ends at the word's first quote. The word XORed with eight quotes has a zero byte there, and
  /// subtracting 1 from each byte borrows first at that byte. A key that equals a field's name contains no
  /// escapes, so it needs no other check.
  ///
  /// - Returns: the index of the field's name; nil, with an unchanged position, if the key is no such name.
  @inline(__always)
  private mutating func readShortField(in names: KeyTable) -> Int? {
    let start = position + 1
    guard start + 8 <= bytes.count else { return nil }
    let word = bytes.span.word(at: start)
    let differences = word ^ 0x2222_2222_2222_2222
    let zeros = (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
    guard zeros != 0 else { return nil }
    let count = zeros.trailingZeroBitCount / 8
    guard let field = names.index(of: word & ~(.max &<< UInt64(8 * count)), count: count) else {
      return nil
    }
    position = start + count + 1
    return field
  }

  /// Reads a key that contains escapes, and the colon after it, like `readField`.
  @inline(never)
  private mutating func readEscapedField(in names: KeyTable) throws(JSONSyntaxError) -> Int? {
    let start = position
    let key = decode(try readStringToken(), atMost: shownBytes)
    var word = KeyWord()
    for byte in key { word.append(byte) }
    let text = key[...]
    guard let field = names.index(of: word, text: text.span, 0..<key.count) else {
      position = start
      return nil
    }
    try readColon()
    return field
  }

  @inline(__always)
  private mutating func readColon() throws(JSONSyntaxError) {
    guard nextToken() == ASCII.colon else { throw unexpected("':'") }
    position += 1
  }

  /// Returns the error for a field that occurs twice in an object (RFC 8259 §4 leaves its meaning open).
  ///
  /// Unknown keys are not compared, because each is refused anyway.
  ///
  /// - Parameter start: the offset of the second key.
  func duplicate(_ field: String, at start: Int) -> JSONSyntaxError {
    var reader = self
    reader.position = start
    let token = try? reader.readStringToken()
    return JSONSyntaxError(
      at: start, "the field \(quoted(field)) is given twice in one object",
      end: token.map { $0.range.upperBound + 1 })
  }
}
