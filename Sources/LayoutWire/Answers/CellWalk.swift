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
  /// The cells in order; nil if there are too many to hold.
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

/// A walk over a selection's cells, some of them at a time: either all that is known of each, or one length.
struct CellWalk: Sendable {
  /// The most cells that are made at a time, and handed out.
  fileprivate static let stretchLength = 256

  /// The most bytes that a walk holds where cells are not held.
  static let greatestByteCount =
    stretchLength * (MemoryLayout<CellAttributes>.stride + MemoryLayout<Double>.stride)
    + MemoryLayout<AttributesSelection.Cursor>.stride

  private let selection: AttributesSelection
  /// All cells where they are held.
  private let held: [CellAttributes]
  /// Where cells are not held: one; none where they are, whose answers are short, and encoders of which
  /// should be cheap to move.
  private var cursors: [AttributesSelection.Cursor] = []
  /// Those that were made last, of which only one kind is asked for on a walk.
  private var cells: [CellAttributes] = []
  private var lengths: [Double] = []
  /// How many cells were passed, and how many were before those that were made last.
  private var passed = 0
  private var made = 0

  fileprivate init(selection: AttributesSelection, held: [CellAttributes]?) {
    self.selection = selection
    self.held = held ?? []
    if held == nil { cursors = [selection.makeCursor()] }
  }

  /// Goes back to the first cell.
  mutating func restart() {
    (passed, made) = (0, 0)
    cells.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    if !cursors.isEmpty { cursors[0] = selection.makeCursor() }
  }

  /// Some of the cells that come next, in order, of which the first ones are to be passed; none after the
  /// last, and where the allowance has come to 0.
  ///
  /// Their frames are not for reading.
  ///
  /// - Parameter allowance: how many cells, and runs of others, may be looked at; those stepped over are
  ///   taken off it.
  mutating func nextCells(lookingAt allowance: inout Int) -> ArraySlice<CellAttributes> {
    guard !cursors.isEmpty else {
      return held[passed..<min(held.count, passed + min(Self.stretchLength, allowance))]
    }
    if passed == made + cells.count {
      made = passed
      cells.removeAll(keepingCapacity: true)
      make(lookingAt: &allowance) { walk, room, allowance in
        walk.cursors[0].appendNeighbours(
          to: &walk.cells, count: room - walk.cells.count, framed: false, steppingOver: &allowance)
        return walk.cells.count
      }
    }
    return cells[passed - made..<min(cells.count, passed - made + allowance)]
  }

  /// The same where only one of their lengths is read.
  mutating func nextLengths(
    _ length: CellLength, lookingAt allowance: inout Int
  ) -> ArraySlice<Double> {
    if passed == made + lengths.count {
      made = passed
      lengths.removeAll(keepingCapacity: true)
      if cursors.isEmpty {
        appendHeld(length)
      } else {
        make(lookingAt: &allowance) { walk, room, allowance in
          walk.cursors[0].appendNeighbours(
            length, to: &walk.lengths, count: room - walk.lengths.count, steppingOver: &allowance)
          return walk.lengths.count
        }
      }
    }
    return lengths[passed - made..<min(lengths.count, passed - made + allowance)]
  }

  /// Passes over so many of the cells that come next, and takes them off the allowance.
  mutating func pass(_ count: Int, lookingAt allowance: inout Int) {
    passed += count
    allowance -= count
  }

  private mutating func appendHeld(_ length: CellLength) {
    let next = held[passed..<min(held.count, passed + Self.stretchLength)]
    lengths.append(addingCapacity: next.count) { output in
      // A loop of its own for each length: nothing is asked for at every cell.
      switch length {
      case .x: for cell in next { output.append(cell[.x]) }
      case .y: for cell in next { output.append(cell[.y]) }
      case .width: for cell in next { output.append(cell[.width]) }
      case .height: for cell in next { output.append(cell[.height]) }
      case .imageHeight: for cell in next { output.append(cell[.imageHeight]) }
      }
    }
  }

  /// Makes the next cells.
  ///
  /// - Parameter append: makes some, so that there are no more than the number it is called with, and says
  ///   how many there are.
  @inline(__always)
  private mutating func make(
    lookingAt allowance: inout Int,
    _ append: (inout CellWalk, _ room: Int, _ allowance: inout Int) -> Int
  ) {
    var (former, count) = (-1, 0)
    while count > former, case let room = min(Self.stretchLength, allowance), room > count {
      former = count
      count = append(&self, room, &allowance)
    }
  }
}
