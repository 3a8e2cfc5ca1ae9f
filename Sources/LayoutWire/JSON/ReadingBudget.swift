/// What reading a text may cost.
protocol ReadingBudget {
  /// Objects and arrays that may be open at once.
  var maxDepth: Int { get }

  /// Whether it may end reading.
  var isLimited: Bool { get }

  /// Counts things done, of some nanoseconds each.
  ///
  /// - Returns: whether reading is to go on.
  func goesOn(after count: Int) -> Bool
}

extension ReadingBudget {
  var isLimited: Bool { true }

  /// Counts `bytesALook` bytes of one token.
  ///
  /// - Parameter index: where the token goes on.
  /// - Throws: where the budget has ended the work.
  @inline(never)
  func look(at index: Int) throws(JSONSyntaxError) {
    guard goesOn(after: bytesALook) else { throw .ended(at: index) }
  }
}

/// Reading whose cost nothing bounds but the text's length.
struct UnlimitedReading: ReadingBudget {
  var maxDepth: Int { .max }
  var isLimited: Bool { false }

  func goesOn(after _: Int) -> Bool { true }
}
