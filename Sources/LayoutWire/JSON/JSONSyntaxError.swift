/// Where and why a text is not JSON (RFC 8259), before line, column and pointer are found.
struct JSONSyntaxError: Error, Equatable {
  /// Bytes from the text's start to the error.
  var offset: Int
  /// What is wrong, as a phrase: `"expected ':'"`.
  var reason: String
  /// How far a walk over the text must go to know which member is meant.
  ///
  /// For a duplicate key this is its end, so that the pointer names the member; else the error
  /// itself.
  var end: Int

  init(at offset: Int, _ reason: String, end: Int? = nil) {
    self.offset = offset
    self.reason = reason
    self.end = end ?? offset
  }

  /// Reading was ended by its budget.
  static func ended(at offset: Int) -> JSONSyntaxError {
    JSONSyntaxError(at: offset, "was not read any further")
  }

  /// The error for a byte that no rule allows there.
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
