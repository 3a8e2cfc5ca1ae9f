extension [Double] {
  /// The greatest of the lengths, 0 without any; nil where one is no length: negative, NaN, or more
  /// than content may reach.
  ///
  /// The bits of doubles ≥ 0 sort as the numbers do, and those of NaN and of numbers below 0 sort
  /// after them: one integer maximum decides, without a branch.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func greatestLength(_ budget: LayoutBudget) throws(LayoutError) -> Double? {
    var bits: UInt64 = 0
    for stretch in indices.stretches {
      try budget.count(stretch.count)
      for length in self[stretch] { bits = Swift.max(bits, (length + 0).bitPattern) }
    }
    return Self.length(ofBits: bits)
  }

  /// Whether all numbers but NaN, which stands for none, are lengths.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func givenAreLengths(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    var bits = SIMD8<UInt64>()
    let end = count & ~7
    // A stretch is a multiple of eight.
    for stretch in (0..<end).stretches {
      try budget.count(stretch.count)
      for start in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 8) {
        let lengths = eight(at: start)
        let given = (lengths + 0).replacing(with: 0, where: lengths .!= lengths)
        bits = pointwiseMax(bits, unsafeBitCast(given, to: SIMD8<UInt64>.self))
      }
    }
    return Self.length(ofBits: bits.max()) != nil
      && self[end...].allSatisfy { $0.isNaN || Self.length(ofBits: ($0 + 0).bitPattern) != nil }
  }

  /// The eight elements from `start` on; there are that many.
  @inline(__always)
  func eight(at start: Int) -> SIMD8<Double> {
    span.bytes.unsafeLoadUnaligned(fromByteOffset: start * 8, as: SIMD8<Double>.self)
  }

  private static func length(ofBits bits: UInt64) -> Double? {
    let length = Double(bitPattern: bits)
    return length.isLength ? length : nil
  }
}
