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
    append(style.tabSize, "", to: &output)
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
