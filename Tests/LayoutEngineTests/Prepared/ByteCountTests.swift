import TestSupport
import Testing

@testable import LayoutEngine

/// What a layout is said to hold, which a cache counts it by.
@Suite struct ByteCountTests {
  private let frames = (0..<10_000).map {
    CustomFrame(frame: Rect(x: 0, y: Double($0), width: 10, height: 1), zIndex: $0 % 3)
  }

  private func byteCount(
    _ layout: () -> SectionLayout, sections: Int, items: Int, own: Bool = false
  ) throws -> Int {
    // Each made anew, as it is read.
    let sections = (0..<sections).map { _ in
      LayoutSection(items: Items(count: items), layout: own ? LayoutVariants(layout()) : nil)
    }
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(layout()), sections: sections))
    #expect(layout.byteCount == Self.walkedByteCount(of: layout))
    return layout.byteCount
  }

  /// The bytes of all parts that are found by walking a layout, each once.
  static func walkedByteCount(of layout: PreparedLayout) -> Int {
    var (count, seen) = (0, Set<ObjectIdentifier>())
    func walk(_ part: any SharedNode) {
      guard seen.insert(ObjectIdentifier(part)).inserted else { return }
      count += part.byteCount
      part.visitSharedNodes { walk($0) }
    }
    walk(layout.part)
    return count
  }

  /// A frame and its stacking order.
  private let minBytes = 10_000 * (32 + 9)

  /// Sections of their own layouts hold as much each; those of one layout next to nothing more.
  private func expectShared(
    _ layout: @autoclosure () -> SectionLayout, items: Int
  ) throws {
    let one = try byteCount(layout, sections: 1, items: items)
    #expect(one > minBytes)
    #expect(try byteCount(layout, sections: 50, items: items) < one + 49 * 2_000)
    #expect(try byteCount(layout, sections: 5, items: items, own: true) > 5 * minBytes)
  }

  @Test func `given frames that sections share are counted once`() throws {
    try expectShared(.custom(CustomSpec(frames: frames)), items: 10_000)
  }

  @Test func `a group's template and supplementaries that sections share are counted once`() throws
  {
    let group = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .absolute(10_000)),
      content: .frames(frames))
    try expectShared(.compositional(CompositionalSpec(group: group)), items: 10_000)

    var badge = SupplementaryItem(
      kind: "badge", size: LayoutSize(width: .absolute(1), height: .absolute(1)))
    badge.containerAnchor = LayoutAnchor(edges: [.top])
    var item = LayoutItem(size: LayoutSize(width: .absolute(1), height: .absolute(0.01)))
    item.supplementaryItems = [badge]
    let badged = LayoutGroup(
      size: LayoutSize(width: .absolute(10), height: .absolute(100)),
      content: .subitems(axis: .vertical, subitems: [.item(item)], count: nil))
    try expectShared(.compositional(CompositionalSpec(group: badged)), items: 10_000)
  }

  @Test func `frames of an arrangement that sections share are counted once`() throws {
    func group() -> LayoutGroup {
      LayoutGroup(
        size: LayoutSize(width: .absolute(10), height: .estimated(100)),
        content: .arrangement(.custom(CustomSpec(frames: frames))))
    }
    try expectShared(.compositional(CompositionalSpec(group: group())), items: 10_000)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `what is summed up while a document is laid out is what a walk finds`(seed: UInt64) throws {
    var documents = RandomDocument(seed: seed)
    guard let layout = try? PreparedLayout(documents.next()) else { return }
    #expect(layout.byteCount == Self.walkedByteCount(of: layout), "seed \(seed)")
  }

  @Test func `given frames are held once, by the document and by the cells`() throws {
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.custom(CustomSpec(frames: frames))),
        sections: [LayoutSection(items: Items(count: 10_000))]))
    // A frame, its stacking order, and what the index takes for it.
    #expect(layout.byteCount < 10_000 * (32 + 16 + 4) + 4_000)
    guard case .custom(let spec) = layout.document.layout?.variants.first?.layout else {
      Issue.record("the layout is a custom one")
      return
    }
    var found = false
    layout.content.sections[0].solution.visitSharedNodes { storage in
      storage.visitSharedNodes { found = found || $0 === spec.given }
    }
    #expect(found)
  }

  @Test func `layouts are counted with what they are made of, however deep`() throws {
    func byteCount(_ layout: LayoutVariants) throws -> Int {
      try PreparedLayout(
        LayoutDocument(
          container: Container(size: Size(width: 100, height: 100)), layout: layout, sections: [])
      ).byteCount
    }
    let size = LayoutSize(width: .absolute(1), height: .absolute(1))
    let plain = try byteCount(LayoutVariants(.list(ListSpec())))
    let kind = String(repeating: "k", count: 1_000)
    var item = LayoutItem(size: size)
    item.supplementaryItems = [SupplementaryItem(kind: kind, size: size)]
    var group = LayoutGroup(
      size: size, content: .subitems(axis: .vertical, subitems: [.item(item)], count: nil))
    group.supplementaryItems = [SupplementaryItem(kind: kind, size: size)]
    for depth in 1...3 {
      var spec = CompositionalSpec(group: group)
      spec.decorationItems = [DecorationItem(kind: kind)]
      spec.boundarySupplementaryItems = [
        BoundarySupplementaryItem(kind: kind, size: size, alignment: .top)
      ]
      // A variant that is not chosen is kept like the others.
      let variants = LayoutVariants(variants: [
        LayoutVariant(condition: LayoutCondition(), layout: .list(ListSpec())),
        LayoutVariant(condition: LayoutCondition(), layout: .compositional(spec)),
      ])
      let kinds = try byteCount(variants) - plain
      #expect(kinds > 1_000 * (3 + depth) && kinds < 1_700 * (3 + depth))
      group = LayoutGroup(
        size: size, content: .subitems(axis: .vertical, subitems: [.group(group)], count: nil))
      group.supplementaryItems = [SupplementaryItem(kind: kind, size: size)]
    }
    let arranged = LayoutGroup(
      size: size, content: .arrangement(.custom(CustomSpec(frames: frames))))
    let custom = LayoutVariants(variants: [
      LayoutVariant(condition: LayoutCondition(), layout: .list(ListSpec())),
      LayoutVariant(
        condition: LayoutCondition(), layout: .compositional(CompositionalSpec(group: arranged))),
    ])
    #expect(try byteCount(custom) > plain + 10_000 * 32)
  }
}
