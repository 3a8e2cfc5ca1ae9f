import LayoutEngine

/// A selection's cells, to be walked several times: once a column.
///
/// Few are gathered once and held, which is several times faster; of many each walk makes the
/// attributes anew, a few at a time, so that however many are found no more than these are in memory.
struct SelectedCells: Sendable {
  #if hasFeature(Embedded)
    /// The most attributes that are held: some sixteen megabytes of a page, which has one reader.
    private static let maxHeld = 262_144
  #else
    /// The most attributes that are held: a megabyte or two.
    private static let maxHeld = 16_384
  #endif

  /// How many walks an encoder makes at a time, at most.
  private static let walkCount = 3

  /// What was selected.
  let selection: AttributesSelection
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
    var gathered: [CellAttributes] = []
    while allowance > 0 {
      if held == nil, let plain = gathering.passPlainCells() {
        allowance -= 1
        hasZIndex = hasZIndex || plain.zIndex != 0
        count += plain.count
        continue
      }
      gathered.removeAll(keepingCapacity: true)
      gathering.appendNeighbours(
        to: &gathered, count: CellWalk.stretchLength, framed: held != nil, steppingOver: &allowance)
      guard !gathered.isEmpty else { return allowance > 0 }
      allowance -= gathered.count
      for cell in gathered {
        hasZIndex = hasZIndex || cell.zIndex != 0
        hasImageHeight = hasImageHeight || cell.imageHeight != nil
        if !hasID { hasID = gathering.id(of: cell) != nil }
      }
      held?.append(contentsOf: gathered)
      count += gathered.count
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
    guard let held else { return selection.byteCount + CellWalk.greatestByteCount * Self.walkCount }
    return selection.byteCount + held.capacity * MemoryLayout<CellAttributes>.stride
  }

  /// A walk from the first cell on.
  func makeWalk() -> CellWalk {
    CellWalk(selection: selection, held: held)
  }
}

/// A walk over a selection's cells, some of them at a time.
struct CellWalk: Sendable {
  /// The most cells that are made at a time, and handed out.
  fileprivate static let stretchLength = 64

  /// The most bytes that a walk holds where cells are not held.
  static let greatestByteCount =
    stretchLength * MemoryLayout<CellAttributes>.stride
    + MemoryLayout<AttributesSelection.Cursor>.stride

  private let selection: AttributesSelection
  /// Where cells are not held: one; none where they are, whose answers are short, and encoders of which
  /// should be cheap to move.
  private var cursors: [AttributesSelection.Cursor] = []
  /// All cells where they are held, else those that were made last.
  private var cells: [CellAttributes]
  /// How many of them were passed.
  private var passed = 0

  fileprivate init(selection: AttributesSelection, held: [CellAttributes]?) {
    self.selection = selection
    cells = held ?? []
    if held == nil { cursors = [selection.makeCursor()] }
  }

  /// Goes back to the first cell.
  mutating func restart() {
    passed = 0
    guard !cursors.isEmpty else { return }
    cells.removeAll(keepingCapacity: true)
    cursors[0] = selection.makeCursor()
  }

  /// Some of the cells that come next, in order, of which the first ones are to be passed; none after the
  /// last, and where the allowance has come to 0.
  ///
  /// - Parameters:
  ///   - framed: whether their frames will be read; the same on all of a walk.
  ///   - allowance: how many cells, and runs of others, may be looked at; those stepped over are taken off
  ///     it.
  mutating func next(
    framed: Bool, lookingAt allowance: inout Int
  ) -> ArraySlice<CellAttributes> {
    if passed == cells.count, !cursors.isEmpty { make(framed: framed, lookingAt: &allowance) }
    return cells[passed..<min(cells.count, passed + min(Self.stretchLength, allowance))]
  }

  /// Passes over so many of the cells that come next, and takes them off the allowance.
  mutating func pass(_ count: Int, lookingAt allowance: inout Int) {
    passed += count
    allowance -= count
  }

  private mutating func make(framed: Bool, lookingAt allowance: inout Int) {
    passed = 0
    cells.removeAll(keepingCapacity: true)
    var former = -1
    while cells.count > former, case let room = min(Self.stretchLength, allowance) - cells.count,
      room > 0
    {
      former = cells.count
      cursors[0].appendNeighbours(
        to: &cells, count: room, framed: framed, steppingOver: &allowance)
    }
  }
}
