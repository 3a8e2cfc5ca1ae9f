package import LayoutEngine

/// Writes the cells that a query selects as the rules of a style sheet (`text/css`; Contract §17), for
/// one layout or for one layout per width.
///
/// A cell is the k-th child of the wall, where k is the number of its item among all items of the layout,
/// from 1. From the client, a sheet contains numbers, the validated selector and, for documents with text
/// styles, the escaped names of styles and families.
///
/// In percent, a pseudo-element gives the wall its height, because `aspect-ratio` cannot add pixels to a ratio
/// and is rounded by browsers.
package struct SheetEncoder: PieceEncoder {
  /// A layout and the elements selected in it.
  package struct Breakpoint: Sendable {
    let layout: PreparedLayout
    let selection: AttributesSelection
    /// The page width from which the breakpoint applies, in CSS pixels; ignored in the first breakpoint.
    let minWidth: Double
    /// The cells' frames as functions of the wall's width; if nil, in percent, all lengths are shares of it.
    let frames: FluidFrames?

    /// Creates a breakpoint of a sheet.
    ///
    /// - Parameters:
    ///   - layout: the layout at the width that the breakpoint applies from.
    ///   - selection: the elements that the breakpoint has rules for.
    ///   - minWidth: the page width from which the breakpoint applies, in CSS pixels; ignored in the first breakpoint.
    ///   - frames: the frames of the selected cells, for a sheet in percent; nil if they do not follow the width
    ///     evenly.
    package init(
      _ layout: PreparedLayout, _ selection: AttributesSelection, minWidth: Double = 0,
      frames: FluidFrames? = nil
    ) {
      self.layout = layout
      self.selection = selection
      self.minWidth = minWidth
      self.frames = frames
    }
  }

  private let parts: [Breakpoint]
  private let style: SheetStyle
  /// Whether a breakpoint may lack cells that an earlier breakpoint has.
  private let isPartial: Bool
  private var part = 0
  private var isPartBegun = false
  private var cursor: AttributesSelection.Cursor?
  /// The next cell to write, if `section` has not yet advanced to the cell's section; otherwise nil.
  private var pending: CellAttributes?
  private var section = 0
  /// The number of items in the sections before `section`.
  private var itemsBefore = 0
  /// The number of cells of the breakpoint that have been written.
  private var cellsWritten = 0
  /// The width that cells of the breakpoint have if their rules name none; nil if every rule does.
  private var commonWidth: FluidLength?
  /// Whether any cell written so far has a z-index other than 0, which later breakpoints have to override.
  private var writesZIndex = false
  /// The rules of texts; nil if the document has no text styles.
  private var texts: TextRules?
  /// The CSS rules for the text of items, per width of the sheet; nil if the document has no text styles.
  private let bodies: BodyRules?
  /// The number of text styles written.
  private var stylesWritten = 0
  /// Whether the breakpoint's rules for the bodies of all cells have been written.
  private var hasBodyRules = false
  /// The last section of the breakpoint whose bodies have been looked at; -1 if there is none.
  private var bodySection = -1
  private var effects: EffectRules
  /// The run of the last section whose effects have been looked at; nil at the breakpoint's beginning.
  private var run: EffectsRun?
  private var memo = DecimalMemo()

  /// Creates an encoder for a sheet.
  ///
  /// - Parameters:
  ///   - breakpoints: the selected elements for each width, ascending; the first breakpoint also applies below its width.
  ///   - query: the query that selected the elements.
  ///   - style: the selector and the unit of the rules.
  package init(_ parts: [Breakpoint], _ query: LayoutQuery, _ style: SheetStyle) {
    self.parts = parts
    self.style = style
    effects = EffectRules(style.selector)
    if case .all = query.selection { isPartial = false } else { isPartial = true }
    texts = parts.first.flatMap { TextRules($0.layout.document, style.selector) }
    bodies = texts == nil ? nil : BodyRules(parts.map { $0.layout })
  }

  /// The number of bytes retained: the selections, and the frames that are functions of the width.
  package var heldByteCount: Int {
    parts.reduce(effects.byteCount) { $0 + $1.selection.byteCount + ($1.frames?.byteCount ?? 0) }
  }

  /// Appends the sheet's next piece.
  ///
  /// - Returns: whether the sheet continues after this piece.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    while part < parts.count {
      if !isPartBegun { begin(parts[part], to: &output) }
      guard appendTexts(to: &output, from: start, limit: limit) else { return true }
      let hasMore = appendCells(
        of: parts[part], to: &output, from: start, limit: limit, lookingAt: &allowance)
      guard !hasMore else { return true }
      if part > 0 { output.append("}\n") }
      part += 1
      isPartBegun = false
    }
    return false
  }

  private mutating func begin(_ part: Breakpoint, to output: inout [UInt8]) {
    isPartBegun = true
    cursor = part.selection.makeCursor()
    (section, itemsBefore, cellsWritten) = (0, 0, 0)
    (hasBodyRules, bodySection, run) = (false, -1, nil)
    // Cells that the query leaves out keep the size that the page gives them.
    commonWidth = isPartial ? nil : part.frames?.cells.first?.width
    let isFirst = self.part == 0
    if !isFirst {
      output.append("@media (min-width:")
      append(part.minWidth, "px", to: &output)
      output.append("){")
    }
    appendWall(of: part, isFirst: isFirst, to: &output)
    if isFirst {
      output.append("\n")
      append(style.selector, to: &output)
      output.append(">*{position:absolute")
      if let commonWidth { appendWidth(commonWidth, to: &output) }
      output.append("}\n")
    } else if isPartial || commonWidth != nil {
      append(style.selector, to: &output)
      output.append(">:nth-child(n){")
      if let commonWidth {
        // More specific than a child, so that it also replaces the widths of single cells of earlier breakpoints.
        output.append("width:")
        append(commonWidth, "%", to: &output)
      } else {
        // A cell that an earlier width shows and this one lacks must not keep its old frame.
        output.append("left:auto;top:auto;width:auto;height:auto")
        if writesZIndex { output.append(";z-index:auto") }
      }
      output.append("}")
    }
    effects.beginPart(to: &output)
  }

  /// Appends the rules of the wall itself.
  private mutating func appendWall(of part: Breakpoint, isFirst: Bool, to output: inout [UInt8]) {
    let size = part.layout.contentSize
    if isFirst || style.unit == .pixels { append(style.selector, to: &output) }
    switch style.unit {
    case .pixels:
      output.append(isFirst ? "{position:relative;width:" : "{width:")
      append(size.width, "px", to: &output)
      output.append(";height:")
      append(size.height, "px", to: &output)
    case .percent:
      if isFirst { output.append("{position:relative;container-type:inline-size}\n") }
      append(style.selector, to: &output)
      // A page that sets the wall's height itself, as scripts do, is not held up by the pseudo-element.
      output.append(
        isFirst ? "::before{content:\"\";display:block;max-height:100%;height:" : "::before{height:"
      )
      let heights = part.frames?.heights ?? [FluidLength(size.height, shareOf: size.width)]
      if heights.count > 1 { output.append("max(") }
      for (place, height) in heights.enumerated() {
        if place > 0 { output.append(",") }
        append(height, "cqw", isArgument: heights.count > 1, to: &output)
      }
      if heights.count > 1 { output.append(")") }
    }
    output.append("}")
  }

  private mutating func appendWidth(_ width: FluidLength, to output: inout [UInt8]) {
    output.append(";width:")
    append(width, "%", to: &output)
  }

  /// Appends the rules of text styles, in the first breakpoint, and of the bodies of all cells.
  ///
  /// - Returns: whether all are written; false if the piece ended before.
  private mutating func appendTexts(
    to output: inout [UInt8], from start: Int, limit: Int
  ) -> Bool {
    guard !hasBodyRules, var texts, let bodies else { return true }
    defer { self.texts = texts }
    while stylesWritten < texts.styleCount {
      guard output.count - start < limit else { return false }
      texts.append(style: stylesWritten, to: &output)
      stylesWritten += 1
    }
    if let options = bodies.sharedOptions(ofPart: part) {
      texts.append(options, ruleEnding, to: &output)
    }
    if part == 0 { texts.appendSharedRules(to: &output) }
    hasBodyRules = true
    return true
  }

  /// Appends the rule of the bodies of a cell's section, before the section's first cell, if one is needed.
  private mutating func appendBodies(
    of cell: CellAttributes, in part: Breakpoint, lookingAt allowance: inout Int,
    to output: inout [UInt8]
  ) {
    guard let bodies, bodySection != cell.section else { return }
    bodySection = cell.section
    allowance -= self.part + 1
    let options = bodies.options(
      ofSection: cell.section, inPart: self.part, isPartial: isPartial)
    guard let options else { return }
    let children = itemsBefore + 1...itemsBefore + part.layout.itemCount(ofSection: cell.section)
    let ending = ruleEnding
    texts?.append(options, ofChildren: children, ending, to: &output)
  }

  /// Appends the rule of the effects of a cell's section and of the sections after it that have equal effects, before
  /// the first cell of them.
  private mutating func appendEffects(
    of cell: CellAttributes, in part: Breakpoint, lookingAt allowance: inout Int,
    to output: inout [UInt8]
  ) {
    guard cell.section >= run?.end ?? 0 else { return }
    let run = EffectsRun(part.layout, from: cell.section, limit: Self.pieceElements)
    allowance -= run.end - cell.section
    self.run = run
    guard !run.effects.isEmpty else { return }
    effects.append(
      run, ofChildren: itemsBefore + 1...itemsBefore + run.itemCount, ruleEnding, to: &output)
  }

  /// The text after a rule: in media queries, rules share a line.
  private var ruleEnding: StaticString { part == 0 ? "\n" : "" }

  /// Appends rules until the breakpoint or the piece ends, or the allowance is used up.
  ///
  /// - Returns: whether the breakpoint is still incomplete.
  private mutating func appendCells(
    of part: Breakpoint, to output: inout [UInt8], from start: Int, limit: Int,
    lookingAt allowance: inout Int
  ) -> Bool {
    while output.count - start < limit, allowance > 0 {
      guard let cell = pending ?? cursor?.nextCell(steppingOver: &allowance) else {
        return allowance <= 0
      }
      pending = cell
      while section < cell.section, allowance > 0 {
        itemsBefore += part.layout.itemCount(ofSection: section)
        section += 1
        allowance -= 1
      }
      guard section == cell.section else { return true }
      pending = nil
      allowance -= 1
      appendBodies(of: cell, in: part, lookingAt: &allowance, to: &output)
      appendEffects(of: cell, in: part, lookingAt: &allowance, to: &output)
      append(cell, of: part, to: &output)
    }
    return true
  }

  private mutating func append(
    _ cell: CellAttributes, of part: Breakpoint, to output: inout [UInt8]
  ) {
    append(style.selector, to: &output)
    output.append(">:nth-child(")
    output.appendJSON(itemsBefore + cell.item + 1)
    output.append("){left:")
    switch style.unit {
    case .pixels: append(cell.frame, to: &output)
    case .percent: append(fluidFrame(of: cell, in: part), to: &output)
    }
    if let run, run.readsLengths { appendLength(of: cell, along: run.axis, in: part, to: &output) }
    cellsWritten += 1
    if cell.zIndex != 0 { writesZIndex = true }
    if writesZIndex {
      output.append(";z-index:")
      output.appendJSON(cell.zIndex)
    }
    output.append("}")
    output.append(ruleEnding)
  }

  private mutating func append(_ frame: Rect, to output: inout [UInt8]) {
    append(frame.x, "px", to: &output)
    output.append(";top:")
    append(frame.y, "px", to: &output)
    output.append(";width:")
    // A cell that is narrower by the rounding could need a further line.
    append(texts == nil ? frame.width : frame.width.roundedUpForSheets, "px", to: &output)
    output.append(";height:")
    append(frame.height, "px", to: &output)
  }

  private mutating func append(_ frame: FluidFrame, to output: inout [UInt8]) {
    append(frame.x, "%", to: &output)
    output.append(";top:")
    append(frame.y, "cqw", to: &output)
    if frame.width != commonWidth { appendWidth(frame.width, to: &output) }
    output.append(";height:")
    append(frame.height, "cqw", to: &output)
  }

  /// Appends the length of the next cell to write along the scroll axis, which the ranges of effects take.
  private mutating func appendLength(
    of cell: CellAttributes, along axis: LayoutAxis, in part: Breakpoint, to output: inout [UInt8]
  ) {
    output.append(";")
    output.append(EffectRules.lengthProperty)
    output.append(ASCII.colon)
    switch style.unit {
    case .pixels: append(axis.main(cell.frame.size), "px", true, to: &output)
    case .percent:
      let frame = fluidFrame(of: cell, in: part)
      let length = axis == .vertical ? frame.height : frame.width
      append(length, "cqw", isArgument: false, keepsUnit: true, to: &output)
    }
  }

  /// Returns the frame of the next cell to write as a function of the wall's width.
  private func fluidFrame(of cell: CellAttributes, in part: Breakpoint) -> FluidFrame {
    if let frames = part.frames?.cells, frames.indices.contains(cellsWritten) {
      return frames[cellsWritten]
    }
    let (frame, width) = (cell.frame, part.layout.contentSize.width)
    return FluidFrame(
      x: FluidLength(frame.x, shareOf: width), y: FluidLength(frame.y, shareOf: width),
      width: FluidLength(frame.width, shareOf: width, roundedUp: texts != nil),
      height: FluidLength(frame.height, shareOf: width))
  }

  private func append(_ selector: SheetSelector, to output: inout [UInt8]) {
    output.append(contentsOf: selector.text.utf8)
  }

  /// Appends a length that follows the wall's width, such as `calc(50% - 4px)`.
  ///
  /// - Parameters:
  ///   - unit: the unit that is a hundredth of the wall's width: `%` across it, `cqw` along it.
  ///   - isArgument: whether the length is an argument of a function, where sums need no `calc`.
  ///   - keepsUnit: whether 0 has a unit, too, as in an argument.
  private mutating func append(
    _ length: FluidLength, _ unit: StaticString, isArgument: Bool = false, keepsUnit: Bool = false,
    to output: inout [UInt8]
  ) {
    guard length.percent != 0 else {
      return append(length.points, "px", isArgument || keepsUnit, to: &output)
    }
    let isSum = length.points != 0
    if isSum, !isArgument { output.append("calc(") }
    append(length.percent, unit, to: &output)
    guard isSum else { return }
    output.append(length.points < 0 ? " - " : " + ")
    append(abs(length.points), "px", to: &output)
    if !isArgument { output.append(")") }
  }

  /// Appends a number rounded to four decimals, and its unit unless it is 0.
  ///
  /// - Parameter keepsUnit: whether 0 has a unit, too: the arguments of a function must agree.
  private mutating func append(
    _ value: Double, _ unit: StaticString, _ keepsUnit: Bool = false, to output: inout [UInt8]
  ) {
    let rounded = value.roundedForSheets
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(rounded, &memo) }
    if rounded != 0 || keepsUnit { output.append(unit) }
  }
}
