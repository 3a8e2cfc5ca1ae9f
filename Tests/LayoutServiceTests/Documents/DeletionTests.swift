import Dispatch
import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// DELETE of layouts, on one replica and on several (Contract §20).
@Suite(.timeLimit(.minutes(60)), .waits) struct DeletionTests {
  private static let key = ["Authorization: Bearer key"]
  private static let id = TestDocument.waterfallID
  private static let path = "/v1/layouts/\(id)"
  private static let document = Array(TestDocument.waterfall.utf8)

  private static func service(_ store: MemoryStore? = nil) -> TestService {
    TestService(
      environment: ServiceEnvironment(wallClock: { 20_000 * 86_400_000_000_000 }, store: store)
    ) {
      $0.apiKeys = ["key"]
      // Tests read the log themselves.
      $0.storeTouch = 3_600
    }
  }

  @Test func `Without API keys nobody deletes anything`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let answer = try service.send("DELETE", Self.path)
    #expect(answer.status == 403)
    #expect(try answer.problem() == "forbidden")
    #expect(try answer.json()["detail"]?.string?.contains("TATAMI_API_KEYS") == true)
    #expect(try service.send("GET", Self.path).status == 200)

    let guarded = Self.service()
    _ = try guarded.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    #expect(try guarded.send("DELETE", Self.path).status == 401)
    #expect(try guarded.send("GET", Self.path, Self.key).status == 200)
  }

  @Test func `What is deleted is gone, and comes back where it is sent again`() throws {
    let service = Self.service()
    let posted = try service.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    let tag = try #require(posted["etag"])
    let tile = "\(Self.path)/attributes?rect=0,0,390,844"
    // Three times: the last answer comes from the cache of responses.
    for _ in 0..<3 { #expect(try service.send("GET", tile, Self.key).status == 200) }
    let deleted = try service.send("DELETE", Self.path, Self.key)
    #expect(deleted.status == 204)
    #expect(deleted.body.isEmpty)
    #expect(deleted["cache-control"] == "no-store")
    for target in [
      Self.path, tile, "\(Self.path)/document", "\(Self.path)/attributes.svg?rect=all",
    ] {
      let gone = try service.send("GET", target, Self.key)
      #expect(gone.status == 404)
      #expect(try gone.problem() == "layout-not-cached")
    }
    // Nor are caches told that their copy is current.
    #expect(
      try service.send("GET", Self.path, Self.key + ["If-None-Match: \(tag)"]).status == 404)
    #expect(service.service.layouts.cache.figures.entries == 0)
    #expect(service.service.layouts.cache.figures.bytes == 0)
    // Deleting is idempotent.
    #expect(try service.send("DELETE", Self.path, Self.key).status == 204)

    let again = try service.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    #expect(again.status == 201)
    #expect(try service.send("GET", tile, Self.key).status == 200)
    #expect(
      try service.send("GET", Self.path, Self.key + ["If-None-Match: \(tag)"]).status == 304)
  }

  @Test func `Versions of what is deleted stay, and are not compared with it`() throws {
    let service = Self.service()
    _ = try service.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    let update = try service.send(
      "POST", "\(Self.path)/updates", Self.key, text: #"{"append":[{"items":[90]}]}"#)
    let version = try #require(try update.json()["id"]?.string)
    #expect(try service.send("DELETE", Self.path, Self.key).status == 204)
    #expect(try service.send("GET", "/v1/layouts/\(version)", Self.key).status == 200)
    let further = try service.send(
      "POST", "/v1/layouts/\(version)/updates", Self.key, text: #"{"append":[{"items":[91]}]}"#)
    #expect(further.status == 201)
    let changes = try service.send(
      "GET", "/v1/layouts/\(version)/changes?from=\(Self.id)&rect=all", Self.key)
    #expect(changes.status == 404)
    #expect(try changes.json()["missing"]?.string == Self.id)
    // A version is deleted as a document is.
    #expect(try service.send("DELETE", "/v1/layouts/\(version)", Self.key).status == 204)
    #expect(try service.send("GET", "/v1/layouts/\(version)", Self.key).status == 404)
  }

  @Test func `Parameters and conditions that do not hold delete nothing`() throws {
    let service = Self.service()
    _ = try service.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    let refused = try service.send("DELETE", "\(Self.path)?engine=1", Self.key)
    #expect(refused.status == 400)
    #expect(try refused.problem() == "bad-query")
    #expect(
      try service.send("DELETE", Self.path, Self.key + [#"If-Match: "other""#]).status == 412)
    #expect(try service.send("GET", Self.path, Self.key).status == 200)
    #expect(try service.send("DELETE", Self.path, Self.key + ["If-Match: *"]).status == 204)
    #expect(try service.send("DELETE", Self.path, Self.key + ["If-Match: *"]).status == 412)
    let options = try service.send("OPTIONS", Self.path, Self.key)
    #expect(options["allow"] == "GET, HEAD, PUT, DELETE, OPTIONS")
    #expect(try service.send("DELETE", "/v1/layouts", Self.key).status == 405)
  }

  @Test func `Other replicas drop what one has deleted, and take it again`() throws {
    let store = MemoryStore()
    let (one, other) = (Self.service(store), Self.service(store))
    let log = try #require(other.service.deletionReader)
    _ = try one.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    let tag = try #require(try other.send("GET", Self.path, Self.key)["etag"])
    #expect(try one.send("DELETE", Self.path, Self.key).status == 204)
    #expect(store.values["tatami:d1:\(Self.id)"] == nil)
    #expect(store.values["tatami:x1:\(Self.id)"] == [49])
    #expect(store.values["tatami:l1:20000"]?.count == RemoteDocuments.entryLength)
    // Until it reads the log, the other one answers from its memory.
    #expect(try other.send("GET", Self.path, Self.key).status == 200)
    Self.read(log)
    while other.service.layouts.cache.figures.entries > 0 {}
    #expect(try other.send("GET", Self.path, Self.key).status == 404)
    #expect(
      try other.send("GET", Self.path, Self.key + ["If-None-Match: \(tag)"]).status == 404)

    // Its own entry makes the first replica drop nothing.
    #expect(
      try one.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall).status == 201)
    #expect(store.values["tatami:x1:\(Self.id)"] == nil)
    Self.read(try #require(one.service.deletionReader))
    #expect(one.service.layouts.cache.figures.entries == 1)
    #expect(try other.send("GET", Self.path, Self.key).status == 200)
    #expect(!other.service.layouts.deleted.contains(Self.document.layoutID))
  }

  @Test func `The log is read to its end, and again from its beginning where it was lost`() throws {
    let store = MemoryStore()
    let service = Self.service(store)
    let log = try #require(service.service.deletionReader)
    let ids = (0..<7_000).map { LayoutID(hashing: Array("\($0)".utf8)) }
    func entries(_ ids: ArraySlice<LayoutID>) -> [UInt8] {
      ids.flatMap { Array("\($0.text) 0123456789abcdef\n".utf8) }
    }
    let key = "tatami:l1:20000"
    store.values[key] = entries(ids[..<6_500])
    Self.read(log)
    store.values[key] = entries(ids[..<6_900])
    Self.read(log)
    // Another log, shorter than what was read of the first.
    store.values[key] = entries(ids[6_900...])
    Self.read(log)
    // Half an entry is left for the next time.
    store.values["tatami:l1:19999"] = Array(entries([Self.document.layoutID]).dropLast())
    Self.read(log)
    // Each part of the log is a job of its own, and jobs run side by side.
    for id in ids { while !service.service.layouts.deleted.contains(id) {} }
    #expect(!service.service.layouts.deleted.contains(Self.document.layoutID))
    store.values["tatami:l1:19999"] = entries([Self.document.layoutID])
    Self.read(log)
    while !service.service.layouts.deleted.contains(Self.document.layoutID) {}
  }

  @Test func `A fetch under way finds nothing once its layout is deleted`() throws {
    let store = MemoryStore()
    store.values["tatami:d1:\(Self.id)"] = Self.document
    let service = Self.service(store)
    store.holdFetches()
    let get = try service.begin("GET", Self.path, Self.key)
    store.waitForArrival()
    #expect(try service.send("DELETE", Self.path, Self.key).status == 204)
    #expect(try get.answer().status == 404)
    store.release()
    while store.isBusy {}
    #expect(service.service.layouts.cache.figures.entries == 0)
    #expect(service.service.layouts.cache.figures.computing == 0)
    while service.service.inflight.count > 0 {}
    // A tombstone outweighs a text that was written late.
    store.values["tatami:d1:\(Self.id)"] = Self.document
    #expect(try service.send("GET", Self.path, Self.key).status == 404)
    store.values["tatami:x1:\(Self.id)"] = nil
    #expect(try service.send("GET", Self.path, Self.key).status == 200)
  }

  @Test func `A store that is away makes the deletion 503, and this replica forgets all the same`()
    throws
  {
    let store = MemoryStore()
    let service = Self.service(store)
    _ = try service.send("POST", "/v1/layouts", Self.key, text: TestDocument.waterfall)
    store.fail(.down)
    let answer = try service.send("DELETE", Self.path, Self.key)
    #expect(answer.status == 503)
    #expect(answer["retry-after"] == "1")
    #expect(try answer.json()["detail"]?.string?.contains("(down)") == true)
    #expect(service.service.layouts.cache.figures.entries == 0)
    store.fail(nil)
    #expect(try service.send("DELETE", Self.path, Self.key).status == 204)
    #expect(store.values["tatami:d1:\(Self.id)"] == nil)
  }

  @Test func `The list of deleted layouts forgets the oldest`() {
    let list = DeletedLayouts()
    let ids = (0...DeletedLayouts.maxIDs).map { LayoutID(hashing: Array("\($0)".utf8)) }
    #expect(!list.contains(ids[0]))
    for id in ids.dropLast() { list.insert(id) }
    list.insert(ids[0])
    #expect(list.contains(ids[0]))
    list.insert(ids[DeletedLayouts.maxIDs])
    #expect(!list.contains(ids[0]))
    #expect(list.contains(ids[1]) && list.contains(ids[DeletedLayouts.maxIDs]))
    list.remove(ids[1])
    #expect(!list.contains(ids[1]))
  }

  /// Reads a log, and waits until it has been read.
  private static func read(_ log: DeletionLog) {
    let read = DispatchSemaphore(value: 0)
    log.read { read.signal() }
    #expect(read.wait(timeout: .now() + 120) == .success)
  }
}
