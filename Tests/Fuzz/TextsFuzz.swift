import Glibc
import TextMeasure

/// libFuzzer's entry: reads the input as a style, a width and a text, and breaks the text into lines.
///
/// Traps if a measurer that knows the text or its words gives another answer than a new one, if the lines as
/// they are drawn are not as many as counted, or if a text takes more than a release build's second of CPU.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTexts(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var bytes = UnsafeBufferPointer(start: start, count: count)[...]
  let style = TextStyle(fuzzed: &bytes)
  let width = Double(bytes.popFirst() ?? 0) * Double(bytes.popFirst() ?? 1) / 16
  let text = String(decoding: bytes.prefix(TextMeasurer.maximumTextLength), as: UTF8.self)
  guard text.utf16.count <= TextMeasurer.maximumTextLength else { return 0 }
  let began = clock()
  let cold = TextMeasurer(fonts: Fonts.library, cacheByteLimit: 0)
  guard let layout = Fonts.layout(text, style, width, cold) else { return 0 }
  let seconds = Double(clock() - began) / Double(CLOCKS_PER_SEC)
  precondition(seconds < 1 * Fonts.slowness, "\(text.utf8.count) bytes took \(seconds) s")
  precondition(layout.lines.count == layout.lineCount)
  precondition(layout.lineCount <= style.maxLines ?? .max)
  precondition(layout.height.isFinite && layout.maxLineWidth.isFinite && layout.maxLineWidth >= 0)
  precondition(Fonts.layout(text, style, width, Fonts.warm) == layout, "a warm measurer differs")
  // The first call may store the line count that the second one reads.
  for _ in 0..<2 {
    let height = try? Fonts.warm.height(
      of: Array(text.utf8)[...], Fonts.resolved(style), width: width)
    precondition(height?.points == layout.height, "a known height differs")
  }
  layOutRuns(text, style, width, 1 + count % 40)
  return 0
}

/// Lays the text out in runs that the style's own and another style take in turn, with a box after each fourth.
///
/// Traps if a measurer that knows the runs gives another answer, or if a line's place is beyond the text.
private func layOutRuns(_ text: String, _ style: TextStyle, _ width: Double, _ length: Int) {
  var other = style
  other.fontSize = min(512, style.fontSize + 3.5)
  other.lineHeight = .normal
  other.maxLines = nil
  guard let block = try? Fonts.resolved(style), let own = try? Fonts.resolved(other) else { return }
  var runs: [TextRun] = []
  var rest = text[...]
  while runs.count < TextRun.maxCount - 1, !rest.isEmpty {
    let part = runs.count == TextRun.maxCount - 2 ? rest : rest.prefix(length)
    runs.append(.text(String(part), runs.count % 2 == 0 ? nil : own))
    rest = rest.dropFirst(part.count)
    if runs.count % 4 == 3 {
      runs.append(
        .box(InlineBox(width: Double(length), height: 30, verticalAlign: .points(-8))))
    }
  }
  let source = TextRun.text(of: runs)
  guard source.utf16.count <= TextMeasurer.maximumTextLength else { return }
  let layouts = (0..<2).map { _ in
    try? Fonts.warm.prepare(runs, block).layout(width: width, drawsLines: true, detailsOf: source)
  }
  precondition(layouts[0] == layouts[1], "known runs differ")
  guard case let layout?? = layouts[0] else { return }
  precondition(layout.lines.count == layout.lineCount && layout.details.count == layout.lineCount)
  for detail in layout.details {
    precondition(detail.start <= detail.end && detail.end <= source.utf16.count)
    precondition(detail.height.isFinite && detail.baseline.isFinite)
  }
  let height = try? Fonts.warm.height(of: runs, block, width: width)
  precondition(height?.points == layout.height, "a known height of runs differs")
}

/// The fonts, and a measurer that remembers what it measured.
private enum Fonts {
  static let library: FontLibrary = {
    let root = "/usr/share/fonts"
    let library = FontLibrary(paths: [root])
    precondition(library.family("Inter") != nil, "the font Inter is missing (fonts-inter)")
    return library
  }()
  static let warm = TextMeasurer(fonts: library, cacheByteLimit: 1 << 22)

  /// How much slower the instrumented program is than a release build.
  static let slowness = 8.0

  static func resolved(_ style: TextStyle) throws -> ResolvedStyle { try warm.resolve(style) }

  /// Returns the lines; nil if the style is refused.
  static func layout(
    _ text: String, _ style: TextStyle, _ width: Double, _ measurer: TextMeasurer
  ) -> PreparedText.Layout? {
    guard let resolved = try? measurer.resolve(style) else { return nil }
    let prepared = try? measurer.prepare(text, resolved)
    precondition(prepared != nil, "a text of a valid style is refused")
    return prepared?.layout(width: width, drawsLines: true)
  }
}

extension TextStyle {
  /// Reads a style from the first bytes, which it removes.
  fileprivate init(fuzzed bytes: inout Slice<UnsafeBufferPointer<UInt8>>) {
    func next() -> Int { Int(bytes.popFirst() ?? 0) }
    func pick<Value>(_ values: [Value]) -> Value { values[next() % values.count] }
    let families = [["Inter"], ["DejaVu Sans"], ["Inter", "DejaVu Sans"], ["Nothing"]]
    self.init(
      fontFamily: pick(families), fontSize: Double(next()) / 4,
      lineHeight: pick([.points(18), .multiple(1.4), .points(0)]))
    fontWeight = Double(next() * 5)
    fontStyle = pick([.normal, .italic])
    letterSpacing = Double(next() - 8) / 8
    wordSpacing = Double(next() - 8) / 8
    whiteSpace = pick(WhiteSpace.allCases)
    wordBreak = pick(WordBreak.allCases)
    overflowWrap = pick(OverflowWrap.allCases)
    lineBreak = pick(LineBreak.allCases)
    lang = pick(["", "en", "ja", "th", "zh-Hant", "x"])
    direction = pick([.leftToRight, .rightToLeft])
    maxLines = pick([nil, 1, 2, 40])
    textWrap = pick(TextWrap.allCases)
    textTransform = pick(TextTransform.allCases)
    textIndent = pick([
      nil, TextIndent(length: Double(next() - 128), hanging: true, eachLine: true),
      TextIndent(length: 1e4),
    ])
    hyphens = pick(Hyphens.allCases)
    hyphenateCharacter = pick([nil, "", "=/="])
    lineClampEnd = pick([nil, "", "… more"])
    textSpacingTrim = pick(TextSpacingTrim.allCases)
    textAutospace = pick(TextAutospace.allCases)
    fontFeatureSettings = pick([[], [FontSetting("liga", 0), FontSetting("frac", 1)]])
    fontVariantCaps = pick(FontVariantCaps.allCases)
    fontStretch = pick([100, 50, 200])
    tabLength = pick([nil, 0, 20])
    if next() % 4 == 1 { lineHeight = .normal }
  }
}
