import HTTPMessage
import TestSupport
import Testing

/// A head's reading, or the refusal's status and the length of what was read before it was known.
enum Reading: Equatable {
  case request(HTTPRequest)
  case refused(HTTPRefusal)
  case incomplete

  static func == (left: Reading, right: Reading) -> Bool {
    switch (left, right) {
    case (.request(let left), .request(let right)):
      left.head == right.head && left.method == right.method && left.target == right.target
        && left.path == right.path && left.query == right.query
        && left.minorVersion == right.minorVersion && left.fields == right.fields
        && left.framing == right.framing && left.expectsContinue == right.expectsContinue
        && left.keepsAlive == right.keepsAlive
    case (.refused(let left), .refused(let right)): left == right
    case (.incomplete, .incomplete): true
    default: false
    }
  }
}

/// Reads a head whose bytes come in pieces that end at `cuts`, in order.
func read(
  _ bytes: [UInt8], cuts: [Int] = [], limits: HTTPHeadLimits = HTTPHeadLimits()
) -> Reading {
  var parser = RequestParser(limits: limits)
  var fields: [HTTPField] = []
  do {
    for cut in cuts + [bytes.count] {
      if let request = try parser.parse(bytes, 0..<cut, fields: &fields) {
        return .request(request)
      }
    }
    return .incomplete
  } catch {
    return .refused(error)
  }
}

func request(_ text: String) throws -> HTTPRequest {
  let reading = read(Array(text.utf8))
  guard case .request(let request) = reading else { throw NoRequest(reading: reading) }
  return request
}

/// A text that should have been a request's head.
struct NoRequest: Error {
  var reading: Reading
}

@Suite struct RequestParserTests {
  @Test func `A GET is read into its parts`() throws {
    let request = try request(
      "GET /v1/a?rect=0,0&x HTTP/1.1\r\nHost: example:80\r\nAccept:  a/b \t\r\nx-Y:\r\n\r\n")
    #expect(request.method == .get)
    #expect(request.targetText == "/v1/a?rect=0,0&x")
    #expect(request.pathText == "/v1/a")
    #expect(request.query.map { request.bytes.text(in: $0) } == "rect=0,0&x")
    #expect(request.minorVersion == 1)
    #expect(request.fields.count == 3)
    #expect(request.text(of: "accept") == "a/b")
    #expect(request.text(of: "X-Y") == "")
    #expect(request.text(of: "missing") == nil)
    #expect(request.framing == .none)
    #expect(request.keepsAlive)
    #expect(!request.expectsContinue)
    #expect(request.head == 0..<request.bytes.count)
  }

  @Test func `What follows the head is left alone`() throws {
    let text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
    let request = try request(text + "abcGET")
    #expect(request.head == 0..<text.utf8.count)
    #expect(request.framing == .length(3))
  }

  @Test(
    arguments: [
      ("GET", HTTPMethod.get), ("HEAD", .head), ("POST", .post), ("PUT", .put),
      ("DELETE", .delete), ("OPTIONS", .options), ("PATCH", .patch), ("QUERY", .query),
      ("TRACE", .trace), ("get", .other), ("BREW!", .other),
    ])
  func `Methods are told apart by case`(text: String, method: HTTPMethod) throws {
    let request = try request("\(text) / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(request.method == method)
    #expect(request.methodText == text)
  }

  @Test func `Targets may be absolute, and OPTIONS may ask for all`() throws {
    let absolute = try request("GET HTTP://a:1/b?c HTTP/1.1\r\nHost: z\r\n\r\n")
    #expect(absolute.pathText == "/b")
    #expect(absolute.query.map { absolute.bytes.text(in: $0) } == "c")
    let bare = try request("GET http://a?c HTTP/1.1\r\nHost: z\r\n\r\n")
    #expect(bare.pathText == "/")
    #expect(bare.query.map { bare.bytes.text(in: $0) } == "c")
    #expect(try request("OPTIONS * HTTP/1.1\r\nHost: z\r\n\r\n").pathEquals("*"))
  }

  @Test(
    arguments: [
      ("1.1", "", true), ("1.1", "Connection: close\r\n", false),
      ("1.1", "Connection: x, Close\r\n", false), ("1.0", "", false),
      ("1.0", "Connection: Keep-Alive\r\n", true),
      ("1.0", "Connection: keep-alive\r\nConnection: close\r\n", false),
    ])
  func `The connection stays open as the version and the field say`(
    version: String, lines: String, keepsAlive: Bool
  ) throws {
    let request = try request("GET / HTTP/\(version)\r\nHost: a\r\n\(lines)\r\n")
    #expect(request.keepsAlive == keepsAlive)
  }

  @Test func `HTTP 1.0 needs no Host, and its expectations are ignored`() throws {
    let request = try request("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: tea\r\n\r\n")
    #expect(request.minorVersion == 0)
    #expect(!request.expectsContinue)
  }

  @Test func `An expectation needs a body`() throws {
    let lines = "Host: a\r\nExpect: 100-Continue\r\n"
    #expect(
      try request("POST / HTTP/1.1\r\n\(lines)Content-Length: 1\r\n\r\n").expectsContinue)
    #expect(try !request("POST / HTTP/1.1\r\n\(lines)\r\n").expectsContinue)
  }

  @Test func `One empty line before a request is stepped over`() throws {
    let request = try request("\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(request.head.lowerBound == 2)
    #expect(request.methodText == "GET")
  }

  @Test(arguments: ["a", "a.b-c_d~e:8", "[::1]", "[::ffff:1.2.3.4]:80", "a:", "1.2.3.4"])
  func `Hosts of these forms are taken`(host: String) throws {
    #expect(try request("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n").text(of: "host") == host)
  }

  @Test func `A length beyond any number saturates`() throws {
    let digits = String(repeating: "9", count: 40)
    let request = try request("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(digits)\r\n\r\n")
    guard case .length(let length) = request.framing else {
      Issue.record("no length")
      return
    }
    #expect(length > 1 << 62)
  }

  @Test(arguments: MalformedRequest.heads)
  func `Malformed heads are refused`(malformed: MalformedRequest) {
    guard case .refused(let refusal) = read(malformed.bytes) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.status.code == malformed.status)
  }

  @Test func `The head's limits are inclusive`() {
    let head = Array("GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n\r\n".utf8)
    func status(bytes: Int, count: Int, of head: [UInt8]) -> Int? {
      let limits = HTTPHeadLimits(headerBytes: bytes, headerCount: count)
      guard case .refused(let refusal) = read(head, limits: limits) else { return nil }
      return refusal.status.code
    }
    #expect(status(bytes: head.count, count: 2, of: head) == nil)
    #expect(status(bytes: head.count - 1, count: 2, of: head) == 431)
    #expect(status(bytes: head.count, count: 1, of: head) == 431)
    #expect(status(bytes: 14, count: 2, of: head) == 414)
    // Not known to be too long before the byte that is.
    #expect(status(bytes: head.count, count: 2, of: Array(head[..<(head.count - 1)])) == nil)
  }

  @Test func `The same bytes read the same however they are cut`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let valid = [
      "GET /a?b=c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nrest",
      "\r\nPOST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "PUT / HTTP/1.0\r\nContent-Length: 10\r\nX: \u{80}\r\n\r\n0123456789",
    ]
    let texts = valid.map { Array($0.utf8) } + MalformedRequest.heads.map(\.bytes)
    let limits = HTTPHeadLimits(headerBytes: 60, headerCount: 3)
    for bytes in texts {
      for limits in [HTTPHeadLimits(), limits] {
        let whole = read(bytes, limits: limits)
        #expect(read(bytes, cuts: Array(0..<bytes.count), limits: limits) == whole)
        for _ in 0..<50 {
          let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
          #expect(
            read(bytes, cuts: cuts, limits: limits) == whole,
            "seed \(seed), cuts \(cuts), \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `A detached request stands on its own`() throws {
    let text = "BREW /pot?a=b HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n"
    let bytes = Array("junk".utf8) + Array(text.utf8) + Array("more".utf8)
    var parser = RequestParser()
    var fields: [HTTPField] = []
    let request = try #require(
      try parser.parse(bytes, 4..<bytes.count, fields: &fields))
    let detached = request.detached()
    #expect(detached.bytes == Array(text.utf8))
    #expect(detached.methodText == "BREW")
    #expect(detached.pathText == "/pot")
    #expect(detached.query.map { detached.bytes.text(in: $0) } == "a=b")
    #expect(detached.text(of: "x") == "y")
  }

  @Test func `Lists of all fields of a name are one list`() throws {
    let request = try request(
      "GET / HTTP/1.1\r\nHost: a\r\nAccept: a , \"b,\\\"c\",,\r\nX: z\r\naccept: d\r\n\r\n")
    var members: [String] = []
    request.forEachMember(of: "Accept") { members.append(request.bytes.text(in: $0)) }
    #expect(members == ["a", "\"b,\\\"c\"", "d"])
    #expect(request.lists("D", in: "accept"))
    #expect(request.count(of: "Accept") == 2)
  }
}
