import Foundation
import TestSupport
import Testing
import TextMeasure

/// Texts whose lines Chromium 156 made with the same font files.
@Suite struct TextFixtureTests {
  /// One text at one width.
  private struct TextFixture: Decodable {
    struct Font: Decodable {
      var package: String
      var path: String
    }

    struct Style: Decodable {
      var fonts: [Font]
      var size: Double
      var lineHeight: LineHeight
      var letterSpacing: Double
      var wordSpacing: Double
      var whiteSpace: String
      var wordBreak: String
      var overflowWrap: String
      var lineBreak: String
      var lang: String
      var direction: String
      var maxLines: Int
    }

    /// Points, or a multiple of the size.
    enum LineHeight: Decodable {
      case points(Double)
      case multiple(Double)

      init(from decoder: any Decoder) throws {
        struct Multiple: Decodable { var multiple: Double }
        let value = try decoder.singleValueContainer()
        if let points = try? value.decode(Double.self) {
          self = .points(points)
        } else {
          self = .multiple(try value.decode(Multiple.self).multiple)
        }
      }
    }

    var name: String
    var tier: Int
    var text: String
    var style: Style
    var width: Double
    var lineCount: Int
    var height: Double
    var lines: [String]
  }

  /// The share of the texts of promised scripts that may differ.
  private static let allowedShare = 0.003

  private static func fixtures(_ name: String) throws -> [TextFixture] {
    let decoder = JSONDecoder()
    return try PackageFiles.lines(of: "Tests/TextMeasureTests/Fixtures/\(name).jsonl")
      .map { try decoder.decode(TextFixture.self, from: $0) }
  }

  /// Returns the style of a fixture, whose families are those of its files.
  private static func style(_ fixture: TextFixture, _ faces: [String: FontFace]) -> TextStyle? {
    let given = fixture.style
    let used = given.fonts.compactMap { faces[TestFonts.root + $0.path] }
    guard used.count == given.fonts.count, let first = used.first else { return nil }
    let lineHeight: TextStyle.LineHeight =
      switch given.lineHeight {
      case .points(let points): .points(points)
      case .multiple(let multiple): .multiple(multiple)
      }
    var style = TextStyle(
      fontFamily: used.map(\.family), fontSize: given.size, lineHeight: lineHeight)
    style.fontWeight = Double(first.weights.lowerBound)
    style.fontStyle = first.isItalic ? .italic : .normal
    style.letterSpacing = given.letterSpacing
    style.wordSpacing = given.wordSpacing
    style.whiteSpace = TextStyle.WhiteSpace(rawValue: given.whiteSpace) ?? .normal
    style.wordBreak = TextStyle.WordBreak(rawValue: given.wordBreak) ?? .normal
    // The old value `word-break: break-word` means `overflow-wrap: anywhere`.
    style.overflowWrap =
      given.wordBreak == "break-word"
      ? .anywhere : TextStyle.OverflowWrap(rawValue: given.overflowWrap) ?? .normal
    style.lineBreak = TextStyle.LineBreak(rawValue: given.lineBreak) ?? .auto
    style.lang = given.lang
    style.direction = given.direction == "rtl" ? .rightToLeft : .leftToRight
    style.maxLines = given.maxLines > 0 ? given.maxLines : nil
    return style
  }

  /// Returns a line as it is compared: white space, soft hyphens, and marks of a break do not count.
  private static func folded(_ line: String) -> String {
    var scalars = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .unicodeScalars.filter { $0 != "\u{AD}" }
    while let last = scalars.last, "-\u{2010}…".unicodeScalars.contains(last) {
      scalars.removeLast()
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns whether lines are Chromium's, which holds the last line before `maxLines` cuts it.
  private static func agree(_ lines: [String], _ fixture: TextFixture) -> Bool {
    var (drawn, whole) = (lines.map(folded), fixture.lines.map(folded))
    if fixture.style.maxLines > 0, let last = lines.last, last.hasSuffix("…"),
      drawn.count == whole.count
    {
      let (cut, uncut) = (drawn.removeLast(), whole.removeLast())
      guard uncut.hasPrefix(cut) else { return false }
    }
    return drawn == whole
  }

  /// The files, how many texts each has at least, and the share of them that may differ: those of reports name
  /// characters that their fonts lack, for which Chromium takes one of the system's.
  @Test(arguments: [
    ("texts", 800, allowedShare), ("texts-languages", 3_600, allowedShare),
    ("texts-reports", 160, 0.05),
  ])
  func `Lines equal Chromium's for the same font files`(
    _ name: String, _ count: Int, _ allowed: Double
  ) throws {
    let fixtures = try Self.fixtures(name)
    #expect(fixtures.count > count)
    // The files alone: with whole folders, a weight may select another face of a family.
    let files = Set(fixtures.flatMap { $0.style.fonts.map(\.path) }).filter(TestFonts.exists)
    let library = FontLibrary(paths: files.sorted().map { TestFonts.root + $0 })
    #expect(library.warnings.isEmpty)
    var faces: [String: FontFace] = [:]
    for face in library.families.flatMap(\.faces) where face.index == 0 { faces[face.path] = face }
    let measurer = TextMeasurer(fonts: library, cacheByteLimit: 1 << 20)
    var agreed = 0
    var differing: [String] = []
    var secondTier = (agreed: 0, differing: 0)
    var missing: [String: Int] = [:]
    for fixture in fixtures {
      guard let style = Self.style(fixture, faces) else {
        for font in fixture.style.fonts where faces[TestFonts.root + font.path] == nil {
          missing[font.package, default: 0] += 1
        }
        continue
      }
      let text = try measurer.prepare(fixture.text, measurer.resolve(style))
      let lines = text.lines(width: fixture.width)
      let isEqual =
        text.lineCount(width: fixture.width) == fixture.lineCount
        && abs(text.height(width: fixture.width) - fixture.height) < 0.02
        && Self.agree(lines, fixture)
      if fixture.tier > 1 {
        if isEqual { secondTier.agreed += 1 } else { secondTier.differing += 1 }
      } else if isEqual {
        agreed += 1
      } else {
        differing.append("\(fixture.name): \(lines), Chromium \(fixture.lines)")
      }
    }
    for (package, count) in missing.sorted(by: { $0.key < $1.key }) {
      print("\(count) texts skipped: \(package) is not installed")
    }
    print("\(agreed) texts agree, \(differing.count) differ; best effort: \(secondTier)")
    for line in differing { print(line) }
    #expect(Double(differing.count) <= allowed * Double(agreed + differing.count))
    if TestFonts.isRequired {
      #expect(TestFonts.missingPackages.isEmpty, "install the packages")
      #expect(agreed >= count / 6)
    }
  }
}
