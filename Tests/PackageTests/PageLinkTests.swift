import Foundation
import Testing

/// The pages' links lead somewhere.
@Suite struct PageLinkTests {
  @Test func `Every file and heading that a page links to is there`() throws {
    let pages = try Readme.pages()
    #expect(pages.count >= 10)
    var count = 0
    for page in pages {
      let folder = Readme.root.appending(path: page).deletingLastPathComponent()
      let links = try Readme.text(of: page)
        .matches(of: #/\]\(([^)\s]+)\)|src="([^"{]+)"/#).compactMap { $0.output.1 ?? $0.output.2 }
      for link in links where !link.contains("://") {
        count += 1
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty
          ? Readme.root.appending(path: page)
          : folder.appending(path: String(parts[0])).standardizedFileURL
        guard FileManager.default.fileExists(atPath: file.path()) else {
          Issue.record("\(page): \(link)")
          continue
        }
        guard parts.count > 1 else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(Self.anchors(of: text).contains(String(parts[1])), "\(page): \(link)")
      }
    }
    #expect(count > 40)
  }

  @Test func `Every page of a catalog is linked from README or from a page that is`() throws {
    var seen: Set<String> = ["README.md"]
    var open = ["README.md"]
    while let page = open.popLast() {
      let folder = Readme.root.appending(path: page).deletingLastPathComponent()
      for link in try Readme.text(of: page).matches(of: #/\]\(([^)#\s]+\.md)/#) {
        let path = folder.appending(path: String(link.output.1)).standardizedFileURL.path()
        let name = String(path.dropFirst(Readme.root.path().count)).drop { $0 == "/" }
        if seen.insert(String(name)).inserted { open.append(String(name)) }
      }
    }
    // A catalog's own page is found by its tool.
    let own = try Readme.pages().filter {
      $0.hasSuffix("/LayoutEngine.md") || $0.hasSuffix("/LayoutService.md")
    }
    #expect(Set(try Readme.pages()).subtracting(own).subtracting(seen) == [])
  }

  /// The anchors that GitHub gives a page's headings.
  private static func anchors(of text: String) -> Set<String> {
    Set(
      text.matches(of: #/(?m)^#+ (.*)$/#).map { match in
        String(
          match.output.1.lowercased().compactMap { character in
            character == " "
              ? "-"
              : character.isLetter || character.isNumber || "-_".contains(character)
                ? character : nil
          })
      })
  }
}
