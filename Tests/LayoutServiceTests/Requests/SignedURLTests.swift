import HTTPMessage
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// Signed URLs, which stand in for an API key (Contract §21).
@Suite(.waits) struct SignedURLTests {
  private static let keys = ["0123456789abcdef-first", "0123456789abcdef-second"]
  private static let bearer = ["Authorization: Bearer key"]
  private static let path = "/v1/layouts/\(TestDocument.waterfallID)"
  /// The service's time, in seconds since 1970.
  private static let now = 1_800_000_000

  private static func service(
    _ keys: [String] = keys, _ change: (inout ServiceSettings) -> Void = { _ in }
  ) throws -> TestService {
    let service = TestService(
      environment: ServiceEnvironment(wallClock: { now * 1_000_000_000 + 999_999_999 })
    ) {
      $0.apiKeys = ["key"]
      $0.urlKeys = keys
      change(&$0)
    }
    _ = try service.send("POST", "/v1/layouts", bearer, text: TestDocument.waterfall)
    return service
  }

  private static func signed(
    _ target: String, expires: Int? = nil, by key: String = keys[0]
  ) throws -> String {
    try #require(URLKeys([key]).signed(target, expires: expires))
  }

  @Test func `A signature is the HMAC of path and query that openssl makes`() throws {
    // printf %s '/v1/fonts?engine=6' | openssl dgst -sha256 -hmac 0123456789abcdef-first -binary | base64
    let signature = "LQAcqNFto9Ax7sv3IkKTD745fV0-ody32Ub5nBskksw"
    for url in ["/v1/fonts?engine=6", "https://a.example/v1/fonts?engine=6#part"] {
      let plain = url.prefix { $0 != "#" }
      #expect(try Self.signed(url) == "\(plain)&sig=\(signature)")
    }
    #expect(URLKeys([]).signed("/", expires: nil) == nil)
    #expect(try Self.signed("http://a.example").hasPrefix("http://a.example?sig="))
    #expect(
      try Self.signed("http://a.example").suffix(43)
        == (try Self.signed("http://a.example/")).suffix(43))
  }

  @Test func `A signed GET needs no key, and is answered as one without a signature`() throws {
    let service = try Self.service()
    for rest in [
      "", "/attributes?rect=all", "/attributes?rect=all&format=columns", "/sections",
      "/attributes.svg?rect=0,0,390,844&theme=dark", "/attributes.css?rect=all&selector=.a",
    ] {
      let target = Self.path + rest
      #expect(try service.send("GET", target).status == 401)
      let plain = try service.send("GET", target, Self.bearer)
      #expect(plain.status == 200)
      for key in Self.keys {
        for expires in [nil, Self.now + 1] {
          let url = try Self.signed(target, expires: expires, by: key)
          for method in ["GET", "HEAD"] {
            let answer = try service.send(method, url)
            #expect(answer.status == 200, "\(method) \(url)")
            #expect(answer["etag"] == plain["etag"])
            if !target.contains(".svg"), !target.contains(".css") {
              #expect(answer["cache-control"] == plain["cache-control"])
            }
          }
          #expect(try service.send("GET", url).body == plain.body)
        }
      }
    }
    // A signature may be anywhere in the query: it covers the other parameters in their order.
    let url = try Self.signed("\(Self.path)/attributes?rect=all&format=columns")
    let parts = url.split(whereSeparator: { "?&".contains($0) }).map(String.init)
    let turned = "\(parts[0])?\(parts[3])&\(parts[1])&\(parts[2])"
    #expect(try service.send("GET", turned).status == 200)
    let between = "\(parts[0])?\(parts[1])&\(parts[3])&\(parts[2])"
    #expect(try service.send("GET", between).status == 200)
    let other = "\(parts[0])?\(parts[2])&\(parts[1])&\(parts[3])"
    #expect(try service.send("GET", other).status == 403)
  }

  @Test func `Shared caches keep signed pictures until the URL expires`() throws {
    let service = try Self.service()
    for rest in [
      "/attributes.svg?rect=all", "/attributes?rect=all&format=svg",
      "/attributes.css?rect=all&selector=.a",
    ] {
      let target = Self.path + rest
      for (expires, age) in [(Self.now + 60, 60), (Self.now + 99_999, 3_600), (nil, 3_600)] {
        // Twice: the second would be from the cache of responses.
        let url = try Self.signed(target, expires: expires)
        for _ in 0..<3 {
          let answer = try service.send("GET", url)
          #expect(answer["cache-control"] == "public, max-age=\(age)", "\(url)")
        }
        let tag = try #require(try service.send("GET", url)["etag"])
        let unchanged = try service.send("GET", url, ["If-None-Match: \(tag)"])
        #expect(unchanged.status == 304)
        #expect(unchanged["cache-control"] == "public, max-age=\(age)")
      }
      let url = try Self.signed("\(target)&engine=\(EngineRevision.current)")
      #expect(try service.send("GET", url)["cache-control"] == "public, max-age=31536000")
      // Neither response is from the other's cache.
      #expect(
        try service.send("GET", target, Self.bearer)["cache-control"] == "private, max-age=3600")
    }
    let closed = try Self.service { $0.sharesSignedPictures = false }
    let url = try Self.signed("\(Self.path)/attributes.svg?rect=all")
    #expect(try closed.send("GET", url)["cache-control"] == "private, max-age=3600")
  }

  @Test func `Another path, query, key or time is refused, and the response repeats nothing`()
    throws
  {
    let service = try Self.service()
    let target = "\(Self.path)/attributes?rect=all"
    let url = try Self.signed(target)
    let signature = String(url.suffix(43))
    let last = signature.last == "A" ? "B" : "A"
    for wrong in [
      url.replacing("rect=all", with: "rect=all&format=svg"),
      url.replacing("=all", with: "=0,0,9,9"),
      url.replacing("attributes", with: "sections"), "\(url)A", "\(url)=", String(url.dropLast()),
      String(url.dropLast()) + last, "\(target)&sig=", "\(target)&sig", "\(url)&expires=1",
      url.replacing("?", with: "?expires=9999999999&"),
      try Self.signed(target, by: "0123456789abcdef-third"),
      try Self.signed(target, expires: Self.now), try Self.signed(target, expires: 0),
    ] {
      for fields in [[], Self.bearer] {
        let answer = try service.send("GET", wrong, fields)
        #expect(answer.status == 403, "\(wrong)")
        #expect(try answer.problem() == "forbidden")
        #expect(!answer.text.contains(signature) && !answer.text.contains(Self.keys[0]))
      }
    }
  }

  @Test func `Malformed parameters are named`() throws {
    let service = try Self.service()
    let url = try Self.signed(Self.path)
    for (wrong, parameter) in [
      ("\(url)&\(url.suffix(47))", "sig"),
      (try Self.signed("\(Self.path)?expires=1&expires=2"), "expires"),
      (try Self.signed("\(Self.path)?expires=soon"), "expires"),
      (try Self.signed("\(Self.path)?expires=-1"), "expires"),
      (try Self.signed("\(Self.path)?expires=99999999999999999999"), "expires"),
      (try Self.signed("\(Self.path)?expires"), "expires"),
    ] {
      let answer = try service.send("GET", wrong)
      #expect(answer.status == 400, "\(wrong)")
      #expect(try answer.json()["parameter"]?.string == parameter)
    }
  }

  @Test func `Only GETs are signed, and only where keys are set`() throws {
    let service = try Self.service()
    let url = try Self.signed(Self.path)
    for method in ["DELETE", "PUT"] {
      #expect(try service.send(method, url, body: []).status == 401)
      #expect(try service.send(method, url, Self.bearer, body: []).status == 400)
    }
    let post = try Self.signed("/v1/layouts")
    #expect(try service.send("POST", post, text: TestDocument.waterfall).status == 401)
    #expect(try service.send("GET", Self.path, Self.bearer).status == 200)
    // Without keys for URLs they are parameters like any unknown one.
    let without = try Self.service([])
    #expect(try without.send("GET", url).status == 401)
    #expect(try without.send("GET", url, Self.bearer).status == 400)
    // Without a signature, `expires` means nothing.
    let expiring = "\(Self.path)?expires=9999999999"
    #expect(try service.send("GET", expiring).status == 401)
    #expect(try service.send("GET", expiring, Self.bearer).status == 400)
  }

  @Test func `Every cached answer is one of both, with and without a signature`() throws {
    let service = try Self.service()
    let target = "\(Self.path)/attributes?rect=0,0,390,844"
    for number in 0..<4 {
      #expect(
        try service.send("GET", try Self.signed(target, expires: Self.now + 1 + number)).status
          == 200)
    }
    #expect(service.service.responder.cache.hits >= 2)
    // The cached answer needs a key or a signature all the same.
    #expect(try service.send("GET", target).status == 401)
  }
}
