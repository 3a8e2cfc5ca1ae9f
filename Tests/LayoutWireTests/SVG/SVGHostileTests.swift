import LayoutEngine
import TestSupport
import Testing

@testable import LayoutWire

/// Pictures of what clients send to break them, and of more than anyone can look at.
struct SVGHostileTests {
  /// All elements that a picture may have.
  private let known: Set<String> = ["svg", "title", "style", "rect", "g", "path", "text"]

  /// Documents' strings, as JSON writes them, and what a picture shows of them.
  private static let texts: [(json: String, shown: String)] = [
    (#"</title></g><script>alert(1)</script>"#, "</title></g><script>alert(1)</script>"),
    (#"]]><!--&amp;&#0;\" onload='x' x=\""#, "]]><!--&amp;&#0;\" onload='x' x=\""),
    (#"<!ENTITY a SYSTEM 'file:///'>%a;"#, "<!ENTITY a SYSTEM 'file:///'>%a;"),
    (
      #"a\u0000\u0001\u0008\u000b\u001f\u007f\u0085b"#,
      "a" + String(repeating: "\u{FFFD}", count: 7) + "b"
    ),
    (#"a\ufffe\uffff\ud83f\udffe\ufdd0b"#, "a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b"),
    (#"a\t\n\r\u2028b"#, "a    b"),
    (#"a\u202e\u2066b"#, "a\u{FFFD}\u{FFFD}b"),
    (#"\ud83c\udf3e é 畳"#, "🌾 é 畳"),
    (String(repeating: "<", count: 100), String(repeating: "<", count: 48) + "…"),
    (
      "e" + String(repeating: #"\u0301"#, count: 60),
      "e" + String(repeating: "\u{301}", count: 47) + "…"
    ),
  ]

  @Test(arguments: texts.indices)
  func `a hostile id is text`(_ index: Int) throws {
    let (json, shown) = Self.texts[index]
    let picture = try SVGPicture(
      #"{"container":{"width":900,"height":480},"layout":{"type":"list"},"#
        + #""items":[{"id":"\#(json)"}]}"#)
    #expect(
      Array(picture.titles[0].unicodeScalars)
        == Array("cell 0-0 “\(shown)”: 0, 0, 900 × 44".unicodeScalars))
    expectHarmless(picture)
  }

  @Test(arguments: texts.indices)
  func `a hostile kind is text`(_ index: Int) throws {
    let (json, shown) = Self.texts[index]
    let picture = try SVGPicture(
      #"{"container":{"width":900,"height":480},"layout":{"type":"compositional","#
        + #""boundarySupplementaryItems":[{"kind":"\#(json)","alignment":"top","#
        + #""size":{"width":{"fractionalWidth":1},"height":{"absolute":40}}}],"#
        + #""group":{"direction":"horizontal","#
        + #""size":{"width":{"absolute":80},"height":{"absolute":80}},"#
        + #""subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"absolute":80}}}]}},"#
        + #""items":1}"#)
    let title = try #require(picture.titles.first { !$0.hasPrefix("cell") })
    #expect(
      Array(title.unicodeScalars) == Array("\(shown) 0-0: 0, 0, 900 × 40, z 1".unicodeScalars))
    expectHarmless(picture)
  }

  private func expectHarmless(_ picture: SVGPicture) {
    for element in picture.elements {
      #expect(known.contains(element.name))
      for name in element.attributes.keys {
        #expect(!name.lowercased().hasPrefix("on") && !name.contains("href"))
      }
    }
    let references = String(decoding: picture.source, as: UTF8.self)
      .replacing("http://www.w3.org/2000/svg", with: "")
    #expect(!references.contains("url("))
    #expect(picture.source.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    #expect(picture.source.count < 6_000)
  }

  @Test func `queries at the ends of all numbers give pictures`() throws {
    let document = #"{"container":{"width":9,"height":9},"layout":{"type":"list"},"items":3}"#
    let huge = Double.greatestFiniteMagnitude
    for rect in [
      Rect(x: -huge, y: -huge, width: huge, height: huge),
      Rect(x: huge, y: huge, width: huge, height: huge),
      Rect(x: -huge, y: 0, width: huge, height: .leastNonzeroMagnitude),
      Rect(x: .leastNonzeroMagnitude, y: -Double.leastNonzeroMagnitude, width: 1e-9, height: 1e300),
    ] {
      for origin in [LayoutQuery.Origin.content, .rect, .section] {
        let picture = try SVGPicture(
          document, LayoutQuery(.rect(rect), bounds: rect, origin: origin))
        #expect(picture.viewBox.count == 4)
        #expect(!picture.source.contains(Array("null".utf8)))
        #expect(!picture.source.contains(Array("inf".utf8)))
        #expect(!picture.source.contains(Array("nan".utf8)))
      }
    }
  }

  @Test func `more than 20,000 elements are drawn without labels, by zIndex`() throws {
    let count = 20_001
    let items = (0..<count).map { $0 % 3 == 0 ? #"{"zIndex":7}"# : "30" }
    let document =
      #"{"container":{"width":320,"height":480},"layout":{"type":"waterfall","columns":20},"#
      + #""items":[\#(items.joined(separator: ","))]}"#
    let picture = try SVGPicture(document)
    #expect(picture.all("text").isEmpty)
    #expect(picture.all("title").count == 1)
    let cells = picture.all("rect").filter { $0.role.hasPrefix("h") }
    #expect(cells.count == count)
    // Item 1 and the next are above the paper, item 0 behind all that are not raised.
    let hues = cells.map(\.role)
    #expect(hues.prefix(4) == ["h1", "h2", "h4", "h5"])
    let raised = hues.suffix(count / 3)
    #expect(raised.first == "h0" && raised.dropFirst().first == "h3")
    let pieces = try SVGPicture.draw(document, LayoutQuery(.all), limit: 65_536)
    #expect(pieces == picture.source)
    // One less has labels, where they fit: these are too narrow, but have titles.
    #expect(
      try SVGPicture(
        document, LayoutQuery(.rect(Rect(x: 0, y: 0, width: 320, height: 300)))
      ).titles.count > 100)
  }

  @Test func `random documents give pictures`() throws {
    var drawn = 0
    for seed in UInt64(0)..<300 {
      var documents = RandomDocument(seed: seed, wildness: seed % 3 == 0 ? 0.002 : 0)
      guard let layout = try? PreparedLayout(documents.next()) else { continue }
      let rect = Rect(
        x: .random(in: -50...400, using: &documents.random),
        y: .random(in: -50...900, using: &documents.random),
        width: .random(in: 0...500, using: &documents.random),
        height: .random(in: 0...900, using: &documents.random))
      for query in [LayoutQuery(.all, bounds: rect), LayoutQuery(.rect(rect), origin: .rect)] {
        var encoder = try SVGAttributesEncoder(layout, query)
        var bytes: [UInt8] = []
        encoder.encodeAll(into: &bytes)
        let picture = SVGPicture(reading: bytes)
        #expect(picture.isWellFormed, "seed \(seed)")
        var cursor = try layout.select(query).makeCursor()
        var visible = 0
        while let found = cursor.next() {
          if found.frame.width > 0, found.frame.height > 0 { visible += 1 }
        }
        #expect(picture.all("g").count == visible, "seed \(seed)")
        for rect in picture.all("rect") {
          #expect(rect.number("width") > 0 && rect.number("height") > 0, "seed \(seed)")
        }
      }
      drawn += 1
    }
    #expect(drawn > 200)
  }

  @Test func `stacking orders have a layer each up to 16, and stay in order beyond`() {
    var layers = ZLayers()
    let few = [5, -3, 0, .max, .min, 5, 12, 0]
    for z in few { layers.insert(z) }
    #expect(layers.count == 6)
    #expect([Int.min, -3, 0, 5, 12, .max].map { layers.layer(of: $0) } == [0, 1, 2, 3, 4, 5])
    var generator = SeededGenerator(seed: 20_261)
    var many: [Int] = [.min, .max]
    for _ in 0..<500 { many.append(Int.random(in: .min ... .max, using: &generator)) }
    for z in many { layers.insert(z) }
    #expect(layers.count == 16)
    let order = many.sorted().map { layers.layer(of: $0) }
    #expect(order == order.sorted())
    #expect(order.first == 0 && order.last == 15)
  }
}
