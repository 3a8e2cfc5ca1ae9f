import HTTPMessage
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
@Suite struct LayoutCacheTests {
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
    LayoutCache(budget: budget) { !$0.left.load(ordering: .relaxed) }
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
      #expect(cache.finish(id, layout).origin == .stored)
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
    #expect(!cache.cancel(id))
    waiter.left.store(true, ordering: .relaxed)
    #expect(!cache.isWanted(id))
    let late = Waiter()
    guard case .joined = cache.begin(id, { late }) else {
      Issue.record("it is still being computed")
      return
    }
    #expect(cache.isWanted(id))
    #expect(!cache.cancel(id))
    late.left.store(true, ordering: .relaxed)
    #expect(cache.cancel(id))
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

  @Test func `One layout takes a quarter of the cache at most, and is answered all the same`()
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

  @Test func `Large layouts that are posted once give up no small ones that were asked for`() throws
  {
    let service = TestService { $0.cacheBytes = 16 << 20 }
    func post(_ document: String) throws -> TestAnswer {
      try service.send("POST", "/v1/layouts", text: document)
    }
    var small: [String] = []
    for count in 0..<1_000 {
      let location = try #require(try post(TestDocument.list(count))["location"])
      #expect(try service.send("GET", location).status == 200)
      small.append(location)
    }
    // Nearly a quarter of the cache each.
    for number in 0..<20 {
      let answer = try post(
        #"{"container":{"width":\#(1_000 + number),"height":9},"items":380000,"#
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
    #expect(cache.finish(id, layout).origin == .passed)
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
