/// Reads a complete head; `HeadScanner` has checked its line ends and excluded control characters.
struct HeadReader {
  let bytes: [UInt8]
  let head: Range<Int>
  let limits: HTTPHeadLimits
  var fields: [HTTPField] = []

  private var index: Int
  private var hostCount = 0
  private var length: Int?
  private var isChunked = false
  private var closes = false
  private var keepsAlive = false
  private var expectsContinue = false

  init(bytes: [UInt8], head: Range<Int>, limits: HTTPHeadLimits) {
    self.bytes = bytes
    self.head = head
    self.limits = limits
    index = head.lowerBound
  }

  /// Reads the request line and the fields, and derives the framing and the connection's persistence.
  mutating func read() throws(HTTPRefusal) -> HTTPRequest {
    if bytes[index] == UInt8(ascii: "\r") { index += 2 }
    let start = index
    let line = try requestLine()
    let target = try RequestTarget(bytes, line.target, method: line.method)
    while bytes[index] != UInt8(ascii: "\r") {
      try fieldLine(minorVersion: line.minorVersion)
    }
    if hostCount == 0, line.minorVersion == 1 {
      throw HTTPRefusal(.badRequest, "An HTTP/1.1 request must have a Host field.")
    }
    let framing = try framing(minorVersion: line.minorVersion)
    return HTTPRequest(
      bytes: bytes, method: line.method, target: line.target, path: target.path,
      query: target.query, minorVersion: line.minorVersion, fields: fields, framing: framing,
      expectsContinue: expectsContinue && framing != .none,
      keepsAlive: line.minorVersion == 1 ? !closes : keepsAlive && !closes,
      head: start..<head.upperBound)
  }

  // MARK: Request line

  private mutating func requestLine() throws(HTTPRefusal) -> (
    method: HTTPMethod, target: Range<Int>, minorVersion: Int
  ) {
    let methodStart = index
    while bytes[index].isToken { index += 1 }
    let methodEnd = index
    guard methodEnd > methodStart, bytes[index] == UInt8(ascii: " ") else {
      throw HTTPRefusal(.badRequest, "The request line does not begin with a method and a space.")
    }
    index += 1
    let targetStart = index
    // The scanner admits only printable ASCII and spaces in a request line, followed by a CR.
    index = bytes.endOfVisibleText(in: index..<head.upperBound)
    let targetEnd = index
    guard targetEnd > targetStart, bytes[index] == UInt8(ascii: " ") else {
      throw HTTPRefusal(
        .badRequest,
        "The request line must be a method, a target and a version, separated by single spaces.")
    }
    index += 1
    let versionStart = index
    index = bytes.firstIndex(of: UInt8(ascii: "\r"), in: index..<head.upperBound) ?? index
    let minorVersion = try minorVersion(versionStart..<index)
    index += 2
    return (
      HTTPMethod(bytes, methodStart..<methodEnd), targetStart..<targetEnd, minorVersion
    )
  }

  private func minorVersion(_ range: Range<Int>) throws(HTTPRefusal) -> Int {
    guard range.count == 8, bytes.hasPrefix("HTTP/", in: range),
      bytes[range.lowerBound + 5].isDigit, bytes[range.lowerBound + 6] == UInt8(ascii: "."),
      bytes[range.lowerBound + 7].isDigit
    else {
      throw HTTPRefusal(.badRequest, "The request line does not end with an HTTP version.")
    }
    if bytes.equals("HTTP/1.1", in: range) { return 1 }
    if bytes.equals("HTTP/1.0", in: range) { return 0 }
    // A higher minor version is treated as the highest one of its major version (RFC 9110 §2.5).
    if bytes.hasPrefix("HTTP/1.", in: range) { return 1 }
    throw HTTPRefusal(.httpVersionNotSupported, "Only HTTP/1.1 and HTTP/1.0 are supported.")
  }

  // MARK: Fields

  private mutating func fieldLine(minorVersion: Int) throws(HTTPRefusal) {
    let nameStart = index
    while bytes[index].isToken { index += 1 }
    let name = nameStart..<index
    guard !name.isEmpty, bytes[index] == UInt8(ascii: ":") else {
      throw HTTPRefusal(.badRequest, "A field's name is not a token followed directly by a colon.")
    }
    index += 1
    let valueStart = index
    index = bytes.firstIndex(of: UInt8(ascii: "\r"), in: index..<head.upperBound) ?? index
    let value = bytes.trimmed(valueStart..<index)
    index += 2
    guard fields.count < limits.headerCount else {
      throw HTTPRefusal(
        .requestHeaderFieldsTooLarge,
        "The request has more than \(limits.headerCount) header fields (TATAMI_MAX_HEADERS).")
    }
    fields.append(HTTPField(name: name, value: value))
    switch name.count {
    case 4 where bytes.equalsIgnoringCase("host", in: name):
      try host(value)
    case 6 where bytes.equalsIgnoringCase("expect", in: name):
      try expect(value, minorVersion: minorVersion)
    case 10 where bytes.equalsIgnoringCase("connection", in: name):
      connection(value)
    case 14 where bytes.equalsIgnoringCase("content-length", in: name):
      try contentLength(value)
    case 17 where bytes.equalsIgnoringCase("transfer-encoding", in: name):
      try transferEncoding(value)
    default: break
    }
  }

  private mutating func host(_ value: Range<Int>) throws(HTTPRefusal) {
    hostCount += 1
    guard hostCount == 1 else {
      throw HTTPRefusal(.badRequest, "The request has more than one Host field.")
    }
    guard bytes.isAuthority(value) else {
      throw HTTPRefusal(.badRequest, "The Host field is not a host with an optional port.")
    }
  }

  private mutating func expect(_ value: Range<Int>, minorVersion: Int) throws(HTTPRefusal) {
    // An expectation in HTTP/1.0 is ignored (RFC 9110 §10.1.1).
    guard minorVersion == 1 else { return }
    guard bytes.equalsIgnoringCase("100-continue", in: value) else {
      throw HTTPRefusal(.expectationFailed, "The only supported expectation is 100-continue.")
    }
    expectsContinue = true
  }

  private mutating func connection(_ value: Range<Int>) {
    var closes = closes
    var keepsAlive = keepsAlive
    bytes.forEachListMember(in: value) { member in
      if bytes.equalsIgnoringCase("close", in: member) { closes = true }
      if bytes.equalsIgnoringCase("keep-alive", in: member) { keepsAlive = true }
    }
    self.closes = closes
    self.keepsAlive = keepsAlive
  }

  // MARK: Framing

  private mutating func contentLength(_ value: Range<Int>) throws(HTTPRefusal) {
    guard length == nil else {
      throw HTTPRefusal(.badRequest, "The request has more than one Content-Length field.")
    }
    var sum = 0
    for byte in bytes[value] {
      guard byte.isDigit else {
        throw HTTPRefusal(.badRequest, "Content-Length is not a plain decimal number.")
      }
      // The sum is clamped: no limit is above it.
      let (product, overflows) = sum.multipliedReportingOverflow(by: 10)
      sum = overflows || product > Int.max - 9 ? Int.max - 9 : product + Int(byte & 0x0F)
    }
    guard !value.isEmpty else { throw HTTPRefusal(.badRequest, "Content-Length is empty.") }
    length = sum
  }

  private mutating func transferEncoding(_ value: Range<Int>) throws(HTTPRefusal) {
    guard !isChunked else {
      throw HTTPRefusal(.badRequest, "The request has more than one Transfer-Encoding field.")
    }
    guard bytes.equalsIgnoringCase("chunked", in: value) else {
      throw HTTPRefusal(.badRequest, "The only supported transfer coding is chunked.")
    }
    isChunked = true
  }

  private func framing(minorVersion: Int) throws(HTTPRefusal) -> HTTPBodyFraming {
    guard isChunked else { return length.map(HTTPBodyFraming.length) ?? .none }
    guard length == nil else {
      throw HTTPRefusal(
        .badRequest, "The request has both a Content-Length and a Transfer-Encoding field.")
    }
    guard minorVersion == 1 else {
      throw HTTPRefusal(.badRequest, "An HTTP/1.0 request must not have a Transfer-Encoding field.")
    }
    return .chunked
  }
}
