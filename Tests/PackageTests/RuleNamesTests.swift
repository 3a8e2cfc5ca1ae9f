import Testing

/// The rules of LayoutRules and the tests that are named after them.
@Suite struct RuleNamesTests {
  /// A rule's code, `A15`; a chapter's has no number.
  private struct Code: Hashable, CustomStringConvertible {
    var letter: Character
    var number: Int?

    var description: String { "\(letter)\(number.map(String.init) ?? "")" }

    init?(_ text: Substring) {
      guard let match = text.wholeMatch(of: #/([A-OS])(\d*)/#), let letter = match.output.1.first
      else { return nil }
      self.letter = letter
      number = Int(match.output.2)
    }
  }

  /// The rules that a test's name begins with: `A16 C19 F7: …`, `C1, C2: …`.
  ///
  /// A range, as in `A1–A10: …`, names none: one test that compares ten rules with a slow version
  /// does not say what each of them is.
  private static func rules(namedBy name: Substring) -> Set<Code> {
    guard
      let prefix = name.prefixMatch(
        of: #/([A-OS]\d*(?:–[A-OS]\d+)?(?:,? [A-OS]\d*(?:–[A-OS]\d+)?)*): /#)
    else { return [] }
    return Set(prefix.output.1.split { $0 == " " || $0 == "," }.compactMap(Code.init))
  }

  @Test func `Every rule has a test that is named after it, and no test after what is no rule`()
    throws
  {
    let text = try Readme.text(of: Readme.layoutRules)
    let chapters = Set(text.matches(of: #/(?m)^## ([A-OS])\. /#).compactMap { Code($0.output.1) })
    let rules = Set(text.matches(of: #/(?m)^### ([A-OS]\d+) /#).compactMap { Code($0.output.1) })
    #expect(rules.count >= 70)
    // A chapter without rules is one itself: D, E.
    let single = chapters.filter { chapter in !rules.contains { $0.letter == chapter.letter } }
    let names = try SourceFile.all(in: "Tests/LayoutEngineTests").flatMap(\.lines)
      .filter { $0.contains("func `") || $0.hasPrefix("    `") }
      .compactMap { $0.firstMatch(of: #/`([^`]+)`/#)?.output.1 }
    #expect(names.count > 200)
    let named = names.reduce(into: Set<Code>()) { $0.formUnion(Self.rules(namedBy: $1)) }
    #expect(rules.union(single).subtracting(named).isEmpty, "without a test")
    #expect(named.subtracting(rules.union(chapters)).isEmpty, "without a heading")
  }

  @Test(arguments: [
    ("A15: the header holds", ["A15"]), ("A16 C19 F7: mirrored", ["A16", "C19", "F7"]),
    ("C1, C2: groups", ["C1", "C2"]), ("D: frames", ["D"]), ("A1–A10: literal", []),
    ("A client leaves: nothing", []), ("a fixture file agrees", []),
  ])
  func `The rules that a test's name begins with`(_ name: String, rules: [String]) {
    #expect(Self.rules(namedBy: name[...]).map(\.description).sorted() == rules)
  }
}
