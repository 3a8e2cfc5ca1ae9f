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
    output.append(style.isItalic ? "font:italic " : "font:")
    append(style.fontWeight, " ", to: &output)
    append(style.fontSize, "px", to: &output)
  }

  private func appendFamilies(_ style: TextStyle, to output: inout [UInt8]) {
    for (number, family) in style.fontFamilies.enumerated() {
      output.append(number == 0 ? " " : ",")
      output.appendCSSString(family)
    }
  }

  /// Appends the spacing of letters and words, as far as it is not 0.
  mutating func appendSpacing(_ style: TextStyle, to output: inout [UInt8]) {
    if style.letterSpacing != 0 {
      output.append(";letter-spacing:")
      append(style.letterSpacing, "px", to: &output)
    }
    if style.wordSpacing != 0 {
      output.append(";word-spacing:")
      append(style.wordSpacing, "px", to: &output)
    }
  }

  /// Appends the properties that decide where lines break, as far as they are not a style's defaults.
  ///
  /// `overflow-wrap` is always written, because its default in documents is not that of CSS.
  mutating func appendBreaking(_ style: TextStyle, to output: inout [UInt8]) {
    switch style.whiteSpace {
    case .normal: break
    case .nowrap: output.append(";white-space:nowrap")
    case .pre: output.append(";white-space:pre")
    case .preWrap: output.append(";white-space:pre-wrap")
    case .preLine: output.append(";white-space:pre-line")
    }
    switch style.wordBreak {
    case .normal: break
    case .keepAll: output.append(";word-break:keep-all")
    case .breakAll: output.append(";word-break:break-all")
    }
    switch style.overflowWrap {
    case .normal: output.append(";overflow-wrap:normal")
    case .breakWord: output.append(";overflow-wrap:break-word")
    case .anywhere: output.append(";overflow-wrap:anywhere")
    }
    switch style.lineBreak {
    case .auto: break
    case .loose: output.append(";line-break:loose")
    case .normal: output.append(";line-break:normal")
    case .strict: output.append(";line-break:strict")
    case .anywhere: output.append(";line-break:anywhere")
    }
    if style.tabSize != 8 {
      output.append(";tab-size:")
      append(style.tabSize, "", to: &output)
    }
  }

  /// Appends the number of lines after which a text is cut.
  func appendMaxLines(_ style: TextStyle, to output: inout [UInt8]) {
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
