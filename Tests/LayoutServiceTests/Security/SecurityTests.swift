import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// API keys, other origins, request ids (Contract §7 and §8).
@Suite(.waits) struct SecurityTests {
  @Test func `With keys everything but health needs one of them`() throws {
    let service = TestService { $0.apiKeys = ["first-key", "second"] }
    let base = "/v1/layouts/\(TestDocument.waterfallID)"
    for path in [
      base, "\(base)/attributes?rect=all", "/metrics", "/openapi.yaml", "/", "/nothing",
      "/problems/bad-query",
    ] {
      for fields in [
        [], ["Authorization: Bearer third"], ["Authorization: Bearer "],
        ["Authorization: Bearer first-ke"], ["Authorization: Bearer first-key2"],
        ["Authorization: Basic first-key"], ["Authorization: first-key"],
        ["Authorization: Bearer second", "Authorization: Bearer second"],
      ] {
        let answer = try service.send("GET", path, fields)
        #expect(answer.status == 401, "\(path) \(fields)")
        #expect(answer["www-authenticate"] == "Bearer")
        #expect(try answer.problem() == "unauthorized")
      }
    }
    for path in ["/healthz", "/readyz"] {
      #expect(try service.send("GET", path).status == 200)
    }
    for key in ["first-key", "second"] {
      for scheme in ["Bearer", "bearer", "BEARER "] {
        let answer = try service.send(
          "POST", "/v1/layouts", ["Authorization: \(scheme) \(key)"],
          text: TestDocument.waterfall)
        #expect(answer.status < 300)
      }
    }
  }

  @Test func `Without origins no answer speaks of them`() throws {
    let answer = try TestService().send("GET", "/healthz", ["Origin: https://a.example"])
    #expect(answer["access-control-allow-origin"] == nil)
    let preflight = try TestService().send(
      "OPTIONS", "/v1/layouts",
      ["Origin: https://a.example", "Access-Control-Request-Method: POST"])
    #expect(preflight.status == 204)
    #expect(preflight["access-control-allow-methods"] == nil)
  }

  @Test func `Known origins may read answers, errors and 304s`() throws {
    let service = TestService { $0.corsOrigins = ["https://a.example", "http://localhost:3000"] }
    let origin = ["Origin: https://a.example"]
    let posted = try service.send("POST", "/v1/layouts", origin, text: TestDocument.waterfall)
    let tag = try #require(posted["etag"])
    let base = "/v1/layouts/\(TestDocument.waterfallID)"
    for answer in [
      posted, try service.send("GET", base, origin), try service.send("GET", "/nothing", origin),
      try service.send("GET", base, origin + ["If-None-Match: \(tag)"]),
    ] {
      #expect(answer["access-control-allow-origin"] == "https://a.example")
      #expect(answer["access-control-expose-headers"]?.contains("ETag") == true)
    }
    #expect(try service.send("GET", base, origin)["vary"] == "Accept-Encoding, Accept, Origin")
    for other in ["https://b.example", "https://a.example.evil", "https://a.exampl", "null"] {
      let answer = try service.send("GET", base, ["Origin: \(other)"])
      #expect(answer.status == 200)
      #expect(answer["access-control-allow-origin"] == nil)
    }
  }

  @Test func `Where any page may read answers, all of them say so`() throws {
    let service = TestService { $0.corsOrigins = ["*"] }
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let path = "/v1/layouts/\(TestDocument.waterfallID)"
    // Nothing in the answer depends on Origin: a cache may give the one for the other.
    for fields in [[], ["Origin: https://a.example"]] {
      let answer = try service.send("GET", path, fields)
      #expect(answer["access-control-allow-origin"] == "*")
      #expect(answer["vary"] == "Accept-Encoding, Accept")
    }
  }

  @Test func `A preflight tells what may be sent, without a key`() throws {
    let service = TestService {
      $0.corsOrigins = ["*"]
      $0.apiKeys = ["k"]
    }
    let preflight = try service.send(
      "OPTIONS", "/v1/layouts/\(TestDocument.waterfallID)",
      ["Origin: https://a.example", "Access-Control-Request-Method: PUT"])
    #expect(preflight.status == 204)
    #expect(preflight["access-control-allow-origin"] == "*")
    #expect(preflight["access-control-allow-methods"]?.contains("PUT") == true)
    #expect(preflight["access-control-allow-headers"]?.contains("Authorization") == true)
    #expect(preflight["access-control-allow-headers"]?.contains("If-Match, If-None-Match") == true)
    #expect(preflight["vary"]?.contains("Origin") == true)
    // An OPTIONS that is no preflight is like any other request.
    #expect(try service.send("OPTIONS", "/v1/layouts").status == 401)
  }

  @Test func `Request ids are echoed if they are harmless, else generated`() throws {
    let service = TestService()
    let long = String(repeating: "a", count: 64)
    for id in ["abc-DEF_123", "x", long] {
      let answer = try service.send("GET", "/healthz", ["X-Request-ID: \(id)"])
      #expect(answer["x-request-id"] == id)
    }
    var made: Set<String> = []
    for fields in [
      [], ["X-Request-ID: a b"], ["X-Request-ID: a\"b"], ["X-Request-ID: \(long)a"],
      ["X-Request-ID: "], ["X-Request-ID: ä"],
    ] {
      let id = try #require(try service.send("GET", "/healthz", fields)["x-request-id"])
      #expect(id.utf8.count == 16)
      #expect(id.allSatisfy { $0.isHexDigit })
      made.insert(id)
    }
    #expect(made.count == 6)
    let answer = try service.send("GET", "/nothing", ["X-Request-ID: of-an-error"])
    #expect(answer["x-request-id"] == "of-an-error")
  }

  @Test func `What the server refuses is a problem of its own kind`() throws {
    let service = TestService()
    for (status, name) in [
      (HTTPStatus.badRequest, "bad-request"), (.requestTimeout, "request-timeout"),
      (.contentTooLarge, "content-too-large"), (.uriTooLong, "uri-too-long"),
      (.expectationFailed, "expectation-failed"),
      (.requestHeaderFieldsTooLarge, "request-header-fields-too-large"),
      (.notImplemented, "not-implemented"), (.serviceUnavailable, "overloaded"),
      (.httpVersionNotSupported, "http-version-not-supported"), (.internalServerError, "internal"),
    ] {
      let answer = TestAnswer(service.service.refusal(status, detail: "why: \"because\""))
      #expect(answer.status == status.code)
      #expect(try answer.problem() == name)
      #expect(try answer.json()["detail"]?.string == "why: \"because\"")
      #expect(answer["x-request-id"]?.utf8.count == 16)
    }
  }
}
