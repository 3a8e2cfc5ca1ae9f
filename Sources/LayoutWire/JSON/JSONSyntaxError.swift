/// The offset and reason of a JSON syntax error (RFC 8259), before its line, column and pointer are found.
struct JSONSyntaxError: Error, Equatable {
  /// The number of bytes before the error.
  var offset: Int
  /// The reason, as a phrase: `"expected ':'"`.
  var reason: String
  /// The offset up to which the text must be read to find the error's pointer.
  ///
  /// For a duplicate key this is the key's end, so that the pointer names the member; otherwise it is
  /// the error's offset.
  var end: Int

  init(at offset: Int, _ reason: String, end: Int? = nil) {
    self.offset = offset
    self.reason = reason
    self.end = end ?? offset
  }

  /// Returns the error that is thrown when the budget ends the reading.
  static func ended(at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(at: offset, "was not parsed any further")
  }

  /// Returns the error that the byte at `offset` is not what the grammar requires.
  ///
  /// - Parameter expectation: the required text, such as `':'` or `a key`.
  static func expectation(
    _ expectation: String, in text: Span<UInt8>, at offset: Int
  ) -> JSONSyntaxError {
    let found: String
    if offset >= text.count {
      found = "the end of the text"
    } else {
      let byte = text[offset]
      found =
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case ASCII.space: "a space"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return JSONSyntaxError(at: offset, "expected \(expectation), found \(found)")
  }
}
