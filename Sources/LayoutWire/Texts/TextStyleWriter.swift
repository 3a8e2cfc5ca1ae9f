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
    switch style.whiteSpace {
    case .normal: output.append("normal")
    case .nowrap: output.append("nowrap")
    case .pre: output.append("pre")
    case .preWrap: output.append("pre-wrap")
    case .preLine: output.append("pre-line")
    }
    output.append(";word-break:")
    switch style.wordBreak {
    case .normal: output.append("normal")
    case .keepAll: output.append("keep-all")
    case .breakAll: output.append("break-all")
    }
    output.append(";overflow-wrap:")
    switch style.overflowWrap {
    case .normal: output.append("normal")
    case .breakWord: output.append("break-word")
    case .anywhere: output.append("anywhere")
    }
    output.append(";line-break:")
    switch style.lineBreak {
    case .auto: output.append("auto")
    case .loose: output.append("loose")
    case .normal: output.append("normal")
    case .strict: output.append("strict")
    case .anywhere: output.append("anywhere")
    }
    output.append(";tab-size:")
    append(style.tabSize, "", to: &output)
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
