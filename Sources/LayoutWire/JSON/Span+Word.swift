extension Span<UInt8> {
  /// The eight bytes there as a number, the first one lowest; all of them must be in the span.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
