import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// The texts of bodies in pictures (Contract §5); a character is 10 points wide and 20 high.
struct SVGBodyTextsTests {
  private static let styles =
    #"{"title":{"fontFamily":"A","fontSize":16,"fontWeight":600,"lineHeight":20},"#
    + #""unused":{"fontFamily":"B","lineHeight":20},"#
    + #""caption":{"fontFamily":["C \"<&"],"fontSize":10,"fontStyle":"italic","letterSpacing":1,"lineHeight":20}}"#

  private static let wall =
    #"{"type":"waterfall","columns":2,"spacing":0,"body":{"insets":{"top":3,"leading":10,"trailing":5},"#
    + #""spacing":4,"style":"title"}}"#

  private func document(
    _ items: String, layout: String = wall, direction: String = "ltr", styles: String = styles
  ) -> String {
    """
    {"container":{"width":200,"height":300,"direction":"\(direction)"},"textStyles":\(styles),
     "layout":\(layout),"items":\(items)}
    """
  }

  private func picture(
    _ document: String, _ query: LayoutQuery = LayoutQuery(.all), limit: Int = .max
  ) throws -> SVGPicture {
    let layout = try PreparedLayout(json: document, CharacterMeasurer())
    var encoder = try SVGAttributesEncoder(layout, query)
    var bytes: [UInt8] = []
    while encoder.encode(into: &bytes, limit: limit) {}
    let picture = SVGPicture(reading: bytes)
    #expect(picture.isWellFormed)
    return picture
  }

  private func texts(_ picture: SVGPicture) -> [SVGPicture.Element] {
    picture.all("text").filter { $0.attributes["class"]?.hasSuffix(" t") == true }
  }

  @Test func `Each line is drawn at its baseline, in its style, at the edge of the body`() throws {
    let items =
      #"[{"height":50,"body":["abcdefghijk",{"height":6},{"text":"xyz","style":"caption"}]},{"height":40}]"#
    let picture = try picture(document(items))
    let lines = texts(picture)
    // Columns of 100 points less 15: eight characters.
    #expect(lines.map(\.text) == ["abcdefgh", "ijk", "xyz"])
    #expect(lines.map { $0.number("x") } == [10, 10, 10])
    // The middle of the line, and 0.35 em below.
    #expect(lines.map { $0.number("y") } == [68.6, 88.6, 120.5])
    #expect(lines.map(\.role) == ["c0", "c0", "c2"])
    let style = try #require(picture.all("style").last).text
    let expected = #"""
      .c0{font:600 16px "A",sans-serif;text-anchor:start;unicode-bidi:embed;direction:ltr}\#
      .c2{font:italic 400 10px "C \22 \3c \26 ",sans-serif;letter-spacing:1px;\#
      text-anchor:start;unicode-bidi:embed;direction:ltr}
      """#
    #expect(style == expected)
    // The lines that stand for a text are gone, and the cell's number is in its media.
    #expect(picture.all("path").isEmpty)
    #expect(picture.labels == ["0", "1"])
    let group = picture.all("g").first { $0.attributes["xml:space"] != nil }
    #expect(group?.attributes["xml:space"] == "preserve")
  }

  @Test func `Texts from right to left begin at the right edge`() throws {
    let styles =
      #"{"title":{"fontFamily":"A","lineHeight":20},"en":{"fontFamily":"A","lineHeight":20,"direction":"ltr"}}"#
    let lines = texts(
      try picture(
        document(
          #"[{"height":50,"body":["שלום",{"text":"abc","style":"en"}]}]"#, direction: "rtl",
          styles: styles)))
    // The first column is the right one, from 100 to 200; its leading edge is the right one.
    #expect(lines.first?.number("x") == 190)
    #expect(lines.last?.number("x") == 105)
  }

  @Test func `A cell that is all body shows its texts and no number`() throws {
    let list = #"{"type":"list","body":{"style":"title"}}"#
    let items = #"[{"body":"abc"},{"body":""},{"height":30}]"#
    let picture = try picture(document(items, layout: list))
    #expect(texts(picture).map(\.text) == ["abc"])
    #expect(picture.labels == ["2"])
    #expect(picture.all("rect").contains { $0.role == "h0" })
  }

  @Test func `Stacking orders and pieces keep each text with its cell`() throws {
    let items = (0..<30).map {
      #"{"height":30,"zIndex":\#(($0 * 7) % 5),"body":"t\#($0)"}"#
    }.joined(separator: ",")
    let document = document("[\(items)]")
    let whole = try picture(document)
    let cells = whole.cells
    #expect(cells.count == 30 && cells != cells.sorted())
    #expect(texts(whole).map(\.text) == cells.map { "t\($0)" })
    #expect(try picture(document, limit: 1).source == whole.source)
    let part = LayoutQuery(
      .rect(Rect(x: 0, y: 60, width: 100, height: 40)), origin: .rect)
    let shown = try picture(document, part)
    #expect(!shown.cells.isEmpty && shown.cells.count < 10)
    #expect(texts(shown).map(\.text) == shown.cells.map { "t\($0)" })
  }

  @Test func `A hostile text is text`() throws {
    let text = #"</text><script>a&b</script>\u0000\u001f\ufffe\u202e]]>"#
    let list = #"{"type":"list","body":{"style":"title"}}"#
    let picture = try picture(
      document(#"[{"body":"\#(text)"}]"#, layout: list).replacing(
        #""width":200"#, with: #""width":2000"#))
    #expect(
      texts(picture).map(\.text) == [
        "</text><script>a&b</script>\u{FFFD}\u{FFFD}\u{FFFD}\u{202E}]]>"
      ])
    #expect(picture.all("script").isEmpty)
  }

  @Test func `Pictures of more than 10,000 elements show no texts`() throws {
    let items = Array(repeating: #"{"height":30,"body":"ab"}"#, count: SVGBodyTexts.maxElements)
    let few = try picture(document("[\(items.joined(separator: ","))]"))
    #expect(texts(few).count == SVGBodyTexts.maxElements)
    let many = try picture(document("[\(items.joined(separator: ",")),5]"))
    #expect(texts(many).isEmpty)
    #expect(many.all("style").count == 1)
    #expect(many.cells.count == SVGBodyTexts.maxElements + 1)
  }

  @Test func `A body of thousands of lines is cut, and so are all bodies together`() throws {
    let text = String(repeating: "a", count: 8_000)
    let narrow = #"{"type":"list","body":{"style":"title","insets":{"leading":185}}}"#
    let items = Array(repeating: #"{"body":"\#(text)"}"#, count: 40).joined(separator: ",")
    let layout = try PreparedLayout(
      json: document("[\(items)]", layout: narrow), CharacterMeasurer())
    let encoder = try SVGAttributesEncoder(layout, LayoutQuery(.all))
    #expect(encoder.heldByteCount > 8 << 20 && encoder.heldByteCount < 9 << 20)
    var (copy, largest, total) = (encoder, 0, 0)
    var hasMore = true
    while hasMore {
      var piece: [UInt8] = []
      hasMore = copy.encode(into: &piece, limit: 1)
      largest = max(largest, piece.count)
      total += piece.count
    }
    #expect(largest > 256 << 10 && largest < 300 << 10)
    #expect(total < 10 << 20)
  }

  @Test func `A budget that has ended ends the search for lines`() throws {
    let items = Array(repeating: #"{"height":30,"body":"ab"}"#, count: 5_000)
    let layout = try PreparedLayout(
      json: document("[\(items.joined(separator: ","))]"), CharacterMeasurer())
    #expect(throws: QueryError.cancelled) {
      _ = try SVGAttributesEncoder(layout, LayoutQuery(.all), LayoutBudget(isWanted: { false }))
    }
    #expect(throws: QueryError.cancelled) {
      _ = try SVGAttributesEncoder(
        layout, LayoutQuery(.all), LayoutBudget(isWanted: { true }, takeMemory: { _ in false }))
    }
  }
}
