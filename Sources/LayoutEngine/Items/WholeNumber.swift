#if _pointerBitWidth(_64)
  /// A whole number that a client writes: up to 2^53, however many bits an `Int` has.
  ///
  /// It is an `Int` if that has 64 bits. In a web page an `Int` has 32 bits, but the page must accept and
  /// return every number that the service accepts and returns.
  public typealias WholeNumber = Int
#else
  /// A whole number that a client writes: up to 2^53, however many bits an `Int` has.
  public typealias WholeNumber = Int64
#endif

extension WholeNumber {
  /// The number, or the nearest `Int` if it does not fit in one: no count reaches that far.
  @inlinable
  public var nearestInt: Int { Int(clamping: self) }
}
