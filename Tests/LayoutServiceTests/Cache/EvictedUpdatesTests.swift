import Foundation
import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// Updates of layouts that evict one another: the ledger against a walk, and what is left behind.
///
/// `TATAMI_EVICTED_UPDATES=10000` makes that many, and looks at the process's memory, too; a failure
/// names its seed.
@Suite(.waits) struct EvictedUpdatesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["TATAMI_EVICTED_UPDATES"].flatMap(Int.init) ?? 300
  private static let seed = environment["TATAMI_SEED"].flatMap(UInt64.init) ?? 7

  /// A layout that is known to a client.
  private struct Known {
    var id: LayoutID
    var itemCount: Int

    var path: String { "/v1/layouts/\(id.text)" }
  }

  /// A client that updates what it has, and begins anew where that is gone.
  private struct Client {
    let service: TestService
    var random = SeededGenerator(seed: EvictedUpdatesTests.seed)
    /// What was made last, of many families.
    var known: [Known] = []
    /// All ids that there ever were.
    var ids: Set<LayoutID> = []
    var statuses: [Int: Int] = [:]

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    private mutating func item() -> String {
      Bool.random(using: &random)
        ? "\(Double(number(1...900)) / 8)" : "[\(number(1...4000)),\(number(1...4000))]"
    }

    private mutating func items(_ count: Int) -> String {
      "[" + (0..<count).map { _ in item() }.joined(separator: ",") + "]"
    }

    mutating func post() throws {
      let layouts = [
        #""type":"waterfall","columns":3"#, #""type":"list""#, #""type":"flow""#,
        #""type":"justified""#, #""type":"magazine""#,
      ]
      let layout = layouts[number(0...layouts.count - 1)]
      let text =
        #"{"container":{"width":\#(number(300...900)),"height":800},"layout":{\#(layout)},"#
        + #""items":\#(items(number(1...2_500)))}"#
      try take(try service.send("POST", "/v1/layouts", text: text))
    }

    mutating func update() throws {
      guard let place = known.indices.randomElement(using: &random), number(0...40) > 0 else {
        return try post()
      }
      let parent = known[place]
      let query = number(0...3) == 0 ? "?rect=0,0,500,900&bounds=0,100,500,800&anchor=last" : ""
      let answer = try service.send("POST", parent.path + "/updates" + query, text: text(parent))
      if answer.status == 404 { known.remove(at: place) }
      try take(answer)
    }

    private mutating func text(_ parent: Known) -> String {
      let last = parent.itemCount - 1
      guard last > 0 else { return #"{"append":[{"items":\#(items(9))}]}"# }
      switch number(0...6) {
      case 0: return #"{"append":[{"items":\#(items(number(1...30)))}]}"#
      case 1:
        return #"{"insert":[{"indexPath":[0,\#(number(0...last))],"items":\#(items(5))}],"#
          + #""keepColumns":true}"#
      case 2: return #"{"delete":[[0,\#(number(0...last))]]}"#
      case 3:
        return #"{"replace":[{"indexPath":[0,\#(number(0...last))],"item":\#(item())}]}"#
      case 4:
        return #"{"move":[{"from":[0,\#(number(0...last))],"to":[0,\#(number(0...last))]}]}"#
      case 5: return #"{"container":{"width":\#(number(300...900))}}"#
      default: return #"{"keepColumns":[0,\#(number(0...last))]}"#
      }
    }

    private mutating func take(_ answer: TestAnswer) throws {
      statuses[answer.status, default: 0] += 1
      guard answer.status < 300 else { return }
      let summary = try answer.json()
      let digits = Array((summary["id"]?.string ?? "").utf8)
      let id = try #require(LayoutID(digits, in: 0..<digits.count))
      known.append(Known(id: id, itemCount: Int(summary["itemCount"]?.number ?? 0)))
      if known.count > 30 { known.removeFirst(known.count - 30) }
      ids.insert(id)
    }
  }

  @Test func `Updates that evict one another count their memory exactly, and leave nothing behind`()
    throws
  {
    let service = TestService {
      $0.cacheBytes = 512 << 10
      $0.workers = 2
    }
    var client = Client(service: service)
    let cache = service.service.layouts.cache
    var early = 0
    for step in 0..<Self.count {
      try client.update()
      if step % 50 == 0 || step == Self.count - 1 {
        expectLedger(cache, &client.ids, "seed \(Self.seed), step \(step)")
      }
      if step == Self.count / 5 { early = try Self.residentBytes() }
    }
    service.expectNothingHeld()
    let figures = cache.figures
    #expect(figures.evictions > Self.count / 5)
    // Nothing is refused but updates of what is gone.
    #expect(Set(client.statuses.keys).isSubset(of: [200, 201, 404]), "\(client.statuses)")
    #expect(client.statuses[201, default: 0] > Self.count / 2, "\(client.statuses)")
    guard Self.count >= 5_000 else { return }
    let late = try Self.residentBytes()
    print(
      "seed \(Self.seed): \(client.statuses), \(figures.evictions) evicted, \(early) B resident")
    print("after a fifth, \(late) at the end")
    #expect(late < early + 16 << 20)
  }

  /// Compares what the cache says it holds with a walk over all layouts that it has.
  private func expectLedger(
    _ cache: LayoutCache<any LayoutWaiter>, _ ids: inout Set<LayoutID>, _ comment: Comment
  ) {
    ids = ids.filter { cache.contains($0) }
    let held = ids.compactMap { cache.layout($0) }
    let bytes =
      MemoryLedgerTests.walkedBytes(of: held.map(\.layout))
      + MemoryLedgerTests.walkedLineage(of: held)
      + held.reduce(0) { $0 + $1.ownByteCount }
    #expect(cache.heldBytes.once == bytes, comment)
    #expect(cache.figures.bytes == bytes && bytes <= 512 << 10, comment)
    #expect(cache.figures.entries == held.count, comment)
    let unshared = held.reduce(0) { $0 + $1.byteCount + StoredLayout.overhead }
    #expect(cache.heldBytes.unshared == unshared, comment)
  }

  private static func residentBytes() throws -> Int {
    let figures = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(figures.split(separator: " ")[1]) ?? 0) * 4_096
  }
}
