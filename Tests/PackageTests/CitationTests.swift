import Foundation
import Testing

/// Rules and contract are pages of the project: what cites them finds a heading, and each rule has a
/// test that is named after it.
@Suite struct CitationTests {
  /// The headings of LayoutRules: `### A15 …`, and chapters, `## A. …`.
  private static func headings() throws -> (
    chapters: Set<Citations.Code>, rules: Set<Citations.Code>
  ) {
    let text = try Readme.text(of: Readme.layoutRules)
    let chapters = text.matches(of: #/(?m)^## ([A-N])\. /#)
    let rules = text.matches(of: #/(?m)^### ([A-N]\d+) /#)
    return (
      Set(chapters.compactMap { Citations.Code($0.output.1) }),
      Set(rules.compactMap { Citations.Code($0.output.1) })
    )
  }

  /// The sections of Contract: `## 6. …`, `### 6.1 …`.
  private static func sections() throws -> Set<String> {
    let text = try Readme.text(of: Readme.contract)
    return Set(text.matches(of: #/(?m)^##+ (\d+(?:\.\d+)?)\.? /#).map { String($0.output.1) })
  }

  private static let folders = ["Sources", "Tests", "Examples"]

  /// All Swift files but these tests' own, whose examples cite what is not there.
  private static func files() throws -> [SourceFile] {
    try folders.flatMap { try SourceFile.all(in: $0) }
      .filter { !$0.path.contains("/Citation") }
  }

  @Test func `Every rule and section that a comment cites has a heading`() throws {
    let (chapters, rules) = try Self.headings()
    let known = chapters.union(rules)
    let sections = try Self.sections()
    #expect(rules.count >= 70)
    #expect(sections.count >= 9)
    var count = 0
    for file in try Self.files() {
      for comment in Citations.comments(of: file.lines) {
        let cited = Citations.rules(in: comment).cited
        let numbers = Citations.sections(in: comment)
        count += cited.count + numbers.count
        #expect(cited.subtracting(known).isEmpty, "\(file.path): \(comment)")
        #expect(numbers.subtracting(sections).isEmpty, "\(file.path): \(comment)")
      }
    }
    #expect(count > 300)
  }

  @Test func `Every rule and section that a page cites has a heading`() throws {
    let (chapters, rules) = try Self.headings()
    let sections = try Self.sections()
    for page in try Readme.pages() {
      let text = try Readme.text(of: page)
      for line in text.components(separatedBy: "\n") {
        let words = line.matches(of: #/LayoutRules ([A-N]\d*)\b/#).map(\.output.1)
        let cited = Set(words.compactMap(Citations.Code.init))
        #expect(cited.subtracting(chapters.union(rules)).isEmpty, "\(page): \(line)")
        #expect(Citations.sections(in: line).subtracting(sections).isEmpty, "\(page): \(line)")
      }
    }
  }

  @Test func `No comment of the engine or its tests has a code without LayoutRules before it`()
    throws
  {
    for file in try Self.files()
    where file.path.hasPrefix("Sources/LayoutEngine/")
      || file.path.hasPrefix("Tests/LayoutEngineTests/")
    {
      for comment in Citations.comments(of: file.lines) {
        let bare = Citations.rules(in: comment).bare
        #expect(bare.isEmpty, "\(file.path): \(bare): \(comment)")
      }
    }
  }

  @Test func `Every rule has a test that is named after it, and no test after what is no rule`()
    throws
  {
    let (chapters, rules) = try Self.headings()
    // A chapter without rules is one itself: D, E.
    let single = chapters.filter { chapter in !rules.contains { $0.letter == chapter.letter } }
    let names = try SourceFile.all(in: "Tests/LayoutEngineTests").flatMap(\.lines).compactMap {
      $0.firstMatch(of: #/func `([^`]+)`/#)?.output.1
    }
    #expect(names.count > 200)
    let named = names.reduce(into: Set<Citations.Code>()) {
      $0.formUnion(Citations.rules(namedBy: $1))
    }
    #expect(rules.union(single).subtracting(named).isEmpty, "without a test")
    #expect(named.subtracting(rules.union(chapters)).isEmpty, "without a heading")
  }

  @Test func `Every chapter of the contract is cited by a test`() throws {
    let chapters = try Self.sections().filter { !$0.contains(".") }
    let cited = try SourceFile.all(in: "Tests").reduce(into: Set<String>()) { cited, file in
      guard !file.path.contains("/Citation") else { return }
      cited.formUnion(Citations.comments(of: file.lines).flatMap(Citations.sections))
    }
    #expect(chapters.subtracting(cited.map { String($0.prefix { $0 != "." }) }).isEmpty)
  }

  @Test func `No page or comment cites what is not in the repository`() throws {
    let pages = #/`?(?:contract|semantics|architecture)\.md`?/#
    for file in try Self.files() {
      for (number, line) in file.lines.enumerated()
      where line.utf8.contains(UInt8(ascii: "`")) && line.contains(pages) {
        Issue.record("\(file.path):\(number + 1): \(line)")
      }
    }
    for page in try Readme.pages() {
      #expect(!(try Readme.text(of: page)).contains(pages), "\(page)")
    }
  }
}

/// How citations are read.
@Suite struct CitationReadingTests {
  private func texts(_ codes: Set<Citations.Code>) -> [String] {
    codes.map(\.description).sorted()
  }

  @Test(arguments: [
    ("the line (LayoutRules A5, A6).", ["A5", "A6"], []),
    ("LayoutRules A7–A9", ["A7", "A8", "A9"], []),
    ("LayoutRules B6 to B8, B15", ["B15", "B6", "B7", "B8"], []),
    ("LayoutRules F3, or F5 with spans.", ["F3", "F5"], []),
    ("LayoutRules B and C: a group A stands", ["B", "C"], []),
    ("LayoutRules D, Contract §2", ["D"], []),
    ("A9: every item", [], ["A9"]),
    ("A9, as LayoutRules A10 has it", ["A10"], ["A9"]),
    ("the line's length A, not B", [], []),
  ])
  func `The codes of a comment`(_ comment: String, cited: [String], bare: [String]) {
    let rules = Citations.rules(in: comment)
    #expect(texts(rules.cited) == cited)
    #expect(texts(rules.bare) == bare)
  }

  @Test(arguments: [
    ("(Contract §6)", ["6"]), ("Contract §1, §2.3 and §4", ["1", "2.3", "4"]),
    ("RFC 9110 §13", []), ("Contract §8; RFC 9110 §12", ["8"]),
  ])
  func `The sections of a comment`(_ comment: String, sections: [String]) {
    #expect(Citations.sections(in: comment).sorted() == sections)
  }

  @Test(arguments: [
    ("A15: the header holds", ["A15"]), ("A16 C19 F7: mirrored", ["A16", "C19", "F7"]),
    ("C1, C2: groups", ["C1", "C2"]), ("D: frames", ["D"]), ("A1–A10: literal", []),
    ("A client leaves: nothing", []), ("a fixture file agrees", []),
  ])
  func `The rules that a test's name begins with`(_ name: String, rules: [String]) {
    #expect(texts(Citations.rules(namedBy: name[...])) == rules)
  }

  @Test func `Comments are joined over lines, and end with code`() {
    let lines = [
      "/// One (LayoutRules A1,", "/// A2).", "let a = 1  // LayoutRules A3", "  // Two", "",
      "// three",
    ]
    #expect(
      Citations.comments(of: lines)
        == ["One (LayoutRules A1, A2).", "LayoutRules A3", "Two", "three"])
  }
}
