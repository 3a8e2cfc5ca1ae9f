import LayoutEngine

/// Writes the text styles of a document and the bodies of its cells as rules (Contract §17).
///
/// The names of styles and of families are the only texts of the document in a sheet.
struct TextRules: Sendable {
  private let selector: SheetSelector
  private let styles: TextStyles
  /// The container's direction, which styles without one have.
  private let direction: HorizontalDirection
  private var writer = TextStyleWriter()

  /// Creates the rules of a document; nil if it has no text styles.
  init?(_ document: LayoutDocument, _ selector: SheetSelector) {
    guard let styles = document.textStyles else { return nil }
    self.styles = styles
    self.selector = selector
    direction = document.container.direction
  }

  /// The number of styles.
  var styleCount: Int { styles.styles.count }

  /// Resets what a page may set for all its texts, and what elements such as `p` bring with them.
  ///
  /// Tatami measures no slanted or emboldened faces, so the page may not make any. `text-wrap` comes before `white-space`, which sets a part of it.
  private static let resets: StaticString = """
    {margin:0;padding:0;border:0;text-indent:0;text-transform:none;hyphens:manual;\
    text-wrap:wrap;text-autospace:no-autospace;text-spacing-trim:normal;font-synthesis:none;
    """

  /// Appends the rule of a style's class.
  ///
  /// All properties that lines depend on are written, also those with CSS's initial values: a page may set others.
  mutating func append(style number: Int, to output: inout [UInt8]) {
    let style = styles.styles[number]
    appendSelector(to: &output)
    output.append(" .tatami-text-")
    output.appendCSSIdentifier(styles.names[number])
    output.append(Self.resets)
    writer.appendFont(style, to: &output)
    writer.appendFeatures(style, to: &output)
    writer.appendSpacing(style, writesZero: true, to: &output)
    writer.appendBreaking(style, to: &output)
    writer.appendWrap(style, to: &output)
    writer.appendTransform(style, to: &output)
    writer.appendDetails(style, to: &output)
    output.append(";direction:")
    output.append(style.direction ?? direction)
    // Phones enlarge the texts of pages that are wider than their screens.
    output.append(";-webkit-text-size-adjust:100%;text-size-adjust:100%")
    writer.appendCut(style, to: &output)
    output.append("}\n")
  }

  /// Appends the rules of the bodies of all cells, or of a range of the wall's children.
  ///
  /// - Parameters:
  ///   - children: the numbers of the children, from 1; nil if the rules are for all.
  ///   - ending: the text after each rule.
  mutating func append(
    _ options: BodyOptions, ofChildren children: ClosedRange<Int>? = nil, _ ending: StaticString,
    to output: inout [UInt8]
  ) {
    appendBody(of: children, to: &output)
    output.append(children == nil ? "{box-sizing:border-box;padding-block:" : "{padding-block:")
    append(options.insets.top, " ", options.insets.bottom, to: &output)
    output.append(";padding-inline:")
    append(options.insets.leading, " ", options.insets.trailing, to: &output)
    output.append(";min-height:")
    append(options.minHeight, "}", to: &output)
    output.append(ending)
    appendBody(of: children, to: &output)
    output.append(">*+*{margin-top:")
    append(options.spacing, "}", to: &output)
    output.append(ending)
  }

  /// Appends the rules that all bodies share: their direction, and that empty ones have no height.
  mutating func appendSharedRules(to output: inout [UInt8]) {
    appendSelector(to: &output)
    output.append(" .tatami-body{direction:")
    output.append(direction)
    output.append("}\n")
    appendSelector(to: &output)
    output.append(" .tatami-body:empty{display:none}\n")
  }

  private func appendBody(of children: ClosedRange<Int>?, to output: inout [UInt8]) {
    appendSelector(to: &output)
    if let children {
      output.append(">:nth-child(n+")
      output.appendJSON(children.lowerBound)
      output.append("):nth-child(-n+")
      output.appendJSON(children.upperBound)
      output.append(")")
    }
    output.append(" .tatami-body")
  }

  private func appendSelector(to output: inout [UInt8]) {
    output.append(contentsOf: selector.text.utf8)
  }

  private mutating func append(
    _ first: Double, _ separator: StaticString, _ second: Double, to output: inout [UInt8]
  ) {
    append(first, separator, to: &output)
    append(second, "", to: &output)
  }

  /// Appends a length in pixels, exactly as the document gives it, and what follows it.
  private mutating func append(
    _ length: Double, _ ending: StaticString, to output: inout [UInt8]
  ) {
    writer.append(length, length == 0 ? "" : "px", to: &output)
    output.append(ending)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ direction: HorizontalDirection) {
    append(direction == .rightToLeft ? "rtl" : "ltr" as StaticString)
  }
}

/// The options of bodies in the layouts of a sheet's breakpoints, and which sections need rules of their own.
struct BodyRules: Sendable {
  /// The options of the document's own layout in each breakpoint; of the first section's if the document has none.
  private let shared: [BodyOptions]
  private let layouts: [PreparedLayout]

  init(_ layouts: [PreparedLayout]) {
    self.layouts = layouts
    shared = layouts.map { layout in
      let document = layout.document
      let variants = document.layout ?? document.sections.first?.layout
      return (variants?.chosen(for: document.container)?.bodyOptions ?? BodyOptions()).withoutStyle
    }
  }

  /// Returns the options that a breakpoint's rules for all cells write; nil if those of an earlier breakpoint still apply.
  func sharedOptions(ofPart part: Int) -> BodyOptions? {
    part > 0 && shared[part] == shared[part - 1] ? nil : shared[part]
  }

  /// Returns the options that a breakpoint writes for the cells of one section; nil if no rule is needed.
  ///
  /// A rule is needed if the options differ from those of all cells, in this breakpoint or in an earlier one whose rule
  /// would still apply. An earlier rule is not repeated if nothing differs since.
  ///
  /// - Parameter isPartial: whether an earlier breakpoint may lack the section's cells, and so its rule.
  /// - Complexity: O(`breakpoint`).
  func options(ofSection section: Int, inPart part: Int, isPartial: Bool) -> BodyOptions? {
    guard let options = layouts[part].bodyOptions(ofSection: section)?.withoutStyle else {
      return nil
    }
    var differs = options != shared[part]
    var isNew = part == 0 || isPartial
    for earlier in 0..<part {
      let other = layouts[earlier].bodyOptions(ofSection: section)?.withoutStyle
      if let other, other != shared[earlier] { differs = true }
      if other != options || shared[earlier] != shared[part] { isNew = true }
    }
    return differs && isNew ? options : nil
  }
}

extension BodyOptions {
  /// The options that a sheet writes.
  fileprivate var withoutStyle: BodyOptions {
    var options = self
    options.style = nil
    options.width = .auto
    return options
  }
}
