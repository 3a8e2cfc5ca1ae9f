#if _pointerBitWidth(_64)
  /// A whole number that a client writes: up to 2^53, however many bits an `Int` has.
  ///
  /// Where an `Int` has 64, it is one. In a page it has 32, and what the service takes, and names in its
  /// answers, has to be taken and named there, too.
  public typealias WholeNumber = Int
#else
  /// A whole number that a client writes: up to 2^53, however many bits an `Int` has.
  public typealias WholeNumber = Int64
#endif

extension WholeNumber {
  /// The number, or the `Int` that is nearest: what is beyond is beyond all that is there.
  @inlinable
  public var nearestInt: Int { Int(clamping: self) }
}
