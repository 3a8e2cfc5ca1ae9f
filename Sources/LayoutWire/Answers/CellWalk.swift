import LayoutEngine

/// A selection's cells, to be walked several times: once a column.
///
/// Few are gathered once and held, which is several times faster; of many each walk makes the
/// attributes anew, so that however many are found no more than these are in memory.
struct SelectedCells: Sendable {
  #if hasFeature(Embedded)
    /// The most attributes that are held: some sixteen megabytes of a page, which has one reader.
    private static let maxHeld = 262_144
  #else
    /// The most attributes that are held: a megabyte or two.
    private static let maxHeld = 16_384
  #endif

  private let selection: AttributesSelection
  private var gathering: AttributesSelection.Cursor
  /// The cells in order; nil where there are too many to hold.
  private var held: [CellAttributes]?

  /// How many cells there are.
  private(set) var count = 0
  private var hasZIndex = false
  private var hasImageHeight = false
  private var hasID = false

  /// Begins to gather what was selected.
  init(_ selection: AttributesSelection) {
    self.selection = selection
    if selection.count <= Self.maxHeld {
      held = []
      held?.reserveCapacity(selection.count)
    }
    gathering = selection.makeCursor()
  }

  /// Walks on through the selection, once, before anything else is called.
  ///
  /// - Parameter allowance: how many cells, and runs of others, may be looked at; those that were are
  ///   taken off it.
  /// - Returns: whether all have been looked at.
  mutating func gather(lookingAt allowance: inout Int) -> Bool {
    while allowance > 0 {
      guard let cell = gathering.nextCell(steppingOver: &allowance) else { return allowance > 0 }
      allowance -= 1
      hasZIndex = hasZIndex || cell.zIndex != 0
      hasImageHeight = hasImageHeight || cell.imageHeight != nil
      if !hasID { hasID = gathering.id(of: cell) != nil }
      held?.append(cell)
      count += 1
    }
    return false
  }

  /// Optional columns that at least one cell has a value for, in the order of answers.
  var optionalColumns: [CellColumn] {
    var columns: [CellColumn] = []
    if hasZIndex { columns.append(.zIndex) }
    if hasImageHeight { columns.append(.imageHeight) }
    if hasID { columns.append(.id) }
    return columns
  }

  /// Bytes held: what was found, and the cells where they are few.
  var heldByteCount: Int {
    guard let held else { return selection.byteCount }
    return selection.byteCount + held.capacity * MemoryLayout<CellAttributes>.stride
  }

  /// The client's own name of a cell.
  func id(of cell: CellAttributes) -> String? { selection.id(of: cell) }

  /// A walk from the first cell on.
  func makeWalk() -> CellWalk {
    CellWalk(selection: selection, held: held)
  }
}

/// A walk over a selection's cells.
struct CellWalk: Sendable {
  private let selection: AttributesSelection
  /// Where cells are not held.
  private var cursor: AttributesSelection.Cursor?
  private let held: [CellAttributes]?
  /// How many held cells were passed.
  private var passed = 0

  fileprivate init(selection: AttributesSelection, held: [CellAttributes]?) {
    self.selection = selection
    cursor = held == nil ? selection.makeCursor() : nil
    self.held = held
  }

  /// Goes back to the first cell.
  mutating func restart() {
    passed = 0
    if held == nil { cursor = selection.makeCursor() }
  }

  /// Calls a closure with the cells that come next, in order.
  ///
  /// - Parameters:
  ///   - allowance: how many cells, and runs of others, may be looked at; those that were are taken
  ///     off it. Held cells are taken off together, since what is done with one takes little.
  ///   - body: takes a cell, and says whether to go on.
  /// - Returns: true after the last cell; false where `body` or the allowance ended the walk, which
  ///   may have been at the last cell.
  @inline(__always)
  mutating func forEach(
    lookingAt allowance: inout Int, _ body: (CellAttributes) -> Bool
  ) -> Bool {
    guard let held else { return forEachMade(lookingAt: &allowance, body) }
    let start = passed
    let end = min(held.count, start + allowance)
    var next = start
    var goesOn = true
    while goesOn, next < end {
      goesOn = body(held[next])
      next += 1
    }
    passed = next
    allowance -= next - start
    return goesOn && allowance > 0
  }

  /// The same where cells are not held.
  @inline(__always)
  private mutating func forEachMade(
    lookingAt allowance: inout Int, _ body: (CellAttributes) -> Bool
  ) -> Bool {
    while let cell = cursor?.nextCell(steppingOver: &allowance) {
      allowance -= 1
      guard body(cell), allowance > 0 else { return false }
    }
    return allowance > 0
  }
}
