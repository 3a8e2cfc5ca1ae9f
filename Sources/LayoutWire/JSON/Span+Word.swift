extension Span<UInt8> {
  /// The eight bytes there as a number, the first one lowest; all of them must be in the span, which
  /// is checked.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    // Eight bytes of any value are a number.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The same where the caller has made sure that all eight are in the span.
  @inline(__always)
  @unsafe func word(unchecked index: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: index, as: UInt64.self))
  }
}
