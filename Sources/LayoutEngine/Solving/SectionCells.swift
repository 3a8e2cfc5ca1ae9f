/// The cells of a laid out section.
///
/// Cells have the numbers of their items. Items from `count` on have no cell (LayoutRules G5, G6). The
/// object never changes.
protocol SectionCells: AnyObject, Sendable {
  /// The number of cells, ≤ the number of items.
  var count: Int { get }
  /// A rectangle that contains every cell's frame, in points from the section's origin; `.zero` if there
  /// are no cells.
  var bounds: Rect { get }

  /// The bytes of these cells alone, without parts and items.
  var byteCount: Int { get }
  /// The storage that other sections' cells may share; nil if there is none.
  var sharedStorage: (any LayoutPart)? { get }
  /// The bytes of the parts if they are placed chunks, which no other section of a layout shares; else
  /// nil.
  var chunkByteCount: Int? { get }
  /// The items that the cells are computed from; nil if the cells store none.
  var heldItems: Items? { get }
  /// Visits the parts that the cells of a later layout may share, without shared storage and items.
  func visitParts(_ visit: (any LayoutPart) -> Void)

  /// Returns a cell's frame by a placement, on a walk from cell to cell; `item` in 0..<count.
  ///
  /// The state that the last cell left in `walk` makes the next one cheap.
  ///
  /// - Parameter walk: created for the walk, and used for one section only; cells may come in any order.
  /// - Complexity: O(1).
  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect

  /// Computes the frames of neighbouring cells at once, at most `CellFrames.capacity`.
  ///
  /// Each kind of cells implements it, so that no frame takes a dynamic call.
  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
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

  /// Returns the stacking order given by the layout itself (custom frames); nil if it gives none.
  func zIndex(of item: Int) -> WholeNumber?

  /// Whether items begin in columns of a waterfall.
  var haveColumns: Bool { get }

  /// Returns the waterfall column in which the item begins; nil if the layout is no waterfall.
  func column(of item: Int) -> Int?

  /// Returns the columns in which neighbouring items begin; nil if these are not placed together.
  func standingColumns(of items: Range<Int>) -> StandingColumns?

  /// Returns the least start, along the scroll axis, of the cell and all cells after it.
  ///
  /// It is measured from the section's origin, and nil if it cannot be found without visiting the cells.
  ///
  /// - Complexity: O(c · log n) in a waterfall of c columns, else O(log n).
  func leastStart(from item: Int) -> Units?

  /// Returns a number of cells from `item` on that `other` places exactly alike.
  ///
  /// It may be too small: it counts only what can be found without comparing each cell.
  func sharedCount(from item: Int, with other: any SectionCells) -> Int

  /// Returns a number of cells from `item` on that have the same frames in `other` and no image heights.
  ///
  /// It may be too small: it counts only what is cheap to find.
  ///
  /// - Complexity: O(cells found), of one chunk at most.
  func alikeCount(from item: Int, with other: any SectionCells) -> Int

  /// Adds the numbers of all cells that may meet the rectangle, and maybe of others.
  ///
  /// - Complexity: O(log n + found).
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns)

  /// Adds the numbers of the cells that meet a rectangle, ascending, if they can be found without
  /// testing each.
  ///
  /// - Parameters:
  ///   - near: a rectangle that every cell touches that may meet the queried one.
  ///   - certain: a rectangle; every cell that meets it also meets the queried one.
  /// - Returns: false if they cannot be found this way, or if too many meet it for this to pay; nothing
  ///   is added then.
  /// - Complexity: O(log n + found).
  func addMeeting(_ near: Rect, certain: Rect, to numbers: inout IndexRuns) -> Bool

  /// Returns those of neighbouring cells that certainly meet the rectangle, as far as they can be found
  /// without testing each.
  ///
  /// - Complexity: O(lines).
  func certain(of cells: Range<Int>, toMeet rect: Rect) -> Range<Int>
}

/// The implementations that most kinds of cells have in common.
extension SectionCells {
  var sharedStorage: (any LayoutPart)? { nil }
  var chunkByteCount: Int? { nil }
  var heldItems: Items? { nil }
  func visitParts(_ visit: (any LayoutPart) -> Void) {}

  /// Returns a cell's frame by a placement; `item` in 0..<count.
  ///
  /// - Complexity: O(1).
  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    var walk = CellCursor()
    return frame(of: item, placement, &walk)
  }

  var haveImageHeights: Bool { false }
  var haveZIndexes: Bool { false }
  func imageHeight(of item: Int) -> Double? { nil }
  func zIndex(of item: Int) -> WholeNumber? { nil }
  var haveColumns: Bool { false }
  func column(of item: Int) -> Int? { nil }
  func standingColumns(of items: Range<Int>) -> StandingColumns? { nil }
  func leastStart(from item: Int) -> Units? { nil }
  func sharedCount(from item: Int, with other: any SectionCells) -> Int { 0 }
  func alikeCount(from item: Int, with other: any SectionCells) -> Int { 0 }
  func addMeeting(_ near: Rect, certain: Rect, to numbers: inout IndexRuns) -> Bool { false }
  func certain(of cells: Range<Int>, toMeet rect: Rect) -> Range<Int> {
    cells.lowerBound..<cells.lowerBound
  }
}

/// The state of a walk from cell to cell along a line.
struct CellCursor: Sendable {
  /// The walk's state among the chunks of items.
  var items = Items.Walk()
  /// The current placed chunk: its number and cells.
  var chunk = 0
  var chunkCells = 0..<0
  /// The cell that comes next; -1 before the first.
  var next = -1
  /// The end of the current line's cells.
  var lineEnd = -1
  /// The current line's start along the scroll axis, and its length along it.
  var top = Units.zero
  var thickness = Units.zero
  /// The next cell's start across the scroll axis; in a magazine, its number in the row.
  var position = 0.0
  /// A value that all cells of the line share: a gap, or a height.
  var shared = 0.0
}
