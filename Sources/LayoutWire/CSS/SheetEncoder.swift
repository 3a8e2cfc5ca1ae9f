public import LayoutEngine

/// Writes the cells that a query selects as the rules of a style sheet (`text/css`; Contract §17), for
/// one layout or for one layout per width.
///
/// A cell is the k-th child of the wall, where k is the number of its item among all items of the layout,
/// from 1. The only client input in the sheet is numbers and the validated selector.
public struct SheetEncoder: PieceEncoder {
  /// A layout and the elements selected in it.
  public struct Part: Sendable {
    let layout: PreparedLayout
    let selection: AttributesSelection
    /// The page width from which the part applies, in CSS pixels; ignored in the first part.
    let minWidth: Double

    /// Creates a part of a sheet.
    ///
    /// - Parameter minWidth: the page width from which the part applies, in CSS pixels; ignored in the
    ///   first part.
    public init(
      _ layout: PreparedLayout, _ selection: AttributesSelection, minWidth: Double = 0
    ) {
      self.layout = layout
      self.selection = selection
      self.minWidth = minWidth
    }
  }

  /// The reciprocal of the precision of a length (4 decimals): browsers store lengths in 1/64 pixel.
  private static let decimals = 10_000.0
  /// Lengths of at least this magnitude are not rounded: a double is not precise enough for four decimals.
  private static let longest = 0x1p36

  private let parts: [Part]
  private let style: SheetStyle
  /// Whether a part may lack cells that an earlier part has.
  private let isPartial: Bool
  private var part = 0
  private var isPartBegun = false
  private var cursor: AttributesSelection.Cursor?
  /// The next cell to write, if `section` has not yet advanced to the cell's section; otherwise nil.
  private var pending: CellAttributes?
  private var section = 0
  /// The number of items in the sections before `section`.
  private var itemsBefore = 0
  /// Whether any cell written so far has a z-index other than 0, which later parts have to override.
  private var writesZIndex = false
  private var memo = DecimalMemo()

  /// Creates an encoder for a sheet.
  ///
  /// - Parameters:
  ///   - parts: the selected elements for each width, ascending; the first part also applies below its width.
  ///   - query: the query that selected the elements.
  public init(_ parts: [Part], _ query: LayoutQuery, _ style: SheetStyle) {
    self.parts = parts
    self.style = style
    if case .all = query.selection { isPartial = false } else { isPartial = true }
  }

  /// The number of bytes retained: the selections.
  public var heldByteCount: Int { parts.reduce(0) { $0 + $1.selection.byteCount } }

  /// Appends the sheet's next piece.
  ///
  /// - Returns: whether the sheet continues after this piece.
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
      // A cell that an earlier width shows and this one lacks must not keep its old frame.
      append(style.selector, to: &output)
      output.append(">:nth-child(n){left:auto;top:auto;width:auto;height:auto")
      if writesZIndex { output.append(";z-index:auto") }
      output.append("}")
    }
  }

  /// Appends rules until the part or the piece ends, or the allowance is used up.
  ///
  /// - Returns: whether the part is still incomplete.
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

  /// Appends a length, in pixels or as a percentage of `whole`.
  private mutating func append(_ length: Double, of whole: Double, to output: inout [UInt8]) {
    switch style.unit {
    case .pixels: append(length, "px", to: &output)
    case .percent: append(whole > 0 ? length * 100 / whole : 0, "%", to: &output)
    }
  }

  /// Appends a side of the wall's aspect ratio.
  ///
  /// A side shorter than a pixel is written with all decimals: rounding would change the ratio or make it 0.
  private mutating func appendSide(_ length: Double, to output: inout [UInt8]) {
    guard length > 0, length < 1 else { return append(length, "", to: &output) }
    output.appendJSON(length)
  }

  /// Appends a number rounded to four decimals, and its unit unless it is 0.
  private mutating func append(_ value: Double, _ unit: StaticString, to output: inout [UInt8]) {
    var rounded = value.isFinite ? value : 0
    if rounded.magnitude < Self.longest {
      rounded = (rounded * Self.decimals).rounded() / Self.decimals
    }
    output.appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(rounded, &memo) }
    if rounded != 0 { output.append(unit) }
  }
}
