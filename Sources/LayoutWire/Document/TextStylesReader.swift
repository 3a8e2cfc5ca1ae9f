import LayoutEngine

private enum TextStyleField: String, JSONField {
  case fontFamily, fontSize, fontWeight, fontStyle, lineHeight, letterSpacing, wordSpacing
  case whiteSpace, wordBreak, overflowWrap, lineBreak, lang, tabSize, direction, maxLines
  case textTransform, hyphens, textOverflow, textWrap
  static let names = FieldNames<Self>()
}

private enum LineHeightField: String, JSONField {
  case multiple
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
private let hyphensWords = Words<Bool>(["manual": true])

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
    while let field = try nextField(of: &scope) {
      switch field {
      case .fontFamily: style.fontFamily = try readFamilies()
      case .fontSize: try readNumber(into: &style.fontSize, in: TextStyle.fontSizes)
      case .fontWeight: style.fontWeight = try readWeight() ?? style.fontWeight
      case .fontStyle: style.fontStyle = try readWord(fontStyleWords) ?? style.fontStyle
      case .lineHeight: style.lineHeight = try readLineHeight() ?? style.lineHeight
      case .letterSpacing: letterSpacing = try readSpacing() ?? letterSpacing
      case .wordSpacing: wordSpacing = try readSpacing() ?? wordSpacing
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
    case .tabSize: try readNumber(into: &style.tabSize, in: TextStyle.tabSizes)
    case .direction: style.direction = try readDirection()
    case .maxLines: style.maxLines = try readInteger(in: 1...1_000_000).map { Int($0) }
    case .textTransform:
      style.textTransform = try readWord(textTransformWords) ?? style.textTransform
    case .hyphens: _ = try readWord(hyphensWords)
    case .textWrap: style.textWrap = try readWord(textWrapWords) ?? style.textWrap
    case .textOverflow: style.textOverflow = try readWord(textOverflowWords) ?? style.textOverflow
    default: try skipValue()
    }
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

  /// Reads points, or `{"em": n}`.
  private mutating func readSpacing() throws(JSONSyntaxError) -> Spacing? {
    if ASCII.beginsNumber(nextToken()) {
      return try readNumber(in: TextStyle.spacings).map { .points($0) }
    }
    let scope = try openObject(
      of: SpacingField.self, "must be points such as 0.5, or {\"em\": 0.02}")
    guard var scope else { return nil }
    var ems: Double?
    while let field = try nextField(of: &scope) {
      switch field {
      case .em: ems = try readNumber(in: TextStyle.emSpacings)
      }
    }
    require(.em, in: scope)
    return ems.map { .ems($0) }
  }

  /// Reads points, or `{"multiple": n}`.
  private mutating func readLineHeight() throws(JSONSyntaxError) -> TextStyle.LineHeight? {
    if ASCII.beginsNumber(nextToken()) {
      return try readLength(atMost: TextStyle.maxLineHeight).map { .points($0) }
    }
    let scope = try openObject(
      of: LineHeightField.self, "must be points such as 20, or {\"multiple\": 1.4}")
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
