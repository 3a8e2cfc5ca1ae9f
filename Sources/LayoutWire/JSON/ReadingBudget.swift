/// What reading a text may cost.
protocol ReadingBudget {
  /// Objects and arrays that may be open at once.
  var maxDepth: Int { get }

  /// Counts things done, of some nanoseconds each.
  ///
  /// - Returns: whether reading is to go on.
  func goesOn(after count: Int) -> Bool
}

/// Reading whose cost nothing bounds but the text's length.
struct UnlimitedReading: ReadingBudget {
  var maxDepth: Int { .max }

  func goesOn(after _: Int) -> Bool { true }
}
