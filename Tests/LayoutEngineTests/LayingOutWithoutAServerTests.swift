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
    sections: [Section(items: items)])
}

/// What stands in a rectangle, in the order of answers.
func elements(of layout: PreparedLayout, in rect: Rect) throws -> [LayoutAttributes] {
  var cursor = try layout.select(LayoutQuery(.rect(rect))).makeCursor()
  var elements: [LayoutAttributes] = []
  while let element = cursor.next() { elements.append(element) }
  return elements
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
    let cells = try elements(of: layout, in: visible)
    #expect(
      cells.map(\.frame) == [
        Rect(x: 10, y: 10, width: 180, height: 135),
        Rect(x: 200, y: 10, width: 180, height: 180),
      ])
    // The third photo begins below the rectangle, at 10 + 135 + 10.
    let below = Rect(x: 0, y: 150, width: 390, height: 400)
    #expect(
      try elements(of: layout, in: below).map(\.frame) == [
        Rect(x: 200, y: 10, width: 180, height: 180),
        Rect(x: 10, y: 155, width: 180, height: 360),
      ])
  }

  @Test func `Scrolling and single items are asked the same way`() throws {
    let layout = try PreparedLayout(wall(of: Self.photos, width: 390))
    let third = LayoutQuery(.indexPaths([IndexPath(section: 0, item: 2)], kind: nil))
    var cursor = try layout.select(third).makeCursor()
    #expect(cursor.next()?.frame == Rect(x: 10, y: 155, width: 180, height: 360))
    #expect(throws: QueryError.noSuchElement(IndexPath(section: 0, item: 3), kind: nil)) {
      try layout.select(LayoutQuery(.indexPaths([IndexPath(section: 0, item: 3)], kind: nil)))
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
    let read = try LayoutDocumentReader.read(Array(json.utf8))
    let everything = Rect(x: 0, y: 0, width: 390, height: 1_000)
    let here = try PreparedLayout(wall(of: Self.photos, width: 390))
    let there = try PreparedLayout(read)
    #expect(try elements(of: here, in: everything) == elements(of: there, in: everything))
    #expect(here.contentSize == there.contentSize)
  }
}
