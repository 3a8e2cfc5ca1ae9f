import Dispatch
import Glibc
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// Chains of updates that only the store has, link by link (Contract §14).
@Suite(.waits) struct VersionChainTests {
  private static let document = VersionLine.document
  private static let updates = VersionLine.updates

  @Test func `A chain of 256 updates is fetched, one of 257 is not`() throws {
    let updates = (0..<257).map { _ in "{}" }
    let line = try VersionLine(updates)
    let other = TestService.replica(line.store)
    let long = try other.send("GET", line.ids[257].path)
    #expect(long.status == 404)
    #expect(try long.json()["missing"]?.string == line.ids[257].text)
    #expect(
      long["cache-status"] == "tatami-store; fwd=bypass; detail=too-large, tatami; fwd=miss")
    #expect(try other.metric(#"tatami_store_fetches_total{result="refused"}"#) == 1)
    other.expectNothingHeld()
    #expect(try other.send("GET", line.ids[256].path).status == 200)
    // One update more is one more only.
    #expect(try other.send("GET", line.ids[257].path).status == 200)
    other.expectNothingHeld()
  }

  @Test func `Updates together are no longer than a body may be`() throws {
    let filler = String(repeating: " ", count: 3_000)
    let line = try VersionLine(["{}", "{\(filler)}", "{\(filler) }"])
    let tight = TestService.replica(line.store) { $0.maxBodyBytes = 6_000 }
    #expect(try tight.send("GET", line.ids[3].path).status == 404)
    tight.expectNothingHeld()
    #expect(try tight.send("GET", line.ids[2].path).status == 200)
    #expect(try tight.send("GET", line.ids[3].path).status == 200)
    let wide = TestService.replica(line.store) { $0.maxBodyBytes = 6_100 }
    #expect(try wide.send("GET", line.ids[3].path).status == 200)
    wide.expectNothingHeld()
  }

  @Test func `Thirty versions of one document have it fetched and laid out once`() throws {
    let line = try VersionLine([])
    let children = try (0..<30).map { number in
      let update = Array(#"{"append":[{"items":[\#(number)]}]}"#.utf8)
      let posted = try line.service.send("POST", line.ids[0].path + "/updates", body: update)
      #expect(posted.status == 201)
      return LayoutID.child(of: line.ids[0], update: update)
    }
    let other = TestService.replica(line.store)
    line.store.holdFetches()
    let gets = try children.map { try other.begin("GET", $0.path + "/attributes?rect=all") }
    for _ in 0..<60 { line.store.waitForArrival() }
    line.store.release()
    for (get, child) in zip(gets, children) {
      let answer = try get.answer()
      #expect(answer.status == 200)
      let wanted = try line.service.send("GET", child.path + "/attributes?rect=all")
      #expect(answer.body == wanted.body)
    }
    #expect(line.store.searched.filter { $0 == line.ids[0].text }.count == 1)
    #expect(line.store.searched.count == 31)
    #expect(other.service.metrics.layouts[0] == 31)
    other.expectNothingHeld()
  }

  @Test func `Chains that join and fail do so update by update, however long they are together`()
    throws
  {
    let count = 2_000
    let line = try VersionLine((0..<count).map { _ in "{}" })
    // However long the machine stands still.
    let other = TestService.replica(line.store) { $0.workTimeout = 300 }
    line.store.holdFetches(of: line.ids[0].text)
    // Each goes on to where the one before has begun.
    let gets = try stride(from: 250, through: count, by: 250).map { number in
      let get = try other.begin("GET", line.ids[number].path)
      let end = max(1, number - 250 + 1)
      let first = line.ids[number == 250 ? 0 : end].text
      waitUntil { line.store.searched.last == first }
      return get
    }
    for _ in 0..<2 { line.store.waitForArrival() }
    line.store.values[line.key(0)] = nil
    line.store.release()
    for get in gets {
      let answer = try get.answer()
      #expect(answer.status == 404)
      #expect(try answer.json()["missing"]?.string == line.ids[0].text)
      // As deep on a worker's stack as any job, whatever failed before it.
      #expect((1..<100).contains(get.exchange.reply.depth))
    }
    other.expectNothingHeld()
  }

  @Test func `Updates that no client requested evict nothing`() throws {
    let line = try VersionLine(Self.updates)
    let other = TestService.replica(line.store) { $0.cacheBytes = 1 << 20 }
    #expect(try other.send("GET", line.ids[4].path).status == 200)
    let cache = other.service.layouts.cache
    // The document, of which others come, and the version.
    #expect(line.ids.map { cache.contains($0) } == [true, false, false, false, true])
    #expect(cache.figures.entries == 2)
  }

  @Test func `All updates of a chain have the time of one job together`() throws {
    let updates = (0..<20).map { #"{"container":{"width":\#(300 + $0)}}"# }
    let items = (0..<100_000).map { String($0 % 97) }.joined(separator: ",")
    let document =
      #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall"},"items":[\#(items)]}"#
    let line = try VersionLine(updates, of: Array(document.utf8))
    // A machine that stands still for seconds may spoil some tries.
    let isShared = try (0..<10).contains { _ in try endsAmidLinks(of: line) }
    #expect(isShared)
  }

  /// Whether the first time that is too short for all links of a line is enough for some of them.
  private func endsAmidLinks(of line: VersionLine) throws -> Bool {
    let last = line.ids[line.updates.count].path
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try TestService.replica(line.store).send("GET", last).status == 200)
    // Found anew each time, however much slower or faster the machine has become.
    var time = (clock.now - start) / .seconds(1)
    var status = 200
    var hasty = TestService.replica(line.store)
    while status == 200, time > 1e-6 {
      time /= 2
      hasty = TestService.replica(line.store) { $0.workTimeout = time }
      status = try hasty.send("GET", last).status
    }
    hasty.expectNothingHeld()
    return status == 503
      && (1...line.updates.count).contains(hasty.service.metrics.layouts[0])
  }

  @Test func `Updates of a chain leave their turns to other clients`() throws {
    let line = try VersionLine((0..<40).map { _ in "{}" })
    let other = TestService.replica(line.store) {
      $0.workers = 1
      $0.trustedProxies = (try? TrustedProxies(["192.0.2.1"])) ?? TrustedProxies()
    }
    let queue = other.service.layouts.queue
    line.store.holdFetches(of: line.ids[0].text)
    let get = try other.begin("GET", line.ids[40].path, ["X-Forwarded-For: 10.0.0.1"])
    for _ in 0..<2 { line.store.waitForArrival() }
    waitUntil { queue.depth == (0, 0) }
    let gate = queue.hold()
    line.store.release()
    waitUntil { queue.depth == (2, 1) }
    let post = try other.begin(
      "POST", "/v1/layouts", ["X-Forwarded-For: 10.0.0.2", "Cache-Control: no-store"],
      body: Array(TestDocument.list(6).utf8))
    #expect(queue.depth == (2, 2))
    gate.signal()
    #expect(try post.answer().status == 201)
    #expect(try get.answer().status == 200)
    #expect(post.exchange.reply.order < get.exchange.reply.order)
    other.expectNothingHeld()
  }

  @Test func `A chain that nobody waits for any more is given up`() throws {
    let line = try VersionLine(Self.updates)
    let other = TestService.replica(line.store)
    // The links of the last version are asked for while a client waits for one of them.
    for left in [[4], [4, 2]] {
      line.store.holdFetches()
      let gets = try left.map { try other.begin("GET", line.ids[$0].path) }
      for _ in gets { line.store.waitForArrival() }
      for get in gets { get.exchange.reply.abandon() }
      line.store.release()
      while other.service.layouts.cache.figures.computing > 0 {}
      other.expectNothingHeld()
      for get in gets { #expect(!get.exchange.reply.isAnswered) }
    }
    #expect(line.store.searched.allSatisfy { $0 != line.ids[0].text })
    #expect(try other.send("GET", line.ids[4].path).status == 200)
    other.expectNothingHeld()
  }

  @Test func `A link that someone waits for goes on when those after it are given up`() throws {
    let line = try VersionLine(Self.updates)
    let other = TestService.replica(line.store)
    let last = try other.begin("GET", line.ids[4].path)
    let link = try other.begin("GET", line.ids[2].path)
    last.exchange.reply.abandon()
    #expect(try link.answer().status == 200)
    while other.service.layouts.cache.figures.computing > 0 {}
    other.expectNothingHeld()
  }
}
