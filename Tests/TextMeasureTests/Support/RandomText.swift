import TestSupport
import TextMeasure

/// Random texts of words, marks, spaces and controls.
struct RandomText {
  private static let pieces = [
    "Sunset", "over", "Kyoto", "AVATAR", "fi", "office", "To", "(1,200)", "e-mail", "-5", "A-1",
    "–",
    "soft\u{AD}hyphen", "漢字", "かな", "「東京」", "한국어", "שלום", "العربية", "ไทย", "हिन्दी",
    "e\u{301}\u{302}", "\u{200B}", "\u{202E}x\u{202C}", "👍", "❤️", "1/2", "…", "\t", "\n", "  ",
  ]

  /// Returns a text of up to `count` pieces, most of which a space separates.
  static func text(_ count: Int, using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...count, using: &generator) {
      text += pieces.randomElement(using: &generator) ?? ""
      if Int.random(in: 0..<4, using: &generator) > 0 { text += " " }
    }
    return text
  }

  /// Returns a style of random properties in one of the small fonts.
  static func style(using generator: inout SeededGenerator) -> TextStyle {
    var style = TextStyle(
      fontFamily: [
        ["Inter", "DejaVu Sans", "Roboto", "Lato"].randomElement(using: &generator) ?? "Inter",
        "DejaVu Sans",
      ], fontSize: Double(Int.random(in: 8...30, using: &generator)), lineHeight: .points(20))
    style.whiteSpace = TextStyle.WhiteSpace.allCases.randomElement(using: &generator) ?? .normal
    style.wordBreak = TextStyle.WordBreak.allCases.randomElement(using: &generator) ?? .normal
    style.overflowWrap =
      TextStyle.OverflowWrap.allCases.randomElement(using: &generator) ?? .normal
    style.lineBreak = TextStyle.LineBreak.allCases.randomElement(using: &generator) ?? .auto
    style.direction = HorizontalDirection.allCases.randomElement(using: &generator)
    style.letterSpacing = [0, 0, 0.5, 2].randomElement(using: &generator) ?? 0
    style.lang = ["", "en", "ja", "de", "ar"].randomElement(using: &generator) ?? ""
    return style
  }
}
