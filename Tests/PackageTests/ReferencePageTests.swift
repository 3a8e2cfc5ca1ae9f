import Foundation
import TestSupport
import Testing

/// The page at `/docs` is what `Tests/Generators/reference.py` makes of openapi.yaml today.
@Suite struct ReferencePageTests {
  private static let page = "Sources/LayoutService/Resources/reference/index.html"
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
}
