/// Where and why a text is not JSON (RFC 8259), before line, column and pointer are found.
struct JSONSyntaxError: Error, Equatable {
  /// Bytes from the text's start to the offence.
  var offset: Int
  /// What is wrong, as a phrase: `"expected ':'"`.
  var reason: String
  /// Where a walk over the text has seen enough to know which member is meant.
  ///
  /// For a duplicate key this is its end, so that the pointer names the member; else the offence
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
}
