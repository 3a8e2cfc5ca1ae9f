import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// Ids as text and as bytes.
@Suite struct LayoutIDTests {
  @Test func `Hexadecimal words read as the standard library reads them`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let word = random.next()
      var text: [UInt8] = []
      text.append(hexDigitsOf: word)
      let digits = String(word, radix: 16)
      #expect(
        String(decoding: text, as: UTF8.self)
          == String(repeating: "0", count: 16 - digits.count) + digits)
      #expect(HexText.word(text, at: 0) == word)
      // Any other byte in any place makes it no word.
      let place = Int.random(in: 0..<16, using: &random)
      let byte = UInt8.random(in: .min ... .max, using: &random)
      text[place] = byte
      let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      #expect((HexText.word(text, at: 0) != nil) == isDigit, "byte \(byte)")
    }
    #expect(HexText.word([48, 48], at: 0) == nil)
  }
}

/// The cache: hits, one computation a key, eviction by bytes.
@Suite(.waits) struct LayoutCacheTests {
  /// One who waits.
  private final class Waiter: Sendable {
    let left = Atomic<Bool>(false)
  }

  private func layout(_ count: Int) throws -> (LayoutID, StoredLayout) {
    let text = Array(TestDocument.list(count).utf8)
    let id = LayoutID(hashing: text)
    let document = try LayoutDocumentReader.read(text)
    return (id, StoredLayout(id, try PreparedLayout(document)))
  }

  private func cache(budget: Int) -> LayoutCache<Waiter> {
    LayoutCache(budget: budget) { waiter, _ in
      !waiter.left.load(ordering: .relaxed)
    }
  }

  @Test func `One computes, the others wait, and all are answered in their order`() throws {
    let (id, layout) = try layout(3)
    let cache = cache(budget: 1 << 20)
    let waiters = [Waiter(), Waiter(), Waiter()]
    guard case .computes = cache.begin(id, { waiters[0] }) else {
      Issue.record("the first one must compute")
      return
    }
    for waiter in waiters[1...] {
      guard case .joined = cache.begin(id, { waiter }) else {
        Issue.record("the others must wait")
        return
      }
    }
    #expect(cache.layout(id) == nil)
    let (waited, status) = cache.finish(id, layout)
    #expect(status == .stored)
    #expect(waited.count == 3)
    #expect(zip(waited, waiters).allSatisfy { $0 === $1 })
    guard case .stored(let found) = cache.begin(id, { Waiter() }) else {
      Issue.record("it must be there")
      return
    }
    #expect(found.layout.itemCount == 3)
    let figures = cache.figures
    #expect(figures.hits == 1)
    #expect(figures.misses == 2)
    #expect(figures.collapsed == 2)
    #expect(figures.entries == 1)
    #expect(figures.computing == 0)
    #expect(figures.bytes >= layout.layout.byteCount)
  }

  @Test func `Layouts are given up by bytes, and one in use lives on`() throws {
    let layouts = try (10...14).map { try layout($0) }
    let cost = layouts[0].1.byteCount + StoredLayout.overhead
    let cache = cache(budget: cost * 9 / 2)
    for (id, layout) in layouts {
      _ = cache.begin(id) { Waiter() }
      #expect(cache.finish(id, layout).outcome == .stored)
    }
    #expect(!cache.contains(layouts[0].0))
    for (id, _) in layouts[1...] { #expect(cache.contains(id)) }
    #expect(cache.figures.evictions == 1)
    #expect(cache.figures.bytes <= cost * 9 / 2)
    // The one that was given up still answers whoever holds it.
    let selection = try layouts[0].1.layout.select(LayoutQuery(.all))
    #expect(selection.count == 10)
  }

  @Test func `A computation that nobody waits for is given up, unless someone comes`() throws {
    let (id, _) = try layout(3)
    let cache = cache(budget: 1 << 20)
    let waiter = Waiter()
    _ = cache.begin(id) { waiter }
    #expect(cache.isWanted(id))
    #expect(cache.cancel(id) == nil)
    waiter.left.store(true, ordering: .relaxed)
    #expect(!cache.isWanted(id))
    let late = Waiter()
    guard case .joined = cache.begin(id, { late }) else {
      Issue.record("it is still being computed")
      return
    }
    #expect(cache.isWanted(id))
    #expect(cache.cancel(id) == nil)
    late.left.store(true, ordering: .relaxed)
    #expect(cache.cancel(id) != nil)
    guard case .computes = cache.begin(id, { Waiter() }) else {
      Issue.record("it must be computed anew")
      return
    }
  }

  @Test func `A failed computation tells those who wait, and is forgotten`() throws {
    let (id, _) = try layout(3)
    let cache = cache(budget: 1 << 20)
    _ = cache.begin(id) { Waiter() }
    _ = cache.begin(id) { Waiter() }
    #expect(cache.fail(id).count == 2)
    #expect(cache.fail(id).isEmpty)
    #expect(cache.figures.computing == 0)
  }

  @Test
  func `One layout uses a quarter of the cache at most, and larger ones are returned uncached`()
    throws
  {
    // Long names, so that it costs much more than the small one beside it.
    let items = (0..<4).map { item in
      #"{"height":\#(item + 1)0,"id":"\#(item)\#(String(repeating: "i", count: 1_000))"}"#
    }
    let text =
      #"{"container":{"width":390,"height":844},"layout":{"type":"waterfall"},"items":["#
      + items.joined(separator: ",") + "]}"
    let document = try LayoutDocumentReader.read(Array(text.utf8))
    let layout = StoredLayout(
      LayoutID(hashing: Array(text.utf8)), try PreparedLayout(document))
    let cost = layout.byteCount + StoredLayout.overhead
    // The room of arrays, which is counted, differs by what the allocator rounds each of them up to.
    let rounding = 640
    for (budget, isKept) in [(4 * (cost + rounding), true), (4 * (cost - rounding), false)] {
      let service = TestService { $0.cacheBytes = budget }
      let small = try service.send("POST", "/v1/layouts", text: TestDocument.list(0))
      let location = try #require(small["location"])
      for round in 0..<3 {
        let answer = try service.send("POST", "/v1/layouts?rect=all", text: text)
        let isHit = isKept && round > 0
        #expect(answer.status == (isHit ? 200 : 201))
        #expect(
          answer["cache-status"]
            == (isHit
              ? "tatami; hit"
              : isKept ? "tatami; fwd=miss; stored" : "tatami; fwd=miss; detail=too-large"))
        #expect(try answer.items() == [0, 1, 2, 3])
        let path = try #require(answer["content-location"])
        #expect(try service.send("GET", path).status == (isKept ? 200 : 404))
      }
      // It has not given up what was there.
      #expect(try service.send("GET", location).status == 200)
      #expect(service.service.layouts.cache.figures.evictions == 0)
    }
  }

  @Test func `Large layouts that are posted once evict no small ones that were requested`() throws {
    let service = TestService { $0.cacheBytes = 4 << 20 }
    func post(_ document: String) throws -> TestAnswer {
      try service.send("POST", "/v1/layouts", text: document)
    }
    var small: [String] = []
    for count in 0..<250 {
      let location = try #require(try post(TestDocument.list(count))["location"])
      #expect(try service.send("GET", location).status == 200)
      small.append(location)
    }
    // Nearly a quarter of the cache each.
    let items = (0..<75_000).map { String($0 % 7 + 1) }.joined(separator: ",")
    for number in 0..<20 {
      let answer = try post(
        #"{"container":{"width":\#(1_000 + number),"height":9},"items":[\#(items)],"#
          + #""layout":{"type":"magazine"}}"#)
      #expect(answer.status == 201)
      #expect(answer["cache-status"] == "tatami; fwd=miss; stored")
    }
    #expect(service.service.layouts.cache.figures.evictions > 10)
    for location in small { #expect(try service.send("GET", location).status == 200) }
  }

  @Test func `Without a budget nothing is stored`() throws {
    let (id, layout) = try layout(3)
    let cache = cache(budget: 0)
    _ = cache.begin(id) { Waiter() }
    #expect(cache.finish(id, layout).outcome == .passed)
    #expect(cache.figures.entries == 0)

    let service = TestService { $0.cacheBytes = 0 }
    for _ in 0..<2 {
      let answer = try service.send(
        "POST", "/v1/layouts?rect=all", text: TestDocument.waterfall)
      #expect(answer.status == 201)
      #expect(answer["cache-status"] == "tatami; fwd=miss")
      #expect(try answer.items() == [0, 1, 2, 3])
    }
  }
}

/// What is fetched before it can be computed, and kept before it is answered.
@Suite(.waits) struct LayoutCachePhaseTests {
  /// One who waits.
  private final class Waiter: Sendable {
    let left = Atomic<Bool>(false)
  }

  private let cache = LayoutCache<Waiter>(budget: 1 << 20) { waiter, _ in
    !waiter.left.load(ordering: .relaxed)
  }
  private let waiters = (0..<4).map { _ in Waiter() }

  private func layout(_ count: Int) throws -> (LayoutID, StoredLayout) {
    let text = Array(TestDocument.list(count).utf8)
    let id = LayoutID(hashing: text)
    return (id, StoredLayout(id, try PreparedLayout(LayoutDocumentReader.read(text))))
  }

  private func ticket(
    _ outcome: LayoutCache<Waiter>.FetchOutcome
  ) throws -> FetchTicket {
    guard case .fetches(let ticket, let others) = outcome, others.isEmpty else {
      throw TestService.Unexpected(what: "it is to be fetched: \(outcome)")
    }
    return ticket
  }

  @Test func `One fetches, the others wait, and a PUT takes all of them along`() throws {
    let (id, layout) = try layout(3)
    let fetch = try ticket(cache.beginFetch(id, limit: 1, for: { .unknown }) { waiters[0] })
    guard case .joined = cache.beginFetch(id, limit: 1, for: { .unknown }, { waiters[1] }) else {
      Issue.record("the others must wait")
      return
    }
    #expect(cache.isOpen(fetch) && cache.isWanted(id))
    guard case .computes = cache.begin(id, { waiters[2] }) else {
      Issue.record("who has the document does not wait for the fetch")
      return
    }
    guard case .joined = cache.beginFetch(id, limit: 1, for: { .unknown }, { waiters[3] }) else {
      Issue.record("who comes now waits for the computation")
      return
    }
    // What becomes of the fetch is nobody's business any more.
    #expect(!cache.isOpen(fetch) && !cache.fetched(fetch) && cache.missing(fetch).isEmpty)
    #expect(cache.cancel(fetch) != nil && cache.figures.computing == 1)
    let waited = cache.finish(id, layout).waiters
    #expect(waited.count == 4 && waited[0] === waiters[2])
    #expect(zip(waited[1...], [0, 1, 3]).allSatisfy { $0 === waiters[$1] })
    guard case .stored = cache.beginFetch(id, limit: 0, for: { .unknown }, { Waiter() }) else {
      Issue.record("it is here")
      return
    }
  }

  @Test func `An earlier fetch ends no later one`() throws {
    let (id, layout) = try layout(3)
    let first = try ticket(cache.beginFetch(id, limit: 1, for: { .unknown }) { waiters[0] })
    _ = cache.begin(id) { waiters[1] }
    #expect(cache.fail(id).count == 2)
    let second = try ticket(cache.beginFetch(id, limit: 1, for: { .unknown }) { waiters[2] })
    #expect(cache.missing(first).isEmpty && !cache.fetched(first) && cache.cancel(first) != nil)
    #expect(cache.isOpen(second) && cache.fetched(second) && !cache.fetched(second))
    #expect(cache.finish(id, layout).waiters.count == 1)
  }

  @Test func `Fetches are counted, and no more begun than may wait`() throws {
    let ids = try (1...4).map { try layout($0).0 }
    func refuses(_ number: Int) -> Bool {
      if case .refused = cache.beginFetch(ids[number], limit: 2, for: { .unknown }, { Waiter() }) {
        true
      } else {
        false
      }
    }
    let first = try ticket(cache.beginFetch(ids[0], limit: 2, for: { .unknown }) { waiters[0] })
    let second = try ticket(cache.beginFetch(ids[1], limit: 2, for: { .unknown }) { waiters[1] })
    #expect(refuses(2))
    #expect(cache.figures.waitingForStore == 2)
    // A computation is none.
    #expect(cache.fetched(first))
    #expect(cache.figures.waitingForStore == 1)
    _ = try ticket(cache.beginFetch(ids[2], limit: 2, for: { .unknown }) { waiters[2] })
    #expect(refuses(3))
    #expect(cache.cancel(second) == nil)
    waiters[1].left.store(true, ordering: .relaxed)
    #expect(cache.cancel(second) != nil)
    _ = try ticket(cache.beginFetch(ids[3], limit: 2, for: { .unknown }) { waiters[3] })
    #expect(cache.fail(ids[2]).count == 1 && cache.fail(ids[0]).count == 1)
    #expect(cache.figures.computing == 1 && cache.figures.waitingForStore == 1)
  }

  @Test func `What is kept first is here for GETs, and who brings it waits`() throws {
    let (id, layout) = try layout(3)
    _ = cache.begin(id, keeps: false) { waiters[0] }
    guard case .joined = cache.begin(id, { waiters[1] }) else { return }
    // One of them wants it kept.
    #expect(cache.finishBeforePersisting(id, layout).waiters == nil)
    #expect(cache.layout(id) === layout)
    guard case .joined = cache.begin(id, { waiters[2] }) else {
      Issue.record("it is not kept yet")
      return
    }
    guard case .stored = cache.begin(id, keeps: false, { Waiter() }) else {
      Issue.record("who wants nothing kept need not wait")
      return
    }
    #expect(!cache.beginPersisting(id) { waiters[3] })
    #expect(cache.figures.waitingForStore == 4 && cache.figures.computing == 0)
    #expect(cache.kept(id, due: .max).count == 4)
    #expect(cache.kept(id, due: .max).isEmpty)
    guard case .stored = cache.begin(id, { Waiter() }) else {
      Issue.record("it is here, and kept")
      return
    }
    #expect(cache.beginPersisting(id) { waiters[0] })
    #expect(cache.kept(id, due: .max).count == 1)
  }

  @Test func `Nobody waits where nobody wants it kept`() throws {
    let (id, layout) = try layout(3)
    _ = cache.begin(id, keeps: false) { waiters[0] }
    #expect(cache.finishBeforePersisting(id, layout).waiters?.count == 1)
    #expect(cache.figures.waitingForStore == 0)
  }

  @Test func `Uses are reported from when they are due, once an interval`() throws {
    let reports = Mutex<[UInt64]>([])
    let cache = LayoutCache<Waiter>(
      budget: 1 << 20,
      uses: .init(interval: 100) { _, now in reports.withLock { $0.append(now) } },
      isWaiting: { _, _ in true })
    let (id, layout) = try layout(3)
    let (never, other) = try self.layout(4)
    _ = cache.finish(id, layout, due: 1_000)
    _ = cache.finish(never, other, due: .max)
    for now in [0, 999, 1_000, 1_001, 1_099, 1_100, 5_000, 5_099, 5_100] as [UInt64] {
      #expect(cache.use(id, at: now) && cache.use(never, at: now))
    }
    #expect(reports.withLock { $0 } == [1_000, 1_100, 5_000, 5_100])
    // By whatever way it is found.
    #expect(cache.layout(id, at: 5_200) != nil)
    _ = cache.begin(id, at: 5_300) { Waiter() }
    _ = cache.beginFetch(id, at: 5_400, limit: 1, for: { .unknown }) { Waiter() }
    #expect(reports.withLock { $0.suffix(3) } == [5_200, 5_300, 5_400])
    _ = cache.kept(never, due: 6_000)
    #expect(cache.use(never, at: 6_000))
    #expect(reports.withLock { $0.count } == 8)
  }
}
