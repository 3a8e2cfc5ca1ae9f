import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// Ids of versions, and what lies between two of them (Contract §11, §12).
@Suite struct ItemMapsTests {
  private static let document =
    #"{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":[120,180]}"#

  @Test func `A version's id is computed from its parent's id and the update's bytes`() {
    // Worked out by sha256sum.
    var id = LayoutID(hashing: Array(Self.document.utf8))
    #expect(id.text == "23a22dddf4310b5854bf1cb90600671b5ac3ae4eb1e6dbab371170d8ef145a3e")
    for (update, version) in [
      (
        #"{"append":[{"items":[90]}]}"#,
        "23a22dddf4310b584782860fde801191543f63eb8b74bacc248f96e40611f0b5"
      ),
      (
        #"{"measure":[{"indexPath":[0,1],"height":133.5}]}"#,
        "23a22dddf4310b588693625f230f7234723ca679786eaa935a83b35afb16af4f"
      ),
    ] {
      id = LayoutID.child(of: id, update: Array(update.utf8))
      #expect(id.text == version)
    }
  }

  @Test func `Versions of one document are found apart`() {
    let parent = LayoutID(hashing: Array(Self.document.utf8))
    let versions = (0..<1_000).map {
      LayoutID.child(of: parent, update: Array(#"{"append":[{"items":\#($0)}]}"#.utf8))
    }
    #expect(Set(versions).count == 1_000)
    // A table of them is no list: their hashes differ, though they begin alike.
    #expect(Set(versions.map(\.hashValue)).count > 990)
    #expect(versions.allSatisfy { $0.family == parent.family })
  }

  /// Versions by updates, one of the other.
  private func versions(
    _ count: Int, of parent: StoredLayout, _ maps: ItemMapCache, _ text: (Int) -> String
  ) throws -> [StoredLayout] {
    var versions: [StoredLayout] = []
    var last = parent
    for number in 0..<count {
      let update = Array(text(number).utf8)
      var work = LayoutComputation.Work(BodyPieces(update), of: last)
      var times = WorkTimes()
      let product = try LayoutComputation(
        maxItems: 1_000_000, texts: TextService(ServiceSettings())
      ).run(
        &work, LayoutBudget(), &times)
      last = StoredLayout(LayoutID.child(of: last.id, update: update), product, maps)
      versions.append(last)
    }
    return versions
  }

  private func stored(_ text: String) throws -> StoredLayout {
    var work = LayoutComputation.Work(BodyPieces(Array(text.utf8)))
    var times = WorkTimes()
    let product = try LayoutComputation(maxItems: 1_000_000, texts: TextService(ServiceSettings()))
      .run(&work, LayoutBudget(), &times)
    return StoredLayout(
      LayoutID(hashing: Array(text.utf8)), product, ItemMapCache(cacheBytes: 0))
  }

  @Test func `Maps go forwards, backwards and across branches`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 24)
    let root = try stored(TestDocument.list(10))
    // Each puts a row in front: what stood first stands one farther down.
    let text = { (number: Int) in #"{"insert":[{"indexPath":[0,0],"items":[\#(number)]}]}"# }
    let long = try versions(20, of: root, maps, text)
    let other = try versions(3, of: long[9], maps) { text(100 + $0) }
    func item(_ item: Int, from old: StoredLayout, to new: StoredLayout) throws -> ItemPath? {
      try maps.map(from: old, to: new, LayoutBudget()).item(after: ItemPath(0, item))
    }
    #expect(try item(0, from: root, to: long[19]) == ItemPath(0, 20))
    #expect(try item(20, from: long[19], to: root) == ItemPath(0, 0))
    #expect(try item(19, from: long[19], to: root) == nil)
    // Ten up and three down: the ten rows that only the one branch has are gone.
    #expect(try item(10, from: long[19], to: other[2]) == ItemPath(0, 3))
    #expect(try item(9, from: long[19], to: other[2]) == nil)
    #expect(try item(4, from: root, to: root) == ItemPath(0, 4))
  }

  @Test func `Forgotten versions and those too far apart are unrelated`()
    throws
  {
    let maps = ItemMapCache(cacheBytes: 1 << 26)
    let root = try stored(TestDocument.list(3))
    let versions = try versions(1_002, of: root, maps) {
      #"{"append":[{"items":1}],"container":{"height":\#(1 + $0)}}"#
    }
    func isRelated(_ old: StoredLayout, _ new: StoredLayout, by maps: ItemMapCache) -> Bool {
      (try? maps.map(from: old, to: new, LayoutBudget())) != nil
    }
    #expect(isRelated(root, versions[999], by: maps))
    #expect(isRelated(versions[999], root, by: maps))
    #expect(!isRelated(root, versions[1_000], by: maps))
    #expect(!isRelated(versions[1_001], root, by: maps))
    #expect(isRelated(versions[1], versions[1_001], by: maps))
    // Layouts of two documents are matched by ids.
    #expect(isRelated(try stored(TestDocument.list(4)), versions[0], by: maps))
    // Without a share nothing earlier is remembered, but each version knows its own parent.
    let empty = ItemMapCache(cacheBytes: 0)
    let forgetful = try self.versions(3, of: root, empty) {
      #"{"append":[{"items":\#(1 + $0)}]}"#
    }
    #expect(!isRelated(root, forgetful[2], by: empty))
    #expect(isRelated(forgetful[1], forgetful[2], by: empty))
    #expect(isRelated(forgetful[2], forgetful[1], by: empty))
  }

  @Test func `A version stores its last updates, as many as fit into its share`() throws {
    let map = ItemMap.identity(sectionCount: 1)
    func record(_ number: Int) -> UpdateRecord {
      UpdateRecord(
        parent: LayoutID(hashing: Array("\(number)".utf8)), isParentVersion: number > 0, map: map)
    }
    let cost = record(0).byteCount
    for most in [0, cost, 40 * cost, .max] {
      var history = UpdateHistory()
      var all: [UpdateRecord] = []
      for number in 0..<1_100 {
        all.append(record(number))
        history = history.followed(by: all[number], atMost: most)
        #expect(history.last === all[number])
        #expect(history.recordBytes == history.count * cost)
        #expect(history.recordBytes <= max(most, cost))
        #expect(history.count < ItemMaps.maxSteps + UpdateHistory.Segment.length)
        // Those that are remembered are the last ones, in order.
        for back in [0, 1, 30, 31, 32, 33, 500, history.count - 1] where back < history.count {
          #expect(history[back: back] === all[number - back], "\(most), \(number), \(back)")
        }
        #expect(history[back: history.count] == nil)
      }
      #expect(history.count >= (most == .max ? ItemMaps.maxSteps : min(most / cost, 8)))
    }
  }

  @Test func `A large update among a thousand small ones is composed a few times only`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 30)
    let root = try stored(TestDocument.list(20_000))
    // Each second item goes: ten thousand runs.
    let large = (0..<10_000).map { "[0,\(2 * $0)]" }.joined(separator: ",")
    let versions = try versions(900, of: root, maps) {
      $0 == 0 ? #"{"delete":[\#(large)]}"# : #"{"delete":[[0,\#(($0 * 7) % 9_000)]]}"#
    }
    var looks = 0
    let budget = LayoutBudget(isWanted: {
      looks += 1
      return true
    })
    let map = try maps.map(from: root, to: versions[899], budget)
    // Copied once for each of the others it would be looked at 900 times at least.
    #expect(looks > 0 && looks < 100, "\(looks) looks")
    // The second time nothing is composed.
    looks = 0
    let again = try maps.map(from: root, to: versions[899], budget)
    #expect(looks == 0 && again.runCount == map.runCount)
  }

  @Test func `Maps that were composed are kept within their share`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 22)
    let root = try stored(TestDocument.list(1_000))
    let versions = try versions(200, of: root, maps) { #"{"delete":[[0,\#($0 * 3)]]}"# }
    var cost = 0
    for version in versions.dropFirst() {
      cost += try maps.map(from: root, to: version, LayoutBudget()).byteCount
      #expect(maps.cachedMap(from: root.id, to: version.id) != nil)
    }
    #expect(cost > 1 << 17)
    let kept = versions.compactMap { maps.cachedMap(from: root.id, to: $0.id) }
    #expect(kept.count > 4)
    #expect(kept.reduce(0) { $0 + $1.byteCount + ItemMapCache.overhead } <= 1 << 17)
  }

  @Test func `Updates of more runs than may be composed are too far apart`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 34)
    let root = try stored(TestDocument.list(100_000))
    // Thirty thousand runs each.
    let halves = (0..<30_000).map { "[0,\($0 * 2)]" }.joined(separator: ",")
    let versions = try versions(10, of: root, maps) {
      #"{"delete":[\#(halves)],"append":[{"items":\#(30_000 + $0)}]}"#
    }
    let one = try #require(versions[0].history.last).map.runCount
    #expect(one >= 30_000 && 10 * one > ItemMaps.maxTotalRuns)
    #expect(throws: LineageError.unrelated) {
      _ = try maps.map(from: root, to: versions[9], LayoutBudget())
    }
    #expect(throws: Never.self) {
      _ = try maps.map(from: root, to: versions[4], LayoutBudget())
    }
  }

  @Test func `An event loop compares few elements only, one update apart`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 24)
    func base(_ old: StoredLayout, _ new: StoredLayout) -> ResponseSubject.Base? {
      ResponseSubject.Base(short: old.version, to: new.version)
    }
    let insert = { (_: Int) in #"{"insert":[{"indexPath":[0,0],"items":[7]}]}"# }
    let few = try stored(TestDocument.list(10))
    let versions = try versions(2, of: few, maps, insert)
    #expect(base(few, versions[0])?.map.item(after: ItemPath(0, 0)) == ItemPath(0, 1))
    #expect(base(versions[0], few)?.map.item(after: ItemPath(0, 1)) == ItemPath(0, 0))
    #expect(base(few, versions[1]) == nil)
    let many = try stored(TestDocument.list(SearchEffort.shortChanges + 1))
    let version = try self.versions(1, of: many, maps, insert)[0]
    #expect(base(many, version) == nil)
    #expect(base(version, many) == nil)
  }

  @Test func `Composing ends when its time is up`() throws {
    let maps = ItemMapCache(cacheBytes: 1 << 24)
    let root = try stored(TestDocument.list(3))
    let versions = try versions(3, of: root, maps) { _ in #"{"append":[{"items":1}]}"# }
    #expect(throws: LineageError.cancelled) {
      let budget = LayoutBudget(isWanted: { false })
      _ = budget.checkpoint()
      _ = try maps.map(from: root, to: versions[2], budget)
    }
  }
}
