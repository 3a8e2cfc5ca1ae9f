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
      // GitHub shows a file two steps below the repository's own pages.
      let depth = page.split(separator: "/").count + 1
      let repository = String(repeating: "../", count: depth)
      // The files of a code block are those of its reader.
      let links = try Readme.text(of: page).replacing(#/(?s)\n```.*?\n```/#, with: "")
        .matches(of: #/\]\(([^)\s]+)\)|src="([^"{]+)"/#).compactMap { $0.output.1 ?? $0.output.2 }
      for link in links where !link.contains("://") {
        count += 1
        if page.hasPrefix(".github") || !page.contains("/"), link.hasPrefix(repository) {
          #expect(try Self.isOnGitHub(link.dropFirst(repository.count)), "\(page): \(link)")
          continue
        }
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
      name in
      ["LayoutEngine", "LayoutService", "LayoutWire", "TextMeasure", "TextStyling"].contains {
        name.hasSuffix("/\($0).md")
      }
    }
    #expect(Set(try Readme.pages()).subtracting(own).subtracting(seen) == [])
  }

  /// Whether GitHub has that page for a repository such as this one: a workflow that is here, a
  /// release, a comparison, or the form for vulnerabilities.
  private static func isOnGitHub(_ path: Substring) throws -> Bool {
    if let match = path.wholeMatch(of: #/actions/workflows/([a-z]+\.yml)(?:/badge\.svg)?/#) {
      let workflow = Readme.root.appending(path: ".github/workflows/\(match.output.1)")
      return FileManager.default.fileExists(atPath: workflow.path())
    }
    return path == "security/advisories/new"
      || path.wholeMatch(of: #/releases/tag/v\d+\.\d+\.\d+/#) != nil
      || path.wholeMatch(of: #/compare/v\d+\.\d+\.\d+\.\.\.HEAD/#) != nil
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
