/// How a layout breaks a section's items into lines: everything in which flow, list, justified and magazine layouts
/// differ when they place items.
///
/// A value is the state after one item and before the next: the line that is open. `LinePlacing` walks the items,
/// takes over lines of an earlier version, and repeats lines of items without fields.
protocol LineRule {
  /// The places of the cells in the lines.
  associatedtype Places: LinePlaces

  /// The section's items.
  var items: Items { get }
  /// Whether the same lines follow wherever a line begins among items without fields.
  var repeatsLines: Bool { get }
  /// Whether no further item is shown; the items from there on have no cells.
  var isDone: Bool { get }
  /// Whether the beginnings and the ends of cells ascend within each line.
  var isOrdered: Bool { get }

  /// Returns the rule for the same layout and other items, before the first item.
  func restarted(with items: Items) -> Self

  /// Reads the fields of a block's items.
  ///
  /// - Throws: an error that lists items with faults.
  /// - Complexity: O(items of the block).
  mutating func read(_ block: ItemBlock) throws(LayoutError)

  /// Adds items of the block that was read last to the open line, and places each line that is complete.
  ///
  /// - Parameter items: the items' indices in the section.
  /// - Returns: the number of the item after the last one added; the end of `items` unless `isDone`.
  /// - Throws: an error that lists items with faults; `LayoutError.cancelled`.
  mutating func add(
    _ items: Range<Int>, of block: ItemBlock, to lines: inout LineBuilder
  ) throws(LayoutError) -> Int

  /// Places the open line if it is complete without an item.
  ///
  /// - Parameter item: the item after those that were added.
  /// - Returns: whether a line begins with the item.
  mutating func beginLine(
    at item: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) -> Bool

  /// Returns whether lines of an earlier version may follow; no line is open, and the lines' items are the next ones.
  func mayTakeOver(_ candidate: LineSharing.Candidate) -> Bool

  /// Counts lines that were reused or repeated; no line is open.
  mutating func pass(_ chunk: LineChunk)

  /// Places the last line, if one is open.
  ///
  /// - Throws: an error that lists items with faults; `LayoutError.cancelled`.
  mutating func finish(_ lines: inout LineBuilder) throws(LayoutError)

  /// Returns the least beginning and the greatest end of a cell across the scroll axis, or slightly more.
  ///
  /// - Parameter summary: the combined properties of all lines, at least one.
  func extentAcross(_ summary: LineSummary) -> (lower: Double, upper: Double)

  /// Returns the places of the cells in lines that this rule has placed.
  func places() -> Places
}

extension LineRule {
  var repeatsLines: Bool { true }
  var isDone: Bool { false }
  var isOrdered: Bool { true }
  func mayTakeOver(_ candidate: LineSharing.Candidate) -> Bool { true }
  mutating func pass(_ chunk: LineChunk) {}
}

/// The places of the cells in a section's lines, which `LineCells` finds.
///
/// The positions of lines are stored in the `LineTable`; where a cell is in its line is computed.
protocol LinePlaces: Sendable {
  /// The section's items, whose fields the places are computed from.
  var items: Items { get }
  var axis: LayoutAxis { get }
  /// How far cells may reach beyond their lines and their places in x and y, in points; ≥ 0.
  var reach: (x: Double, y: Double) { get }

  /// Returns whether equal items have equal places in equal lines, whatever placed them.
  func isAlike(_ other: Self) -> Bool

  /// Moves a walk to just before a cell, by setting its `position` and what all cells of the line share.
  ///
  /// The walk is in the cell's line already.
  ///
  /// - Parameter line: the cell's line.
  /// - Complexity: O(`LineTable.walkLength`).
  func enter(_ line: PlacedLine, before cell: Int, _ lines: LineTable, _ walk: inout CellCursor)

  /// Returns the place of the walk's next cell, and moves the walk's `position` beyond it.
  ///
  /// - Complexity: O(1).
  func place(of cell: Int, _ walk: inout CellCursor) -> SectionFrame

  /// Returns a cell's frame, like `SectionCells`.
  ///
  /// This and `fill` have one implementation, which the compiler specializes for each layout.
  func frame(
    of cell: Int, _ lines: LineTable, _ placement: FrameTransform, _ walk: inout CellCursor
  ) -> Rect

  /// Fills `frames` with the frames of neighbouring cells, like `SectionCells`.
  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ lines: LineTable,
    _ placement: FrameTransform, _ walk: inout CellCursor
  )

  /// Returns the cells of a line that may intersect a stretch across the scroll axis.
  ///
  /// - Complexity: O(log n) in the line's cells, for long lines.
  func cells(
    of line: PlacedLine, intersecting lower: Double, _ upper: Double, _ lines: LineTable
  ) -> Range<Int>
}

extension LinePlaces {
  var axis: LayoutAxis { .vertical }
  var reach: (x: Double, y: Double) { (0, 0) }

  @inline(__always)
  func frame(
    of cell: Int, _ lines: LineTable, _ placement: FrameTransform, _ walk: inout CellCursor
  ) -> Rect {
    if cell != walk.next || cell >= walk.lineEnd {
      let line = lines.enterLine(of: cell, &walk)
      enter(line, before: cell, lines, &walk)
    }
    walk.next = cell + 1
    return placement.frame(place(of: cell, &walk))
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ lines: LineTable,
    _ placement: FrameTransform, _ walk: inout CellCursor
  ) {
    frames.fill(cells) { frame(of: $0, lines, placement, &walk) }
  }
}
