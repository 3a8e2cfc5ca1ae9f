/// Reads request heads (RFC 9112 §2–§3, §5–§6), and refuses what is ambiguous.
///
/// The bytes of one head are given again and again as they grow; each is scanned once. The same
/// bytes give the same result however they are cut.
public struct RequestParser: Sendable {
  private let limits: HTTPHeadLimits
  private var scanner: HeadScanner

  /// Creates a parser.
  public init(limits: HTTPHeadLimits = HTTPHeadLimits()) {
    self.limits = limits
    scanner = HeadScanner(limit: limits.headerBytes)
  }

  /// Whether a byte of the next head has been seen.
  public var hasBegun: Bool { scanner.scanned > 0 }

  /// Reads the head that begins at `range`'s lower bound.
  ///
  /// - Parameters:
  ///   - bytes: the buffer, which the request shares.
  ///   - range: all the bytes there are from the head's first on; it begins with what earlier
  ///     calls for this head were given.
  ///   - fields: a buffer for the fields, whose capacity moves into the request; `recycle` brings
  ///     it back.
  /// - Returns: the request, whose `head` ends where the body begins; nil if bytes are missing.
  /// - Throws: the refusal; the parser cannot go on after one.
  /// - Complexity: O(new bytes), and O(head) once it is whole; no allocation while `fields` has room.
  public mutating func parse(
    _ bytes: [UInt8], _ range: Range<Int>, fields: inout [HTTPField]
  ) throws(HTTPRefusal) -> HTTPRequest? {
    let fresh = range.lowerBound + scanner.scanned..<range.upperBound
    guard let end = try scanner.scan(bytes, fresh) else { return nil }
    scanner.reset()
    var reader = HeadReader(bytes: bytes, head: range.lowerBound..<end, limits: limits)
    swap(&reader.fields, &fields)
    reader.fields.removeAll(keepingCapacity: true)
    return try reader.read()
  }

  /// Takes the fields' buffer back out of a request that is no longer used.
  public static func recycle(_ request: inout HTTPRequest, into fields: inout [HTTPField]) {
    swap(&request.fields, &fields)
    request.fields = []
  }
}
