import LayoutEngine

private enum TextStyleField: String, JSONField {
  case fontFamily, fontSize, fontWeight, fontStyle, lineHeight, letterSpacing, wordSpacing
  case whiteSpace, wordBreak, overflowWrap, lineBreak, lang, tabSize, direction, maxLines
  case textTransform, hyphens, textOverflow, textWrap
  case fontFeatureSettings, fontVariationSettings, fontKerning, fontVariantCaps
  case fontVariantNumeric, fontVariantLigatures, fontStretch
  case textIndent, hyphenateCharacter, lineClampEnd, textSpacingTrim, textAutospace
  static let names = FieldNames<Self>()
}

private enum LineHeightField: String, JSONField {
  case multiple
  static let names = FieldNames<Self>()
}

private enum TabSizeField: String, JSONField {
  case length
  static let names = FieldNames<Self>()
}

private enum IndentField: String, JSONField {
  case length, em, hanging, eachLine
  static let names = FieldNames<Self>()
}

private enum SpacingField: String, JSONField {
  case em
  static let names = FieldNames<Self>()
}

private let fontStyleWords = Words<TextStyle.FontStyle>([
  "normal": .normal, "italic": .italic, "oblique": .italic,
])
private let fontWeightWords = Words<Double>(["normal": 400, "bold": 700])
private let whiteSpaceWords = Words<TextStyle.WhiteSpace>()
/// The values of `wordBreak`; nil if it is CSS's old `break-word`, which is `overflowWrap: anywhere`.
private let wordBreakWords = Words<TextStyle.WordBreak?>([
  "normal": .normal, "keep-all": .keepAll, "break-all": .breakAll, "break-word": nil,
])
private let overflowWrapWords = Words<TextStyle.OverflowWrap>()
private let lineBreakWords = Words<TextStyle.LineBreak>()
private let textOverflowWords = Words<TextStyle.TextOverflow>()
private let textWrapWords = Words<TextStyle.TextWrap>()
private let textTransformWords = Words<TextStyle.TextTransform>()
private let hyphensWords = Words<TextStyle.Hyphens>()
private let lineHeightWords = Words<TextStyle.LineHeight>(["normal": .normal])
private let fontKerningWords = Words<TextStyle.FontKerning>()
private let fontVariantCapsWords = Words<TextStyle.FontVariantCaps>()
private let fontVariantNumericWords = Words<TextStyle.FontVariantNumeric>()
private let fontVariantLigaturesWords = Words<TextStyle.FontVariantLigatures>()
private let textSpacingTrimWords = Words<TextStyle.TextSpacingTrim>()
private let textAutospaceWords = Words<TextStyle.TextAutospace>()
private let fontStretchWords = Words<Double>([
  "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
  "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
  "ultra-expanded": 200,
])
/// The forms of which a style has at most one.
private let numericChoices: [Set<TextStyle.FontVariantNumeric>] = [
  [.liningNums, .oldstyleNums], [.proportionalNums, .tabularNums],
  [.diagonalFractions, .stackedFractions],
]
private let ligatureChoices: [Set<TextStyle.FontVariantLigatures>] = [
  [.commonLigatures, .noCommonLigatures], [.discretionaryLigatures, .noDiscretionaryLigatures],
  [.historicalLigatures, .noHistoricalLigatures], [.contextual, .noContextual],
]

/// A distance that is added to characters, in points or in font sizes.
private enum Spacing {
  case points(Double)
  case ems(Double)

  /// Returns the points in a font of some size.
  func points(_ fontSize: Double) -> Double {
    switch self {
    case .points(let points): points
    case .ems(let ems): ems * fontSize
    }
  }
}

extension DocumentReader {
  /// Reads `textStyles`: an object with a style for each name.
  mutating func readTextStyles() throws(JSONSyntaxError) -> [Int: TextStyle] {
    var styles: [Int: TextStyle] = [:]
    let expectation = "must be an object with a style for each name, such as {\"title\": {…}}"
    guard var scope = try openNames(expectation) else { return styles }
    while let key = try nextName(of: &scope) {
      let name = text(of: key.token, atMost: TextStyles.maxNameBytes + 1)
      guard name.utf8.count <= TextStyles.maxNameBytes else {
        refuse(at: key.start, "must be a name of at most \(TextStyles.maxNameBytes) bytes")
        try skipValue()
        continue
      }
      guard styles.count < TextStyles.maxCount else {
        refuse(at: scope.start, "has more than \(TextStyles.maxCount) styles")
        try skipValue()
        continue
      }
      if try skipNull() { continue }
      let number = budget.styles.number(of: name, usedAt: nil)
      guard styles[number] == nil else { throw duplicate(name, at: key.start) }
      try reserve(MemoryLayout<TextStyle>.stride + 512)
      styles[number] = try readTextStyle()
    }
    return styles
  }

  /// Refuses the styles that bodies and layouts name, but that the document does not define.
  mutating func refuseUndefinedStyles() {
    let names = budget.styles.names
    let defined = names.indices.filter { number in
      !budget.styles.uses.contains { $0.name == number }
    }.map { names[$0] }
    for use in budget.styles.uses {
      refuse(at: use.offset, StyleNames.refusal(of: names[use.name], among: defined))
    }
  }

  /// Returns the styles in the order of the numbers by which bodies name them.
  func makeTextStyles(_ styles: [Int: TextStyle], text: ArraySlice<UInt8>) -> TextStyles {
    let names = budget.styles.names
    return TextStyles(
      names: names, styles: names.indices.map { styles[$0] ?? TextStyle() }, text: Array(text))
  }

  private mutating func readTextStyle() throws(JSONSyntaxError) -> TextStyle {
    var style = TextStyle()
    guard var scope = try openObject(of: TextStyleField.self) else { return style }
    var breaksAnywhere = false
    var (letterSpacing, wordSpacing) = (Spacing.points(0), Spacing.points(0))
    var indent: Spacing?
    while let field = try nextField(of: &scope) {
      switch field {
      case .fontFamily: style.fontFamily = try readFamilies()
      case .fontSize: try readNumber(into: &style.fontSize, in: TextStyle.fontSizes)
      case .fontWeight: style.fontWeight = try readWeight() ?? style.fontWeight
      case .fontStyle: style.fontStyle = try readWord(fontStyleWords) ?? style.fontStyle
      case .lineHeight: style.lineHeight = try readLineHeight() ?? style.lineHeight
      case .letterSpacing: letterSpacing = try readSpacing() ?? letterSpacing
      case .wordSpacing: wordSpacing = try readSpacing() ?? wordSpacing
      case .textIndent: indent = try readIndent(into: &style) ?? indent
      case .wordBreak:
        guard let word = try readWord(wordBreakWords) else { continue }
        style.wordBreak = word ?? .normal
        breaksAnywhere = word == nil
      default: try readBreaking(field, into: &style)
      }
    }
    if breaksAnywhere { style.overflowWrap = .anywhere }
    style.letterSpacing = letterSpacing.points(style.fontSize)
    style.wordSpacing = wordSpacing.points(style.fontSize)
    if let length = indent?.points(style.fontSize) { style.textIndent?.length = length }
    require(.fontFamily, in: scope)
    require(.lineHeight, in: scope)
    return style
  }

  /// Reads a field that decides where lines break, or how many there are.
  private mutating func readBreaking(
    _ field: TextStyleField, into style: inout TextStyle
  ) throws(JSONSyntaxError) {
    switch field {
    case .whiteSpace: style.whiteSpace = try readWord(whiteSpaceWords) ?? style.whiteSpace
    case .overflowWrap: style.overflowWrap = try readWord(overflowWrapWords) ?? style.overflowWrap
    case .lineBreak: style.lineBreak = try readWord(lineBreakWords) ?? style.lineBreak
    case .lang: style.lang = try readLanguage() ?? style.lang
    case .tabSize: try readTabSize(into: &style)
    case .direction: style.direction = try readDirection()
    case .maxLines: style.maxLines = try readInteger(in: 1...1_000_000).map { Int($0) }
    case .textTransform:
      style.textTransform = try readWord(textTransformWords) ?? style.textTransform
    case .hyphens: style.hyphens = try readWord(hyphensWords) ?? style.hyphens
    case .hyphenateCharacter:
      style.hyphenateCharacter = try readMark(atMost: TextStyle.maxHyphenLength)
      if style.hyphenateCharacter == "auto" { style.hyphenateCharacter = nil }
    case .lineClampEnd: style.lineClampEnd = try readMark(atMost: TextStyle.maxClampEndLength)
    case .textSpacingTrim:
      style.textSpacingTrim = try readWord(textSpacingTrimWords) ?? style.textSpacingTrim
    case .textAutospace:
      style.textAutospace = try readWord(textAutospaceWords) ?? style.textAutospace
    case .textWrap: style.textWrap = try readWord(textWrapWords) ?? style.textWrap
    case .textOverflow: style.textOverflow = try readWord(textOverflowWords) ?? style.textOverflow
    default: try readFeature(field, into: &style)
    }
  }

  /// Reads a field that chooses faces or glyphs of a family.
  private mutating func readFeature(
    _ field: TextStyleField, into style: inout TextStyle
  ) throws(JSONSyntaxError) {
    switch field {
    case .fontFeatureSettings:
      style.fontFeatureSettings = try readSettings(
        #"must be an object such as {"tnum": 1}"#, in: TextStyle.featureValues, isWhole: true)
    case .fontVariationSettings:
      style.fontVariationSettings = try readSettings(
        #"must be an object such as {"wght": 650}"#, in: TextStyle.variationValues)
    case .fontKerning: style.fontKerning = try readWord(fontKerningWords) ?? style.fontKerning
    case .fontVariantCaps:
      style.fontVariantCaps = try readWord(fontVariantCapsWords) ?? style.fontVariantCaps
    case .fontVariantNumeric:
      style.fontVariantNumeric = try readWords(fontVariantNumericWords, numericChoices)
    case .fontVariantLigatures:
      style.fontVariantLigatures = try readWords(
        fontVariantLigaturesWords, ligatureChoices, alone: TextStyle.FontVariantLigatures.none)
    case .fontStretch: style.fontStretch = try readStretch() ?? style.fontStretch
    default: try skipValue()
    }
  }

  /// Reads an object with a number for each tag.
  private mutating func readSettings(
    _ expectation: String, in range: ClosedRange<Double>, isWhole: Bool = false
  ) throws(JSONSyntaxError) -> [TextStyle.FontSetting] {
    var settings: [TextStyle.FontSetting] = []
    guard var scope = try openNames(expectation) else { return settings }
    while let key = try nextName(of: &scope) {
      let tag = text(of: key.token, atMost: 8)
      guard tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        refuse(at: key.start, "must be a tag of four ASCII characters (got \(quoted(tag)))")
        try skipValue()
        continue
      }
      guard settings.count < TextStyle.maxSettings else {
        refuse(at: scope.start, "has more than \(TextStyle.maxSettings) settings")
        try skipValue()
        continue
      }
      guard !settings.contains(where: { $0.tag == tag }) else {
        throw duplicate(tag, at: key.start)
      }
      if try skipNull() { continue }
      let kind = isWhole ? "a whole number" : "a number"
      let value = try readNumber(
        "must be \(kind) from \(shortText(of: range.lowerBound)) to \(shortText(of: range.upperBound))",
        where: { range.contains($0) && (!isWhole || $0 == $0.rounded()) })
      if let value { settings.append(TextStyle.FontSetting(tag, value)) }
    }
    return settings.sorted { $0.tag < $1.tag }
  }

  /// Reads CSS's words that are separated by spaces; none if the only one is `normal`.
  ///
  /// - Parameters:
  ///   - choices: sets of words of which at most one is given.
  ///   - lone: a word that stands alone.
  private mutating func readWords<Value: Hashable>(
    _ words: Words<Value>, _ choices: [Set<Value>], alone lone: Value? = nil
  ) throws(JSONSyntaxError) -> [Value] {
    _ = nextToken()
    let start = position
    guard let text = try readString(maxBytes: 256) else { return [] }
    if text == "normal" { return [] }
    var values: [Value] = []
    for word in text.split(separator: " ") {
      guard let value = words[Array(word.utf8)] else {
        refuse(at: start, words.refusal(of: String(word)))
        return []
      }
      let excludes = choices.contains { choice in
        choice.contains(value) && values.contains { choice.contains($0) }
      }
      guard !excludes, !values.contains(value), !values.contains(where: { $0 == lone }),
        value != lone || values.isEmpty
      else {
        refuse(at: start, "has words that exclude each other (got \(quoted(text)))")
        return []
      }
      values.append(value)
    }
    if values.isEmpty { refuse(at: start, words.expectation) }
    return values
  }

  /// Reads a width of faces: percent of the normal one, or CSS's word.
  private mutating func readStretch() throws(JSONSyntaxError) -> Double? {
    guard nextToken() == ASCII.quote else { return try readNumber(in: TextStyle.fontStretches) }
    return try readWord(fontStretchWords)
  }

  /// Reads what a line shows at its end.
  private mutating func readMark(atMost limit: Int) throws(JSONSyntaxError) -> String? {
    _ = nextToken()
    let start = position
    guard let mark = try readString(maxBytes: 256) else { return nil }
    let length = mark.utf16.count
    guard length <= limit else {
      refuse(at: start, "must have at most \(limit) UTF-16 code units (got \(length))")
      return nil
    }
    return mark
  }

  /// Reads the width of a tab: a number of spaces, or `{"length": n}`.
  private mutating func readTabSize(into style: inout TextStyle) throws(JSONSyntaxError) {
    style.tabLength = nil
    if ASCII.beginsNumber(nextToken()) {
      return try readNumber(into: &style.tabSize, in: TextStyle.tabSizes)
    }
    let scope = try openObject(
      of: TabSizeField.self, "must be a number of spaces such as 4, or {\"length\": 20}")
    guard var scope else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .length: style.tabLength = try readNumber(in: TextStyle.tabLengths)
      }
    }
    require(.length, in: scope)
  }

  /// Reads an indent into a style, and returns its length: points, `{"em": n}`, or an object with `length`.
  private mutating func readIndent(
    into style: inout TextStyle
  ) throws(JSONSyntaxError) -> Spacing? {
    style.textIndent = TextStyle.TextIndent(length: 0)
    if ASCII.beginsNumber(nextToken()) {
      return try readNumber(in: TextStyle.indents).map { .points($0) }
    }
    let scope = try openObject(
      of: IndentField.self,
      "must be points such as 16, {\"em\": 2} or {\"length\": 16, \"hanging\": true}")
    guard var scope else { return nil }
    var indent: Spacing?
    while let field = try nextField(of: &scope) {
      switch field {
      case .length:
        indent = try readEms(TextStyle.indents, TextStyle.emIndents, like: "16")
      case .em: indent = try readNumber(in: TextStyle.emIndents).map { .ems($0) }
      case .hanging: style.textIndent?.hanging = try readBool() ?? false
      case .eachLine: style.textIndent?.eachLine = try readBool() ?? false
      }
    }
    if scope.has(.length) == scope.has(.em) {
      refuse(at: scope.start, after: scope.lastUnknown, "needs either \"length\" or \"em\"")
    }
    return indent
  }

  private mutating func readFamilies() throws(JSONSyntaxError) -> [String] {
    if nextToken() == ASCII.quote {
      return try readString(maxBytes: 256).map { [$0] } ?? []
    }
    guard var list = try openArray("must be a family such as \"Inter\", or an array of families")
    else { return [] }
    var families: [String] = []
    while try nextElement(of: &list) {
      guard list.count <= TextStyle.maxFamilies else {
        try refuseRest(of: &list, limit: TextStyle.maxFamilies, "families")
        break
      }
      if let family = try readString(maxBytes: 256) { families.append(family) }
    }
    if list.count == 0 { refuse(at: list.start, "needs at least one family") }
    return families
  }

  /// Reads the tag of a language, whose form alone is checked.
  private mutating func readLanguage() throws(JSONSyntaxError) -> String? {
    _ = nextToken()
    let start = position
    guard let tag = try readString(maxBytes: 64) else { return nil }
    guard tag.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == ASCII.minus }) else {
      refuse(at: start, "must be a BCP 47 tag such as \"de-AT\" (got \(quoted(tag)))")
      return nil
    }
    return tag
  }

  private mutating func readNumber(
    into value: inout Double, in range: ClosedRange<Double>
  ) throws(JSONSyntaxError) {
    value = try readNumber(in: range) ?? value
  }

  /// Reads a number; returns nil if it refuses a number outside the range, or a value that is no number.
  private mutating func readNumber(
    in range: ClosedRange<Double>
  ) throws(JSONSyntaxError) -> Double? {
    try readNumber(
      "must be a number from \(shortText(of: range.lowerBound)) to \(shortText(of: range.upperBound))",
      where: { range.contains($0) })
  }

  /// Reads a weight: a number, or CSS's `normal` or `bold`.
  private mutating func readWeight() throws(JSONSyntaxError) -> Double? {
    guard nextToken() == ASCII.quote else { return try readNumber(in: TextStyle.fontWeights) }
    return try readWord(fontWeightWords)
  }

  /// Reads the spacing of letters or words.
  private mutating func readSpacing() throws(JSONSyntaxError) -> Spacing? {
    try readEms(TextStyle.spacings, TextStyle.emSpacings, like: "0.5")
  }

  /// Reads points, or `{"em": n}`.
  private mutating func readEms(
    _ points: ClosedRange<Double>, _ sizes: ClosedRange<Double>, like example: String
  ) throws(JSONSyntaxError) -> Spacing? {
    if ASCII.beginsNumber(nextToken()) {
      return try readNumber(in: points).map { .points($0) }
    }
    let scope = try openObject(
      of: SpacingField.self, "must be points such as \(example), or {\"em\": 0.02}")
    guard var scope else { return nil }
    var ems: Double?
    while let field = try nextField(of: &scope) {
      switch field {
      case .em: ems = try readNumber(in: sizes)
      }
    }
    require(.em, in: scope)
    return ems.map { .ems($0) }
  }

  /// Reads points, `{"multiple": n}`, or CSS's `normal`.
  private mutating func readLineHeight() throws(JSONSyntaxError) -> TextStyle.LineHeight? {
    if ASCII.beginsNumber(nextToken()) {
      return try readLength(atMost: TextStyle.maxLineHeight).map { .points($0) }
    }
    if nextToken() == ASCII.quote { return try readWord(lineHeightWords) }
    let scope = try openObject(
      of: LineHeightField.self, "must be points such as 20, {\"multiple\": 1.4} or \"normal\"")
    guard var scope else { return nil }
    var multiple: Double?
    while let field = try nextField(of: &scope) {
      switch field {
      case .multiple: multiple = try readLength(atMost: TextStyle.maxLineHeightMultiple)
      }
    }
    require(.multiple, in: scope)
    return multiple.map { .multiple($0) }
  }

  /// Reads a number that is greater than 0 and at most the limit.
  private mutating func readLength(atMost limit: Double) throws(JSONSyntaxError) -> Double? {
    try readNumber(
      "must be greater than 0 and at most \(shortText(of: limit))", where: { $0 > 0 && $0 <= limit }
    )
  }
}
