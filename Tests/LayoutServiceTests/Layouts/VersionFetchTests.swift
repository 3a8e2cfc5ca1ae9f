import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// Versions in the store: updates as they came, and chains of them (Contract §14).
@Suite struct VersionFetchTests {
  private static let document = Array(TestDocument.list(5).utf8)

  /// A replica that has made a line of versions; the ids begin with the document's.
  private struct Line {
    let store: MemoryStore
    let service: TestService
    var ids: [LayoutID]
    var updates: [[UInt8]] = []

    init(_ updates: [String], store: MemoryStore = MemoryStore()) throws {
      self.store = store
      service = .replica(store)
      #expect(try service.send("POST", "/v1/layouts", body: document).status == 201)
      ids = [document.layoutID]
      for update in updates { try add(update) }
    }

    private mutating func add(_ text: String) throws {
      let update = Array(text.utf8)
      let answer = try service.send("POST", ids[ids.count - 1].path + "/updates", body: update)
      #expect(answer.status == 201)
      #expect(
        answer["cache-status"] == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
      ids.append(.child(of: ids[ids.count - 1], update: update))
      updates.append(update)
    }

    func key(_ number: Int) -> String { "tatami:\(number == 0 ? "d" : "u")1:\(ids[number].text)" }
  }

  private static let updates = [
    #"{"append":[{"items":[70]}]}"#, #"{"delete":[[0,0]]}"#, "{}",
    #"{"insert":[{"indexPath":[0,1],"items":[11,12]}]}"#,
  ]

  private func expectNothingHeld(_ service: TestService) {
    while service.service.layouts.queue.depth != (0, 0) {}
    #expect(service.service.layouts.cache.figures.computing == 0)
    #expect(service.service.inflight.count == 0)
    #expect(service.service.layouts.jobMemory.count == 0)
  }

  @Test func `A version is kept as what its id is the hash of`() throws {
    let filler = String(repeating: " ", count: 5_000)
    let line = try Line(Self.updates + ["{\(filler)}"])
    for (number, update) in line.updates.enumerated() {
      let record = Array((line.ids[number].text + "\n").utf8) + update
      let value = try #require(line.store.values[line.key(number + 1)])
      if update.count < 4 << 10 {
        #expect(value == record)
      } else {
        #expect(value.count < 300)
        #expect(try Gzip.inflated(value, limit: 1 << 20) == record)
      }
    }
    #expect(line.store.values.count == line.ids.count)
  }

  @Test func `A version that only the store has is made of its updates, in their order`() throws {
    let line = try Line(Self.updates)
    let other = TestService.replica(line.store)
    let last = line.ids[4].path
    let answer = try other.send("GET", last + "/attributes?rect=all")
    #expect(answer.status == 200)
    #expect(answer.body == (try line.service.send("GET", last + "/attributes?rect=all").body))
    #expect(answer["cache-status"] == "tatami-store; hit, tatami; fwd=miss; stored")
    // The version may be a document; its parents are versions more often than not.
    let id = line.ids[4].text
    #expect(line.store.fetched[0] == "tatami:d1:\(id)")
    #expect(line.store.fetched[1...4].elementsEqual((1...4).reversed().map(line.key)))
    #expect(line.store.fetched.suffix(2) == ["tatami:u1:\(line.ids[0].text)", line.key(0)])
    let count = line.store.fetched.count
    // All that lie between are here now, and how they hang together is known.
    for number in 0..<4 {
      let hit = try other.send("GET", line.ids[number].path)
      #expect(hit["cache-status"] == "tatami; hit")
      #expect(hit.body == (try line.service.send("GET", line.ids[number].path).body))
    }
    let changes = last + "/changes?rect=all&from=\(line.ids[0].text)"
    #expect(
      try other.send("GET", changes).body == (try line.service.send("GET", changes).body))
    #expect(line.store.fetched.count == count)
    expectNothingHeld(other)
  }

  @Test func `What is here ends the chain`() throws {
    let line = try Line(Self.updates)
    let other = TestService.replica(line.store)
    #expect(try other.send("PUT", line.ids[0].path, body: Self.document).status == 201)
    #expect(try other.send("GET", line.ids[2].path).status == 200)
    #expect(
      line.store.fetched == ["tatami:d1:\(line.ids[2].text)", line.key(2), line.key(1)])
    #expect(try other.send("GET", line.ids[4].path).status == 200)
    #expect(line.store.fetched.count == 6)
    expectNothingHeld(other)
  }

  @Test func `An update whose parent only the store has is applied, and kept`() throws {
    let line = try Line(Self.updates)
    let update = Array(#"{"append":[{"items":[1,2,3]}]}"#.utf8)
    let child = LayoutID.child(of: line.ids[4], update: update)
    let bodies = [
      try line.service.send("POST", line.ids[4].path + "/updates?rect=all", body: update).body,
      try line.service.send("GET", child.path).body,
    ]
    line.store.values["tatami:u1:\(child.text)"] = nil
    let compressed = try #require(Gzip.compressed(update))
    for (fields, body) in [([], update), (["Content-Encoding: gzip"], compressed)] {
      let other = TestService.replica(line.store)
      let before = line.store.fetched.count
      // Two of them wait for one fetch.
      line.store.holdFetches()
      let posted = try other.begin(
        "POST", line.ids[4].path + "/updates?rect=all", fields, body: body)
      line.store.waitForArrival()
      let second = try other.begin("POST", line.ids[4].path + "/updates", text: "{ }")
      line.store.release()
      let answer = try posted.answer()
      #expect(answer.status == 201)
      #expect(answer.body == bodies[0])
      #expect(try second.answer().status == 201)
      #expect(line.store.fetched.count - before == 7)
      #expect(line.store.values["tatami:u1:\(child.text)"] != nil)
      line.store.values["tatami:u1:\(child.text)"] = nil
      #expect(try other.send("GET", child.path).body == bodies[1])
      expectNothingHeld(other)
    }
  }

  @Test func `Changes are counted from a version that only the store has`() throws {
    let line = try Line(Self.updates)
    let wanted = try line.service.send(
      "GET", line.ids[4].path + "/changes?rect=all&from=\(line.ids[2].text)")
    #expect(wanted.status == 200)
    for here in [[], [0], [4], [0, 4]] {
      let other = TestService.replica(line.store)
      for number in here { #expect(try other.send("GET", line.ids[number].path).status == 200) }
      let answer = try other.send(
        "GET", line.ids[4].path + "/changes?rect=all&from=\(line.ids[2].text)")
      #expect(answer.status == 200, "\(here)")
      #expect(answer.text == wanted.text)
      expectNothingHeld(other)
    }
    // Backwards, from a version that is fetched after the one that is shown.
    let other = TestService.replica(line.store)
    let back = line.ids[1].path + "/changes?rect=all&from=\(line.ids[3].text)"
    #expect(try other.send("GET", back).body == (try line.service.send("GET", back).body))
    // One that is nowhere is named; one of another family is not looked for.
    let nowhere = LayoutID.child(of: line.ids[0], update: [1])
    let missing = try other.send(
      "GET", line.ids[1].path + "/changes?rect=all&from=\(nowhere.text)")
    #expect(missing.status == 404)
    #expect(try missing.json()["missing"]?.string == nowhere.text)
    let stranger = Array(TestDocument.list(6).utf8).layoutID
    let count = line.store.fetched.count
    let unrelated = try other.send(
      "GET", line.ids[1].path + "/changes?rect=all&from=\(stranger.text)")
    #expect(unrelated.status == 409)
    #expect(line.store.fetched.count == count)
    expectNothingHeld(other)
  }

  @Test func `A link that is missing is named`() throws {
    let line = try Line(Self.updates)
    line.store.values[line.key(2)] = nil
    let other = TestService.replica(line.store)
    let answer = try other.send("GET", line.ids[4].path)
    #expect(answer.status == 404)
    #expect(try answer.problem() == "layout-not-cached")
    #expect(try answer.json()["missing"]?.string == line.ids[2].text)
    #expect(answer["cache-status"] == "tatami-store; fwd=miss, tatami; fwd=miss")
    let update = try other.send("POST", line.ids[4].path + "/updates", text: "{}")
    #expect(update.status == 404)
    #expect(try update.json()["missing"]?.string == line.ids[2].text)
    expectNothingHeld(other)
    // With the link before it here again, it goes on from there.
    #expect(try other.send("GET", line.ids[1].path).status == 200)
    let put = try other.send(
      "POST", line.ids[1].path + "/updates", body: line.updates[1])
    #expect(put.status == 201)
    #expect(try other.send("GET", line.ids[4].path).status == 200)
  }

  @Test func `A chain of 256 updates is fetched, one of 257 is not`() throws {
    let updates = (0..<257).map { _ in "{}" }
    let line = try Line(updates)
    let other = TestService.replica(line.store)
    let long = try other.send("GET", line.ids[257].path)
    #expect(long.status == 404)
    #expect(try long.json()["missing"]?.string == line.ids[257].text)
    #expect(
      long["cache-status"] == "tatami-store; fwd=bypass; detail=too-large, tatami; fwd=miss")
    #expect(try other.metric(#"tatami_store_fetches_total{result="refused"}"#) == 1)
    expectNothingHeld(other)
    #expect(try other.send("GET", line.ids[256].path).status == 200)
    // One update more is one more only.
    #expect(try other.send("GET", line.ids[257].path).status == 200)
    expectNothingHeld(other)
  }

  @Test func `Updates together are no longer than a body may be`() throws {
    let filler = String(repeating: " ", count: 3_000)
    let line = try Line(["{}", "{\(filler)}", "{\(filler) }"])
    let tight = TestService.replica(line.store) { $0.maxBodyBytes = 6_000 }
    #expect(try tight.send("GET", line.ids[3].path).status == 404)
    expectNothingHeld(tight)
    #expect(try tight.send("GET", line.ids[2].path).status == 200)
    #expect(try tight.send("GET", line.ids[3].path).status == 200)
    let wide = TestService.replica(line.store) { $0.maxBodyBytes = 6_100 }
    #expect(try wide.send("GET", line.ids[3].path).status == 200)
    expectNothingHeld(wide)
  }

  @Test func `A record that is not what the id says is not applied`() throws {
    let line = try Line(Self.updates)
    func record(_ parent: LayoutID, _ update: String) -> [UInt8] {
      Array((parent.text + "\n" + update).utf8)
    }
    let wrong = [
      record(line.ids[1], "{} "), record(line.ids[0], Self.updates[1]),
      // Of itself, and of its own child: no record can be, since its hash is the id.
      record(line.ids[2], Self.updates[1]), record(line.ids[3], Self.updates[1]),
      Array(line.ids[1].text.utf8), [], Array("{}".utf8), record(line.ids[1], ""),
      Array((line.ids[1].text.uppercased() + "\n" + Self.updates[1]).utf8),
      try #require(Gzip.compressed(record(line.ids[1], "{} "))),
    ]
    for (number, value) in wrong.enumerated() {
      line.store.values[line.key(2)] = value
      let other = TestService.replica(line.store)
      let before = line.store.fetched.count
      let answer = try other.send("GET", line.ids[3].path)
      #expect(answer.status == 404, "\(number)")
      #expect(try answer.json()["missing"]?.string == line.ids[2].text)
      #expect(
        answer["cache-status"] == "tatami-store; fwd=bypass; detail=broken, tatami; fwd=miss")
      #expect(line.store.fetched.count - before == 3)
      expectNothingHeld(other)
    }
    // A version's document under the version's id says nothing.
    line.store.values[line.key(2)] = nil
    line.store.values["tatami:d1:\(line.ids[2].text)"] =
      try line.service.send("GET", line.ids[2].path + "/document").body
    let other = TestService.replica(line.store)
    #expect(try other.send("GET", line.ids[2].path).status == 404)
    #expect(try other.metric(#"tatami_store_fetches_total{result="broken"}"#) == 1)
  }

  @Test func `What this replica refuses of an update it refuses as POST would`() throws {
    let line = try Line([#"{"append":[{"items":[1,2,3,4,5]}]}"#])
    let other = TestService.replica(line.store) { $0.maxItems = 6 }
    let answer = try other.send("GET", line.ids[1].path)
    #expect(answer.status == 422)
    #expect(try answer.problem() == "invalid-layout" || answer.problem() == "invalid-update")
    let posted = try other.send("POST", line.ids[0].path + "/updates", body: line.updates[0])
    #expect(answer.body == posted.body)
    expectNothingHeld(other)
  }

  @Test func `An update of what is not in the store is not kept either`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    store.failWrites(.down)
    let posted = try service.send("POST", "/v1/layouts", body: Self.document)
    let path = try #require(posted["location"])
    store.failWrites(nil)
    let update = try service.send("POST", path + "/updates", text: "{}")
    #expect(update.status == 201)
    #expect(
      update["cache-status"]
        == "tatami-store; fwd=bypass; detail=parent, tatami; fwd=miss; stored")
    #expect(store.values.isEmpty)
    // Once the document is there, so is the update that comes again.
    #expect(try service.send("POST", "/v1/layouts", body: Self.document).status == 200)
    let again = try service.send("POST", path + "/updates", text: "{}")
    #expect(again.status == 200)
    #expect(again["cache-status"] == "tatami-store; fwd=miss; stored, tatami; hit")
    #expect(store.values.count == 2)
    expectNothingHeld(service)
  }

  @Test func `A version's links are touched once an hour`() throws {
    let line = try Line(Array(Self.updates.prefix(3)))
    let cache = line.service.service.layouts.cache
    let queue = line.service.service.layouts.queue
    let (now, minute) = (MonotonicClock.now, 60_000_000_000 as UInt64)
    // Each update has begun its parent's lifetime anew.
    #expect(line.store.touched == [line.key(0), line.key(1), line.key(2)])
    #expect(cache.use(line.ids[3], at: now + minute + minute / 6))
    while queue.depth != (0, 0) {}
    #expect(line.store.touched.dropFirst(3) == [line.key(3)])
    #expect(cache.use(line.ids[3], at: now + 61 * minute))
    while queue.depth != (0, 0) {}
    #expect(
      line.store.touched.suffix(4) == [line.key(3), line.key(2), line.key(1), line.key(0)])
    #expect(line.store.touched.count == 8)
    // One that was fetched knows its links, too.
    let other = TestService.replica(line.store)
    #expect(try other.send("GET", line.ids[3].path).status == 200)
    #expect(other.service.layouts.cache.use(line.ids[3], at: MonotonicClock.now + 62 * minute))
    while other.service.layouts.queue.depth != (0, 0) {}
    // Those that were fetched, and then the links.
    #expect(line.store.touched.count == 16)
    #expect(line.store.touched.suffix(4) == [line.key(3), line.key(2), line.key(1), line.key(0)])
  }

  @Test func `A compressed update of a version that is here answers its changes`() throws {
    let service = TestService()
    let path = try #require(
      try service.send("POST", "/v1/layouts", body: Self.document)["location"])
    let update = Array(Self.updates[0].utf8)
    let first = try service.send("POST", path + "/updates?rect=all", body: update)
    #expect(first.status == 201)
    let again = try service.send(
      "POST", path + "/updates?rect=all", ["Content-Encoding: gzip"],
      body: Gzip.compressed(update))
    #expect(again.status == 200)
    #expect(again.body == first.body)
  }
}
