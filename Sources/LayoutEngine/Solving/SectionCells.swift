/// The cells of a section that has been laid out.
///
/// Each cell has the number of its item. Items from `count` on have no cell (LayoutRules G5, G6). The
/// object never changes.
protocol SectionCells: AnyObject, Sendable {
  /// The number of cells, ≤ the number of items.
  var count: Int { get }
  /// A rectangle that contains every cell's frame, in points from the section's origin; `.zero` if there
  /// are no cells.
  var bounds: Rect { get }

  /// The bytes that only these cells use, without shared storage, visited parts and items.
  var byteCount: Int { get }
  /// The part that cells of other sections may share too, such as a template; nil if there is none.
  var sharedStorage: (any SharedNode)? { get }
  /// The items whose fields the frames are computed from; nil if the cells store no items.
  var heldItems: Items? { get }
  /// Calls `visit` with each part that cells of a later version may share, such as a placed chunk, but
  /// not with shared storage or items.
  func visitSharedNodes(_ visit: (any SharedNode) -> Void)

  /// Returns a cell's frame, moved, mirrored and rounded by a placement; `item` in 0..<count.
  ///
  /// `walk` stores where the last cell was found, so that finding a cell after it is cheap.
  ///
  /// - Parameter walk: must be created for one walk, and used for one section only; cells may come in
  ///   any order.
  /// - Complexity: O(1).
  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect

  /// Fills `frames` with the frames of neighbouring cells, at most `CellFrames.capacity` of them.
  ///
  /// One dynamic call serves all these frames.
  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  )

  /// Whether `imageHeight(of:)` may return a height for some cell; if not, it always returns nil.
  var haveImageHeights: Bool { get }
  /// Whether `zIndex(of:)` may return an order for some cell; if not, it always returns nil.
  var haveZIndexes: Bool { get }

  /// Returns the height of the item's media; nil if the item has no body height.
  ///
  /// - Complexity: O(1).
  func imageHeight(of item: Int) -> Double?

  /// Returns the stacking order given by the layout itself (custom frames); nil if it has none.
  func zIndex(of item: Int) -> WholeNumber?

  /// These cells, if their items may keep columns of a waterfall; else nil.
  var inColumns: (any ColumnCells)? { get }

  /// Returns a lower bound of the starts of a cell and all cells after it, along the scroll axis.
  ///
  /// The start is counted from the section's origin. The result is nil if no bound can be found without
  /// visiting the cells, or if there is no cell from `item` on.
  ///
  /// - Complexity: O(c · log n) in a waterfall of c columns, else O(log n).
  func minStart(from item: Int) -> Units?

  /// Returns the number of cells, from `item` on, that certainly have the same places in `other`.
  ///
  /// More cells may have the same places: cells are counted only if this is found without comparing each
  /// of them.
  func sharedCount(from item: Int, with other: any SectionCells) -> Int

  /// Adds the numbers of all cells that intersect the rectangle, and possibly of cells that don't.
  ///
  /// - Complexity: O(log n + found).
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns)

  /// Adds the numbers of exactly the cells that intersect the queried rectangle, ascending, if they can be
  /// found without testing each cell.
  ///
  /// - Parameters:
  ///   - near: a rectangle that is touched by every cell that may intersect the queried rectangle.
  ///   - certain: a rectangle such that every cell that intersects it also intersects the queried rectangle.
  /// - Returns: false if the cells cannot be found this way, or if so many intersect the rectangle that
  ///   testing each is faster; nothing is added then.
  /// - Complexity: O(log n + found).
  func addIntersecting(_ near: Rect, certain: Rect, to numbers: inout IndexRuns) -> Bool
}

/// The implementations for cells without chunks, items, image heights, z-indexes or columns.
extension SectionCells {
  var sharedStorage: (any SharedNode)? { nil }
  var heldItems: Items? { nil }
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {}

  /// Returns a cell's frame, moved, mirrored and rounded by a placement, without a walk; `item` in
  /// 0..<count.
  ///
  /// - Complexity: O(1).
  func frame(of item: Int, _ placement: FrameTransform) -> Rect {
    var walk = CellCursor()
    return frame(of: item, placement, &walk)
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: FrameTransform,
    _ walk: inout CellCursor
  ) {
    frames.fill(cells) { frame(of: $0, placement, &walk) }
  }

  var haveImageHeights: Bool { false }
  var haveZIndexes: Bool { false }
  func imageHeight(of item: Int) -> Double? { nil }
  func zIndex(of item: Int) -> WholeNumber? { nil }
  var inColumns: (any ColumnCells)? { nil }
  func minStart(from item: Int) -> Units? { nil }
  func sharedCount(from item: Int, with other: any SectionCells) -> Int { 0 }
  func addIntersecting(_ near: Rect, certain: Rect, to numbers: inout IndexRuns) -> Bool { false }
}

/// Cells that are in the columns of a waterfall, whose items may keep their columns in versions (LayoutRules K7).
protocol ColumnCells: SectionCells {
  /// The number of columns in which items begin.
  var columnCount: Int { get }

  /// Returns the column in which an item begins; `item` in 0..<count.
  func column(of item: Int) -> Int

  /// Returns the columns in which neighbouring items begin.
  ///
  /// - Complexity: O(count of `items`).
  func assignedColumns(of items: Range<Int>) -> AssignedColumns
}

/// The state of a walk over a section's cells, so that finding the next cell of a line or chunk is
/// cheap.
struct CellCursor: Sendable {
  /// The walk's state among the chunks of items.
  var items = Items.Walk()
  /// The number of the placed chunk that contains the last cell.
  var chunk = 0
  /// The cells of that placed chunk.
  var chunkCells = 0..<0
  /// The number of the current line in that chunk.
  var line = 0
  /// The cell after the last one; -1 before the first request.
  var next = -1
  /// The cell after the last one of the current line; -1 before the first request.
  var lineEnd = -1
  /// The current line's start along the scroll axis.
  var top = Units.zero
  /// The current line's length along the scroll axis.
  var thickness = Units.zero
  /// The next cell's start across the scroll axis; in a magazine, the next cell's number in its row.
  var position = 0.0
  /// A value that all cells of the line share: a gap (flow), a height (justified) or a width mode
  /// (magazine).
  var shared = 0.0
}
