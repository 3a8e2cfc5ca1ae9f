import Glibc
import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// What the store is given, and when (Contract §14, §16).
@Suite(.waits) struct RemoteDocumentsTests {
  private static let document = Array(TestDocument.waterfall.utf8)
  private static let id = document.layoutID
  private static let key = "tatami:d1:\(id.text)"

  /// A document of some kilobytes.
  private static let long = Array(
    (#"{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":["#
      + (0..<2_000).map { "\($0 * 7_919 % 1_000)" }.joined(separator: ",") + "]}").utf8)

  // MARK: Keys and values

  @Test func `Short documents are kept as they are, long ones as gzip`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store) { $0.storePrefix = "one:" }
    for document in [Self.document, Self.long] {
      #expect(try service.send("POST", "/v1/layouts", body: document).status == 201)
    }
    #expect(store.values["one:d1:\(Self.id.text)"] == Self.document)
    let value = try #require(store.values["one:d1:\(Self.long.layoutID.text)"])
    #expect(value.starts(with: [0x1F, 0x8B]))
    #expect(value.count < Self.long.count / 2)
    #expect(try Gzip.inflated(value, limit: 1 << 20) == Self.long)
    #expect(store.values.count == 2)
    #expect(
      try service.metric(#"tatami_store_bytes_total{direction="out"}"#)
        == Self.document.count + value.count)
    #expect(try service.metric(#"tatami_store_writes_total{result="stored"}"#) == 2)
    service.expectNothingHeld()
  }

  @Test func `What gzip makes no shorter is kept as it is`() throws {
    var random = SeededGenerator(seed: 11)
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let text = (0..<6_000).map { _ in digits.randomElement(using: &random) ?? 0 }
    // Six bits a byte: gzip takes a quarter off; of what is gzip already it takes nothing.
    let member = try #require(Gzip.compressed(text, below: text.count))
    #expect(member.count < text.count)
    #expect(Gzip.compressed(member, below: member.count) == nil)
    #expect(Gzip.compressed(text, below: member.count) == nil)
    #expect(Gzip.compressed(text, below: member.count + 1) == member)
  }

  @Test func `A body that came as one gzip member is kept as it came`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    let member = try #require(Gzip.compressed(Self.long))
    // The name of a file, which gzip carries along.
    let named = member[..<3] + [8] + member[4..<10] + Array("name\0".utf8) + member[10...]
    let answer = try service.send(
      "POST", "/v1/layouts", ["Content-Encoding: gzip"], body: Array(named))
    #expect(answer.status == 201)
    let key = "tatami:d1:\(Self.long.layoutID.text)"
    #expect(store.values[key] == Array(named))
    #expect(try TestService.replica(store).send("GET", Self.long.layoutID.path).status == 200)
    // Two members, and one that is longer than its text, are not.
    store.values = [:]
    let half = Self.long.count / 2
    let two =
      try #require(Gzip.compressed(Array(Self.long[..<half])))
      + #require(Gzip.compressed(Array(Self.long[half...])))
    let short = try #require(Gzip.compressed(Self.document))
    let padded = try #require(Gzip.compressed([])) + short
    for (body, text) in [(two, Self.long), (padded, Self.document)] {
      let other = TestService.replica(store)
      #expect(
        try other.send("POST", "/v1/layouts", ["Content-Encoding: gzip"], body: body).status
          == 201)
      let value = try #require(store.values["tatami:d1:\(text.layoutID.text)"])
      #expect(value != body)
      #expect(value == text || (try? Gzip.inflated(value, limit: 1 << 20)) == text)
      other.expectNothingHeld()
    }
    service.expectNothingHeld()
  }

  // MARK: When the answer comes

  @Test func `The response waits until the document is stored, and one from memory does not`()
    throws
  {
    let store = MemoryStore()
    let service = TestService.replica(store)
    store.holdWrites()
    let post = try service.begin("POST", "/v1/layouts", body: Self.document)
    store.waitForArrival()
    // Its layout is here already: who asks for that needs no store.
    let got = try service.send("GET", Self.id.path)
    #expect(got.status == 200)
    #expect(got["cache-status"] == "tatami; hit")
    // Who brings it too is promised the same, and waits for the same.
    let other = try service.begin("PUT", Self.id.path, body: Self.document)
    #expect(other.immediate == nil)
    #expect(!post.exchange.reply.isAnswered && !other.exchange.reply.isAnswered)
    #expect(try service.metric("tatami_store_pending") == 2)
    store.release()
    let (first, second) = (try post.answer(), try other.answer())
    #expect(first.status == 201)
    #expect(
      first["cache-status"] == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
    #expect(first["server-timing"]?.contains("store;dur=") == true)
    #expect(
      second["cache-status"] == "tatami-store; fwd=miss; stored, tatami; fwd=miss; collapsed")
    #expect(first.body == second.body)
    #expect(store.values.count == 1)
    service.expectNothingHeld()
  }

  @Test(arguments: ["POST", "QUERY", "PUT"])
  func `What the store has already is not sent to it again`(method: String) throws {
    let store = MemoryStore()
    store.values[Self.key] = Self.document
    let service = TestService.replica(store)
    let target = method == "PUT" ? Self.id.path : "/v1/layouts"
    let answer = try service.send(
      method, target, ["Content-Type: application/json"], body: Self.document)
    #expect(answer.status == (method == "QUERY" ? 200 : 201))
    #expect(answer["cache-status"] == "tatami-store; hit, tatami; fwd=miss; stored")
    #expect(try service.metric(#"tatami_store_writes_total{result="there"}"#) == 1)
    #expect(try service.metric(#"tatami_store_bytes_total{direction="out"}"#) == 0)
    #expect(store.fetched.isEmpty)
    service.expectNothingHeld()
  }

  @Test(arguments: [
    (StoreError.down, "down"), (.timeout, "timeout"), (.busy, "busy"), (.refused, "error"),
    (.tooLarge, "too-large"),
  ])
  func `A store that refuses a document fails no request`(
    outage: StoreError, result: String
  ) throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    store.failWrites(outage)
    let answer = try service.send("POST", "/v1/layouts?rect=all", body: Self.document)
    #expect(answer.status == 201)
    let bypass = "tatami-store; fwd=bypass; detail=\(outage.rawValue), "
    #expect(answer["cache-status"] == bypass + "tatami; fwd=miss; stored")
    #expect(try service.metric(#"tatami_store_writes_total{result="\#(result)"}"#) == 1)
    // When it comes again, and the store is well, the promise is made good.
    store.failWrites(nil)
    let again = try service.send("POST", "/v1/layouts?rect=all", body: Self.document)
    #expect(again.status == 200)
    #expect(again.body == answer.body)
    if outage == .tooLarge {
      #expect(again["cache-status"] == "tatami; hit")
      #expect(store.values.isEmpty)
    } else {
      #expect(again["cache-status"] == "tatami-store; fwd=miss; stored, tatami; hit")
      #expect(store.values[Self.key] == Self.document)
      let third = try service.send("POST", "/v1/layouts?rect=all", body: Self.document)
      #expect(third["cache-status"] == "tatami; hit")
    }
    service.expectNothingHeld()
  }

  @Test func `Documents that are too large as kept are not kept`() throws {
    let store = MemoryStore()
    let member = try #require(Gzip.compressed(Self.long))
    let service = TestService.replica(store) { $0.storeMaxBytes = member.count - 1 }
    let answer = try service.send("POST", "/v1/layouts", body: Self.long)
    #expect(answer.status == 201)
    #expect(
      answer["cache-status"]
        == "tatami-store; fwd=bypass; detail=too-large, tatami; fwd=miss; stored")
    #expect(store.values.isEmpty)
    let fitting = TestService.replica(store) { $0.storeMaxBytes = member.count }
    #expect(try fitting.send("POST", "/v1/layouts", body: Self.long).status == 201)
    #expect(store.values.count == 1)
    service.expectNothingHeld()
    fitting.expectNothingHeld()
  }

  @Test func `Compressing finds no room and the document is not kept, and answered`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store) { $0.maxInflightBytes = 64 << 10 }
    store.holdWrites()
    let post = try service.begin("POST", "/v1/layouts", body: Self.long)
    store.waitForArrival()
    let other = try #require(
      service.service.inflight.reserve((64 << 10) - service.service.inflight.count))
    store.release()
    let answer = try post.answer()
    #expect(answer.status == 201)
    #expect(
      answer["cache-status"] == "tatami-store; fwd=bypass; detail=busy, tatami; fwd=miss; stored")
    other.release()
    service.expectNothingHeld()
  }

  @Test func `no-store keeps a document out, until a request without it comes`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    let secret = try service.send(
      "POST", "/v1/layouts", ["Cache-Control: max-age=0, No-Store"], body: Self.document)
    #expect(secret.status == 201)
    #expect(
      secret["cache-status"]
        == "tatami-store; fwd=bypass; detail=no-store, tatami; fwd=miss; stored")
    let again = try service.send(
      "POST", "/v1/layouts", ["Cache-Control: no-store"], body: Self.document)
    #expect(again["cache-status"] == "tatami; hit")
    #expect(store.values.isEmpty)
    let open = try service.send("POST", "/v1/layouts", body: Self.document)
    #expect(open.status == 200)
    #expect(open["cache-status"] == "tatami-store; fwd=miss; stored, tatami; hit")
    #expect(store.values[Self.key] == Self.document)
    service.expectNothingHeld()
  }

  @Test func `A document that is refused is not kept`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    for body in ["{}", "[", #"{"container":{"width":1,"height":1},"layout":{},"items":1}"#] {
      let answer = try service.send("POST", "/v1/layouts", text: body)
      #expect([400, 422].contains(answer.status))
      #expect(answer["cache-status"] == nil)
    }
    #expect(store.values.isEmpty)
    service.expectNothingHeld()
  }

  @Test func `A layout that memory does not take is kept in the store, and answered`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store) { $0.cacheBytes = 0 }
    let posted = try service.send("POST", "/v1/layouts", body: Self.document)
    #expect(
      posted["cache-status"] == "tatami-store; fwd=miss; stored, tatami; fwd=miss")
    for _ in 0..<2 {
      let got = try service.send("GET", Self.id.path)
      #expect(got.status == 200)
      #expect(got["cache-status"] == "tatami-store; hit, tatami; fwd=miss")
    }
    #expect(store.searched.count == 2)
    service.expectNothingHeld()
  }

  @Test func `A client that leaves while its document is kept harms nobody`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    store.holdWrites()
    let post = try service.begin("POST", "/v1/layouts", body: Self.document)
    store.waitForArrival()
    post.exchange.reply.abandon()
    store.release()
    while service.service.layouts.cache.figures.waitingForStore > 0 {}
    #expect(store.values.count == 1)
    #expect(!post.exchange.reply.isAnswered)
    service.expectNothingHeld()
  }

  // MARK: Touches

  @Test func `What is used is touched once a minute`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    #expect(try service.send("POST", "/v1/layouts", body: Self.document).status == 201)
    let rect = Self.id.path + "/attributes?rect=0,0,390,100"
    for _ in 0..<5 { #expect(try service.send("GET", rect).status == 200) }
    #expect(store.touched.isEmpty, "it has just been kept")
    let cache = service.service.layouts.cache
    let minute: UInt64 = 60_000_000_000
    let later = MonotonicClock.now + minute
    for number in 0..<10 as Range<UInt64> { #expect(cache.use(Self.id, at: later + number)) }
    #expect(store.touched == [Self.key])
    #expect(cache.layout(Self.id, at: later + minute - 1) != nil)
    #expect(store.touched.count == 1)
    #expect(cache.layout(Self.id, at: later + minute) != nil)
    #expect(store.touched == [Self.key, Self.key])
  }

  @Test func `What is not in the store is not touched`() throws {
    let store = MemoryStore()
    store.failWrites(.down)
    let service = TestService.replica(store)
    #expect(try service.send("POST", "/v1/layouts", body: Self.document).status == 201)
    #expect(service.service.layouts.cache.use(Self.id, at: .max - 1))
    #expect(store.touched.isEmpty)
  }

  @Test func `What came from the store is touched, too`() throws {
    let store = MemoryStore()
    store.values[Self.key] = Self.document
    let service = TestService.replica(store)
    #expect(try service.send("GET", Self.id.path).status == 200)
    #expect(service.service.layouts.cache.use(Self.id, at: MonotonicClock.now + 61_000_000_000))
    // The fetch is a use, too.
    #expect(store.touched == [Self.key, Self.key])
  }

  @Test func `What the store has lost is kept there when it comes again`() throws {
    let store = MemoryStore()
    let service = TestService.replica(store)
    #expect(try service.send("POST", "/v1/layouts", body: Self.document).status == 201)
    store.values = [:]
    #expect(try TestService.replica(store).send("GET", Self.id.path).status == 404)
    #expect(service.service.layouts.cache.use(Self.id, at: MonotonicClock.now + 61_000_000_000))
    let layout = try #require(service.service.layouts.cache.layout(Self.id))
    while layout.isInStore != .open {}
    let again = try service.send("PUT", Self.id.path, body: Self.document)
    #expect(again["cache-status"] == "tatami-store; fwd=miss; stored, tatami; hit")
    #expect(try TestService.replica(store).send("GET", Self.id.path).status == 200)
  }

  @Test
  func `An update waits once for its parent to be stored, however often that is uploaded again`()
    throws
  {
    let store = MemoryStore()
    store.failWrites(.busy)
    store.holdWrites()
    let service = TestService.replica(store)
    let post = try service.begin("POST", "/v1/layouts", body: Self.document)
    store.waitForArrival()
    let update = try service.begin("POST", Self.id.path + "/updates", text: "{}")
    waitUntil { service.service.layouts.cache.figures.waitingForStore == 3 }
    let again = Mutex<TestReply?>(nil)
    post.exchange.reply.whenSent {
      store.holdWrites()
      let pending = try? service.begin("POST", "/v1/layouts", body: Self.document)
      again.withLock { $0 = pending?.exchange.reply }
    }
    store.release()
    #expect(
      try update.answer()["cache-status"]
        == "tatami-store; fwd=bypass; detail=parent, tatami; fwd=miss; stored")
    let reply = try #require(again.withLock { $0 })
    #expect(!reply.isAnswered)
    store.release()
    #expect(reply.wait()?.status.code == 200)
    service.expectNothingHeld()
  }

  @Test func `An update is kept where its parent came to the store too late to be waited for`()
    throws
  {
    let store = MemoryStore()
    store.failWrites(.timeout)
    let service = TestService.replica(store)
    let answer = try service.send("POST", "/v1/layouts", body: Self.document)
    #expect(
      answer["cache-status"]
        == "tatami-store; fwd=bypass; detail=timeout, tatami; fwd=miss; stored")
    store.failWrites(nil)
    store.values[Self.key] = Self.document
    let update = try service.send("POST", Self.id.path + "/updates", text: "{}")
    #expect(
      update["cache-status"]
        == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
  }
}
