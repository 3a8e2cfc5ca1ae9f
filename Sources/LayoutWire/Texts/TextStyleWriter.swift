import LayoutEngine

/// Writes text styles as the declarations of a style sheet.
struct TextStyleWriter: Sendable {
  private var memo = DecimalMemo()

  init() {}

  /// Appends the property `font` with its line height.
  mutating func appendFont(_ style: TextStyle, to output: inout [UInt8]) {
    appendFace(style, to: &output)
    output.append("/")
    switch style.lineHeight {
    case .points(let points): append(points, "px", to: &output)
    case .multiple(let multiple): append(multiple, "", to: &output)
    case .normal: output.append("normal")
    }
    appendFamilies(style, to: &output)
  }

  /// Appends the property `font` without a line height, and with a face of the viewer as the last resort.
  mutating func appendFontOfPicture(_ style: TextStyle, to output: inout [UInt8]) {
    appendFace(style, to: &output)
    appendFamilies(style, to: &output)
    output.append(",sans-serif")
  }

  private mutating func appendFace(_ style: TextStyle, to output: inout [UInt8]) {
    output.append(style.fontStyle == .italic ? "font:italic " : "font:")
    append(style.fontWeight, " ", to: &output)
    append(style.fontSize, "px", to: &output)
  }

  private func appendFamilies(_ style: TextStyle, to output: inout [UInt8]) {
    for (number, family) in style.fontFamily.enumerated() {
      output.append(number == 0 ? " " : ",")
      output.appendCSSString(family)
    }
  }

  /// Appends what chooses faces and glyphs of the families; the property `font` resets all of it.
  mutating func appendFeatures(_ style: TextStyle, to output: inout [UInt8]) {
    if style.fontStretch != 100 {
      output.append(";font-stretch:")
      append(style.fontStretch, "%", to: &output)
    }
    if style.fontKerning != .auto {
      append(";font-kerning:", style.fontKerning.rawValue, to: &output)
    }
    if style.fontVariantCaps != .normal {
      append(";font-variant-caps:", style.fontVariantCaps.rawValue, to: &output)
    }
    if !style.fontVariantNumeric.isEmpty {
      append(
        ";font-variant-numeric:",
        style.fontVariantNumeric.map { $0.rawValue }.joined(separator: " "), to: &output)
    }
    if !style.fontVariantLigatures.isEmpty {
      append(
        ";font-variant-ligatures:",
        style.fontVariantLigatures.map { $0.rawValue }.joined(separator: " "), to: &output)
    }
    append(";font-feature-settings:", style.fontFeatureSettings, to: &output)
    append(";font-variation-settings:", style.fontVariationSettings, to: &output)
  }

  private func append(_ property: StaticString, _ value: String, to output: inout [UInt8]) {
    output.append(property)
    output.append(contentsOf: value.utf8)
  }

  private mutating func append(
    _ property: StaticString, _ settings: [TextStyle.FontSetting], to output: inout [UInt8]
  ) {
    guard !settings.isEmpty else { return }
    output.append(property)
    for (number, setting) in settings.enumerated() {
      if number > 0 { output.append(",") }
      output.appendCSSString(setting.tag)
      output.append(" ")
      append(setting.value, "", to: &output)
    }
  }

  /// Appends the spacing of letters and words.
  ///
  /// - Parameter writesZero: whether a spacing of 0 is written, too: pages may set another one.
  mutating func appendSpacing(_ style: TextStyle, writesZero: Bool, to output: inout [UInt8]) {
    if writesZero || style.letterSpacing != 0 {
      output.append(";letter-spacing:")
      append(style.letterSpacing, "px", to: &output)
    }
    if writesZero || style.wordSpacing != 0 {
      output.append(";word-spacing:")
      append(style.wordSpacing, "px", to: &output)
    }
  }

  /// Appends the properties that decide where lines break.
  mutating func appendBreaking(_ style: TextStyle, to output: inout [UInt8]) {
    output.append(";white-space:")
    output.append(contentsOf: style.whiteSpace.rawValue.utf8)
    output.append(";word-break:")
    output.append(contentsOf: style.wordBreak.rawValue.utf8)
    output.append(";overflow-wrap:")
    output.append(contentsOf: style.overflowWrap.rawValue.utf8)
    output.append(";line-break:")
    output.append(contentsOf: style.lineBreak.rawValue.utf8)
    output.append(";tab-size:")
    if let length = style.tabLength {
      append(length, "px", to: &output)
    } else {
      append(style.tabSize, "", to: &output)
    }
  }

  /// Appends indents, hyphens and the space in Chinese and Japanese text, unless they have their initial values.
  mutating func appendDetails(_ style: TextStyle, to output: inout [UInt8]) {
    if let indent = style.textIndent {
      output.append(";text-indent:")
      append(indent.length, "px", to: &output)
      if indent.hanging { output.append(" hanging") }
      if indent.eachLine { output.append(" each-line") }
    }
    if style.hyphens != .manual { append(";hyphens:", style.hyphens.rawValue, to: &output) }
    if let hyphen = style.hyphenateCharacter {
      output.append(";hyphenate-character:")
      output.appendCSSString(hyphen)
    }
    if style.textSpacingTrim != .normal {
      append(";text-spacing-trim:", style.textSpacingTrim.rawValue, to: &output)
    }
    if style.textAutospace != .noAutospace {
      append(";text-autospace:", style.textAutospace.rawValue, to: &output)
    }
  }

  /// Appends how the breaks of a paragraph are chosen, unless line by line; `white-space` must come before.
  func appendWrap(_ style: TextStyle, to output: inout [UInt8]) {
    guard style.textWrap != .wrap else { return }
    output.append(";text-wrap-style:")
    output.append(contentsOf: style.textWrap.rawValue.utf8)
  }

  /// Appends the case of letters, unless it is the texts' own.
  func appendTransform(_ style: TextStyle, to output: inout [UInt8]) {
    guard style.textTransform != .none else { return }
    output.append(";text-transform:")
    output.append(contentsOf: style.textTransform.rawValue.utf8)
  }

  /// Appends where a text is cut: after a number of lines, or at the end of its box.
  func appendCut(_ style: TextStyle, to output: inout [UInt8]) {
    if style.textOverflow == .ellipsis {
      output.append(";overflow:hidden;text-overflow:ellipsis")
    }
    guard let maxLines = style.maxLines else { return }
    output.append(";display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:")
    output.appendJSON(maxLines)
    output.append(";overflow:hidden")
  }

  /// Appends a number, exactly as the style gives it, and its unit.
  mutating func append(_ value: Double, _ unit: StaticString, to output: inout [UInt8]) {
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value, &memo) }
    output.append(unit)
  }
}
