/// The cells of a laid out section.
///
/// Cells are numbered as the items are. Those from `count` on have no attributes (LayoutRules G5,
/// G6). What they hold never changes.
protocol SectionCells: AnyObject, Sendable {
  /// How many cells there are, ≤ the number of items.
  var count: Int { get }
  /// A rectangle that holds every cell's frame, in points from the section's origin; `.zero` without
  /// cells.
  var bounds: Rect { get }

  /// Bytes held for these cells alone, neither parts nor items among them.
  var byteCount: Int { get }
  /// What other sections' cells may hold, too; nil for nothing.
  var sharedStorage: (any LayoutPart)? { get }
  /// Bytes of placed chunks, where the parts are such: no other section of a layout holds them.
  var chunkByteCount: Int? { get }
  /// The items that the cells are computed from; nil if they hold none.
  var heldItems: Items? { get }
  /// Visits what the cells of a later layout may hold, too, shared storage and items aside.
  func visitParts(_ visit: (any LayoutPart) -> Void)

  /// The cell's frame where a section's elements are placed so, on a walk from cell to cell: what the last
  /// one left in `walk` makes the next one cheap; `item` in 0..<count.
  ///
  /// - Parameter walk: begun with the walk, and used for no other section; cells may come in any order.
  /// - Complexity: O(1).
  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellWalk) -> Rect

  /// The same of neighbouring cells, no more than `CellFrames.capacity`, at once.
  ///
  /// Each kind of cells does it itself, so that a frame is no call through a table.
  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
    _ walk: inout CellWalk
  )

  /// Whether `imageHeight(of:)` is to be asked for cells: else it is nil.
  var haveImageHeights: Bool { get }
  /// Whether `zIndex(of:)` is to be asked for cells: else it is nil.
  var haveZIndexes: Bool { get }

  /// The height of the item's media; nil for items without a body height.
  ///
  /// - Complexity: O(1).
  func imageHeight(of item: Int) -> Double?

  /// The stacking order given by the layout itself (custom frames); nil if it gives none.
  func zIndex(of item: Int) -> WholeNumber?

  /// Whether items begin in columns of a waterfall.
  var haveColumns: Bool { get }

  /// The waterfall column in which the item begins; nil in any other layout.
  func column(of item: Int) -> Int?

  /// The columns in which neighbouring items begin; nil if these are not placed together.
  func standingColumns(of items: Range<Int>) -> StandingColumns?

  /// Where, along the scroll axis, the cell and all after it begin at least, from the section's origin;
  /// nil if that is not known without looking at them.
  ///
  /// - Complexity: O(c · log n) in a waterfall of c columns, else O(log n).
  func leastStart(from item: Int) -> Units?

  /// How many cells from one on stand exactly as the other's of the same numbers, as far as that is known
  /// without looking at each of them.
  func sharedCount(from item: Int, with other: any SectionCells) -> Int

  /// How many cells from one on have the same frames as the other's of the same numbers and no image
  /// heights, as far as that is cheap to find.
  ///
  /// - Complexity: O(cells found), of one chunk at most.
  func alikeCount(from item: Int, with other: any SectionCells) -> Int

  /// Adds the numbers of all cells that may meet the rectangle: none is missed, some may not meet.
  ///
  /// - Complexity: O(log n + found).
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns)

  /// Adds the numbers of those cells that meet a rectangle, ascending, where which do is known without
  /// looking at each.
  ///
  /// - Parameters:
  ///   - near: holds all that may meet it.
  ///   - certain: what meets this also meets it.
  /// - Returns: false if that is not known, or more cells meet it than are worth it; nothing is added
  ///   then.
  /// - Complexity: O(log n + found).
  func addMeeting(_ near: Rect, certain: Rect, to numbers: inout IndexRuns) -> Bool

  /// Of neighbouring cells those that certainly meet the rectangle, as far as that is known without
  /// looking at each.
  ///
  /// - Complexity: O(lines).
  func certain(of cells: Range<Int>, toMeet rect: Rect) -> Range<Int>
}

/// What most kinds of cells have in common.
extension SectionCells {
  var sharedStorage: (any LayoutPart)? { nil }
  var chunkByteCount: Int? { nil }
  var heldItems: Items? { nil }
  func visitParts(_ visit: (any LayoutPart) -> Void) {}

  /// The cell's frame where a section's elements are placed so; `item` in 0..<count.
  ///
  /// - Complexity: O(1).
  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    var walk = CellWalk()
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

/// Where a walk from cell to cell stands in its line.
struct CellWalk: Sendable {
  /// Where it stands among the chunks of items.
  var items = Items.Walk()
  /// Where it stands among placed chunks: the chunk's number and cells.
  var chunk = 0
  var chunkCells = 0..<0
  /// The cell that comes next; -1 before the first.
  var next = -1
  /// The end of its line's cells.
  var lineEnd = -1
  /// Where its line begins along the scroll axis, and how long it is there.
  var top = Units.zero
  var thickness = Units.zero
  /// Where it begins across the scroll axis.
  var position = 0.0
  /// What all cells of the line have in common: a gap, or a height.
  var shared = 0.0
}
