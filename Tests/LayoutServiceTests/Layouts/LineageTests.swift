import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// Ids of versions, and what lies between two of them (Contract §11, §12).
@Suite struct LineageTests {
  private static let document =
    #"{"container":{"width":390,"height":844},"layout":{"type":"list"},"items":[120,180]}"#

  @Test func `A version's id is made of its parent's and the update's bytes`() {
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

  /// Versions by updates, kept.
  private func versions(
    _ count: Int, of parent: StoredLayout, _ lineage: Lineage, _ text: (Int) -> String
  ) throws -> [StoredLayout] {
    var versions: [StoredLayout] = []
    var last = parent
    for number in 0..<count {
      let update = Array(text(number).utf8)
      var work = LayoutComputation.Work(BodyPieces(update), of: last)
      var times = WorkTimes()
      let product = try LayoutComputation(maxItems: 1_000_000).run(
        &work, LayoutBudget(), &times)
      last = StoredLayout(LayoutID.child(of: last.id, update: update), product)
      if let record = last.record { lineage.keep(record, of: last.id) }
      versions.append(last)
    }
    return versions
  }

  private func stored(_ text: String) throws -> StoredLayout {
    var work = LayoutComputation.Work(BodyPieces(Array(text.utf8)))
    var times = WorkTimes()
    let product = try LayoutComputation(maxItems: 1_000_000).run(&work, LayoutBudget(), &times)
    return StoredLayout(LayoutID(hashing: Array(text.utf8)), product)
  }

  @Test func `Maps go forwards, backwards and across branches`() throws {
    let lineage = Lineage(cacheBytes: 1 << 24)
    let root = try stored(TestDocument.list(10))
    // Each puts a row in front: what stood first stands one farther down.
    let text = { (number: Int) in #"{"insert":[{"indexPath":[0,0],"items":[\#(number)]}]}"# }
    let long = try versions(20, of: root, lineage, text)
    let other = try versions(3, of: long[9], lineage) { text(100 + $0) }
    func item(_ item: Int, from old: StoredLayout, to new: StoredLayout) throws -> ItemPath? {
      try lineage.map(from: old, to: new, LayoutBudget()).item(after: ItemPath(0, item))
    }
    #expect(try item(0, from: root, to: long[19]) == ItemPath(0, 20))
    #expect(try item(20, from: long[19], to: root) == ItemPath(0, 0))
    #expect(try item(19, from: long[19], to: root) == nil)
    // Ten up and three down: the ten rows that only the one branch has are gone.
    #expect(try item(10, from: long[19], to: other[2]) == ItemPath(0, 3))
    #expect(try item(9, from: long[19], to: other[2]) == nil)
    #expect(try item(4, from: root, to: root) == ItemPath(0, 4))
  }

  @Test func `Versions of two documents, forgotten ones and those too far apart are unrelated`()
    throws
  {
    let lineage = Lineage(cacheBytes: 1 << 26)
    let root = try stored(TestDocument.list(3))
    let versions = try versions(1_002, of: root, lineage) {
      #"{"append":[{"items":1}],"container":{"height":\#(1 + $0)}}"#
    }
    func isRelated(_ old: StoredLayout, _ new: StoredLayout, by lineage: Lineage) -> Bool {
      (try? lineage.map(from: old, to: new, LayoutBudget())) != nil
    }
    #expect(isRelated(root, versions[999], by: lineage))
    #expect(isRelated(versions[999], root, by: lineage))
    #expect(!isRelated(root, versions[1_000], by: lineage))
    #expect(!isRelated(versions[1_001], root, by: lineage))
    #expect(isRelated(versions[1], versions[1_001], by: lineage))
    #expect(!isRelated(try stored(TestDocument.list(4)), versions[0], by: lineage))
    // What lies in between is not known here, but each layout knows its own parent.
    let empty = Lineage(cacheBytes: 0)
    #expect(!isRelated(root, versions[2], by: empty))
    #expect(isRelated(versions[1], versions[2], by: empty))
    #expect(isRelated(versions[2], versions[1], by: empty))
  }

  @Test func `Composing ends when its time is up`() throws {
    let lineage = Lineage(cacheBytes: 1 << 24)
    let root = try stored(TestDocument.list(3))
    let versions = try versions(3, of: root, lineage) { _ in #"{"append":[{"items":1}]}"# }
    #expect(throws: LineageError.cancelled) {
      let budget = LayoutBudget(isWanted: { false })
      _ = budget.looksNow()
      _ = try lineage.map(from: root, to: versions[2], budget)
    }
  }
}
