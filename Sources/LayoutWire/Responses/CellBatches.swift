import LayoutEngine

/// A selection's cells, which an encoder walks several times: once per column.
///
/// A small number of cells is collected once and stored, which makes walks several times faster. For a
/// larger number, each walk recomputes the attributes, a batch at a time, so that memory stays bounded.
struct SelectedCells: Sendable {
  #if hasFeature(Embedded)
    /// The maximum number of cells stored: about 16 MB in a web page, which has a single reader.
    private static let maxHeld = 262_144
  #else
    /// The maximum number of cells stored: one or two megabytes.
    private static let maxHeld = 16_384
  #endif

  /// The maximum number of walks that an encoder has open at once.
  private static let walkCount = 3

  /// The selected elements.
  let selection: AttributesSelection
  private var gathering: AttributesSelection.Cursor
  /// The cells in order; nil if there are too many to store.
  private var held: [CellAttributes]?

  /// The number of cells visited so far; the number of all selected cells once `gather` has returned true.
  private(set) var count = 0
  private var hasZIndex = false
  private var hasImageHeight = false
  private var hasBodyHeight = false
  private var hasID = false

  /// Prepares to collect the selected cells.
  init(_ selection: AttributesSelection) {
    self.selection = selection
    if selection.count <= Self.maxHeld {
      held = []
      held?.reserveCapacity(selection.count)
    }
    gathering = selection.makeCursor()
  }

  /// Continues the first walk through the selection.
  ///
  /// Call it until it returns true, before using any other member.
  ///
  /// - Parameter allowance: the number of cells, and of runs of other elements, to visit at most;
  ///   reduced by the number visited.
  /// - Returns: whether the whole selection has been visited.
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
        to: &gathered, count: CellBatches.stretchLength, framed: held != nil,
        steppingOver: &allowance)
      guard !gathered.isEmpty else { return allowance > 0 }
      allowance -= gathered.count
      for cell in gathered {
        hasZIndex = hasZIndex || cell.zIndex != 0
        hasImageHeight = hasImageHeight || cell.imageHeight != nil
        if !hasBodyHeight { hasBodyHeight = gathering.bodyHeight(of: cell) != nil }
        if !hasID { hasID = gathering.id(of: cell) != nil }
      }
      held?.append(contentsOf: gathered)
      count += gathered.count
    }
    return false
  }

  /// The optional columns in which at least one cell has a value, in response order.
  var optionalColumns: [CellColumn] {
    var columns: [CellColumn] = []
    if hasZIndex { columns.append(.zIndex) }
    if hasImageHeight { columns.append(.imageHeight) }
    if hasBodyHeight { columns.append(.bodyHeight) }
    if hasID { columns.append(.id) }
    return columns
  }

  /// The number of bytes retained: the selection, and the cells if they are few.
  var heldByteCount: Int {
    guard let held else {
      return selection.byteCount + CellBatches.maxByteCount * Self.walkCount
    }
    return selection.byteCount + held.capacity * MemoryLayout<CellAttributes>.stride
  }

  /// Creates a walk that begins at the first cell.
  func makeWalk() -> CellBatches {
    CellBatches(selection: selection, held: held)
  }
}

/// A walk over a selection's cells, a batch at a time: either their attributes, or one of their lengths.
struct CellBatches: Sendable {
  /// The maximum number of cells computed and returned at a time.
  fileprivate static let stretchLength = 256

  /// The maximum number of bytes that a walk retains if the cells are not stored.
  static let maxByteCount =
    stretchLength * (MemoryLayout<CellAttributes>.stride + MemoryLayout<Double>.stride)
    + MemoryLayout<AttributesSelection.Cursor>.stride

  private let selection: AttributesSelection
  /// All cells, if they are stored; otherwise empty.
  private let held: [CellAttributes]
  /// One cursor if the cells are not stored; empty if they are.
  ///
  /// Without a cursor, the encoders of short responses are cheap to move.
  private var cursors: [AttributesSelection.Cursor] = []
  /// The cells of the current batch; empty while the walk returns lengths.
  private var cells: [CellAttributes] = []
  /// The lengths of the cells in the current batch; empty while the walk returns attributes.
  private var lengths: [Double] = []
  /// The number of cells passed.
  private var passed = 0
  /// The number of cells before the current batch.
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

  /// Returns the next cells in order, without passing them; empty after the last cell or if the
  /// allowance is 0.
  ///
  /// The cells' frames are not valid; use `nextLengths(_:lookingAt:)` for lengths.
  ///
  /// - Parameter allowance: the number of cells, and of runs of other elements, to visit at most;
  ///   reduced by the number of runs skipped.
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

  /// Returns one length of each of the next cells, without passing the cells.
  ///
  /// The result is empty after the last cell or if the allowance is 0.
  ///
  /// - Parameter allowance: the number of cells, and of runs of other elements, to visit at most;
  ///   reduced by the number of runs skipped.
  mutating func nextLengths(
    _ length: CellLength, lookingAt allowance: inout Int
  ) -> ArraySlice<Double> {
    if cursors.isEmpty, passed == held.count { return [] }
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

  /// Passes the next `count` cells, and subtracts them from the allowance.
  mutating func pass(_ count: Int, lookingAt allowance: inout Int) {
    passed += count
    allowance -= count
  }

  private mutating func appendHeld(_ length: CellLength) {
    let next = held[passed..<min(held.count, passed + Self.stretchLength)]
    lengths.append(addingCapacity: next.count) { output in
      // Each length has a loop of its own, so that nothing is tested per cell.
      switch length {
      case .x: for cell in next { output.append(cell[.x]) }
      case .y: for cell in next { output.append(cell[.y]) }
      case .width: for cell in next { output.append(cell[.width]) }
      case .height: for cell in next { output.append(cell[.height]) }
      case .imageHeight: for cell in next { output.append(cell[.imageHeight]) }
      }
    }
  }

  /// Computes the next batch of cells.
  ///
  /// - Parameter append: appends cells to the batch, which may then contain at most `room` cells, and
  ///   returns the number of cells in the batch.
  @inline(__always)
  private mutating func make(
    lookingAt allowance: inout Int,
    _ append: (inout CellBatches, _ room: Int, _ allowance: inout Int) -> Int
  ) {
    var (former, count) = (-1, 0)
    while count > former, case let room = min(Self.stretchLength, allowance), room > count {
      former = count
      count = append(&self, room, &allowance)
    }
  }
}
