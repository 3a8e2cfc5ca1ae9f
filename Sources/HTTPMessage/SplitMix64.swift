/// SplitMix64's mixing function: every bit of a word affects every bit of the result.
package enum SplitMix64 {
  /// The constant that the generator adds to its state for each random number.
  @inlinable package static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// Returns the mixed word; different words give different results.
  @inlinable package static func mix(_ word: UInt64) -> UInt64 {
    var mixed = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
