/// Parses request heads (RFC 9112 §2–§3, §5–§6), and refuses ambiguous ones.
///
/// Call `parse` whenever more bytes have arrived, each time with all bytes of the current head; it still
/// scans each byte only once. The result does not depend on how the bytes are split between calls.
public struct RequestParser: Sendable {
  private let limits: HTTPHeadLimits
  private var scanner: HeadScanner

  /// Creates a parser.
  public init(limits: HTTPHeadLimits = HTTPHeadLimits()) {
    self.limits = limits
    scanner = HeadScanner(limit: limits.headerBytes)
  }

  /// Whether at least one byte of the next head has been scanned.
  public var hasBegun: Bool { scanner.scanned > 0 }

  /// Reads the head that begins at the lower bound of `range`.
  ///
  /// - Parameters:
  ///   - bytes: the buffer, which the request shares.
  ///   - range: all available bytes from the head's first on, including those passed to earlier calls
  ///     for this head.
  ///   - fields: an array whose capacity the request's `fields` take over; `recycle` moves it back.
  /// - Returns: the request, whose `head` ends where the body begins; nil if the head is incomplete.
  /// - Throws: the refusal of the head; the parser cannot be used after it.
  /// - Complexity: O(new bytes), and O(head) once the head is complete; no allocation if `fields` has
  ///   capacity.
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

  /// Moves the `fields` array of a request that is no longer used back into `fields`.
  public static func recycle(_ request: inout HTTPRequest, into fields: inout [HTTPField]) {
    swap(&request.fields, &fields)
    request.fields = []
  }
}
