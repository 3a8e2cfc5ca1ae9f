import Dispatch
import Glibc
import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// GETs of what only the store has (Contract §14, §16).
@Suite(.waits) struct LayoutFetchTests {
  private static let document = Array(TestDocument.waterfall.utf8)
  private static let id = document.layoutID
  private static let key = "tatami:d1:\(id.text)"
  private static let found = "tatami-store; hit, tatami; fwd=miss; stored"
  private static let joined = "tatami-store; hit, tatami; fwd=miss; collapsed"

  /// A replica whose store has the document.
  private func replica(
    _ value: [UInt8]? = document, _ change: (inout ServiceSettings) -> Void = { _ in }
  ) -> (MemoryStore, TestService) {
    let store = MemoryStore()
    store.values[Self.key] = value
    return (store, .replica(store, change))
  }

  @Test func `What was POSTed to one replica every other one answers`() throws {
    let store = MemoryStore()
    let replicas = (0..<3).map { _ in TestService.replica(store) }
    let posted = try replicas[0].send("POST", "/v1/layouts", body: Self.document)
    #expect(posted.status == 201)
    let paths = [
      "", "/attributes?rect=all", "/attributes?rect=0,0,390,100&format=packed", "/sections",
      "/document", "/attributes.svg?rect=all", "/target-offset?proposed=0,10",
      "/index-path?point=1,1&nearest=true",
      "/attributes?rect=all&format=columns",
    ]
    for path in paths {
      let other = TestService.replica(store)
      let first = try replicas[0].send("GET", Self.id.path + path)
      let answer = try other.send("GET", Self.id.path + path)
      #expect(first.status == 200 && first["cache-status"] == "tatami; hit")
      #expect(answer.status == 200, "\(path)")
      #expect(answer.body == first.body, "\(path)")
      #expect(answer["cache-status"] == Self.found)
      #expect(answer["server-timing"]?.contains("store;dur=") == true)
      for name in ["content-type", "cache-control", "etag", "vary", "tatami-engine"] {
        #expect(answer[name] == first[name] && first[name] != nil, "\(name)")
      }
      // From then on it answers from memory.
      for _ in 0..<3 {
        let again = try other.send("GET", Self.id.path + path)
        #expect(again.body == first.body)
        #expect(again["cache-status"] == "tatami; hit")
        #expect(again["server-timing"]?.contains("store") == false)
      }
      other.expectNothingHeld()
    }
    #expect(store.searched == Array(repeating: Self.id.text, count: paths.count))
  }

  @Test func `Sixty-four GETs of one id are one fetch and one layout`() throws {
    let (store, service) = replica()
    store.holdFetches()
    let gets = try (0..<64).map { _ in try service.begin("GET", Self.id.path) }
    #expect(try service.metric("tatami_store_pending") == 64)
    store.release()
    let answers = try gets.map { try $0.answer() }
    #expect(answers.allSatisfy { $0.status == 200 && $0.body == answers[0].body })
    #expect(answers[0]["cache-status"] == Self.found)
    #expect(answers[1...].allSatisfy { $0["cache-status"] == Self.joined })
    #expect(store.searched.count == 1)
    #expect(service.service.metrics.layouts[0] == 1)
    #expect(try service.metric(#"tatami_store_fetches_total{result="hit"}"#) == 1)
    #expect(
      try service.metric(#"tatami_store_bytes_total{direction="in"}"#) == Self.document.count)
    #expect(try service.metric(#"tatami_store_duration_seconds_count{op="fetch"}"#) == 1)
    service.expectNothingHeld()
  }

  @Test(arguments: [nil, document])
  func `A PUT takes a fetch over, and answers those who wait for it`(value: [UInt8]?) throws {
    let (store, service) = replica(value)
    store.holdFetches()
    let get = try service.begin("GET", Self.id.path)
    store.waitForArrival()
    let put = try service.send("PUT", Self.id.path, body: Self.document)
    #expect(put.status == 201)
    let kept = value == nil ? "tatami-store; fwd=miss; stored" : "tatami-store; hit"
    #expect(put["cache-status"] == kept + ", tatami; fwd=miss; stored")
    let got = try get.answer()
    #expect(got.status == 200)
    #expect(got["cache-status"] == kept + ", tatami; fwd=miss; collapsed")
    // What the fetch finds nobody needs any more.
    store.release()
    #expect(try service.send("GET", Self.id.path)["cache-status"] == "tatami; hit")
    while store.isBusy {}
    service.expectNothingHeld()
    #expect(service.service.metrics.layouts[0] == 1)
  }

  @Test func `An id that neither has is 404`() throws {
    let (store, service) = replica(nil)
    for path in ["", "/attributes?rect=all", "/document"] {
      let answer = try service.send("GET", Self.id.path + path)
      #expect(answer.status == 404)
      #expect(try answer.problem() == "layout-not-cached")
      #expect(try answer.json()["missing"]?.string == Self.id.text)
      #expect(answer["cache-status"] == "tatami-store; fwd=miss, tatami; fwd=miss")
    }
    #expect(store.fetched.prefix(2) == [Self.key, "tatami:u1:\(Self.id.text)"])
    #expect(store.searched.count == 3)
    #expect(try service.metric(#"tatami_store_fetches_total{result="miss"}"#) == 3)
    service.expectNothingHeld()
  }

  @Test func `A store that is late is asked once more, and then the client is`() throws {
    let (store, service) = replica()
    store.fail(.timeout)
    let answer = try service.send("GET", Self.id.path)
    #expect(answer.status == 503)
    #expect(try answer.problem() == "overloaded")
    #expect(answer["retry-after"] == "1")
    #expect(answer["cache-status"]?.contains("tatami-store; fwd=bypass; detail=timeout") == true)
    #expect(try service.metric(#"tatami_store_fetches_total{result="timeout"}"#) == 2)
    service.expectNothingHeld()
    // A store that only was busy has it then.
    let slow = MemoryStore()
    slow.values[Self.key] = Self.document
    slow.failOnce(.timeout)
    let other = TestService.replica(slow)
    #expect(try other.send("GET", Self.id.path).status == 200)
    other.expectNothingHeld()
  }

  @Test(arguments: [StoreError.down, .busy, .refused])
  func `An unreachable store is 404, and PUT needs none`(outage: StoreError) throws {
    let (store, service) = replica()
    store.fail(outage)
    let detail = "tatami-store; fwd=bypass; detail=\(outage.rawValue), tatami; fwd=miss"
    let answer = try service.send("GET", Self.id.path)
    #expect(answer.status == 404)
    #expect(try answer.problem() == "layout-not-cached")
    #expect(answer["cache-status"] == detail)
    let put = try service.send("PUT", Self.id.path + "?rect=all", body: Self.document)
    #expect(put.status == 201)
    #expect(put["cache-status"] == detail + "; stored")
    #expect(try service.send("GET", Self.id.path).status == 200)
    #expect(try service.metric(#"tatami_store_fetches_total{result="down"}"#) == 1)
    #expect(try service.metric("tatami_store_up") == 0)
    service.expectNothingHeld()
  }

  /// What may be under an id that is not its document.
  private static let wrong: [[UInt8]] = {
    let member = Gzip.compressed(document) ?? []
    let parent = Array((id.text + "\n").utf8)
    return [
      [], Array("{}".utf8), document + [32], document.dropLast(), [0x1F, 0x8B],
      member.dropLast(), member + [0], Gzip.compressed(document + [32]) ?? [], parent + document,
      [UInt8](repeating: 0x1F, count: 100_000),
    ]
  }()

  @Test(arguments: wrong.indices)
  func `Another value under an id is 404, and PUT repairs it for all replicas`(index: Int) throws {
    let (store, service) = replica(Self.wrong[index])
    let answer = try service.send("GET", Self.id.path)
    #expect(answer.status == 404)
    #expect(try answer.problem() == "layout-not-cached")
    #expect(
      answer["cache-status"] == "tatami-store; fwd=bypass; detail=broken, tatami; fwd=miss")
    #expect(try service.metric(#"tatami_store_fetches_total{result="broken"}"#) == 1)
    #expect(try service.metric(#"tatami_store_fetches_total{result="hit"}"#) == 0)
    #expect(service.service.metrics.layouts[0] == 0)
    let put = try service.send("PUT", Self.id.path, body: Self.document)
    #expect(put.status == 201)
    #expect(
      put["cache-status"] == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
    #expect(store.searched.count == 1)
    #expect(try TestService.replica(store).send("GET", Self.id.path).status == 200)
    service.expectNothingHeld()
  }

  @Test func `A value that inflates beyond the limit of a body is 413`() throws {
    let limit = 1 << 20
    let bomb = try #require(Gzip.compressed([UInt8](repeating: 32, count: 60 << 20)))
    // Its end may say that it is short.
    for value in [bomb, bomb.dropLast(4) + [16, 0, 0, 0]] {
      let (_, service) = replica(value) { $0.maxBodyBytes = limit }
      let answer = try service.send("GET", Self.id.path)
      #expect(answer.status == 413)
      #expect(try answer.problem() == "content-too-large")
      #expect(try answer.json()["limit"]?.number == Double(limit))
      #expect(try service.metric(#"tatami_store_fetches_total{result="refused"}"#) == 1)
      service.expectNothingHeld()
    }
  }

  @Test func `Bytes are reserved before they are read`() throws {
    let (store, service) = replica { $0.maxInflightBytes = 1 << 20 }
    // Longer than a body may be: it is not read.
    store.claim(1 << 20 + 1)
    #expect(try service.send("GET", Self.id.path).status == 413)
    // No room beside what others hold.
    store.claim(600_000)
    let other = try #require(service.service.inflight.reserve(500_000))
    let refused = try service.send("GET", Self.id.path)
    #expect(refused.status == 503)
    #expect(try refused.problem() == "overloaded")
    #expect(try service.metric(#"tatami_store_fetches_total{result="refused"}"#) == 2)
    other.release()
    // A store that says less than it gives is not believed.
    store.claim(1)
    #expect(try service.send("GET", Self.id.path).status == 200)
    service.expectNothingHeld()
    let (lying, tight) = replica([UInt8](repeating: 32, count: 900_000)) {
      $0.maxInflightBytes = 1 << 20
    }
    lying.claim(1)
    let held = try #require(tight.service.inflight.reserve(500_000))
    #expect(try tight.send("GET", Self.id.path).status == 503)
    held.release()
    tight.expectNothingHeld()
  }

  @Test func `What the store gives up by itself is 413, and asked for once`() throws {
    let (store, service) = replica()
    store.claim(.max)
    let answer = try service.send("GET", Self.id.path)
    #expect(answer.status == 413)
    #expect(try answer.problem() == "content-too-large")
    #expect(store.searched.count == 1)
    #expect(try service.metric(#"tatami_store_fetches_total{result="refused"}"#) == 1)
    service.expectNothingHeld()
  }

  @Test func `A fetch that clients leave and join again is restarted a few times only`() throws {
    let (store, service) = replica()
    let replies = Mutex<[TestReply]>([])
    @Sendable func get() throws {
      let reply = try service.begin("GET", Self.id.path).exchange.reply
      replies.withLock { $0.append(reply) }
    }
    // All have left as the value's length comes, and before that has been said another one asks.
    store.aroundAdmission({ for reply in replies.withLock({ $0 }) { reply.abandon() } }) {
      if replies.withLock({ $0.count }) < 100 { try? get() }
    }
    store.holdFetches()
    try get()
    store.release()
    waitUntil { service.service.layouts.cache.figures.computing == 0 }
    #expect(store.searched.count == LayoutFetch.maxRestarts + 1)
    let last = try #require(replies.withLock { $0.last })
    let answer = TestAnswer(try #require(last.wait()))
    #expect(answer.status == 404)
    #expect(answer["cache-status"] == "tatami-store; fwd=bypass; detail=busy, tatami; fwd=miss")
    service.expectNothingHeld()
  }

  @Test func `An id is looked for as both that it may be at once`() throws {
    let (store, service) = replica()
    store.holdFetches()
    let get = try service.begin("GET", Self.id.path)
    // Neither waits for the other.
    store.waitForArrival()
    store.waitForArrival()
    store.release()
    #expect(try get.answer().status == 200)
    service.expectNothingHeld()
    // What is under the other key does not count, however it is found first.
    store.values["tatami:u1:\(Self.id.text)"] = nil
    store.claim(nil)
    let other = TestService.replica(store)
    #expect(try other.send("GET", Self.id.path)["cache-status"] == Self.found)
    other.expectNothingHeld()
  }

  @Test func `No more layouts wait for the store than jobs may wait`() throws {
    let (store, service) = replica { $0.maxQueue = 2 }
    store.holdFetches()
    func id(_ number: Int) -> LayoutID { LayoutID(hashing: Array(TestDocument.list(number).utf8)) }
    let waiting = try (0..<2).map { try service.begin("GET", id($0).path) }
    let joined = try service.begin("GET", id(1).path)
    let refused = try service.send("GET", id(2).path)
    #expect(refused.status == 503)
    #expect(try refused.problem() == "overloaded")
    #expect(refused["retry-after"] == "1")
    // What has its document needs no fetch.
    #expect(try service.send("PUT", Self.id.path, body: Self.document).status == 201)
    store.release()
    for get in waiting + [joined] { #expect(try get.answer().status == 404) }
    service.expectNothingHeld()
  }

  @Test func `If all places are in use, the greediest client's newest fetch is refused`()
    throws
  {
    let (store, service) = replica {
      $0.maxQueue = 4
      $0.trustedProxies = (try? TrustedProxies(["192.0.2.1"])) ?? TrustedProxies()
    }
    store.holdFetches()
    func get(_ number: Int, from client: Int) throws -> TestService.Pending {
      let id = number == 0 ? Self.id : Array(TestDocument.list(number).utf8).layoutID
      return try service.begin("GET", id.path, ["X-Forwarded-For: 10.0.0.\(client)"])
    }
    let greedy = try (1...4).map { try get($0, from: 1) }
    #expect(try get(5, from: 1).answer().problem() == "overloaded")
    // Whoever joins the newest of them does not lose it with the greedy client.
    let joined = try get(4, from: 3)
    let found = try get(0, from: 2)
    let refused = try greedy[2].answer()
    #expect(refused.status == 503)
    #expect(try refused.problem() == "overloaded")
    #expect(refused["retry-after"] == "1")
    let late = try get(6, from: 4)
    #expect(try greedy[1].answer().status == 503)
    // One each: the place would only change hands.
    #expect(try get(7, from: 5).answer().status == 503)
    #expect(!greedy[0].exchange.reply.isAnswered && !greedy[3].exchange.reply.isAnswered)
    store.release()
    #expect(try found.answer().status == 200)
    for pending in [greedy[0], greedy[3], joined, late] {
      #expect(try pending.answer().status == 404)
    }
    service.expectNothingHeld()
    // What gave way can be asked for again.
    #expect(try get(3, from: 1).answer().status == 404)
    service.expectNothingHeld()
  }

  @Test(arguments: ["GET", "PUT"])
  func `A fetch that a greedy client started has the turn of another one that waits for it`(
    method: String
  ) throws {
    let (store, service) = replica {
      $0.workers = 1
      $0.maxQueue = 4
      $0.trustedProxies = (try? TrustedProxies(["192.0.2.1"])) ?? TrustedProxies()
    }
    let queue = service.service.layouts.queue
    func begin(
      _ method: String, _ path: String, from client: Int, _ body: [UInt8] = []
    ) throws -> TestService.Pending {
      let fields = ["X-Forwarded-For: 10.0.0.\(client)", "Cache-Control: no-store"]
      return try service.begin(method, path, fields, body: body)
    }
    store.holdFetches()
    // Of a PUT's fetch the other one asked first, of a GET's it joined.
    let clients = method == "GET" ? [1, 2] : [2, 1]
    let gets = try clients.map { try begin("GET", Self.id.path, from: $0) }
    for _ in 0..<2 { store.waitForArrival() }
    let gate = queue.hold()
    let jobs = try (1...4).map { number in
      try begin("POST", "/v1/layouts", from: 1, Array(TestDocument.list(number).utf8))
    }
    #expect(queue.depth == (2, 4))
    if method == "PUT" {
      // The greedy client's PUT takes the fetch over, with both waiting GETs.
      _ = try begin("PUT", Self.id.path, from: 1, Self.document)
    } else {
      store.release()
    }
    // One of the greedy client's jobs gives way to what the other one waits for.
    waitUntil { jobs[3].exchange.reply.isAnswered || gets[0].exchange.reply.isAnswered }
    gate.signal()
    for get in gets { #expect(try get.answer().status == 200) }
    #expect(try jobs[3].answer().status == 503)
    for job in jobs[..<3] { #expect(try job.answer().status == 201) }
    #expect(gets.allSatisfy { $0.exchange.reply.order < jobs[1].exchange.reply.order })
    store.release()
    waitUntil { !store.isBusy }
    service.expectNothingHeld()
  }

  @Test func `Workers are free during a fetch`() throws {
    let (store, service) = replica { $0.workers = 1 }
    store.holdFetches()
    store.holdWrites()
    let get = try service.begin("GET", Self.id.path)
    let post = try service.begin("POST", "/v1/layouts", text: TestDocument.list(7))
    for _ in 0..<3 { store.waitForArrival() }
    while service.service.layouts.queue.depth != (0, 0) {}
    // A store that hangs holds up nobody else.
    let other = try service.send(
      "POST", "/v1/layouts", ["Cache-Control: no-store"], text: TestDocument.list(8))
    #expect(other.status == 201)
    #expect(!get.exchange.reply.isAnswered && !post.exchange.reply.isAnswered)
    store.release()
    #expect(try get.answer().status == 200)
    #expect(try post.answer().status == 201)
    service.expectNothingHeld()
  }

  @Test func `A fetch without waiting clients is not read`() throws {
    let (store, service) = replica()
    store.holdFetches()
    let get = try service.begin("GET", Self.id.path)
    store.waitForArrival()
    get.exchange.reply.abandon()
    store.release()
    while service.service.layouts.cache.figures.computing > 0 {}
    service.expectNothingHeld()
    #expect(service.service.metrics.layouts[0] == 0)
    #expect(!get.exchange.reply.isAnswered)
    #expect(try service.send("GET", Self.id.path).status == 200)
    #expect(store.searched.count == 2)
    service.expectNothingHeld()
  }

  @Test func `What a replica refuses of a document it refuses as PUT would`() throws {
    let (_, service) = replica { $0.maxItems = 3 }
    let got = try service.send("GET", Self.id.path)
    let put = try service.send("PUT", Self.id.path, body: Self.document)
    #expect(got.status == 422)
    #expect(try got.problem() == "invalid-layout")
    #expect(got.body == put.body)
    service.expectNothingHeld()
  }

  @Test func `Conditions are about what has been fetched`() throws {
    let (store, first) = replica()
    let etag = try #require(try first.send("GET", Self.id.path)["etag"])
    func answer(_ field: String) throws -> TestAnswer {
      try TestService.replica(store).send("GET", Self.id.path, [field])
    }
    #expect(try answer("If-Match: \(etag)").status == 200)
    #expect(try answer("If-Match: *").status == 200)
    #expect(try answer("If-Match: \"0\"").status == 412)
    #expect(try answer("If-None-Match: *").status == 304)
    #expect(try answer("If-None-Match: \"0\"").status == 200)
    #expect(store.searched.count == 6)
    // Who has the answer needs neither layout nor store.
    #expect(try answer("If-None-Match: \(etag)").status == 304)
    #expect(store.searched.count == 6)
    let both = try TestService.replica(store).send(
      "GET", Self.id.path, ["If-Match: \(etag)", "If-None-Match: \(etag)"])
    #expect(both.status == 304)
    let missing = TestService.replica(MemoryStore())
    #expect(try missing.send("GET", Self.id.path, ["If-Match: *"]).status == 404)
  }
}
