import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Pictures of layouts (Contract §5).
struct SVGAttributesEncoderTests {
  /// Items of the custom layout, whose frames are given.
  private func custom(_ frames: String, items: String? = nil) -> String {
    let count = frames.split(separator: "]").count
    return
      #"{"container":{"width":300,"height":200},"layout":{"type":"custom","frames":[\#(frames)]},"#
      + #""items":\#(items ?? String(count))}"#
  }

  // MARK: What is shown

  @Test func `the view box is the queried rectangle`() throws {
    let document = custom("[0,0,50,50],[60,60,50,50],[200,150,50,40]")
    let picture = try SVGPicture(
      document, LayoutQuery(.rect(Rect(x: 10, y: 20.5, width: 70, height: 80))))
    #expect(picture.viewBox == [10, 20.5, 70, 80])
    #expect(picture.elements[0].attributes["width"] == "70")
    #expect(picture.elements[0].attributes["height"] == "80")
    #expect(picture.cells == [0, 1])
    let edge = try #require(picture.all("rect").last)
    #expect(edge.role == "q")
    #expect(edge.number("x") == 10.5)
    #expect(edge.number("height") == 79)
  }

  @Test func `everything is shown with the content and a margin of 10`() throws {
    // The content is as wide as the container, and ends with the lowest frame; item 1 sticks out.
    let picture = try SVGPicture(custom("[0,0,50,50],[280,60,50,50]"))
    #expect(picture.viewBox == [-10, -10, 350, 130])
    #expect(!picture.all("rect").contains { $0.role == "q" })
    let items = try SVGPicture(
      custom("[0,0,50,50],[280,60,50,50]"),
      LayoutQuery(.indexPaths([LayoutIndexPath(section: 0, item: 1)], kind: nil)))
    #expect(items.viewBox == [270, 50, 70, 70])
  }

  @Test func `a picture of nothing is a picture`() throws {
    let empty = #"{"container":{"width":300,"height":200},"layout":{"type":"list"},"items":0}"#
    #expect(try SVGPicture(empty).viewBox == [-10, -10, 320, 20])
    let point = LayoutQuery(.rect(Rect(x: 5, y: 5, width: 0, height: 0)))
    #expect(try SVGPicture(empty, point).viewBox == [5, 5, 1, 1])
  }

  @Test func `origin moves the picture's coordinates, and far pictures have their own`() throws {
    let document = custom("[10,20,50,50],[3000000,0,50,50]")
    var query = LayoutQuery(.rect(Rect(x: 5, y: 5, width: 100, height: 100)), origin: .rect)
    var picture = try SVGPicture(document, query)
    #expect(picture.viewBox == [0, 0, 100, 100])
    #expect(picture.titles == ["cell 0-0: 5, 15, 50 × 50"])
    query.origin = .section
    picture = try SVGPicture(document, query)
    #expect(picture.viewBox == [5, 5, 100, 100])
    #expect(picture.titles == ["cell 0-0: 10, 20, 50 × 50"])
    query = LayoutQuery(.rect(Rect(x: 2_999_990, y: 0, width: 100, height: 100)))
    picture = try SVGPicture(document, query)
    #expect(picture.viewBox == [0, 0, 100, 100])
    #expect(picture.titles == ["cell 0-1: 10, 0, 50 × 50"])
  }

  @Test func `a huge picture claims at most 16,384 pixels and keeps its proportions`() throws {
    // 1,000 rows of 44: 44,000 and the margins, 44,020; 340 · 16384 / 44020 = 126.5…
    let document =
      #"{"container":{"width":320,"height":480},"layout":{"type":"list"},"items":1000}"#
    let svg = try SVGPicture(document).elements[0]
    #expect(svg.number("height") == 16_384)
    #expect(abs(svg.number("width") - 340 * 16_384 / 44_020) < 1e-9)
  }

  @Test func `extents of sections lie under everything, also where they are moved`() throws {
    let document = #"""
      {"container":{"width":320,"height":480},"configuration":{"interSectionSpacing":6},
       "layout":{"type":"list","rowHeight":20},"sections":[{"items":2},{"items":0},{"items":1}]}
      """#
    let bands = try SVGPicture(document).all("rect").filter { $0.role == "s" }
    #expect(bands.map { $0.number("y") } == [0, 52])
    #expect(bands.map { $0.number("height") } == [40, 20])
    let moved = try SVGPicture(
      document, LayoutQuery(.rect(Rect(x: 0, y: 50, width: 9, height: 9)), origin: .rect))
    #expect(moved.all("rect").filter { $0.role == "s" }.map { $0.number("y") } == [2])
  }

  // MARK: Elements

  @Test func `elements are drawn by zIndex, then in the order of answers`() throws {
    let items = #"[{"zIndex":2},{},{"zIndex":-1},{},{"zIndex":2},{"zIndex":9007199254740992}]"#
    let frames = (0..<6).map { "[\($0),0,50,50]" }.joined(separator: ",")
    #expect(try SVGPicture(custom(frames, items: items)).cells == [2, 1, 3, 0, 4, 5])
  }

  @Test func `labels are hidden where they do not fit`() throws {
    // Set in 7 points or more; 0.55 of the height, and the width less 4 over 0.64 em a digit:
    // 13 · 0.55 = 7.15, 12 · 0.55 = 6.6; (9 − 4) / 0.64 = 7.8, (8 − 4) / 0.64 = 6.3.
    let frames = "[0,0,90,90],[0,0,90,13],[0,0,90,12],[0,0,9,90],[0,0,8,90],[0,0,0,90]"
    let picture = try SVGPicture(custom(frames))
    #expect(picture.labels == ["0", "1", "3"])
    // What covers nothing is not drawn.
    #expect(picture.cells == [0, 1, 2, 3, 4])
    let sizes = picture.all("text").map { $0.number("font-size") }
    #expect(sizes == [15, 7, 7.5])
  }

  @Test func `labels name the section where there are several`() throws {
    let document = #"""
      {"container":{"width":320,"height":480},"layout":{"type":"list"},
       "sections":[{"items":1},{"items":[{"id":"a < b"}]}]}
      """#
    let picture = try SVGPicture(document)
    #expect(picture.labels == ["0-0", "1-0"])
    #expect(picture.all("text").filter { $0.role == "i" }.map(\.text) == ["a < b"])
    #expect(picture.titles == ["cell 0-0: 0, 0, 320 × 44", "cell 1-0 “a < b”: 0, 44, 320 × 44"])
  }

  @Test func `media and body are told apart along the scroll axis`() throws {
    func document(_ direction: String) -> String {
      #"{"container":{"width":200,"height":200},"#
        + #""configuration":{"scrollDirection":"\#(direction)"},"#
        + #""layout":{"type":"waterfall","columns":2,"spacing":0},"#
        + #""items":[{"width":1,"height":1,"bodyHeight":30}]}"#
    }
    for (direction, sides) in [
      ("vertical", ["height", "width"]), ("horizontal", ["width", "height"]),
    ] {
      let picture = try SVGPicture(document(direction))
      let card = try #require(picture.all("rect").first { $0.role == "k" })
      let media = try #require(picture.all("rect").first { $0.role == "h0" })
      #expect(card.number(sides[0]) == 130)
      #expect(media.number(sides[0]) == 100)
      #expect(media.number(sides[1]) == 100)
    }
    #expect(try SVGPicture(document("vertical")).all("path").count == 1)
  }

  @Test func `headers, footers, badges and decorations are told apart`() throws {
    func boundary(_ kind: String, _ alignment: String) -> String {
      #"{"kind":"\#(kind)","alignment":"\#(alignment)","#
        + #""size":{"width":{"fractionalWidth":1},"height":{"absolute":30}}}"#
    }
    let document =
      #"{"container":{"width":300,"height":300},"layout":{"type":"compositional","#
      + #""group":{"direction":"horizontal","#
      + #""size":{"width":{"absolute":80},"height":{"absolute":80}},"#
      + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}},"#
      + #""supplementaryItems":[{"kind":"new-badge","size":{"width":{"absolute":60},"#
      + #""height":{"absolute":20}},"containerAnchor":{"edges":["top"]}}]}]},"#
      + #""decorationItems":[{"kind":"backdrop"}],"boundarySupplementaryItems":["#
      + boundary("UICollectionElementKindSectionHeader", "top") + ","
      + boundary("section-footer", "bottom") + #"]},"items":1}"#
    let picture = try SVGPicture(document)
    let roles = Set(picture.all("rect").map(\.role))
    #expect(roles == ["p", "s", "h0", "hd", "ft", "b", "d"])
    // The decoration lies under the cell, whose zIndex the decoration raises.
    let order = picture.all("rect").map(\.role)
    #expect(order.firstIndex(of: "d") ?? 9 < order.firstIndex(of: "h0") ?? 0)
    #expect(
      Set(picture.all("text").map(\.text))
        == ["0", "new-badge", "section-footer", "UICollectionElementKindSectionHeader"])
  }

  @Test func `separators are lines over their rows, and backgrounds have their own corners`() throws
  {
    let picture = try SVGPicture(
      #"{"container":{"width":300,"height":300},"items":2,"#
        + #""layout":{"type":"list","appearance":"insetGrouped"}}"#)
    let shapes = picture.all("rect").filter { ["d", "h0", "h1", "hd"].contains($0.role) }
    #expect(shapes.map(\.role) == ["d", "h0", "h1", "hd"])
    #expect(shapes[0].number("rx") == 10)
    #expect(shapes[3].number("y") == 43 && shapes[3].number("height") == 1)
  }

  @Test func `visible bounds are drawn over everything`() throws {
    let bounds = Rect(x: 0, y: 10, width: 300, height: 40)
    let picture = try SVGPicture(
      custom("[0,0,50,50]"), LayoutQuery(.all, bounds: bounds))
    let edge = try #require(picture.all("rect").last)
    #expect(edge.role == "v")
    #expect(edge.number("y") == 10)
    #expect(edge.number("width") == 300)
  }

  // MARK: Themes

  @Test func `the viewer's preference decides, unless a theme is asked for`() throws {
    func style(_ theme: PictureTheme) throws -> String {
      try #require(
        try SVGPicture(custom("[0,0,50,50]"), theme: theme).all("style").first?.text)
    }
    let (both, light, dark) = (try style(.automatic), try style(.light), try style(.dark))
    #expect(both.contains("@media (prefers-color-scheme:dark)"))
    #expect(!light.contains("@media") && !dark.contains("@media"))
    #expect(light.contains(".p{fill:#fff}") && !light.contains(".p{fill:#12151b}"))
    #expect(dark.contains(".p{fill:#12151b}") && !dark.contains(".p{fill:#fff}"))
    #expect(both.contains(".p{fill:#fff}") && both.contains(".p{fill:#12151b}"))
    for theme in [both, light, dark] {
      for hue in 0..<PictureTheme.hueCount { #expect(theme.contains(".h\(hue){")) }
    }
  }

  // MARK: Pieces

  @Test(arguments: ["rect", "all"])
  func `pieces make the whole`(_ selection: String) throws {
    let items = (0..<90).map { #"{"zIndex":\#($0 * 7 % 5)}"# }.joined(separator: ",")
    let document =
      #"{"container":{"width":320,"height":480},"layout":{"type":"list"},"items":[\#(items)]}"#
    let query = LayoutQuery(
      selection == "all" ? .all : .rect(Rect(x: 0, y: 100, width: 50, height: 900)))
    let whole = try SVGPicture.draw(document, query)
    for limit in [1, 100, 5_000] {
      #expect(try SVGPicture.draw(document, query, limit: limit) == whole)
    }
  }
}
