import Foundation
import TestSupport
import Testing

/// The page at `/docs` is what `Tests/Generators/reference.py` makes of openapi.yaml today.
@Suite struct ReferencePageTests {
  private static let page = "Web/reference/index.html"
  private static let maker = "Tests/Generators/reference.py"
  private static let before = Data(#"<meta name="made-of" content=""#.utf8)

  @Test func `The reference was made of the openapi.yaml that stands there, and not edited`() throws
  {
    var page = try PackageFiles.data(of: Self.page)
    let start = try #require(page.range(of: Self.before)).upperBound
    let end = try #require(page[start...].firstIndex(of: UInt8(ascii: "\"")))
    let told = String(decoding: page[start..<end], as: UTF8.self)
    page.removeSubrange(start..<end)
    let sources = try PackageFiles.data(of: "openapi.yaml") + PackageFiles.data(of: Self.maker)
    #expect(fingerprint(of: sources + page) == told, "run \(Self.maker) generate")
  }

  @Test func `Every operation but the page's own has a link to try it`() throws {
    let text = try String(decoding: PackageFiles.data(of: Self.page), as: UTF8.self)
    let sections = text.components(separatedBy: "<section id=\"")
      .filter { $0.contains("<h3><span class=\"verb\">") }
    #expect(sections.count >= 15)
    for section in sections where !section.contains("<code>/docs</code></h3>") {
      #expect(section.contains("<a class=\"try\" href=\"/"), "\(section.prefix(80))")
    }
  }

  @Test func `Every layout is in the contents, and has a picture beside its document`() throws {
    let text = try String(decoding: PackageFiles.data(of: Self.page), as: UTF8.self)
    let contents = try #require(text.components(separatedBy: "<main>").first)
    for (name, title) in [
      ("FlowLayout", "flow"), ("WaterfallLayout", "waterfall"), ("JustifiedLayout", "justified"),
      ("MagazineLayout", "magazine"), ("ListLayout", "list"), ("CustomLayout", "custom"),
      ("CompositionalLayout", "compositional"), ("Variant", "variants"),
    ] {
      #expect(contents.contains("<a href=\"#schema-\(name)\">\(title)</a>"), "\(name)")
      let start = try #require(text.range(of: "<section id=\"schema-\(name)\">")).upperBound
      let section = try #require(text[start...].components(separatedBy: "</section>").first)
      #expect(section.contains("<img src=\"data:image/svg+xml;base64,"), "\(name)")
      #expect(section.contains("<pre tabindex=\"0\">{"), "\(name)")
      #expect(section.contains("<table class=fields>"), "\(name)")
    }
    let ids = text.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count, "two places have one name")
    for link in text.matches(of: #/ href="#([^"]+)"/#) {
      #expect(ids.contains(String(link.output.1)), "nothing is at #\(link.output.1)")
    }
  }

  /// What `reference.py` has no words for is to be described in openapi.yaml.
  @Test func `Every field and parameter has a meaning, and what it may be is spelled out`() throws {
    let text = try String(decoding: PackageFiles.data(of: Self.page), as: UTF8.self)
    let tables = text.components(separatedBy: "<table class=fields>").dropFirst()
    let row = #/<tr><th scope=row><code>([^<]*)<\/code><\/th><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/#
      .dotMatchesNewlines()
    var count = 0
    for table in tables {
      let body = try #require(table.components(separatedBy: "</table>").first)
      for match in body.matches(of: row) {
        count += 1
        let meaning = match.output.3.replacing(
          #/<span class="must">required<\/span>|<p>Default .*?<\/p>|<[^>]*>/#.dotMatchesNewlines(),
          with: "")
        #expect(meaning.contains { !$0.isWhitespace }, "\(match.output.1) has no meaning")
        #expect(
          match.output.2 != "object" && !match.output.2.hasSuffix(" or object"), "\(match.output.1)"
        )
      }
    }
    #expect(count > 250)
    #expect(text.contains("<code>columns.minWidth</code>"))
  }
}
