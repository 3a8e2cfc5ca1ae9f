import TestSupport
import Testing

import class Foundation.ProcessInfo

@testable import LayoutEngine

/// Random updates against the most obvious way to apply them and to compare versions.
///
/// `TATAMI_RANDOM_UPDATES=100000` runs that many sequences; a failure names its seed.
@Suite struct UpdatePropertyTests {
  private static let count =
    ProcessInfo.processInfo.environment["TATAMI_RANDOM_UPDATES"].flatMap(UInt64.init) ?? 120

  private static func layout(using random: inout SeededGenerator) -> SectionLayout {
    var waterfall = WaterfallSpec()
    waterfall.columns = .count(Int.random(in: 1...5, using: &random))
    var flow = FlowSpec()
    flow.itemSize = Size(width: 90, height: 50)
    flow.alignment =
      [.justified, .leading, .center, .trailing].randomElement(using: &random) ?? .justified
    flow.lineAlignment = [.center, .top, .bottom].randomElement(using: &random) ?? .center
    var magazine = MagazineSpec()
    magazine.background = true
    var list = ListSpec()
    list.headerFooter.headerReferenceSize = Size(width: 0, height: 30)
    return [
      .waterfall(waterfall), .flow(flow), .list(list), .justified(JustifiedSpec()),
      .magazine(magazine),
    ].randomElement(using: &random) ?? .list(list)
  }

  /// A version in the model's terms and in the engine's.
  private struct Version {
    var model: UpdateModel
    var layout: PreparedLayout
  }

  @Test(arguments: 0..<10)
  func
    `J1 J3 J4 J5 J6 L1 L2 L5 L8 M1 M3 M4 M5: versions, maps and changes are what comparing all finds`(
      run: UInt64
    ) throws
  {
    for seed in stride(from: run, to: Self.count, by: 10) {
      var random = SeededGenerator(seed: seed)
      let layout = Self.layout(using: &random)
      let container = Container(size: Size(width: 320, height: 480))
      var model = UpdateModel(
        sectionCount: Int.random(in: 1...5, using: &random),
        itemCount: [3, 40, 700].randomElement(using: &random) ?? 3, using: &random)
      let document = model.document(layout, container)
      var version = Version(model: model, layout: try PreparedLayout(document))
      for step in 0..<4 {
        let comment: Comment = "seed \(seed), step \(step)"
        let (update, next) = version.model.randomUpdate(using: &random)
        let old = version.layout
        let updated = try old.updated(by: update, maxItems: .max)
        let new = updated.layout
        model = next
        expectSame(new.document, next, comment)
        expectMap(updated.map, version.model, next, comment)
        let fresh = try PreparedLayout(next.document(layout, container))
        #expect(
          try new.attributes(LayoutQuery(.all)) == fresh.attributes(LayoutQuery(.all)), comment)
        try QueryPropertyTests.expectQueriesMatchScans(
          of: new, queries: 1, using: &random, comment)
        try expectChanges(from: version, to: new, next, updated.map, using: &random, comment)
        version = Version(model: next, layout: new)
      }
    }
  }

  private func expectSame(_ document: LayoutDocument, _ model: UpdateModel, _ comment: Comment) {
    #expect(document.sections.count == model.sections.count, comment)
    for (section, expected) in zip(document.sections, model.sections) {
      let columns = section.items.unpacked
      let items = (0..<columns.count).map { (columns.ids[$0] ?? "", columns.numbers[$0] ?? -1) }
      #expect(
        items.map(\.0) == expected.items.map { "\($0.identity)" }
          && items.map(\.1) == expected.items.map(\.height), comment)
    }
  }

  private func expectMap(
    _ map: ItemMap, _ old: UpdateModel, _ new: UpdateModel, _ comment: Comment
  ) {
    let (before, after) = (old.places, new.places)
    for (identity, path) in before {
      #expect(map.item(after: path) == after[identity], comment)
    }
    for (identity, path) in after {
      #expect(map.item(before: path) == before[identity], comment)
    }
    let sections = Dictionary(
      uniqueKeysWithValues: new.sections.enumerated().map { ($1.identity, $0) })
    for (number, section) in old.sections.enumerated() {
      #expect(map.section(after: number) == sections[section.identity], comment)
    }
  }

  // MARK: Changes

  /// An element as both versions know it.
  private struct Key: Hashable {
    var identity: Int
    var kind: String?
  }

  private func elements(
    _ layout: PreparedLayout, _ model: UpdateModel, bounds: Rect?
  ) throws -> [(key: Key, attributes: LayoutAttributes)] {
    try layout.attributes(LayoutQuery(.all, bounds: bounds).withoutEffects).map { attributes in
      let section = model.sections[attributes.section ?? 0]
      let identity =
        attributes.kind == nil ? section.items[attributes.item].identity : section.identity
      return (Key(identity: identity, kind: attributes.kind), attributes)
    }
  }

  /// Compares what is found with a comparison of all elements.
  private func expectChanges(
    from old: Version, to new: PreparedLayout, _ model: UpdateModel, _ map: ItemMap,
    using random: inout SeededGenerator, _ comment: Comment
  ) throws {
    let offset = Double.random(in: 0...max(1, old.layout.contentSize.height), using: &random)
    let bounds = Rect(x: 0, y: offset, width: 320, height: 480)
    let rect =
      Bool.random(using: &random) ? bounds : Rect(x: 0, y: offset - 100, width: 200, height: 900)
    let anchors: [ChangesQuery.Anchor] = [.first, .firstWhole, .last, .none]
    let query = ChangesQuery(
      rect: rect, bounds: bounds, anchor: anchors.randomElement(using: &random) ?? .first)
    let found = try new.changes(from: old.layout, map, query)
    let expectedOffset = try slowOffset(query, bounds, from: old, to: new, model)
    let moved = found.contentOffset?.y ?? .nan
    #expect(abs(moved - expectedOffset) < 1e-6, comment)
    let shift = moved - offset
    let newRect = rect.offsetBy(dx: 0, dy: shift)
    let before = try elements(old.layout, old.model, bounds: bounds)
    let after = try elements(new, model, bounds: bounds.offsetBy(dx: 0, dy: shift))
    let now = Dictionary(after.map { ($0.key, $0.attributes) }, uniquingKeysWith: { one, _ in one })
    let was = Dictionary(
      before.map { ($0.key, $0.attributes) }, uniquingKeysWith: { one, _ in one })
    let deleted = before.filter { now[$0.key] == nil && $0.attributes.frame.intersects(rect) }
    let inserted = after.filter { was[$0.key] == nil && $0.attributes.frame.intersects(newRect) }
    #expect(found.deleted == deleted.map(\.attributes), comment)
    #expect(found.inserted == inserted.map(\.attributes), comment)
    var changed: [LayoutAttributes] = []
    for (key, attributes) in after {
      guard let one = was[key] else { continue }
      let isReplaced =
        key.kind == nil && map.isReplaced(ItemPath(one.section ?? 0, one.item))
      let differs = one != attributes || isReplaced
      if differs { expectInside(found.invalidated, [one.frame, attributes.frame], comment) }
      let isHeld = one.frame.intersects(rect)
      let isSeen = attributes.frame.intersects(newRect)
      if differs && (isHeld || isSeen) || isSeen && !isHeld { changed.append(attributes) }
    }
    #expect(found.changed.map(\.attributes) == changed, comment)
    for (key, attributes) in before where now[key] == nil {
      expectInside(found.invalidated, [attributes.frame], comment)
    }
    for (key, attributes) in after where was[key] == nil {
      expectInside(found.invalidated, [attributes.frame], comment)
    }
  }

  private func expectInside(_ rect: Rect?, _ frames: [Rect], _ comment: Comment) {
    guard let rect else {
      Issue.record("nothing is invalidated: \(comment)")
      return
    }
    for frame in frames {
      #expect(
        rect.minX <= frame.minX && rect.minY <= frame.minY && frame.maxX <= rect.maxX + 1e-9
          && frame.maxY <= rect.maxY + 1e-6, comment)
    }
  }

  /// LayoutRules L for content that scrolls down, without insets.
  private func slowOffset(
    _ query: ChangesQuery, _ bounds: Rect, from old: Version, to new: PreparedLayout,
    _ model: UpdateModel
  ) throws -> Double {
    let greatestOld = max(0, old.layout.contentSize.height - 480)
    let greatest = max(0, new.contentSize.height - 480)
    let cells = try elements(old.layout, old.model, bounds: nil).filter { $0.key.kind == nil }
    let after = Dictionary(
      try elements(new, model, bounds: nil).map { ($0.key, $0.attributes.frame) },
      uniquingKeysWith: { one, _ in one })
    let visible = cells.filter { $0.attributes.frame.intersects(bounds) && after[$0.key] != nil }
    let anchor: (key: Key, attributes: LayoutAttributes)?
    var target = bounds.y
    switch query.anchor {
    case .first, .firstWhole:
      if bounds.y <= 1 { return 0 }
      let whole = visible.first {
        $0.attributes.frame.minY >= bounds.minY && $0.attributes.frame.maxY <= bounds.maxY
      }
      anchor = query.anchor == .first ? visible.first : whole ?? visible.first
      if let anchor, let now = after[anchor.key] {
        target = now.minY - (anchor.attributes.frame.minY - bounds.minY)
      }
    case .last:
      if bounds.y >= greatestOld - 1 { return greatest }
      anchor = visible.last
      if let anchor, let now = after[anchor.key] {
        target = now.maxY + (bounds.maxY - anchor.attributes.frame.maxY) - 480
      }
    case .none, .item: break
    }
    return min(max(0, target), greatest)
  }
}
