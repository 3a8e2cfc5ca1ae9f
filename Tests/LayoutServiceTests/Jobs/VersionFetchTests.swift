import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// Versions in the store: updates as they came, and chains of them (Contract §14).
@Suite(.waits) struct VersionFetchTests {
  private static let document = VersionLine.document

  private static let updates = VersionLine.updates

  @Test func `A version is kept as what its id is the hash of`() throws {
    let filler = String(repeating: " ", count: 5_000)
    let line = try VersionLine(Self.updates + ["{\(filler)}"])
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
    let line = try VersionLine(Self.updates)
    let other = TestService.replica(line.store)
    let last = line.ids[4].path
    let answer = try other.send("GET", last + "/attributes?rect=all")
    #expect(answer.status == 200)
    #expect(answer.body == (try line.service.send("GET", last + "/attributes?rect=all").body))
    #expect(answer["cache-status"] == "tatami-store; hit, tatami; fwd=miss; stored")
    #expect(line.store.searched == line.ids.reversed().map { $0.text })
    // All that lie between are here now, and how they hang together is known.
    for number in 0..<4 {
      let hit = try other.send("GET", line.ids[number].path)
      #expect(hit["cache-status"] == "tatami; hit")
      #expect(hit.body == (try line.service.send("GET", line.ids[number].path).body))
    }
    let changes = last + "/changes?rect=all&from=\(line.ids[0].text)"
    #expect(
      try other.send("GET", changes).body == (try line.service.send("GET", changes).body))
    #expect(line.store.searched.count == line.ids.count)
    other.expectNothingHeld()
  }

  @Test func `What is here ends the chain`() throws {
    let line = try VersionLine(Self.updates)
    let other = TestService.replica(line.store)
    #expect(try other.send("PUT", line.ids[0].path, body: Self.document).status == 201)
    #expect(try other.send("GET", line.ids[2].path).status == 200)
    #expect(line.store.searched == [line.ids[2].text, line.ids[1].text])
    #expect(try other.send("GET", line.ids[4].path).status == 200)
    #expect(line.store.searched.count == 4)
    other.expectNothingHeld()
  }

  @Test func `An update whose parent only the store has is applied, and kept`() throws {
    let line = try VersionLine(Self.updates)
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
      let before = line.store.searched.count
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
      #expect(line.store.searched.count - before == line.ids.count)
      #expect(line.store.values["tatami:u1:\(child.text)"] != nil)
      line.store.values["tatami:u1:\(child.text)"] = nil
      #expect(try other.send("GET", child.path).body == bodies[1])
      other.expectNothingHeld()
    }
  }

  @Test func `Changes are counted from a version that only the store has`() throws {
    let line = try VersionLine(Self.updates)
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
      other.expectNothingHeld()
    }
    // Backwards, from a version that is fetched after the one that is shown.
    let other = TestService.replica(line.store)
    let back = line.ids[1].path + "/changes?rect=all&from=\(line.ids[3].text)"
    #expect(try other.send("GET", back).body == (try line.service.send("GET", back).body))
    // One that is nowhere is named, also if it is of another family.
    let nowhere = LayoutID.child(of: line.ids[0], update: [1])
    let missing = try other.send(
      "GET", line.ids[1].path + "/changes?rect=all&from=\(nowhere.text)")
    #expect(missing.status == 404)
    #expect(try missing.json()["missing"]?.string == nowhere.text)
    let stranger = Array(TestDocument.list(6).utf8).layoutID
    let strange = try other.send(
      "GET", line.ids[1].path + "/changes?rect=all&from=\(stranger.text)")
    #expect(strange.status == 404)
    #expect(try strange.json()["missing"]?.string == stranger.text)
    other.expectNothingHeld()
  }

  @Test func `A link that is missing is named`() throws {
    let line = try VersionLine(Self.updates)
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
    other.expectNothingHeld()
    // With the link before it here again, it goes on from there.
    #expect(try other.send("GET", line.ids[1].path).status == 200)
    let put = try other.send(
      "POST", line.ids[1].path + "/updates", body: line.updates[1])
    #expect(put.status == 201)
    #expect(try other.send("GET", line.ids[4].path).status == 200)
  }

  @Test func `A record that does not match its id is not applied`() throws {
    let line = try VersionLine(Self.updates)
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
      let before = line.store.searched.count
      let answer = try other.send("GET", line.ids[3].path)
      #expect(answer.status == 404, "\(number)")
      #expect(try answer.json()["missing"]?.string == line.ids[2].text)
      #expect(
        answer["cache-status"] == "tatami-store; fwd=bypass; detail=broken, tatami; fwd=miss")
      #expect(line.store.searched.count - before == 2)
      other.expectNothingHeld()
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
    let line = try VersionLine([#"{"append":[{"items":[1,2,3,4,5]}]}"#])
    let other = TestService.replica(line.store) { $0.maxItems = 6 }
    let answer = try other.send("GET", line.ids[1].path)
    #expect(answer.status == 422)
    #expect(try answer.problem() == "invalid-layout" || answer.problem() == "invalid-update")
    let posted = try other.send("POST", line.ids[0].path + "/updates", body: line.updates[0])
    #expect(answer.body == posted.body)
    other.expectNothingHeld()
  }

  @Test func `An update of what this replica refuses is told that it is not here`() throws {
    let line = try VersionLine([])
    let other = TestService.replica(line.store) { $0.maxItems = 3 }
    let answer = try other.send("POST", line.ids[0].path + "/updates", text: "{}")
    #expect(answer.status == 404)
    #expect(try answer.problem() == "layout-not-cached")
    #expect(try answer.json()["missing"]?.string == line.ids[0].text)
    // Whose document it is hears what is wrong with it.
    #expect(try other.send("PUT", line.ids[0].path, body: Self.document).status == 422)
    other.expectNothingHeld()
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
    service.expectNothingHeld()
  }

  @Test func `What has a short lifetime is touched three times in it`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store) { $0.storeLifetime = 30 }
    #expect(try service.send("POST", "/v1/layouts", body: Self.document).status == 201)
    let update = Array("{}".utf8)
    let id = Self.document.layoutID
    #expect(try service.send("POST", id.path + "/updates", body: update).status == 201)
    let version = LayoutID.child(of: id, update: update)
    let before = store.touched.count
    let (now, second) = (MonotonicClock.now, 1_000_000_000 as UInt64)
    let (cache, queue) = (service.service.layouts.cache, service.service.layouts.queue)
    for seconds in [5, 11, 12, 22, 33] as [UInt64] {
      #expect(cache.use(version, at: now + seconds * second))
      while queue.depth != (0, 0) {}
    }
    // Three times itself; its links as often, but for the first time, when they are touched already.
    let mine = store.touched[before...].filter { $0.hasSuffix(version.text) }
    #expect(mine.count >= 3)
    #expect(store.touched[before...].filter { $0.hasSuffix(id.text) }.count >= 2)
    #expect(service.service.layouts.store?.touchInterval == 10 * second)
    let longest = TestService.replica(store) { $0.storeLifetime = 0 }
    #expect(longest.service.layouts.store?.touchInterval == 60_000_000_000)
    #expect(longest.service.layouts.store?.linksInterval == RemoteDocuments.maxLinksInterval)
  }

  @Test func `A version's links are touched once an hour`() throws {
    let line = try VersionLine(Array(Self.updates.prefix(3)))
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
