@_exported public import TextStyling

extension TextStyle {
  /// Whether lines wrap at the container's width.
  var wraps: Bool { whiteSpace != .nowrap && whiteSpace != .pre }

  /// Whether spaces and tabs are kept.
  var preservesSpaces: Bool {
    whiteSpace == .pre || whiteSpace == .preWrap || whiteSpace == .breakSpaces
  }

  /// Whether spaces hang at the end of a line.
  var spacesHang: Bool { whiteSpace != .breakSpaces }

  /// Whether newlines end lines.
  var preservesNewlines: Bool { preservesSpaces || whiteSpace == .preLine }

  /// The style without what does not change the shapes of its letters (TextRules T32).
  var shaping: TextStyle {
    var shaping = TextStyle(fontFamily: fontFamily, fontSize: fontSize, lineHeight: .points(0))
    shaping.fontWeight = fontWeight
    shaping.fontStyle = fontStyle
    shaping.fontStretch = fontStretch
    shaping.letterSpacing = letterSpacing
    shaping.wordSpacing = wordSpacing
    shaping.lang = lang
    shaping.fontFeatureSettings = fontFeatureSettings
    shaping.fontVariationSettings = fontVariationSettings
    shaping.fontKerning = fontKerning
    shaping.fontVariantCaps = fontVariantCaps
    shaping.fontVariantNumeric = fontVariantNumeric
    shaping.fontVariantLigatures = fontVariantLigatures
    shaping.textSpacingTrim = textSpacingTrim
    shaping.textAutospace = textAutospace
    return shaping
  }
}
