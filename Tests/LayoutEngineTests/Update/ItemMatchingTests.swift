import LayoutWire
import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Documents whose items are matched by ids (LayoutRules M7).
@Suite struct ItemMatchingTests {
  /// `TATAMI_RANDOM_DOCUMENTS=20000` compares that many pairs; a failure names its seed.
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_DOCUMENTS"].flatMap(UInt64.init) ?? 400

  @Test(arguments: 0..<10)
  func `M7: maps by ids, and the changes and anchors that they give, are those of dictionaries`(
    run: UInt64
  ) throws {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var documents = RandomDocument(seed: seed, maxItems: [12, 40, 40, 300][Int(seed / 10 % 4)])
      let pair = try #require(Self.pair(&documents), "seed \(seed)")
      try expect(pair.old, pair.new, using: &documents, "seed \(seed)")
    }
  }

  /// Two layouts whose items share ids: two documents, or one with other items in its places.
  private static func pair(
    _ documents: inout RandomDocument
  ) -> (old: PreparedLayout, new: PreparedLayout)? {
    for _ in 0..<200 {
      var old = documents.next()
      let labels = labels(of: old, using: &documents)
      label(&old, labels)
      var new = documents.random.next() % 4 == 0 ? documents.next() : old
      switch documents.below(4) {
      case 0: label(&new, self.labels(of: new, using: &documents))
      case 1: label(&new, labels.shuffled(using: &documents.random))
      default: label(&new, disturbed(labels, using: &documents))
      }
      if !new.sections.isEmpty, documents.below(3) == 0 {
        var sections = Array(new.sections)
        sections.swapAt(documents.below(sections.count), documents.below(sections.count))
        if documents.below(2) == 0 { sections.remove(at: documents.below(sections.count)) }
        new.sections = Sections(sections)
      }
      guard let one = try? PreparedLayout(old), let other = try? PreparedLayout(new) else {
        continue
      }
      return (one, other)
    }
    return nil
  }

  /// An item's id and data.
  private typealias Label = (id: [UInt8]?, data: [UInt8]?)

  private static func labels(
    of document: LayoutDocument, using documents: inout RandomDocument
  ) -> [Label] {
    let count = document.sections.reduce(0) { $0 + $1.items.count }
    let (pool, rate) = (1 + documents.below(2 * count + 1), documents.below(5))
    let haveData = documents.below(3) == 0
    return (0..<count).map { item in
      let number = documents.below(4) == 0 ? documents.below(pool) : item
      let id: ItemID = number % 7 == 0 ? .number(WholeNumber(number)) : .text("\(number)")
      let data = haveData && documents.below(2) == 0 ? Array("\(documents.below(2))".utf8) : nil
      return (documents.below(4) < rate ? id.encoded : nil, data)
    }
  }

  /// The labels with some moved, left out or changed.
  private static func disturbed(
    _ labels: [Label], using documents: inout RandomDocument
  ) -> [Label] {
    var labels = labels
    for _ in 0..<documents.below(6) where !labels.isEmpty {
      let place = documents.below(labels.count)
      switch documents.below(4) {
      case 0:
        let label = labels.remove(at: place)
        labels.insert(label, at: documents.below(labels.count + 1))
      case 1: labels.remove(at: place)
      case 2: labels.insert((Array("new-\(place)".utf8), nil), at: place)
      default: labels[place].data = Array("7".utf8)
      }
    }
    return labels
  }

  /// Gives a document's items the ids and data of a list; items beyond it have none.
  private static func label(_ document: inout LayoutDocument, _ labels: [Label]) {
    var next = 0
    document.sections = Sections(
      document.sections.map { section in
        var section = section
        var columns = section.items.unpacked
        (columns.ids, columns.data) = (TextColumn(), TextColumn())
        for item in 0..<columns.count where next < labels.count {
          if let id = labels[next].id { _ = columns.ids.set(id, at: item) }
          if let data = labels[next].data { _ = columns.data.set(data, at: item) }
          next += 1
        }
        section.items = Items(columns)
        return section
      })
  }

  private func expect(
    _ old: PreparedLayout, _ new: PreparedLayout, using documents: inout RandomDocument,
    _ comment: Comment
  ) throws {
    let map = try #require(ItemMap.matching(from: old, to: new))
    let expected = ItemMatchingReference(from: old.document, to: new.document)
    let before = Dictionary(uniqueKeysWithValues: expected.after.map { ($0.value, $0.key) })
    for (number, section) in old.document.sections.enumerated() {
      #expect(map.section(after: number) == expected.sections[number], comment)
      for item in 0..<section.items.count {
        let path = ItemPath(number, item)
        #expect(map.item(after: path) == expected.after[path], comment)
        #expect(map.isReplaced(path) == expected.replaced.contains(path), comment)
      }
    }
    for (number, section) in new.document.sections.enumerated() {
      for item in 0..<section.items.count {
        let path = ItemPath(number, item)
        #expect(map.item(before: path) == before[path], comment)
      }
    }
    _ = try RandomUpdateTests().compare(old, new, map, using: &documents, comment)
  }

  // MARK: Cases

  private func layout(_ sections: [[(id: ItemID?, height: Double)]]) throws -> PreparedLayout {
    let sections = sections.map { items in
      var columns = ItemColumns(count: items.count)
      for (place, item) in items.enumerated() {
        columns.numbers.set(item.height, at: place)
        if let id = item.id { _ = columns.ids.set(id.encoded, at: place) }
      }
      return LayoutSection(items: columns)
    }
    return try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.list(ListSpec())), sections: sections))
  }

  private func layout(_ ids: [[ItemID?]]) throws -> PreparedLayout {
    try layout(ids.map { $0.map { ($0, 10) } })
  }

  /// The new place of each item of the first section; nil if the item is deleted.
  private func places(_ old: [[ItemID?]], _ new: [[ItemID?]]) throws -> [[ItemPath?]] {
    let map = try #require(ItemMap.matching(from: try layout(old), to: try layout(new)))
    return old.enumerated().map { section, items in
      items.indices.map { map.item(after: ItemPath(section, $0)) }
    }
  }

  @Test func `M7: an item with an id is the item of that id, also in another section`() throws {
    #expect(
      try places([["a", "b"], ["c", 1]], [["c", "b"], [1, "a", "1"]])
        == [[ItemPath(1, 1), ItemPath(0, 1)], [ItemPath(0, 0), ItemPath(1, 0)]])
    // A number is not the text of its digits.
    #expect(try places([[1]], [["1"]]) == [[nil]])
  }

  @Test func `M7: the first item of an id is the first one of it`() throws {
    #expect(
      try places([["a", "a", "a"]], [["a", "b"], ["a"]])
        == [[ItemPath(0, 0), ItemPath(1, 0), nil]])
  }

  @Test func `M7: items without ids are matched in the order of their section`() throws {
    #expect(
      try places([[nil, "a", nil]], [["a", nil, "b"]]) == [[ItemPath(0, 1), ItemPath(0, 0), nil]])
    // Never with one that has an id.
    #expect(try places([[nil]], [["a"]]) == [[nil]])
  }

  @Test func `M7: a section is the one with which it shares most items`() throws {
    func sections(_ old: [[ItemID?]], _ new: [[ItemID?]]) throws -> [Int?] {
      let map = try #require(ItemMap.matching(from: try layout(old), to: try layout(new)))
      return old.indices.map { map.section(after: $0) }
    }
    #expect(
      try sections([["a", "b"], ["c", "d", "e"]], [["c", "a", "b"], ["d", "e"]]) == [0, 1])
    #expect(try sections([["a"], ["b"]], [["b"], ["a"]]) == [1, 0])
    #expect(try sections([["a"], ["b"]], [["x"], ["a"], ["b"]]) == [1, 2])
    // Without shared items it is the one of the same number.
    #expect(try sections([["a"], [nil]], [["x"], [nil]]) == [0, 1])
    #expect(try sections([["a"], ["b"]], [["a", "b"]]) == [0, nil])
  }

  @Test
  func `M7: a list that is posted again in another order moves its rows and holds the anchor`()
    throws
  {
    let old = try layout([(0..<100).map { (.number(WholeNumber($0)), Double(50 + $0 % 7)) }])
    let rows = (0..<100).reversed().map { (ItemID?.some(.number(WholeNumber($0))), Double(50)) }
    let new = try layout([rows])
    let map = try #require(ItemMap.matching(from: old, to: new))
    let bounds = Rect(x: 0, y: 600, width: 100, height: 100)
    let changes = try new.changes(from: old, map, ChangesQuery(rect: bounds, bounds: bounds))
    #expect(changes.deleted.isEmpty && changes.inserted.isEmpty)
    let anchor = try #require(changes.anchor)
    #expect(anchor.new == ItemPath(0, 99 - anchor.old.item))
    let (one, other) = (
      try old.attributes(LayoutQuery(.all))[anchor.old.item],
      try new.attributes(LayoutQuery(.all))[anchor.new.item]
    )
    #expect(
      other.frame.y - (changes.contentOffset?.y ?? .nan) == one.frame.y - bounds.y)
  }

  @Test func `M7: a hundred thousand shuffled items are matched with the memory that is counted`()
    throws
  {
    var random = SeededGenerator(seed: 1)
    let ids = (0..<100_000).map { ItemID?.some(.number(WholeNumber($0))) }
    let (old, new) = (try layout([ids]), try layout([ids.shuffled(using: &random)]))
    var (looks, bytes) = (0, 0)
    let budget = LayoutBudget(
      isWanted: {
        looks += 1
        return true
      },
      takeMemory: {
        bytes += $0
        return true
      })
    let map = try #require(ItemMap.matching(from: old, to: new, budget))
    #expect(map.runCount >= 99_000)
    #expect(bytes >= map.byteCount && bytes < 200 * ids.count)
    #expect(looks > 50)
    // Whenever the budget ends, so does the matching.
    for end in [0, 1, looks / 3, looks - 1] {
      var left = end
      let budget = LayoutBudget(isWanted: {
        left -= 1
        return left >= 0
      })
      #expect(ItemMap.matching(from: old, to: new, budget) == nil, "\(end) of \(looks)")
    }
    #expect(
      ItemMap.matching(from: old, to: new, LayoutBudget(takeMemory: { _ in false })) == nil)
    // Items of one id take no longer.
    let same = try layout([[ItemID?](repeating: "a", count: 100_000)])
    let one = try #require(ItemMap.matching(from: same, to: same))
    #expect(one.item(after: ItemPath(0, 77_777)) == ItemPath(0, 77_777) && one.runCount < 3)
  }

  @Test func `J7: of equal ids in replaced sections, the first in the version is the first one`()
    throws
  {
    let text = #"{"container":{"width":9,"height":9},"layout":{"type":"list"},"sections":["#
    let layout = try PreparedLayout(
      LayoutDocumentReader.read(
        Array((text + #"{"items":[{"id":1}]},{"items":[{"id":1}]}]}"#).utf8)))
    let update = try LayoutUpdateReader.read(
      Array(
        #"{"replaceSections":[{"section":0,"items":[{"id":1}]}],"moveSections":[{"from":1,"to":0}]}"#
          .utf8))
    var both = update
    both.sectionReplacements.append(
      LayoutUpdate.SectionReplacement(ofSection: 1, items: update.sectionReplacements[0].items))
    let map = try layout.updated(by: both, maxItems: 9).map
    // Section 1 comes first in the version.
    #expect(map.item(after: ItemPath(0, 0)) == ItemPath(0, 0))
    #expect(map.item(after: ItemPath(1, 0)) == ItemPath(1, 0))
  }
}
