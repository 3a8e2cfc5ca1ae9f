extension [Double] {
  /// Returns the greatest number of the array, 0 if it is empty; nil if a number is not a valid length.
  ///
  /// A number that is negative, NaN, or more than `LayoutLimits.maxContentLength` is not a valid length.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func maxLength(_ budget: LayoutBudget) throws(LayoutError) -> Double? {
    let end = count & ~7
    var most = SIMD8<Double>()
    // Every comparison with NaN is false.
    var areNone = SIMDMask<SIMD8<Int64>>()
    // The length of each stretch is a multiple of eight.
    for stretch in (0..<end).stretches {
      try budget.count(stretch.count)
      for start in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 8) {
        let lengths = eight(at: start)
        areNone .|= .!(lengths .>= 0)
        most = lengths.replacing(with: most, where: most .> lengths)
      }
    }
    var greatest = most.max()
    for length in self[end...] {
      guard length >= 0 else { return nil }
      greatest = Swift.max(greatest, length)
    }
    return !any(areNone) && greatest.isLength ? greatest : nil
  }

  /// Returns whether every number is a valid length, or NaN, which stands for an absent number.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func givenAreLengths(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    let end = count & ~7
    // Every comparison with NaN is false.
    var areNone = SIMDMask<SIMD8<Int64>>()
    // The length of each stretch is a multiple of eight.
    for stretch in (0..<end).stretches {
      try budget.count(stretch.count)
      for start in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 8) {
        let lengths = eight(at: start)
        areNone .|= lengths .< 0 .| lengths .> LayoutLimits.maxContentLength
      }
    }
    return !any(areNone) && self[end...].allSatisfy { $0.isNaN || $0.isLength }
  }

  /// Returns the eight elements from `start` on, all of which must exist.
  @inline(__always)
  func eight(at start: Int) -> SIMD8<Double> {
    precondition(start >= 0 && start <= count - 8)
    // Any bits are a valid vector of doubles.
    return unsafe withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: start * 8, as: SIMD8<Double>.self)
    }
  }
}
