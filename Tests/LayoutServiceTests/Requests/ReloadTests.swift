import Foundation
import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// POST `/v1/layouts?from=…` (Contract §12.1).
@Suite(.waits) struct ReloadTests {
  private static func list(_ items: String) -> String {
    #"{"container":{"width":100,"height":60},"layout":{"type":"list"},"items":\#(items)}"#
  }

  private static let old = list(
    #"[{"id":"a","height":10},{"id":"b","height":20},{"id":"c","height":30}]"#)
  private static let new = list(
    #"[{"id":"c","height":30},{"id":"x","height":5},{"id":"a","height":10}]"#)

  private func id(of text: String) -> String { Array(text.utf8).layoutID.text }

  @Test func `Changes match the items of two documents by their ids`() throws {
    try TestService.serving { client, _ in
      let shown = try client.send("POST", "/v1/layouts", body: Array(Self.old.utf8))
      #expect(shown.status == 201)
      let (from, to) = (id(of: Self.old), id(of: Self.new))
      let query = "from=\(from)&rect=all"
      let first = try client.send("POST", "/v1/layouts?\(query)", body: Array(Self.new.utf8))
      #expect(first.status == 201)
      #expect(first.head.contains("\r\nLocation: /v1/layouts/\(to)\r\n"))
      #expect(first.head.contains("\r\nContent-Location: /v1/layouts/\(to)/changes?\(query)\r\n"))
      let value = try FixtureValue(first.body)
      #expect(value["id"]?.string == to && value["from"]?.string == from)
      func items(_ list: String) -> [String?] {
        value[list]?.elements.map { $0["id"]?.string } ?? []
      }
      #expect(items("deleted") == ["b"])
      #expect(items("inserted") == ["x"])
      #expect(items("changed") == ["c", "a"])
      // The layout is cached as any other, and both ways ask the same.
      let second = try client.send("POST", "/v1/layouts?\(query)", body: Array(Self.new.utf8))
      #expect(second.status == 200 && second.body == first.body)
      let get = try client.send("GET", "/v1/layouts/\(to)/changes?\(query)")
      #expect(get.status == 200 && get.body == first.body)
      let safe = try client.send(
        "QUERY", "/v1/layouts?\(query)", ["Content-Type: application/json"],
        body: Array(Self.new.utf8))
      #expect(safe.status == 200 && safe.body == first.body)
      let back = try client.send("GET", "/v1/layouts/\(from)/changes?from=\(to)&rect=all")
      #expect(try FixtureValue(back.body)["inserted"]?.elements.count == 1)
      let columns = try client.send(
        "POST", "/v1/layouts?\(query)&format=columns", body: Array(Self.new.utf8))
      #expect(columns.status == 200)
      // A compressed document is answered alike.
      let same = try client.send(
        "POST", "/v1/layouts?\(query)", ["Content-Encoding: gzip"],
        body: try #require(Gzip.compressed(Array(Self.new.utf8))))
      #expect(same.body == first.body)
    }
  }

  @Test func `From the layout itself nothing changes`() throws {
    for settings in [1 << 24, 0] {
      let service = TestService { $0.cacheBytes = settings }
      let answer = try service.send(
        "POST", "/v1/layouts?from=\(id(of: Self.old))&bounds=0,0,100,60", text: Self.old)
      #expect(answer.status == 201)
      let value = try FixtureValue(answer.body)
      for list in ["deleted", "inserted", "changed"] {
        #expect(value[list]?.elements.isEmpty == true)
      }
      service.expectNothingHeld()
    }
  }

  @Test func `A layout to compare with that is not held is refused before the work`() throws {
    let service = TestService()
    let (from, to) = (id(of: Self.old), id(of: Self.new))
    let path = "/v1/layouts?from=\(from)&rect=all"
    let answer = try service.send("POST", path, text: Self.new)
    #expect(answer.status == 404)
    #expect(try answer.problem() == "layout-not-cached")
    #expect(try answer.json()["missing"]?.string == from)
    #expect(try #require(try answer.json()["detail"]?.string).contains("repeat this request"))
    #expect(try service.send("GET", "/v1/layouts/\(to)").status == 404)
    service.expectNothingHeld()
    // With a store it is fetched; if it is nowhere, the new layout has been made all the same.
    let store = MemoryStore()
    #expect(
      try TestService.replica(store).send("POST", "/v1/layouts", text: Self.old).status == 201)
    #expect(try TestService.replica(store).send("POST", path, text: Self.new).status == 201)
    let other = TestService.replica(MemoryStore())
    #expect(try other.send("POST", path, text: Self.new).status == 404)
    #expect(try other.send("GET", "/v1/layouts/\(to)").status == 200)
    other.expectNothingHeld()
  }

  @Test func `The new layout does not evict the one that it is compared with`() throws {
    func rows(_ first: Int) -> String {
      Self.list(
        "[" + (0..<2_000).map { "{\"id\":\($0),\"height\":\($0 + first)}" }.joined(separator: ",")
          + "]")
    }
    let measured = TestService()
    #expect(try measured.send("POST", "/v1/layouts", text: rows(1)).status == 201)
    let bytes = measured.service.layouts.cache.figures.bytes
    // Four of them fit.
    let service = TestService { $0.cacheBytes = 4 * bytes + 4_000 }
    for first in 1...4 {
      #expect(try service.send("POST", "/v1/layouts", text: rows(first)).status == 201)
    }
    let from = id(of: rows(1))
    let answer = try service.send(
      "POST", "/v1/layouts?from=\(from)&rect=0,0,1,1", text: rows(5))
    #expect(answer.status == 201)
    #expect(try answer.json()["changed"] != nil)
    #expect(try service.send("GET", "/v1/layouts/\(from)").status == 200)
    // Another one made room.
    #expect(try service.send("GET", "/v1/layouts/\(id(of: rows(2)))").status == 404)
    service.expectNothingHeld()
  }

  @Test func `Parameters that do not go with from are refused`() throws {
    let service = TestService()
    let from = id(of: Self.old)
    #expect(try service.send("POST", "/v1/layouts", text: Self.old).status == 201)
    for (query, word) in [
      ("from=\(from)", "rect or bounds"), ("from=abc&rect=all", "from"), ("from=&rect=all", "from"),
      ("from=\(from)&from=\(from)&rect=all", "from"), ("from=\(from)&indexPath=0-0", "indexPath"),
      ("from=\(from)&rect=all&anchor=first", "bounds"),
      ("from=\(from)&rect=all&format=svg", "format"),
      ("rect=all&anchor=first", "anchor"), ("rect=all&fron=\(from)", "fron"),
    ] {
      for method in ["POST", "QUERY"] {
        let answer = try service.send(
          method, "/v1/layouts?\(query)", ["Content-Type: application/json"], text: Self.new)
        #expect(answer.status == 400, "\(query)")
        #expect(try answer.problem() == "bad-query")
        #expect(try #require(try answer.json()["detail"]?.string).contains(word), "\(query)")
      }
    }
    // A PUT answers attributes only.
    let put = try service.send(
      "PUT", "/v1/layouts/\(id(of: Self.new))?from=\(from)&rect=all", text: Self.new)
    #expect(try put.problem() == "bad-query")
    #expect(try service.send("POST", "/v1/layouts?from=\(from)&rect=all", text: "{").status == 400)
    let invalid = try service.send("POST", "/v1/layouts?from=\(from)&rect=all", text: "{}")
    #expect(invalid.status == 422)
    service.expectNothingHeld()
  }

  @Test func `A section's items that come back with their ids stay, and so does the reader`() throws
  {
    let data = try PackageFiles.data(of: "Tests/LayoutServiceTests/Fixtures/reload-same-ids.json")
    let report = try FixtureValue(Array(data))
    func text(_ field: String) throws -> [UInt8] {
      Array(Array(data)[try #require(report[field]).range])
    }
    let service = TestService()
    let body = try text("body")
    #expect(try service.send("POST", "/v1/layouts", body: body).status == 201)
    let query = try #require(report["query"]?.string)
    let updated = try service.send(
      "POST", "/v1/layouts/\(body.layoutID.text)/updates?\(query)", body: text("update"))
    #expect(updated.status == 201)
    // The same document as a whole.
    let items = try #require(report["update"]?["replaceSections"]?.elements.first?["items"]?.range)
    let whole =
      #"{"container":{"width":375,"height":667},"layout":{"type":"list"},"items":"#
      + String(decoding: Array(data)[items], as: UTF8.self) + "}"
    let reloaded = try service.send(
      "POST", "/v1/layouts?from=\(body.layoutID.text)&\(query)", text: whole)
    #expect(reloaded.status == 201)
    for answer in [updated, reloaded] {
      let value = try FixtureValue(answer.body)
      // A row of 80 points came in front.
      #expect(value["contentOffset"]?["y"]?.number == 2080)
      #expect(value["deleted"]?.elements.isEmpty == true)
      #expect(value["inserted"]?.elements.isEmpty == true)
      #expect(value["anchor"]?["from"]?.elements.last?.number == 25)
      #expect(value["anchor"]?["indexPath"]?.elements.last?.number == 26)
    }
  }

  @Test func `Matching ends when its time is up, and counts its memory`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 26)
    func stored(_ ids: some Sequence<Int>) throws -> StoredLayout {
      let items = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
      let text = Array(Self.list("[\(items)]").utf8)
      var (work, times) = (LayoutComputation.Work(BodyPieces(text)), WorkTimes())
      let texts = TextService(ServiceSettings())
      let product = try LayoutComputation(maxItems: 1_000_000, texts: texts)
        .run(&work, LayoutBudget(), &times)
      return StoredLayout(text.layoutID, product, maps)
    }
    let (old, new) = (try stored(0..<20_000), try stored((0..<20_000).reversed()))
    for budget in [LayoutBudget(isWanted: { false }), LayoutBudget(takeMemory: { _ in false })] {
      #expect(throws: LineageError.cancelled) { _ = try maps.map(from: old, to: new, budget) }
    }
    let map = try maps.map(from: old, to: new, LayoutBudget())
    #expect(map.item(after: ItemPath(0, 1)) == ItemPath(0, 19_998))
    // A map of twenty thousand runs takes too much of the cache to be kept; a small one is.
    let (one, other) = (try stored(0..<9), try stored(1..<9))
    _ = try maps.map(from: one, to: other, LayoutBudget())
    #expect(maps.cachedMap(from: one.id, to: other.id) != nil)
  }
}

extension FixtureValue {
  /// The elements of an array; none if the value is no array.
  fileprivate var elements: [FixtureValue] {
    if case .array(let elements) = content { elements } else { [] }
  }
}
