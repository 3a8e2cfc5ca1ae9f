extension Span<UInt8> {
  /// The eight bytes there as a number, the first one lowest; all of them must be in the span, which
  /// is checked.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    // Eight bytes of any value are a number.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
