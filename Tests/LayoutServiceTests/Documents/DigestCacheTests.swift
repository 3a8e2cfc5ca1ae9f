import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// Documents that come again are compared instead of hashed, and nobody can tell.
@Suite(.waits) struct DigestCacheTests {
  /// A document that is long enough to be kept; the last height tells it from others.
  private func wall(_ last: Int, items: Int = 3_000) -> [UInt8] {
    let heights = (1..<items).map { "\(100 + $0 % 300)" } + ["\(last)"]
    return Array(
      (#"{"container":{"width":390,"height":844},"layout":{"type":"waterfall"},"items":["#
        + heights.joined(separator: ",") + "]}").utf8)
  }

  private func known(_ service: TestService) -> Int { service.service.documents.digests.found }

  private func post(_ document: [UInt8], to service: TestService) throws -> TestAnswer {
    let answer = try service.send("POST", "/v1/layouts?rect=0,0,390,844", body: document)
    #expect(answer["content-location"]?.contains(LayoutID(hashing: document).text) == true)
    return answer
  }

  @Test func `The third and later of the same documents are known, and answered alike`() throws {
    let service = TestService()
    let answers = try (0..<4).map { _ in try post(wall(150), to: service) }
    #expect(answers.map(\.status) == [201, 200, 200, 200])
    #expect(Set(answers.map(\.body)).count == 1)
    #expect(answers.dropFirst().allSatisfy { $0["cache-status"] == "tatami; hit" })
    #expect(known(service) == 2)
    #expect(service.service.inflight.count == 0)
  }

  @Test func `A document of the same length that differs anywhere is another`() throws {
    let document = wall(150)
    // The pieces of a body end at 60,000 bytes and its multiples.
    let long = wall(150, items: 40_000)
    for (text, place) in [
      (document, 100), (document, document.count - 4), (long, 59_998), (long, 60_004),
      (long, long.count - 4),
    ] {
      let service = TestService()
      for _ in 0..<2 { _ = try post(text, to: service) }
      let digit = text.indices.dropFirst(place).first { (49...56).contains(text[$0]) }
      var other = text
      other[try #require(digit)] += 1
      _ = try post(other, to: service)
      #expect(known(service) == 0)
      _ = try post(text, to: service)
      #expect(known(service) == 1)
    }
  }

  @Test func `However a body is cut, its id is its hash`() throws {
    let service = TestService()
    let document = wall(150)
    for _ in 0..<2 { _ = try post(document, to: service) }
    let seed: UInt64 = 31
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      var sent = document
      if round % 2 == 1 {
        let place = Int.random(in: 0..<sent.count, using: &random)
        sent[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      let request = try TestRequest.head(
        "POST", "/v1/layouts", ["Content-Length: \(sent.count)"])
      var response = HTTPResponse()
      let exchange = TestExchange()
      let disposition = service.service.receive(request, response: &response, exchange: exchange)
      guard case .collect(let taken) = disposition, let sink = taken as? DocumentSink else {
        Issue.record("the body is not asked for")
        return
      }
      var rest = sent[...]
      var firstPiece = 0
      while !rest.isEmpty {
        let piece = Array(rest.prefix(Int.random(in: 1...6_000, using: &random)))
        rest = rest.dropFirst(piece.count)
        if firstPiece == 0 { firstPiece = piece.count }
        #expect(sink.append(piece) == nil)
      }
      let id = sink.identify()
      #expect(id == LayoutID(hashing: sent), "seed \(seed) round \(round)")
      guard sent == document, firstPiece >= 64 else {
        #expect(sink.takeDocument().take().joined() == sent, "seed \(seed) round \(round)")
        continue
      }
      let before = known(service)
      sink.remember(as: id)
      #expect(known(service) == before + 1, "seed \(seed) round \(round)")
    }
    #expect(known(service) > 20)
    #expect(service.service.inflight.count == 0)
  }

  @Test func `Chunked and compressed bodies are hashed`() throws {
    let service = TestService()
    let document = wall(150)
    for _ in 0..<2 { _ = try post(document, to: service) }
    let chunked = try service.begin("POST", "/v1/layouts", body: document, isChunked: true)
    #expect(try chunked.answer().status == 200)
    let compressed = try service.send(
      "POST", "/v1/layouts?rect=0,0,390,844", ["Content-Encoding: gzip"],
      body: Gzip.compressed(document))
    #expect(compressed.status == 200)
    #expect(compressed["content-location"]?.contains(LayoutID(hashing: document).text) == true)
    #expect(known(service) == 0)
    _ = try post(document, to: service)
    #expect(known(service) == 1)
    #expect(try service.send("GET", "/metrics").text.contains("\ntatami_cache_known_total 1\n"))
  }

  @Test func `A known document whose layout is gone is laid out again`() throws {
    let service = TestService { $0.cacheBytes = 400_000 }
    let document = wall(150)
    let first = try (0..<3).map { _ in try post(document, to: service).body }
    #expect(known(service) == 1)
    for other in 151...165 {
      let location = try #require(try post(wall(other), to: service)["location"])
      // As the first one was: what is not asked for again is given up before it.
      #expect(try service.send("GET", location).status == 200)
    }
    let again = try post(document, to: service)
    #expect(again.status == 201)
    #expect(again.body == first[0])
  }

  @Test func `PUT under another's id is refused, known or not`() throws {
    let service = TestService()
    let document = wall(150)
    for _ in 0..<3 { _ = try post(document, to: service) }
    let right = "/v1/layouts/" + LayoutID(hashing: document).text
    let wrong = "/v1/layouts/" + LayoutID(hashing: wall(151)).text
    #expect(try service.send("PUT", wrong, body: document).problem() == "id-mismatch")
    #expect(try service.send("PUT", right, body: document).status == 200)
  }

  @Test(arguments: [(100, 0), (40_000, 1), (80_000, 0)])
  func `Short and long documents are not kept`(items: Int, found: Int) throws {
    let service = TestService()
    for _ in 0..<3 { _ = try post(wall(150, items: items), to: service) }
    #expect(known(service) == found)
  }
}
