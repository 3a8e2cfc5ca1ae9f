/// Appends texts and numbers to a message or a log line; allocates nothing if the capacity suffices.
extension [UInt8] {
  /// Appends the bytes of a text.
  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// Appends another array's bytes.
  ///
  /// `append(contentsOf:)` would retain `other` during the call, which costs as much as copying some
  /// hundred bytes.
  package mutating func append(bytesOf other: borrowing [UInt8]) {
    unsafe other.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a whole number in decimal digits, with leading zeros if it has fewer than `digits`.
  package mutating func append(decimal number: Int, digits: Int = 1) {
    append(room: 21) { $0.write(decimal: number, digits: digits) }
  }

  /// Appends a number ≥ 0 in lowercase hexadecimal digits, without leading zeros.
  package mutating func append(hexadecimal number: Int) {
    let digits = HexText.digits(of: UInt64(number.magnitude))
    append(digits.span, from: 15 - (63 - (number.magnitude | 1).leadingZeroBitCount) / 4)
  }

  /// Appends all 16 digits of a word, in lowercase hexadecimal.
  package mutating func append(hexDigitsOf word: UInt64) {
    append(HexText.digits(of: word).span, from: 0)
  }

  private mutating func append(_ text: Span<UInt8>, from start: Int) {
    unsafe text.withUnsafeBufferPointer { unsafe append(contentsOf: $0.extracting(start...)) }
  }
}
