import LayoutEngine
import LayoutWire
import Testing

/// The fields of compositional layouts, and their defaults (Contract §2).
struct CompositionalFieldTests {
  private func spec(_ members: String) throws -> CompositionalSpec {
    guard
      case .compositional(let spec) = try Reading.layout(#""type":"compositional",\#(members)"#)
    else { throw NotCompositional() }
    return spec
  }

  private struct NotCompositional: Error {}

  private static let size = #""size":{"width":{"fractionalWidth":1},"height":{"absolute":44}}"#
  private static let group = #"{"direction":"vertical",\#(size),"subitems":[{\#(size)}]}"#

  private static let full = LayoutSize(
    width: .fractionalWidth(1, plus: 0), height: .absolute(44))

  @Test func `a section's defaults`() throws {
    let spec = try spec(#""group":\#(Self.group)"#)
    #expect(spec.interGroupSpacing == 0)
    #expect(spec.contentInsets == .zero)
    #expect(spec.orthogonalScrollingBehavior == .none)
    #expect(spec.boundarySupplementaryItems.isEmpty)
    #expect(spec.decorationItems.isEmpty)
    #expect(spec.supplementariesFollowContentInsets)
    #expect(spec.group.size == Self.full)
    #expect(spec.group.interItemSpacing == .fixed(0))
    #expect(spec.group.contentInsets == .zero)
    #expect(spec.group.edgeSpacing == EdgeSpacing())
    #expect(spec.group.supplementaryItems.isEmpty)
    guard case .subitems(let axis, let subitems, let count) = spec.group.content,
      case .item(let item)? = subitems.first
    else {
      Issue.record("the group holds an item")
      return
    }
    #expect(axis == .vertical)
    #expect(subitems.count == 1)
    #expect(count == nil)
    #expect(item.size == Self.full)
    #expect(item.contentInsets == .zero)
  }

  @Test func `a section's own fields`() throws {
    let spec = try spec(
      #"""
      "group":\#(Self.group),"interGroupSpacing":3,"supplementariesFollowContentInsets":false,
      "contentInsets":{"top":1,"leading":2,"bottom":3,"trailing":4},
      "orthogonalScrollingBehavior":"groupPagingCentered",
      "decorationItems":[{"kind":"back","contentInsets":{"top":5},"zIndex":-1},{"kind":"b"}]
      """#)
    #expect(spec.interGroupSpacing == 3)
    #expect(!spec.supplementariesFollowContentInsets)
    #expect(
      spec.contentInsets == DirectionalInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    #expect(spec.orthogonalScrollingBehavior == .groupPagingCentered)
    #expect(spec.decorationItems.map(\.kind) == ["back", "b"])
    #expect(spec.decorationItems.map(\.zIndex) == [-1, nil])
    #expect(spec.decorationItems[0].contentInsets.top == 5)
  }

  @Test func `how an orthogonal section decelerates and bounces`() throws {
    func properties(_ text: String) throws -> OrthogonalScrollingProperties? {
      try spec(#""group":\#(Self.group)\#(text)"#).orthogonalScrollingProperties
    }
    #expect(try properties("") == nil)
    #expect(
      try properties(#","orthogonalScrollingProperties":{}"#) == OrthogonalScrollingProperties())
    let given = try properties(
      #","orthogonalScrollingProperties":{"bounce":"never","decelerationRate":"fast"}"#)
    #expect(given?.decelerationRate == .fast && given?.bounce == .never)
  }

  @Test(
    arguments: zip(
      [
        "none", "continuous", "continuousGroupLeadingBoundary", "paging", "groupPaging",
        "groupPagingCentered",
      ],
      OrthogonalScrollingBehavior.allCases))
  func `orthogonal behaviours`(_ word: String, _ behavior: OrthogonalScrollingBehavior) throws {
    let spec = try spec(#""group":\#(Self.group),"orthogonalScrollingBehavior":"\#(word)""#)
    #expect(spec.orthogonalScrollingBehavior == behavior)
  }

  @Test func `groups nest and are told from items by their fields`() throws {
    let spec = try spec(
      #"""
      "group":{"subitems":[{\#(Self.size),"contentInsets":{"leading":1},
         "edgeSpacing":{"leading":{"fixed":2},"top":{"flexible":3},"trailing":{"flexible":0}}},
        {"subitems":[{\#(Self.size)}],"count":3,"direction":"vertical","interItemSpacing":{"flexible":4},
         \#(Self.size)}],\#(Self.size),"direction":"horizontal","interItemSpacing":{"fixed":5},
       "contentInsets":{"bottom":6},"edgeSpacing":{"bottom":{"fixed":7}}}
      """#)
    guard case .subitems(.horizontal, let subitems, nil) = spec.group.content,
      case .item(let item)? = subitems.first, case .group(let inner)? = subitems.last,
      case .subitems(.vertical, let innermost, 3) = inner.content
    else {
      Issue.record("the group holds an item and a group")
      return
    }
    #expect(spec.group.interItemSpacing == .fixed(5))
    #expect(spec.group.contentInsets.bottom == 6)
    #expect(spec.group.edgeSpacing.bottom == .fixed(7))
    #expect(item.contentInsets.leading == 1)
    #expect(item.edgeSpacing.leading == .fixed(2))
    #expect(item.edgeSpacing.top == .flexible(3))
    #expect(item.edgeSpacing.trailing == .flexible(0))
    #expect(item.edgeSpacing.bottom == nil)
    #expect(inner.interItemSpacing == .flexible(4))
    #expect(innermost.count == 1)
  }

  @Test func `a group repeats its subitem at its own size`() throws {
    let spec = try spec(
      #""group":{"direction":"horizontal",\#(Self.size),"subitems":[{\#(Self.size)}],"repeatingSubitem":3}"#
    )
    guard case .subitems(.horizontal, let subitems, nil) = spec.group.content else {
      Issue.record("the group holds subitems")
      return
    }
    #expect(spec.group.repeatingSubitem == 3 && subitems.count == 1)
  }

  @Test(arguments: [
    (#"{"absolute":5}"#, LayoutDimension.absolute(5)), (#"{"estimated":0}"#, .estimated(0)),
    (#"{"uniformAcrossSiblings":7.5}"#, .uniformAcrossSiblings(7.5)),
    (#"{"fractionalWidth":0.5}"#, .fractionalWidth(0.5, plus: 0)),
    (#"{"plus":-35,"fractionalWidth":1}"#, .fractionalWidth(1, plus: -35)),
    (#"{"fractionalHeight":2,"plus":3}"#, .fractionalHeight(2, plus: 3)),
  ])
  func `dimensions`(_ text: String, _ dimension: LayoutDimension) throws {
    let spec = try spec(
      #""group":{"direction":"vertical","subitems":[],"size":{"width":\#(text),"height":{"absolute":1}}}"#
    )
    #expect(spec.group.size == LayoutSize(width: dimension, height: .absolute(1)))
  }

  @Test func `supplementary items and anchors`() throws {
    let spec = try spec(
      #"""
      "group":{"direction":"custom",\#(Self.size),"frames":[[0,0,1,1]],"supplementaryItems":[
        {"kind":"badge",\#(Self.size),"zIndex":9,
         "containerAnchor":{"edges":["top","trailing"],"fractionalOffset":{"x":0.5,"y":-0.5}},
         "itemAnchor":{"edges":["bottom"],"absoluteOffset":{"y":3}}},
        {"kind":"plain",\#(Self.size),"containerAnchor":{}},{"kind":"bare",\#(Self.size)}]}
      """#)
    let items = spec.group.supplementaryItems
    #expect(items.map(\.kind) == ["badge", "plain", "bare"])
    #expect(items.map(\.zIndex) == [9, nil, nil])
    #expect(
      items[0].containerAnchor
        == LayoutAnchor(edges: [.top, .trailing], offset: .fractional(Point(x: 0.5, y: -0.5))))
    #expect(
      items[0].itemAnchor
        == LayoutAnchor(edges: .bottom, offset: .absolute(Point(x: 0, y: 3))))
    #expect(items[1].containerAnchor == LayoutAnchor())
    #expect(items[2].containerAnchor == nil)
    #expect(items[2].itemAnchor == nil)
    guard case .frames(let frames) = spec.group.content else {
      Issue.record("the group has given frames")
      return
    }
    #expect(frames == [CustomFrame(frame: Rect(x: 0, y: 0, width: 1, height: 1))])
  }

  @Test(
    arguments: [
      ("top", LayoutEdges.top), ("bottom", .bottom), ("leading", .leading),
      ("trailing", .trailing), ("topLeading", [.top, .leading]),
      ("topTrailing", [.top, .trailing]), ("bottomLeading", [.bottom, .leading]),
      ("bottomTrailing", [.bottom, .trailing]),
    ] as [(String, LayoutEdges)])
  func `boundary items and their alignments`(_ word: String, _ edges: LayoutEdges) throws {
    let spec = try spec(
      #"""
      "group":\#(Self.group),"boundarySupplementaryItems":[
       {"kind":"a","alignment":"\#(word)",\#(Self.size)},
       {"kind":"b","alignment":"\#(word)",\#(Self.size),"absoluteOffset":{"x":1,"y":-2},
        "extendsBoundary":false,"pinToVisibleBounds":true,"zIndex":4,"contentInsets":{"top":5}}]
      """#)
    let items = spec.boundarySupplementaryItems
    #expect(items.map(\.alignment) == [edges, edges])
    #expect(items.map(\.absoluteOffset) == [.zero, Point(x: 1, y: -2)])
    #expect(items.map(\.extendsBoundary) == [true, false])
    #expect(items.map(\.pinToVisibleBounds) == [false, true])
    #expect(items.map(\.zIndex) == [nil, 4])
    #expect(items.map(\.contentInsets.top) == [0, 5])
  }

  @Test func `a custom group may have an arrangement, its type last`() throws {
    let spec = try spec(
      #""group":{"arrangement":{"columns":3,"type":"waterfall"},"direction":"custom",\#(Self.size)}"#
    )
    guard case .arrangement(.waterfall(let waterfall)) = spec.group.content else {
      Issue.record("the group has an arrangement")
      return
    }
    #expect(waterfall.columns == .count(3))
  }
}
