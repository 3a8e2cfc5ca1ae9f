import LayoutEngine

/// A selection's cells, to be walked several times: once a column.
///
/// Few are gathered once and held, which is several times faster; of many each walk makes the
/// attributes anew, so that however many are found no more than these are in memory.
struct SelectedCells: Sendable {
  /// The most attributes that are held: a megabyte or two.
  private static let maxHeld = 16_384

  private let selection: AttributesSelection
  /// The cells in order; nil where there are too many to hold.
  private var held: [CellAttributes]?
  /// The names of the held cells; empty where none has one.
  private var heldIDs: [String?] = []

  /// How many cells there are.
  private(set) var count = 0
  /// Optional columns that at least one cell has a value for, in the order of answers.
  let optionalColumns: [CellColumn]

  /// Walks the selection once.
  init(_ selection: AttributesSelection) {
    self.selection = selection
    if selection.count <= Self.maxHeld { held = [] }
    held?.reserveCapacity(selection.count)
    var hasZIndex = false
    var hasImageHeight = false
    var hasID = false
    var walk = CellWalk(cursor: selection.makeCursor())
    var allowance = Int.max
    while let cell = walk.next(steppingOver: &allowance) {
      hasZIndex = hasZIndex || cell.zIndex != 0
      hasImageHeight = hasImageHeight || cell.imageHeight != nil
      if held != nil || !hasID, let id = walk.id(of: cell) {
        hasID = true
        if held != nil {
          heldIDs.append(contentsOf: repeatElement(nil, count: count - heldIDs.count))
          heldIDs.append(id)
        }
      }
      held?.append(cell)
      count += 1
    }
    var columns: [CellColumn] = []
    if hasZIndex { columns.append(.zIndex) }
    if hasImageHeight { columns.append(.imageHeight) }
    if hasID { columns.append(.id) }
    optionalColumns = columns
  }

  /// A walk from the first cell on.
  func makeWalk() -> CellWalk {
    CellWalk(cursor: selection.makeCursor(), held: held, heldIDs: heldIDs)
  }
}

/// A walk over a selection's cells.
struct CellWalk: Sendable {
  private var cursor: AttributesSelection.Cursor
  private let held: [CellAttributes]?
  private let heldIDs: [String?]
  /// How many held cells were passed.
  private var passed = 0

  fileprivate init(
    cursor: AttributesSelection.Cursor, held: [CellAttributes]? = nil, heldIDs: [String?] = []
  ) {
    self.cursor = cursor
    self.held = held
    self.heldIDs = heldIDs
  }

  /// The next cell; nil behind the last, and where the allowance of runs to step over has come to 0.
  mutating func next(steppingOver allowance: inout Int) -> CellAttributes? {
    if let held {
      guard passed < held.count else { return nil }
      passed += 1
      return held[passed - 1]
    }
    return cursor.nextCell(steppingOver: &allowance)
  }

  /// The client's own name of the cell that was returned last.
  func id(of cell: CellAttributes) -> String? {
    guard held != nil else { return cursor.id(of: cell) }
    return passed <= heldIDs.count ? heldIDs[passed - 1] : nil
  }
}
