import LayoutEngine
import LayoutWire
import Testing

// The article `LayingOutWithoutAServer` shows parts of this file, which a test compares. So nothing
// here may need more than what an app gets: `LayoutEngine` is imported without `@testable`.

/// A wall of photos: as many columns of 160 points and more as fit.
func wall(of photos: [(width: Double, height: Double)], width: Double) -> LayoutDocument {
  var items = ItemColumns(count: photos.count)
  for (item, photo) in photos.enumerated() {
    items.widths.set(photo.width, at: item)
    items.heights.set(photo.height, at: item)
  }
  var waterfall = WaterfallSpec()
  waterfall.columns = .minWidth(160)
  waterfall.sectionInset = Insets(top: 10, left: 10, bottom: 10, right: 10)
  return LayoutDocument(
    container: Container(size: Size(width: width, height: 844)),
    layout: LayoutVariants(.waterfall(waterfall)),
    sections: [LayoutSection(items: items)])
}

/// The photos of the article, by hand: two columns of (390 − 20 − 10) / 2 = 180 points.
@Suite struct LayingOutWithoutAServerTests {
  private static let photos: [(width: Double, height: Double)] = [
    (400, 300), (200, 200), (300, 600),
  ]

  @Test func `A document in code gives frames in a rectangle`() throws {
    let layout = try PreparedLayout(wall(of: Self.photos, width: 390))
    #expect(layout.contentSize == Size(width: 390, height: 525))

    let visible = Rect(x: 0, y: 0, width: 390, height: 150)
    let cells = layout.attributes(in: visible)
    #expect(
      cells.map(\.frame) == [
        Rect(x: 10, y: 10, width: 180, height: 135),
        Rect(x: 200, y: 10, width: 180, height: 180),
      ])
    // The third photo begins below the rectangle, at 10 + 135 + 10.
    let below = Rect(x: 0, y: 150, width: 390, height: 400)
    #expect(
      layout.attributes(in: below).map(\.frame) == [
        Rect(x: 200, y: 10, width: 180, height: 180),
        Rect(x: 10, y: 155, width: 180, height: 360),
      ])
  }

  @Test func `Scrolling and single items are asked the same way`() throws {
    let layout = try PreparedLayout(wall(of: Self.photos, width: 390))
    let third = LayoutIndexPath(item: 2, section: 0)
    #expect(layout.frame(at: third) == Rect(x: 10, y: 155, width: 180, height: 360))
    #expect(layout.frame(at: LayoutIndexPath(item: 3, section: 0)) == nil)
    #expect(layout.attributes(at: third)?.indexPath == third)
    #expect(layout.attributes(at: third, kind: "header") == nil)
    #expect(throws: QueryError.noSuchElement(LayoutIndexPath(section: 0, item: 3), kind: nil)) {
      try layout.select(LayoutQuery(.indexPaths([LayoutIndexPath(section: 0, item: 3)], kind: nil)))
    }
  }

  @Test func `A loop visits what a query finds, in the order of answers`() throws {
    let layout = try PreparedLayout(wall(of: Self.photos, width: 390))
    var bottom = 0.0
    for element in try layout.select(LayoutQuery(.all)) { bottom = max(bottom, element.frame.maxY) }
    #expect(bottom == 515)

    let all = try layout.select(LayoutQuery(.all))
    #expect(all.map(\.item) == [0, 1, 2])
    #expect(all.underestimatedCount == 3)
    // A selection may be walked again.
    #expect(all.first { $0.frame.x > 100 }?.item == 1)
    #expect(Array(all).count == 3)
  }

  @Test func `A fraction of the parent's side needs no points beside it`() throws {
    let size = LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(0.25))
    #expect(
      size
        == LayoutSize(
          width: .fractionalWidth(0.5, plus: 0), height: .fractionalHeight(0.25, plus: 0)))
  }

  @Test(arguments: [
    (
      LayoutGroup.horizontal(size: square, subitems: [item(0.25, 1), item(0.75, 1)]),
      [Rect(x: 0, y: 0, width: 25, height: 100), Rect(x: 25, y: 0, width: 75, height: 100)]
    ),
    (
      .vertical(size: square, subitems: [item(1, 0.25), item(1, 0.75)]),
      [Rect(x: 0, y: 0, width: 100, height: 25), Rect(x: 0, y: 25, width: 100, height: 75)]
    ),
    (
      .horizontal(size: square, repeating: item(0.1, 1), count: 2),
      [Rect(x: 0, y: 0, width: 50, height: 100), Rect(x: 50, y: 0, width: 50, height: 100)]
    ),
    (
      .vertical(size: square, repeating: item(1, 0.1), count: 2),
      [Rect(x: 0, y: 0, width: 100, height: 50), Rect(x: 0, y: 50, width: 100, height: 50)]
    ),
  ])
  func `Groups are made by the names of UIKit`(group: LayoutGroup, frames: [Rect]) throws {
    let layout = try PreparedLayout(
      LayoutDocument(
        container: Container(size: Size(width: 100, height: 100)),
        layout: LayoutVariants(.compositional(CompositionalSpec(group: group))),
        sections: [LayoutSection(items: Items(count: 2))]))
    #expect(try layout.select(LayoutQuery(.all)).map(\.frame) == frames)
  }

  private static let square = LayoutSize(width: .absolute(100), height: .absolute(100))

  private static func item(_ width: Double, _ height: Double) -> LayoutItem {
    LayoutItem(size: LayoutSize(width: .fractionalWidth(width), height: .fractionalHeight(height)))
  }

  @Test func `A document in JSON that is none says where and why`() {
    #expect {
      try LayoutDocument(json: #"{"container":{"width":-1,"height":1},"items":1}"#.utf8)
    } throws: { error in
      guard case DocumentError.invalid(let places) = error else { return false }
      return places.map(\.pointer) == ["/container/width"]
    }
  }

  @Test func `What cannot be laid out says where and why`() {
    do {
      _ = try PreparedLayout(wall(of: Self.photos, width: 20))
      Issue.record("a container of 20 points has no room between insets of 10")
    } catch {
      let issue = error.issues[0]
      #expect(issue.path == DocumentPath.root.field("layout").field("sectionInset"))
      #expect(!issue.reason.isEmpty)
    }
  }

  @Test func `The document that an app makes is the one that a server reads`() throws {
    let json = """
      {"container":{"width":390,"height":844},
       "layout":{"type":"waterfall","columns":{"minWidth":160},
                 "sectionInset":{"top":10,"left":10,"bottom":10,"right":10}},
       "items":[[400,300],[200,200],[300,600]]}
      """
    let read = try LayoutDocument(json: json.utf8)
    let everything = Rect(x: 0, y: 0, width: 390, height: 1_000)
    let here = try PreparedLayout(wall(of: Self.photos, width: 390))
    let there = try PreparedLayout(read)
    #expect(here.attributes(in: everything) == there.attributes(in: everything))
    #expect(here.contentSize == there.contentSize)
  }
}
