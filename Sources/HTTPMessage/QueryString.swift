/// The parameters of a target's query, `name=value` joined by `&`, in the order sent.
///
/// Iterating allocates nothing; names and values are ranges of the request's bytes, still percent-encoded.
///
/// A piece without `=` is a name with an empty value; empty pieces (`a=1&&b=2`) are skipped.
public struct QueryString: Sequence, IteratorProtocol, Sendable {
  /// One parameter, still percent-encoded.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: Range<Int>
    /// The value: the bytes after the parameter's first `=`; empty if the parameter has no `=`.
    public var value: Range<Int>

    /// Creates a parameter from its ranges.
    public init(name: Range<Int>, value: Range<Int>) {
      self.name = name
      self.value = value
    }
  }

  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  /// Creates the parameters in a range of `bytes`.
  public init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next parameter; nil after the last.
  ///
  /// - Complexity: O(its bytes); no allocation.
  public mutating func next() -> Parameter? {
    while index < end {
      let start = index
      var equals: Int?
      while index < end, bytes[index] != UInt8(ascii: "&") {
        if equals == nil, bytes[index] == UInt8(ascii: "=") { equals = index }
        index += 1
      }
      let pieceEnd = index
      index += 1
      guard start < pieceEnd else { continue }
      guard let equals else {
        return Parameter(name: start..<pieceEnd, value: pieceEnd..<pieceEnd)
      }
      return Parameter(name: start..<equals, value: equals + 1..<pieceEnd)
    }
    return nil
  }
}
