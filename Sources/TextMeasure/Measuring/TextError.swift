/// Why a text cannot be measured.
public enum TextError: Error, Hashable, Sendable {
  /// A property of a style has a value that is out of its range.
  case invalidStyle(property: String, reason: String)
  /// The library has no family of this name; `nearest` lists the names that are most like it.
  case unknownFamily(name: String, nearest: [String])
  /// The text has more UTF-16 units than ``TextMeasurer/maximumTextLength``.
  case textTooLong(length: Int)
  /// The text has more runs than ``TextRun/maxCount``.
  case tooManyRuns(count: Int)
  /// The caller's check ended the work.
  case stopped
}

extension TextError: CustomStringConvertible {
  /// What is wrong, the value, and the fix.
  public var description: String {
    switch self {
    case .invalidStyle(let property, let reason):
      return "\(property) \(reason)"
    case .unknownFamily(let name, let nearest):
      let names = nearest.map { "\"\($0)\"" }.joined(separator: ", ")
      return "unknown font family \"\(name)\""
        + (nearest.isEmpty ? "" : "; the nearest are \(names)")
    case .textTooLong(let length):
      return
        "a text must have at most \(TextMeasurer.maximumTextLength) UTF-16 units (got \(length))"
    case .tooManyRuns(let count):
      return "a text must have at most \(TextRun.maxCount) runs (got \(count))"
    case .stopped:
      return "the measurement was stopped"
    }
  }
}

extension TextStyle {
  /// Throws an error if a property is out of its range.
  func validate() throws(TextError) {
    if fontFamily.isEmpty || fontFamily.count > Self.maxFamilies {
      throw .invalidStyle(
        property: "fontFamily",
        reason: "must have 1 to \(Self.maxFamilies) families (got \(fontFamily.count))")
    }
    try check("fontSize", fontSize, Self.fontSizes)
    try check("fontWeight", fontWeight, 1...1000)
    switch lineHeight {
    case .points(let points): try check("lineHeight", points, 0...65536)
    case .multiple(let multiple): try check("lineHeight", multiple, 0...1024)
    case .normal: break
    }
    try check("letterSpacing", letterSpacing, -512...512)
    try check("wordSpacing", wordSpacing, -512...512)
    try check("tabSize", tabSize, Self.tabSizes)
    if let tabLength { try check("tabSize", tabLength, Self.tabLengths) }
    try check("fontStretch", fontStretch, Self.fontStretches)
    if let textIndent { try check("textIndent", textIndent.length, Self.indents) }
    try check("fontFeatureSettings", fontFeatureSettings, Self.featureValues)
    try check("fontVariationSettings", fontVariationSettings, Self.variationValues)
    if let ending = lineClampEnd, ending.utf16.count > Self.maxClampEndLength {
      throw .invalidStyle(
        property: "lineClampEnd",
        reason:
          "must have at most \(Self.maxClampEndLength) UTF-16 units (got \(ending.utf16.count))"
      )
    }
    if let hyphen = hyphenateCharacter, hyphen.utf16.count > Self.maxHyphenLength {
      throw .invalidStyle(
        property: "hyphenateCharacter",
        reason: "must have at most \(Self.maxHyphenLength) UTF-16 units (got \(hyphen.utf16.count))"
      )
    }
    if let maxLines, maxLines < 1 {
      throw .invalidStyle(property: "maxLines", reason: "must be at least 1 (got \(maxLines))")
    }
    let isTag = lang.utf8.allSatisfy { $0 == 0x2D || Unit.isAlphanumeric(UInt16($0)) }
    if !isTag || lang.utf8.count > 64 {
      throw .invalidStyle(property: "lang", reason: "must be a BCP 47 tag (got \"\(lang)\")")
    }
  }

  private func check(
    _ property: String, _ settings: [FontSetting], _ range: ClosedRange<Double>
  ) throws(TextError) {
    guard settings.count <= Self.maxSettings else {
      throw .invalidStyle(
        property: property,
        reason: "must have at most \(Self.maxSettings) settings (got \(settings.count))")
    }
    for setting in settings {
      guard setting.tag.utf8.count == 4, setting.tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else {
        throw .invalidStyle(
          property: property,
          reason: "must have tags of four ASCII characters (got \"\(setting.tag)\")")
      }
      try check(property, setting.value, range)
    }
  }

  private func check(
    _ property: String, _ value: Double, _ range: ClosedRange<Double>
  ) throws(TextError) {
    guard !range.contains(value) else { return }
    throw .invalidStyle(
      property: property,
      reason: "must be a number from \(range.lowerBound) to \(range.upperBound) (got \(value))")
  }
}
