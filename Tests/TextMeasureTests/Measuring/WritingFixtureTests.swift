import Foundation
import TestSupport
import Testing
import TextMeasure

/// Sizes and cut lines of texts that Chromium 156 made with the same font files.
@Suite struct WritingFixtureTests {
  /// A text in a style with CSS's names.
  private struct Fixture: Decodable {
    struct Font: Decodable {
      var family: String
      var path: String
    }

    struct Style: Decodable {
      var fontFamily: [String]
      var fontSize: Double
      var fontWeight: Double?
      var fontStyle: String?
      var lineHeight: LineHeight
      var letterSpacing: Spacing?
      var whiteSpace: String
      var wordBreak: String
      var overflowWrap: String
      var lineBreak: String
      var lang: String
      var direction: String
      var maxLines: Int?
      var textOverflow: String?
      var textTransform: String?
      var textWrap: String?
      var textIndent: CSSValue?
      var fontFeatureSettings: [String: Double]?
      var fontVariationSettings: [String: Double]?
      var fontKerning: String?
      var fontVariantCaps: String?
      var fontVariantNumeric: String?
      var fontVariantLigatures: String?
      var fontStretch: CSSValue?
      var hyphens: String?
      var hyphenateCharacter: String?
      var textSpacingTrim: String?
      var textAutospace: String?
      var tabSize: CSSValue?
      var wordSpacing: Spacing?
    }

    /// A number, or a text of CSS.
    enum CSSValue: Decodable {
      case number(Double)
      case text(String)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try value.decode(String.self))
        }
      }
    }

    /// Points, a multiple of the size, or `normal`.
    enum LineHeight: Decodable {
      case points(Double)
      case multiple(Double)
      case normal

      init(from decoder: any Decoder) throws {
        struct Multiple: Decodable { var multiple: Double }
        let value = try decoder.singleValueContainer()
        if let points = try? value.decode(Double.self) {
          self = .points(points)
        } else if (try? value.decode(String.self)) == "normal" {
          self = .normal
        } else {
          self = .multiple(try value.decode(Multiple.self).multiple)
        }
      }
    }

    /// Points, or CSS's `em`.
    enum Spacing: Decodable {
      case points(Double)
      case ems(Double)

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let points = try? value.decode(Double.self) {
          self = .points(points)
        } else {
          let text = try value.decode(String.self)
          self =
            text.hasSuffix("em")
            ? .ems(Double(text.dropLast(2)) ?? 0) : .points(Double(text) ?? 0)
        }
      }
    }

    struct LeastWidth: Decodable { var width: Double? }

    var name: String
    var text: String?
    var style: Style
    var height: Double?
    var fonts: [Font]
    var width: Double?
    var minContent: Double?
    var maxContent: Double?
    var leastWidth: [LeastWidth?]?
    var lines: [String]?
    var lineCount: Int?
    var lastLine: String?
    var truncated: Bool?
  }

  private static func fixtures(_ name: String) throws -> [Fixture] {
    let decoder = JSONDecoder()
    return try PackageFiles.lines(of: "Tests/TextMeasureTests/Fixtures/\(name).jsonl")
      .map { try decoder.decode(Fixture.self, from: $0) }
  }

  /// Returns CSS's words of a list that is separated by spaces.
  private static func words<Word: RawRepresentable<String>>(_ text: String?) -> [Word] {
    (text ?? "").split(separator: " ").compactMap { Word(rawValue: String($0)) }
  }

  /// Returns an indent of CSS, such as `24px hanging`; nil if a style cannot have it.
  private static func indent(_ given: Fixture.CSSValue, _ fontSize: Double) -> TextStyle.TextIndent?
  {
    guard case .text(let text) = given else {
      if case .number(let points) = given { return TextStyle.TextIndent(length: points) }
      return nil
    }
    let words = text.split(separator: " ").map(String.init)
    guard let length = words.first,
      let number = Double(length.prefix { "-.0123456789".contains($0) })
    else { return nil }
    let unit = length.hasSuffix("px") ? 1 : length.hasSuffix("em") ? fontSize : nil
    return unit.map {
      TextStyle.TextIndent(
        length: number * $0, hanging: words.contains("hanging"),
        eachLine: words.contains("each-line"))
    }
  }

  /// Sets the properties that choose faces and glyphs, and the details of Chinese, Japanese and indents.
  ///
  /// - Returns: whether a style can have all of them.
  private static func setDetails(_ given: Fixture.Style, of style: inout TextStyle) -> Bool {
    style.fontFeatureSettings = (given.fontFeatureSettings ?? [:]).sorted { $0.key < $1.key }
      .map { TextStyle.FontSetting($0.key, $0.value) }
    style.fontVariationSettings = (given.fontVariationSettings ?? [:]).sorted { $0.key < $1.key }
      .map { TextStyle.FontSetting($0.key, $0.value) }
    style.fontKerning = TextStyle.FontKerning(rawValue: given.fontKerning ?? "auto") ?? .auto
    style.fontVariantCaps =
      TextStyle.FontVariantCaps(rawValue: given.fontVariantCaps ?? "normal") ?? .normal
    style.fontVariantNumeric = words(given.fontVariantNumeric)
    style.fontVariantLigatures = words(given.fontVariantLigatures)
    style.hyphens = TextStyle.Hyphens(rawValue: given.hyphens ?? "manual") ?? .manual
    style.hyphenateCharacter = given.hyphenateCharacter
    style.textSpacingTrim =
      TextStyle.TextSpacingTrim(rawValue: given.textSpacingTrim ?? "normal") ?? .normal
    style.textAutospace =
      TextStyle.TextAutospace(rawValue: given.textAutospace ?? "no-autospace") ?? .noAutospace
    switch given.fontStretch {
    case .number(let percent): style.fontStretch = percent
    case .text("ultra-condensed"): style.fontStretch = 50
    case .text(let text): style.fontStretch = Double(text.dropLast()) ?? 100
    case nil: break
    }
    switch given.tabSize {
    case .number(let count): style.tabSize = count
    case .text(let text): style.tabLength = Double(text.dropLast(2))
    case nil: break
    }
    if let textIndent = given.textIndent {
      style.textIndent = indent(textIndent, given.fontSize)
      return style.textIndent != nil
    }
    return true
  }

  /// Returns the style of a fixture; nil if it has a property that no style has.
  private static func style(_ given: Fixture.Style) -> TextStyle? {
    guard let whiteSpace = TextStyle.WhiteSpace(rawValue: given.whiteSpace) else { return nil }
    var style = TextStyle(fontFamily: given.fontFamily, fontSize: given.fontSize)
    switch given.lineHeight {
    case .points(let points): style.lineHeight = .points(points)
    case .multiple(let multiple): style.lineHeight = .multiple(multiple)
    case .normal: style.lineHeight = .normal
    }
    guard setDetails(given, of: &style) else { return nil }
    switch given.wordSpacing {
    case .points(let points): style.wordSpacing = points
    case .ems(let ems): style.wordSpacing = ems * given.fontSize
    case nil: break
    }
    style.fontWeight = given.fontWeight ?? 400
    style.fontStyle = given.fontStyle == "italic" ? .italic : .normal
    switch given.letterSpacing {
    case .points(let points): style.letterSpacing = points
    case .ems(let ems): style.letterSpacing = ems * given.fontSize
    case nil: break
    }
    style.whiteSpace = whiteSpace
    style.wordBreak = TextStyle.WordBreak(rawValue: given.wordBreak) ?? .normal
    // The old value `word-break: break-word` means `overflow-wrap: anywhere`.
    style.overflowWrap =
      given.wordBreak == "break-word"
      ? .anywhere : TextStyle.OverflowWrap(rawValue: given.overflowWrap) ?? .normal
    style.lineBreak = TextStyle.LineBreak(rawValue: given.lineBreak) ?? .auto
    style.lang = given.lang
    style.direction = given.direction == "rtl" ? .rightToLeft : .leftToRight
    style.maxLines = given.maxLines
    style.textOverflow = given.textOverflow == "ellipsis" ? .ellipsis : .clip
    style.textWrap = TextStyle.TextWrap(rawValue: given.textWrap ?? "wrap") ?? .wrap
    style.textTransform = TextStyle.TextTransform(rawValue: given.textTransform ?? "none") ?? .none
    return style
  }

  /// Counts the fixtures of a file that agree, and prints those that differ.
  private static func check(
    _ name: String, atLeast count: Int, allowed: Double,
    _ difference: (Fixture, PreparedText) throws -> String?
  ) throws {
    let fixtures = try Self.fixtures(name)
    #expect(fixtures.count > count)
    var (agreed, skipped) = (0, 0)
    var differing: [String] = []
    for fixture in fixtures {
      guard let style = style(fixture.style),
        fixture.fonts.allSatisfy({ TestFonts.exists($0.path) })
      else {
        skipped += 1
        continue
      }
      // The faces that the page had, and no others.
      let paths = Set(fixture.fonts.map(\.path)).sorted().map { TestFonts.root + $0 }
      let measurer = TextMeasurer(fonts: FontLibrary(paths: paths), cacheByteLimit: 0)
      // Some pages gave a file another name than its own.
      guard let resolved = try? measurer.resolve(style) else {
        skipped += 1
        continue
      }
      let text = try measurer.prepare(fixture.text ?? "", resolved)
      if let difference = try difference(fixture, text) {
        differing.append("\(fixture.name): \(difference)")
      } else {
        agreed += 1
      }
    }
    print("\(name): \(agreed) agree, \(differing.count) differ, \(skipped) skipped")
    for line in differing { print(line) }
    #expect(Double(differing.count) <= allowed * Double(agreed + differing.count))
    if TestFonts.isRequired { #expect(agreed >= count / 4) }
  }

  @Test func `T29: Sizes equal Chromium's`() throws {
    try Self.check("texts-sizes", atLeast: 90, allowed: 0.03) { fixture, text in
      let (min, max) = (text.minContentWidth(), text.maxContentWidthWithSpaces())
      guard abs((min ?? 0) - (fixture.minContent ?? 0)) < 0.04,
        abs((max ?? 0) - (fixture.maxContent ?? 0)) < 0.04
      else {
        return
          "\(min ?? 0) to \(max ?? 0), not \(fixture.minContent ?? 0) to \(fixture.maxContent ?? 0)"
      }
      for (number, least) in (fixture.leastWidth ?? []).enumerated() {
        guard let width = least?.width else { continue }
        let found = text.leastWidth(ofLines: number + 1)
        if found != .points(width) { return "\(number + 1) lines: \(found as Any), not \(width)" }
      }
      return nil
    }
  }

  @Test func `T28: Cut lines equal Chromium's`() throws {
    try Self.check("texts-clamp", atLeast: 80, allowed: 0.03) { fixture, text in
      let layout = text.layout(width: fixture.width ?? .infinity, drawsLines: true)
      func folded(_ line: String?) -> String {
        (line ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      let last = folded(layout?.lines.last)
      if last != folded(fixture.lastLine) { return "\(last), not \(folded(fixture.lastLine))" }
      return layout?.isTruncated == fixture.truncated
        ? nil : "truncated \(layout?.isTruncated as Any)"
    }
  }

  @Test func `T31: Balanced and pretty lines equal Chromium's`() throws {
    try Self.check("texts-wrap", atLeast: 170, allowed: 0.03) { fixture, text in
      func folded(_ line: String) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .replacingOccurrences(of: "\u{AD}", with: "")
          .replacingOccurrences(of: "[-\u{2010}…]$", with: "", options: .regularExpression)
      }
      let layout = text.layout(width: fixture.width ?? .infinity, drawsLines: true)
      var lines = (layout?.lines ?? []).map(folded), wanted = (fixture.lines ?? []).map(folded)
      if layout?.isTruncated == true, let last = lines.popLast(), let whole = wanted.popLast(),
        !whole.hasPrefix(last)
      {
        return "\(last), not \(whole)"
      }
      return lines == wanted ? nil : "\(lines), not \(wanted)"
    }
  }

  @Test(.enabled(if: TestFonts.isUsable))
  func `T31: The number of lines and the height stay`() throws {
    let measurer = TestFonts.measurer()
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        String(
          (0..<Int.random(in: 1...9, using: &random)).map { _ in
            "aiWm".randomElement(using: &random)!
          })
      }
      let given = words.joined(separator: " "),
        width = Double(Int.random(in: 20...400, using: &random))
      let layouts = try TextStyle.TextWrap.allCases.map { wrap in
        var style = TestFonts.style()
        style.textWrap = wrap
        return try #require(
          try measurer.prepare(given, measurer.resolve(style)).layout(
            width: width, drawsLines: true))
      }
      for layout in layouts {
        #expect(
          layout.lineCount == layouts[0].lineCount && layout.height == layouts[0].height,
          "seed \(seed)")
        #expect(
          layout.lines.joined().filter { $0 != " " } == given.filter { $0 != " " }, "seed \(seed)")
        #expect(layout.maxLineWidth <= max(width, layouts[0].maxLineWidth) + 1 / 64, "seed \(seed)")
      }
    }
  }

  @Test(.enabled(if: TestFonts.isUsable))
  func `T31: A paragraph whose work ends has no lines, never those of another style`() throws {
    let measurer = TestFonts.measurer()
    var style = TestFonts.style()
    style.textWrap = .balance
    let text = try measurer.prepare(
      String(repeating: "ai Wm ", count: 200), measurer.resolve(style))
    let width = text.maxContentWidth / 3.5
    let whole = try #require(text.layout(width: width, drawsLines: true))
    #expect(whole.lineCount == 4)
    var stoppedCount = 0
    for limit in 0..<20 {
      var calls = 0
      // A later and smaller payment may succeed again.
      let work = TextWork { _ in
        calls += 1
        return calls != limit + 1
      }
      let layout = text.layout(width: width, drawsLines: true, work)
      if layout == nil { stoppedCount += 1 } else { #expect(layout == whole, "call \(limit)") }
    }
    #expect(stoppedCount > 5)
  }

  @Test func `T30: Lines in another case equal Chromium's`() throws {
    try Self.check("texts-transform", atLeast: 70, allowed: 0.01) { fixture, text in
      func folded(_ line: String) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          .replacingOccurrences(of: "\u{AD}", with: "")
          .replacingOccurrences(of: "[-\u{2010}]$", with: "", options: .regularExpression)
      }
      let layout = text.layout(width: fixture.width ?? .infinity, drawsLines: true)
      let lines = (layout?.lines ?? []).map(folded), wanted = (fixture.lines ?? []).map(folded)
      return lines == wanted ? nil : "\(lines), not \(wanted)"
    }
  }

  @Test(
    .enabled(if: TestFonts.isUsable),
    arguments: [
      ("straße", "de", TextStyle.TextTransform.uppercase, "STRASSE"),
      ("istanbul", "tr", .uppercase, "İSTANBUL"),
      ("ρολόι ή", "el", .uppercase, "ΡΟΛΟΪ Ή"), ("საქართველო", "ka", .uppercase, "საქართველო"),
      ("ΟΔΟΣ", "el", .lowercase, "οδος".replacingOccurrences(of: "σ", with: "ς")),
      (
        "ijs e.g. foo:bar 2nd-hand don’t ǆ ﬁ", "nl", .capitalize,
        "Ijs E.G. Foo:Bar 2nd-Hand Don’t ǅ ﬁ"
      ),
    ])
  func `T30: Letters change their case as in Chromium`(
    _ text: String, _ lang: String, _ transform: TextStyle.TextTransform, _ shown: String
  ) throws {
    let measurer = TestFonts.measurer()
    var style = TestFonts.style()
    style.lang = lang
    style.textTransform = transform
    let prepared = try measurer.prepare(text, measurer.resolve(style))
    let layout = try #require(
      prepared.layout(width: .infinity, drawsLines: true, changesCase: true))
    #expect(layout.lines == [shown])
    #expect(prepared.lines(width: .infinity) == [text])
    // A line of the text's own letters ends where that of the shown ones does.
    for width in stride(from: 10.0, through: 100, by: 7) {
      #expect(
        prepared.lines(width: width).joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test(.enabled(if: TestFonts.isUsable))
  func `T29: The least width is that of a search through all widths`() throws {
    let measurer = TestFonts.measurer()
    for (seed, wrap) in zip(
      UInt64(1)..., TextStyle.OverflowWrap.allCases + TextStyle.OverflowWrap.allCases)
    {
      var random = SeededGenerator(seed: seed)
      let words = (0..<12).map { _ in
        String(
          (0..<Int.random(in: 1...9, using: &random)).map { _ in
            "aiWm".randomElement(using: &random)!
          })
      }
      var style = TestFonts.style()
      style.overflowWrap = wrap
      let text = try measurer.prepare(words.joined(separator: " "), measurer.resolve(style))
      for count in 1...6 {
        let slow = (1...2_000).first { text.lineCount(width: Double($0)) <= count }
        #expect(
          text.leastWidth(ofLines: count)
            == (slow.map { .points(Double($0)) } ?? PreparedText.LeastWidth.none),
          "seed \(seed), \(wrap), \(count) lines")
        #expect(
          text.leastWidth(ofLines: count, atMost: Double((slow ?? 1) - 1))
            == PreparedText.LeastWidth.none)
      }
    }
  }

  // MARK: Runs, features and the height of lines

  /// Returns why the lines and the height of a text differ from Chromium's; nil if they do not.
  private static func difference(
    _ text: PreparedText, _ width: Double?, _ height: Double?, _ wanted: [String]?
  ) -> String? {
    func folded(_ line: String) -> String {
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .replacingOccurrences(of: "\u{AD}", with: "")
        .replacingOccurrences(of: "[-\u{2010}…=/]+$", with: "", options: .regularExpression)
    }
    guard let layout = text.layout(width: width ?? .infinity, drawsLines: true) else {
      return "no lines"
    }
    if abs(layout.height - (height ?? 0)) >= 0.04 {
      return "\(layout.height) high, not \(height ?? 0)"
    }
    var lines = layout.lines.map(folded), wanted = (wanted ?? []).map(folded)
    // The fixture has the line before it was cut.
    if layout.isTruncated == true, let last = lines.popLast(), let whole = wanted.popLast(),
      !whole.hasPrefix(last)
    {
      return "\(last), not \(whole)"
    }
    return lines == wanted ? nil : "\(lines), not \(wanted)"
  }

  @Test func `T34: Lines of normal height equal Chromium's`() throws {
    try Self.check("texts-normal", atLeast: 90, allowed: 0.01) { fixture, text in
      Self.difference(text, fixture.width, fixture.height, fixture.lines)
    }
  }

  @Test func `T33: Lines with features equal Chromium's`() throws {
    try Self.check("texts-features", atLeast: 95, allowed: 0.02) { fixture, text in
      Self.difference(text, fixture.width, fixture.height, fixture.lines)
    }
  }

  @Test func `T32: Lines of runs equal Chromium's`() throws {
    var (agreed, skipped) = (0, 0)
    var differing: [String] = []
    let decoder = JSONDecoder()
    for line in try PackageFiles.lines(of: "Tests/TextMeasureTests/Fixtures/texts-runs.jsonl") {
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      let block = try #require(json["block"] as? [String: Any])
      /// A style with the properties that are given, and those of the block.
      func style(_ given: [String: Any]) throws -> TextStyle? {
        let merged = try JSONSerialization.data(withJSONObject: block.merging(given) { $1 })
        return Self.style(try decoder.decode(Fixture.Style.self, from: merged))
      }
      let fonts = (json["fonts"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
      guard fonts.allSatisfy(TestFonts.exists) else {
        skipped += 1
        continue
      }
      let paths = Set(fonts).sorted().map { TestFonts.root + $0 }
      let measurer = TextMeasurer(fonts: FontLibrary(paths: paths), cacheByteLimit: 0)
      let resolved = try measurer.resolve(try #require(try style([:])))
      let runs = try (json["runs"] as? [[String: Any]] ?? []).map { run -> TextRun in
        guard let text = run["text"] as? String else {
          let align: InlineBox.VerticalAlign =
            switch run["verticalAlign"] {
            case let points as Double: .points(points)
            case let word as String where word == "middle": .middle
            default: .baseline
            }
          return .box(
            InlineBox(
              width: run["width"] as? Double ?? 0, height: run["height"] as? Double ?? 0,
              verticalAlign: align))
        }
        let own = run.filter { $0.key != "text" }
        return .text(
          text, own.isEmpty ? nil : try measurer.resolve(try #require(try style(own))))
      }
      let text = try measurer.prepare(runs, resolved)
      let found = Self.difference(
        text, json["width"] as? Double, json["height"] as? Double, json["lines"] as? [String])
      if let found {
        differing.append("\(json["name"] ?? ""): \(found)")
      } else {
        agreed += 1
      }
    }
    print("texts-runs: \(agreed) agree, \(differing.count) differ, \(skipped) skipped")
    for line in differing { print(line) }
    #expect(Double(differing.count) <= 0.01 * Double(agreed + differing.count))
    if TestFonts.isRequired { #expect(agreed >= 60) }
  }
}
