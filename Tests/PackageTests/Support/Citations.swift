/// What comments and tests cite: rules of LayoutRules by code, sections of Contract by number.
///
/// A rule is cited as `LayoutRules A15`. The word makes every code after it in the same comment a
/// citation, so that `LayoutRules F3, or F5 with spans` cites two; `A7–A9` cites those between, too.
/// A chapter is cited by its letter right after the word: `LayoutRules B and C`. A section of the
/// contract is cited as `Contract §6` or `Contract §1, §2.3 and §4`.
enum Citations {
  /// A rule's code: `A15`; without a number a chapter's.
  struct Code: Hashable, CustomStringConvertible {
    var letter: Character
    var number: Int?

    var description: String { "\(letter)\(number.map(String.init) ?? "")" }

    /// nil for what is no code.
    init?(_ text: Substring) {
      guard let letter = text.first, "A"..."H" ~= letter else { return nil }
      self.letter = letter
      guard text.count > 1 else { return }
      guard let number = Int(text.dropFirst()), number > 0 else { return nil }
      self.number = number
    }

    init(letter: Character, number: Int) {
      self.letter = letter
      self.number = number
    }
  }

  /// The rules that a comment cites, and those codes in it that no `LayoutRules` stands before.
  static func rules(in comment: String) -> (cited: Set<Code>, bare: Set<Code>) {
    guard mayCite(comment) else { return ([], []) }
    guard let word = comment.firstMatch(of: #/LayoutRules\b/#) else {
      return ([], codes(in: comment[...]))
    }
    let after = comment[word.range.upperBound...]
    var cited = codes(in: after)
    let chapters = #/^ ([A-N]\d*(?:(?:, | and | to |–)[A-N]\d*\b)*)\b/#
    if let list = after.firstMatch(of: chapters) {
      cited.formUnion(list.output.1.matches(of: #/\b[A-N]\b/#).compactMap { Code($0.output) })
    }
    return (cited, codes(in: comment[..<word.range.lowerBound]))
  }

  /// Whether a text has two letters that every citation has: most have none, and matching each against
  /// the patterns takes long.
  private static func mayCite(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      let isCode =
        UInt8(ascii: "A")...UInt8(ascii: "H") ~= previous
        && UInt8(ascii: "1")...UInt8(ascii: "9") ~= byte
      let isWord = previous == UInt8(ascii: "t") && byte == UInt8(ascii: "R")
      let isSection = previous == 0xC2 && byte == 0xA7
      if isCode || isWord || isSection { return true }
      previous = byte
    }
    return false
  }

  /// Every code with a number in a text, ranges written out.
  private static func codes(in text: Substring) -> Set<Code> {
    var codes: Set<Code> = []
    for match in text.matches(of: #/\b([A-N][1-9]\d?)(?:(?:–| to )([A-N][1-9]\d?))?\b/#) {
      guard let first = Code(match.output.1) else { continue }
      codes.insert(first)
      guard let last = match.output.2.flatMap(Code.init) else { continue }
      codes.insert(last)
      guard first.letter == last.letter, let from = first.number, let to = last.number, from <= to
      else { continue }
      codes.formUnion((from...to).map { Code(letter: first.letter, number: $0) })
    }
    return codes
  }

  /// The sections of the contract that a text cites: `6`, `2.3`.
  static func sections(in text: String) -> Set<String> {
    guard mayCite(text) else { return [] }
    var sections: Set<String> = []
    for match in text.matches(of: #/Contract (§\d+(?:\.\d+)?(?:(?:, | and |–)§\d+(?:\.\d+)?)*)/#) {
      let numbers = match.output.1.matches(of: #/\d+(?:\.\d+)?/#)
      sections.formUnion(numbers.map { String($0.output) })
    }
    return sections
  }

  /// The rules that a test's name begins with: `A16 C19 F7: …`, `C1, C2: …`.
  ///
  /// A range, as in `A1–A10: …`, names none: one test that compares ten rules with a slow version
  /// does not say what each of them is.
  static func rules(namedBy name: Substring) -> Set<Code> {
    guard
      let prefix = name.prefixMatch(
        of: #/([A-N]\d*(?:–[A-N]\d+)?(?:,? [A-N]\d*(?:–[A-N]\d+)?)*): /#)
    else { return [] }
    let words = prefix.output.1.split { $0 == " " || $0 == "," }
    return Set(words.filter { !$0.contains("–") }.compactMap(Code.init))
  }

  /// The comments of a Swift file, each as one line of text: neighbouring lines that are comments
  /// alone are one comment, one that stands after code is one of its own.
  static func comments(of lines: [String]) -> [String] {
    var comments: [String] = []
    var isOpen = false
    for line in lines {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("//") {
        let words = text.drop { $0 == "/" }.drop { $0 == " " }
        if isOpen, let last = comments.indices.last {
          comments[last] += " " + words
        } else {
          comments.append(String(words))
        }
        isOpen = true
      } else {
        isOpen = false
        if line.utf8.contains(UInt8(ascii: "/")), let comment = line.firstRange(of: " // ") {
          comments.append(String(line[comment.upperBound...]))
        }
      }
    }
    return comments
  }
}
