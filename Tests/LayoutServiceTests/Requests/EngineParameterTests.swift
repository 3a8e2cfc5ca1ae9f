import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// `engine`, and the field that says which it was (Contract §15).
@Suite(.waits) struct EngineParameterTests {
  private static let current = EngineRevision.current

  private static let resources = [
    "", "/attributes?rect=all", "/attributes.svg?rect=all", "/attributes.css?rect=all&widths=99",
    "/attributes.columns?rect=all", "/attributes.packed?rect=all", "/sections", "/document",
    "/target-offset?proposed=0,10", "/index-path?point=1,1&nearest=true", "/changes?rect=all&from=",
    "/attributes?indexPath=0-1",
  ]

  private func posted(
    _ change: (inout ServiceSettings) -> Void = { _ in }
  ) throws -> (TestService, LayoutID) {
    let service = TestService(change)
    let document = Array(TestDocument.waterfall.utf8)
    let fields = ["Authorization: Bearer key"]
    let answer = try service.send("POST", "/v1/layouts", fields, body: document)
    #expect(answer.status == 201)
    #expect(answer["tatami-engine"] == "\(Self.current)")
    return (service, document.layoutID)
  }

  private func target(_ resource: String, _ id: LayoutID, engine: String? = nil) -> String {
    let path = id.path + (resource.hasSuffix("from=") ? resource + id.text : resource)
    guard let engine else { return path }
    return path + (path.contains("?") ? "&" : "?") + "engine=" + engine
  }

  @Test(arguments: resources)
  func `An answer of the engine that is named never changes`(resource: String) throws {
    let (service, id) = try posted()
    let plain = try service.send("GET", target(resource, id))
    #expect(plain["cache-control"] == "public, max-age=3600")
    #expect(plain["tatami-engine"] == "\(Self.current)")
    let named = target(resource, id, engine: "\(Self.current)")
    // More often than it takes to be answered by the same bytes.
    for _ in 0..<4 {
      let answer = try service.send("GET", named)
      #expect(answer.status == 200)
      #expect(answer.body == plain.body)
      #expect(answer["cache-control"] == "public, max-age=31536000, immutable")
      #expect(answer["tatami-engine"] == "\(Self.current)")
      #expect(answer["etag"] == plain["etag"])
    }
    let etag = try #require(plain["etag"])
    let unchanged = try service.send("GET", named, ["If-None-Match: \(etag)"])
    #expect(unchanged.status == 304)
    #expect(unchanged["cache-control"] == "public, max-age=31536000, immutable")
    #expect(unchanged["tatami-engine"] == "\(Self.current)")
  }

  @Test(arguments: resources)
  func `Another engine's answer is 404 with this one's revision`(resource: String) throws {
    let (service, id) = try posted()
    for other in [Self.current - 1, Self.current + 1, 0] {
      let answer = try service.send("GET", target(resource, id, engine: "\(other)"))
      #expect(answer.status == 404)
      #expect(try answer.problem() == "other-engine")
      #expect(try answer.json()["engine"]?.number == Double(Self.current))
      #expect(answer["tatami-engine"] == "\(Self.current)")
    }
    for bad in ["", "x", "-1", "1.5", "99999999999999999999", "5&engine=5"] {
      let answer = try service.send("GET", target(resource, id, engine: bad))
      #expect(answer.status == 400, "\(bad)")
      #expect(try answer.problem() == "bad-query")
    }
  }

  @Test func `A document may be PUT again with the same query`() throws {
    let service = TestService()
    let document = Array(TestDocument.waterfall.utf8)
    let target = document.layoutID.path + "?rect=all&engine=\(Self.current)"
    let answer = try service.send("PUT", target, body: document)
    #expect(answer.status == 201)
    #expect(
      answer["content-location"]
        == document.layoutID.path + "/attributes?rect=all&engine=\(Self.current)")
    let other = try service.send(
      "PUT", document.layoutID.path + "?rect=all&engine=1", body: document)
    #expect(other.status == 404)
    #expect(try other.problem() == "other-engine")
    let update = try service.send(
      "POST", document.layoutID.path + "/updates?engine=1", text: "{}")
    #expect(try update.problem() == "other-engine")
    let updated = try service.send(
      "POST", document.layoutID.path + "/updates?engine=\(Self.current)", text: "{}")
    #expect(updated.status == 201)
  }

  @Test func `With API keys an answer is private, and CORS shows the field`() throws {
    let (service, id) = try posted {
      $0.apiKeys = ["key"]
      $0.corsOrigins = ["*"]
    }
    let answer = try service.send(
      "GET", target("", id, engine: "\(Self.current)"), ["Authorization: Bearer key"])
    #expect(answer["cache-control"] == "private, max-age=31536000, immutable")
    let exposed = try #require(answer["access-control-expose-headers"])
    #expect(exposed.contains("Tatami-Engine"))
  }
}
