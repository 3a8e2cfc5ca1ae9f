/// A limit on the cost of reading a text.
protocol ReadingBudget {
  /// The maximum number of nested objects and arrays.
  var maxDepth: Int { get }

  /// Whether the budget may end the reading.
  var isLimited: Bool { get }

  /// Charges a number of steps, of some nanoseconds each.
  ///
  /// - Returns: whether reading may continue.
  func checkpoint(after count: Int) -> Bool
}

extension ReadingBudget {
  var isLimited: Bool { true }

  /// Charges the reading of `bytesPerCheck` bytes of a long token.
  ///
  /// - Parameter index: the index at which the token continues.
  /// - Throws: an error if the budget has ended the work.
  @inline(never)
  func look(at index: Int) throws(JSONSyntaxError) {
    guard checkpoint(after: bytesPerCheck) else { throw .ended(at: index) }
  }
}

/// A budget without limits: only the text's length bounds the cost of reading.
struct UnlimitedReading: ReadingBudget {
  var maxDepth: Int { .max }
  var isLimited: Bool { false }

  func checkpoint(after _: Int) -> Bool { true }
}
