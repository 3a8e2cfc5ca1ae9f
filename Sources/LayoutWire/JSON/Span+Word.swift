extension Span<UInt8> {
  /// Returns the eight bytes at `index` as a number, the first one lowest.
  ///
  /// All eight bytes must be in the span; this is checked.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    // Any eight bytes are a valid number.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Returns the eight bytes at `index` as a number, the first one lowest, without checking the index.
  ///
  /// The caller must ensure that all eight bytes are in the span.
  @inline(__always)
  @unsafe func word(unchecked index: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt64.self))
  }
}
