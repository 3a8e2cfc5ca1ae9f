extension [Double] {
  /// The greatest of the lengths, 0 without any; nil where one is no length: negative, NaN, or more
  /// than content may reach.
  ///
  /// The bits of doubles ≥ 0 sort as the numbers do, and those of NaN and of numbers below 0 come
  /// behind: one integer maximum says it all, without a branch.
  ///
  /// - Complexity: O(n).
  var greatestLength: Double? {
    var bits: UInt64 = 0
    for length in self { bits = Swift.max(bits, (length + 0).bitPattern) }
    let greatest = Double(bitPattern: bits)
    return greatest >= 0 && greatest <= LayoutLimits.maxContentLength ? greatest : nil
  }
}
