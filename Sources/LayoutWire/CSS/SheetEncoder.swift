public import LayoutEngine

/// Writes the cells that a query finds as the rules of a style sheet (`text/css`; Contract §17), for one
/// layout or one for each of several widths.
///
/// A cell is the k-th child of the wall, k being its place among all items of the layout. Nothing of the
/// client's is written but numbers and the checked selector.
public struct SheetEncoder: PieceEncoder {
  /// What was found in one layout.
  public struct Part: Sendable {
    let layout: PreparedLayout
    let selection: AttributesSelection
    /// The width of the page from which on it is valid.
    let minWidth: Double

    /// - Parameter minWidth: in CSS pixels; of the first part it is not written.
    public init(
      _ layout: PreparedLayout, _ selection: AttributesSelection, minWidth: Double = 0
    ) {
      self.layout = layout
      self.selection = selection
      self.minWidth = minWidth
    }
  }

  /// Decimals of a length: browsers hold 1/64 pixel.
  private static let decimals = 10_000.0
  /// Lengths from which on they are not rounded, since that would need more than a double has.
  private static let longest = 0x1p36

  private let parts: [Part]
  private let style: SheetStyle
  /// Whether a part may lack cells that an earlier one has.
  private let isPartial: Bool
  private var part = 0
  private var isPartBegun = false
  private var cursor: AttributesSelection.Cursor?
  /// The cell whose section has not been reached yet.
  private var pending: CellAttributes?
  private var section = 0
  /// Items of the layout before that section.
  private var itemsBefore = 0
  /// Whether any cell so far has a stacking order of its own, which later parts have to replace.
  private var writesZIndex = false
  private var memo = DecimalMemo()

  /// Begins a sheet.
  ///
  /// - Parameters:
  ///   - parts: what was found for each width, ascending; the first holds below its width, too.
  ///   - query: what was looked for.
  public init(_ parts: [Part], _ query: LayoutQuery, _ style: SheetStyle) {
    self.parts = parts
    self.style = style
    if case .all = query.selection { isPartial = false } else { isPartial = true }
  }

  /// Bytes held: what was found.
  public var heldByteCount: Int { parts.reduce(0) { $0 + $1.selection.byteCount } }

  /// Appends the sheet's next piece.
  ///
  /// - Returns: whether more is to come.
  public mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    while part < parts.count {
      if !isPartBegun { begin(parts[part], to: &output) }
      let hasMore = appendCells(
        of: parts[part], to: &output, from: start, limit: limit, lookingAt: &allowance)
      guard !hasMore else { return true }
      if part > 0 { output.append("}\n") }
      part += 1
      isPartBegun = false
    }
    return false
  }

  private mutating func begin(_ part: Part, to output: inout [UInt8]) {
    isPartBegun = true
    cursor = part.selection.makeCursor()
    (section, itemsBefore) = (0, 0)
    let isFirst = self.part == 0
    if !isFirst {
      output.append("@media (min-width:")
      append(part.minWidth, "px", to: &output)
      output.append("){")
    }
    append(style.selector, to: &output)
    output.append(isFirst ? "{position:relative;" : "{")
    let size = part.layout.contentSize
    switch style.unit {
    case .pixels:
      output.append("width:")
      append(size.width, "px", to: &output)
      output.append(";height:")
      append(size.height, "px", to: &output)
    case .percent:
      output.append("aspect-ratio:")
      appendSide(size.width, to: &output)
      output.append("/")
      appendSide(size.height, to: &output)
    }
    output.append("}")
    if isFirst {
      output.append("\n")
      append(style.selector, to: &output)
      output.append(">*{position:absolute}\n")
    } else if isPartial {
      // What an earlier width shows and this one does not must not stay where it was.
      append(style.selector, to: &output)
      output.append(">:nth-child(n){left:auto;top:auto;width:auto;height:auto")
      if writesZIndex { output.append(";z-index:auto") }
      output.append("}")
    }
  }

  /// Appends rules until the part, the piece or the allowance ends.
  ///
  /// - Returns: whether more of the part is to come.
  private mutating func appendCells(
    of part: Part, to output: inout [UInt8], from start: Int, limit: Int,
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
      append(cell, of: part.layout.contentSize, to: &output)
    }
    return true
  }

  private mutating func append(
    _ cell: CellAttributes, of size: Size, to output: inout [UInt8]
  ) {
    append(style.selector, to: &output)
    output.append(">:nth-child(")
    output.appendJSON(itemsBefore + cell.item + 1)
    output.append("){left:")
    append(cell.frame.x, of: size.width, to: &output)
    output.append(";top:")
    append(cell.frame.y, of: size.height, to: &output)
    output.append(";width:")
    append(cell.frame.width, of: size.width, to: &output)
    output.append(";height:")
    append(cell.frame.height, of: size.height, to: &output)
    if cell.zIndex != 0 { writesZIndex = true }
    if writesZIndex {
      output.append(";z-index:")
      output.appendJSON(cell.zIndex)
    }
    output.append(part == 0 ? "}\n" : "}")
  }

  private func append(_ selector: SheetSelector, to output: inout [UInt8]) {
    output.append(contentsOf: selector.text.utf8)
  }

  /// Appends a length of the wall's, or its part of the whole.
  private mutating func append(_ length: Double, of whole: Double, to output: inout [UInt8]) {
    switch style.unit {
    case .pixels: append(length, "px", to: &output)
    case .percent: append(whole > 0 ? length * 100 / whole : 0, "%", to: &output)
    }
  }

  /// Appends a side of the wall's ratio: one of less than a pixel with all of its decimals, since a ratio
  /// with a rounded one would be another, or none.
  private mutating func appendSide(_ length: Double, to output: inout [UInt8]) {
    guard length > 0, length < 1 else { return append(length, "", to: &output) }
    output.appendJSON(length)
  }

  /// Appends a number to four decimals, and its unit where it is not 0.
  private mutating func append(_ value: Double, _ unit: StaticString, to output: inout [UInt8]) {
    var rounded = value.isFinite ? value : 0
    if rounded.magnitude < Self.longest {
      rounded = (rounded * Self.decimals).rounded() / Self.decimals
    }
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(rounded, &memo) }
    if rounded != 0 { output.append(unit) }
  }
}
