import TestSupport
import Testing

@testable import LayoutService

/// Answers that are asked again are kept as bytes, and nobody can tell.
@Suite(.waits) struct ResponseCacheTests {
  private let base = "/v1/layouts/\(TestDocument.waterfallID)"
  private let rect = "/attributes?rect=0,0,390,844"

  private func service(
    _ change: (inout ServiceSettings) -> Void = { _ in }
  ) throws -> TestService {
    let service = TestService(change)
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.waterfall).status == 201)
    return service
  }

  private func ready(_ service: TestService) -> Int { service.service.responder.cache.hits }

  /// What must not depend on whether the answer was ready.
  private func essence(_ answer: TestAnswer) -> [String] {
    ["\(answer.status)", String(decoding: answer.body, as: UTF8.self)]
      + answer.fields
      .filter { !["server-timing", "x-request-id"].contains($0.name) }
      .map { "\($0.name): \($0.value)" }
  }

  @Test func `The third answer is ready, and like the first`() throws {
    let service = try service()
    let answers = try (0..<4).map { _ in try service.send("GET", base + rect) }
    #expect(ready(service) == 2)
    #expect(answers[0]["cache-status"] == "tatami; hit")
    #expect(Set(answers.map(essence)).count == 1)
    #expect(Set(answers.compactMap { $0["x-request-id"] }).count == 4)
    #expect(answers.allSatisfy { $0["server-timing"]?.hasPrefix("query;dur=") == true })
  }

  @Test func `Whatever the answer depends on tells questions apart`() throws {
    let service = try service()
    let questions: [(target: String, fields: [String])] = [
      (rect, []), (rect + "&origin=rect", []), ("/attributes?rect=0,0,390,84", []),
      (rect, ["Accept: application/vnd.tatami.columns+json"]),
      (rect, ["Accept: application/vnd.tatami.packed"]), (rect, ["Accept: image/svg+xml"]),
      (rect, ["Accept-Encoding: gzip"]), (rect, ["Accept-Encoding: identity"]),
      // The same bytes, cut into fields elsewhere.
      (rect, ["Accept: */*", "Accept-Encoding: gzip"]), (rect, ["Accept: */*, gzip"]),
    ]
    let fresh = try questions.map { question in
      let fresh = try self.service()
      return essence(try fresh.send("GET", base + question.target, question.fields))
    }
    for _ in 0..<4 {
      for (question, expected) in zip(questions, fresh) {
        let answer = try service.send("GET", base + question.target, question.fields)
        #expect(essence(answer) == expected, "\(question)")
      }
    }
    #expect(ready(service) > 0)
  }

  @Test func `Conditions, other methods and other questions pass it by`() throws {
    let service = try service()
    let tag = try #require(try service.send("GET", base + rect)["etag"])
    for _ in 0..<3 {
      let unchanged = try service.send("GET", base + rect, ["If-None-Match: \(tag)"])
      #expect(unchanged.status == 304)
      #expect(try service.send("GET", base + rect, ["If-Match: \(tag)"]).status == 200)
      #expect(try service.send("HEAD", base + rect).status == 200)
      #expect(try service.send("GET", base + "/attributes?rect=1").status == 400)
      #expect(try service.send("GET", base + "/attributes?indexPath=0-9").status == 404)
    }
    #expect(ready(service) == 0)
  }

  @Test func `Without its layout an answer is not given`() throws {
    let service = try service { $0.cacheBytes = 14_000 }
    for _ in 0..<3 { #expect(try service.send("GET", base + rect).status == 200) }
    #expect(ready(service) == 1)
    // Each asked for again, as this one was: else they would be given up before it.
    for count in 1...24 {
      _ = try service.send("POST", "/v1/layouts", text: TestDocument.list(count / 2))
    }
    let answer = try service.send("GET", base + rect)
    #expect(try answer.problem() == "layout-not-cached")
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.waterfall).status == 201)
    #expect(try service.send("GET", base + rect).status == 200)
    #expect(ready(service) == 2)
  }

  @Test func `Keys and origins are asked for every time`() throws {
    let service = TestService {
      $0.apiKeys = ["key"]
      $0.corsOrigins = ["https://a.example"]
    }
    let key = "Authorization: Bearer key"
    _ = try service.send("POST", "/v1/layouts", [key], text: TestDocument.waterfall)
    for _ in 0..<4 {
      #expect(try service.send("GET", base + rect).status == 401)
      let plain = try service.send("GET", base + rect, [key])
      #expect(plain["cache-control"]?.hasPrefix("private") == true)
      #expect(plain["access-control-allow-origin"] == nil)
      let page = try service.send("GET", base + rect, [key, "Origin: https://a.example"])
      #expect(page["access-control-allow-origin"] == "https://a.example")
    }
    #expect(ready(service) == 6)
  }

  @Test func `A long answer is made anew`() throws {
    let service = TestService()
    let made = try service.send("POST", "/v1/layouts?rect=all", text: TestDocument.list(500))
    let path = try #require(made["content-location"])
    #expect(made.body.count > ResponseCache.maxBytes)
    for _ in 0..<4 { #expect(try service.send("GET", path).status == 200) }
    #expect(ready(service) == 0)
  }

  @Test func `A response is counted with its key, and retains no more than is counted`() throws {
    let service = try service()
    for (length, expected) in [(14 << 10, 2), (15_900, 0)] {
      let before = ready(service)
      let accept = "Accept: */*;a=\(String(repeating: "a", count: length))"
      for _ in 0..<4 { #expect(try service.send("GET", base + rect, [accept]).status == 200) }
      #expect(ready(service) - before == expected, "\(length)")
    }
    let id = [UInt8]().layoutID
    var roomy: [UInt8] = []
    roomy.reserveCapacity(1 << 20)
    roomy += [1, 2, 3]
    let answer = try #require(CachedResponse(about: id, key: roomy, lines: roomy, body: roomy))
    for bytes in [answer.key, answer.lines, answer.body] {
      #expect(bytes == [1, 2, 3])
      #expect(bytes.capacity < 64)
    }
    let half = [UInt8](repeating: 0, count: ResponseCache.maxBytes / 2)
    #expect(CachedResponse(about: id, key: half, lines: [], body: half) == nil)
    #expect(CachedResponse(about: id, key: [], lines: half, body: half) == nil)
  }
}
