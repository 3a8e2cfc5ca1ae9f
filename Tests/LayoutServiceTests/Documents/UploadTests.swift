import HTTPMessage
import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// What bodies hold while they arrive.
@Suite(.waits) struct UploadTests {
  /// The sink of a body that is still to come; nil if it is refused.
  private func upload(
    to service: TestService, claiming length: Int?
  ) throws -> DocumentSink? {
    let framing = length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
    let request = try TestRequest.head("POST", "/v1/layouts", [framing])
    var response = HTTPResponse()
    guard
      case .collect(let sink) = service.service.receive(
        request, response: &response, exchange: TestExchange())
    else { return nil }
    return sink as? DocumentSink
  }

  /// Whether the sink takes bytes.
  private func append(_ bytes: some Collection<UInt8>, to sink: DocumentSink?) -> Bool {
    sink.map { $0.append(Array(bytes)) == nil } ?? false
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
  }

  @Test func `A length that is claimed holds nothing before it arrives`() throws {
    let service = TestService { $0.maxInflightBytes = 4 << 20 }
    let uploads = try (0..<600).map { _ in try upload(to: service, claiming: 1 << 20) }
    #expect(uploads.allSatisfy { $0 != nil })
    #expect(service.service.inflight.count == 0)
    for upload in uploads { #expect(append([32], to: upload)) }
    #expect(service.service.inflight.count <= 600 * 4_096)
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.list(1)).status == 201)
  }

  @Test func `Bytes are set aside as they arrive, in steps of 64 KiB`() throws {
    let service = TestService()
    let inflight = service.service.inflight
    do {
      let upload = try upload(to: service, claiming: nil)
      for (arriving, held) in [(1, 4_096), (9_999, 16_384), (55_536, 65_536), (1, 131_072)] {
        #expect(append(bytes(arriving), to: upload))
        #expect(inflight.count == held)
      }
    }
    #expect(inflight.count == 0)
    let short = try upload(to: service, claiming: 100_000)
    #expect(append(bytes(100_000), to: short))
    #expect(inflight.count == 100_000)
  }

  @Test func `Uploads that stop half-way leave memory for others`() throws {
    let service = TestService { $0.maxInflightBytes = 8 << 20 }
    let piece = bytes(65_536)
    var uploads: [DocumentSink?] = []
    for _ in 0..<50 {
      let upload = try upload(to: service, claiming: 1 << 20)
      uploads.append(upload)
      for _ in 0..<15 where !append(piece, to: upload) { break }
    }
    #expect(service.service.inflight.count > 6 << 20)
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.list(1)).status == 201)
    uploads = []
    #expect(service.service.inflight.count == 0)
  }

  @Test func `Pieces are put together as they came, however they are cut`() {
    var source = SeededGenerator(seed: 12)
    let all = bytes(3_500_000)
    for total in [nil, all.count] {
      var body = BodyPieces()
      var start = 0
      while start < all.count {
        let end = min(all.count, start + Int.random(in: 1...200_000, using: &source))
        unsafe all[start..<end].withUnsafeBytes { unsafe body.append($0, of: total) }
        start = end
      }
      #expect(!body.isWhole)
      #expect(body.count == all.count)
      #expect(body.joined() == all)
    }
  }

  @Test func `Putting a body together looks at each piece, and goes on where it ended`() {
    let all = bytes(3_500_000)
    var body = BodyPieces()
    for start in stride(from: 0, to: all.count, by: 65_536) {
      unsafe all[start..<min(start + 65_536, all.count)].withUnsafeBytes {
        unsafe body.append($0, of: nil)
      }
    }
    var rounds = 0
    while true {
      rounds += 1
      var looks = 0
      let budget = LayoutBudget(isWanted: {
        looks += 1
        return looks < 2
      })
      if body.join(budget) { break }
      #expect(looks == 2)
      #expect(!body.isWhole)
    }
    #expect(rounds > 1)
    #expect(body.joined() == all)
  }

  @Test func `Bodies come whole where there is room for their claims, and where there is none`()
    throws
  {
    let service = TestService { $0.maxInflightBytes = 6 << 20 }
    let first = try upload(to: service, claiming: 5 << 20)
    #expect(append(bytes((1 << 20) + 1), to: first))
    #expect(service.service.documents.speculativeBytes.count == 5 << 20)
    // No room ahead is left for the second, nor is any asked for chunks.
    let all = bytes(2_000_000)
    for length in [all.count, nil] {
      let next = try #require(try upload(to: service, claiming: length))
      for start in stride(from: 0, to: all.count, by: 65_536) {
        #expect(append(all[start..<min(start + 65_536, all.count)], to: next))
      }
      #expect(service.service.documents.speculativeBytes.count == 5 << 20)
      #expect(next.identify() == LayoutID(hashing: all))
      #expect(next.takeDocument().take().joined() == all)
    }
    _ = first?.takeDocument()
    #expect(service.service.documents.speculativeBytes.count == 0)
  }

  @Test func `A short body lies in one buffer from its first byte on, which counts as room ahead`()
    throws
  {
    let service = TestService()
    let rooms = service.service.documents
    for (claimed, ahead) in [(100, 100), (256 << 10, 256 << 10), ((256 << 10) + 1, 0)] {
      let sink = try #require(try upload(to: service, claiming: claimed))
      #expect(append(bytes(10), to: sink))
      #expect(rooms.speculativeBytes.count == ahead)
      // What is set aside for what has arrived stays small.
      #expect(service.service.inflight.count <= 4 << 10)
      _ = sink.takeDocument()
      #expect(rooms.speculativeBytes.count == 0)
    }
  }

  @Test func `A long document in chunks is the one that comes with its length`() throws {
    let service = TestService()
    let padding = String(repeating: " ", count: 2_000_000)
    let text = Array((TestDocument.waterfall + padding).utf8)
    let chunked = try service.begin("POST", "/v1/layouts", body: text, isChunked: true).answer()
    #expect(chunked.status == 201)
    let sized = try service.send("POST", "/v1/layouts", body: text)
    #expect(sized.status == 200)
    #expect(try sized.json()["id"]?.string == LayoutID(hashing: text).text)
    #expect(try chunked.json()["id"]?.string == LayoutID(hashing: text).text)
  }
}
