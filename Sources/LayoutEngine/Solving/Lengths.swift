extension [Double] {
  /// The greatest of the lengths, 0 without any; nil if one is no length: negative, NaN, or more
  /// than content may reach.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func greatestLength(_ budget: LayoutBudget) throws(LayoutError) -> Double? {
    let end = count & ~7
    var most = SIMD8<Double>()
    // No comparison with NaN holds.
    var areNone = SIMDMask<SIMD8<Int64>>()
    // A stretch is a multiple of eight.
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

  /// Whether all numbers but NaN, which stands for none, are lengths.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func givenAreLengths(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    let end = count & ~7
    // No comparison with NaN holds.
    var areNone = SIMDMask<SIMD8<Int64>>()
    // A stretch is a multiple of eight.
    for stretch in (0..<end).stretches {
      try budget.count(stretch.count)
      for start in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 8) {
        let lengths = eight(at: start)
        areNone .|= lengths .< 0 .| lengths .> LayoutLimits.maxContentLength
      }
    }
    return !any(areNone) && self[end...].allSatisfy { $0.isNaN || $0.isLength }
  }

  /// The eight elements from `start` on; there are that many.
  @inline(__always)
  func eight(at start: Int) -> SIMD8<Double> {
    // Any bits are a value of a vector of doubles, and where they begin and end is checked.
    unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: start * 8, as: SIMD8<Double>.self)
  }
}
