/// Finds the item before a free place: where no cell is, but the next item of a line or of the section could be
/// (Contract §3.1).
///
/// Frames are in reading direction: mirrored if the layout is right-to-left.
struct FreePlaceSearch {
  /// A cell with its frame in reading direction.
  private struct Cell {
    var item: Int
    var frame: Rect
  }

  /// The number of cells that may still be visited.
  private(set) var effort: Int
  /// Whether too little effort was left, so that the result is worthless.
  private(set) var isAbandoned = false

  private let content: PreparedContent
  private let cells: any SectionCells
  private let placement: VisibleFrameTransform
  private let axis: LayoutAxis
  /// The dragged item, which leaves its place; nil if it is in another section.
  private let own: Int?
  /// The point, along the scroll axis and across it.
  private let main: Double
  private let cross: Double
  private let bounds: Rect
  private let budget: LayoutBudget?
  private var walk = CellCursor()

  /// Creates a search in a section that has cells.
  ///
  /// - Parameter effort: the number of cells that may be visited.
  init(
    _ content: PreparedContent, section: Int, except own: Int?, at point: Point,
    elements: LayoutQuery, effort: Int, _ budget: LayoutBudget?
  ) {
    self.content = content
    self.own = own
    self.effort = effort
    self.budget = budget
    cells = content.sections[section].solution.cells
    placement = VisibleFrameTransform(content, section: section, query: elements)
    axis = content.axis
    let place = Self.inReadingDirection(
      Rect(x: point.x, y: point.y, width: 0, height: 0), content)
    (main, cross) = (axis.mainMin(place), axis.crossMin(place))
    bounds = Self.inReadingDirection(placement.frame(ofCellsIn: cells.bounds), content)
  }

  // MARK: Lines

  /// Returns the last cell of the line whose blank end contains the point, or the dragged item if it is alone in the line;
  /// nil if the point is elsewhere.
  ///
  /// A cell that is alone in its line, and reaches the end of the longest one, has no blank end.
  ///
  /// - Complexity: O(cells at the line's end · log cells).
  mutating func lastOfLine() throws(QueryError) -> Int? {
    let greatest = axis.crossMax(bounds)
    let ahead = try nearestInLine(to: greatest) { $0.axis.crossMax($1) > $0.cross }
    guard ahead == nil, !isAbandoned else { return nil }
    let behind = try nearestInLine(to: axis.crossMin(bounds)) { _, _ in true }
    guard var last = behind, !isAbandoned else { return isAbandoned ? nil : ownLine }
    // Cells at the line's end may be so short that the point is not beside them.
    while let next = neighbour(of: last, after: true), isInLine(next, after: last) {
      guard axis.crossMax(next.frame) <= cross, try spend(1) else { return nil }
      last = next
    }
    // The bounds are larger than the cells by rounding errors.
    let longest = greatest - 0x1p-46 * bounds.farthest
    if axis.crossMax(last.frame) >= longest, !isShared(last) { return nil }
    return last.item
  }

  /// Returns the cell that the point is beside and that is nearest to it on the way to a place across the scroll axis.
  ///
  /// The part of the way that is searched grows, so that few cells are visited.
  private mutating func nearestInLine(
    to end: Double, where isMeant: (Self, Rect) -> Bool
  ) throws(QueryError) -> Cell? {
    var reach = max(1, axis.cross(content.innerSize) / 16)
    while !isAbandoned {
      let place = end > cross ? min(end, cross + reach) : max(end, cross - reach)
      let found = try lastCell(main...main, min(cross, place)...max(cross, place)) {
        search, frame in search.spansMain(frame) && isMeant(search, frame)
      }
      if let found { return found }
      if place == end { return nil }
      reach *= 4
    }
    return nil
  }

  /// The dragged item if the point is beside it, or on it.
  private var ownLine: Int? {
    var walk = walk
    return own.flatMap { spansMain(frame(of: $0, &walk)) ? $0 : nil }
  }

  private func spansMain(_ frame: Rect) -> Bool {
    axis.mainMin(frame) <= main && main < axis.mainMax(frame)
  }

  private func isInLine(_ cell: Cell, after other: Cell) -> Bool {
    cell.frame.sharesLine(with: other.frame, of: axis)
      && axis.crossMin(cell.frame) >= axis.crossMin(other.frame)
  }

  /// Whether a cell before a cell is in its line.
  private mutating func isShared(_ cell: Cell) -> Bool {
    neighbour(of: cell, after: false).map { isInLine(cell, after: $0) } ?? false
  }

  /// Returns the next cell, or the one before, without the dragged item.
  private mutating func neighbour(of cell: Cell, after: Bool) -> Cell? {
    let way = after ? 1 : -1
    var item = cell.item + way
    if item == own { item += way }
    return 0..<cells.count ~= item ? Cell(item: item, frame: frame(of: item, &walk)) : nil
  }

  // MARK: Columns

  /// Returns the section's last cell if the point is behind all cells of its column, or of all columns; nil if it is
  /// elsewhere.
  ///
  /// - Complexity: O(log cells).
  mutating func lastBehindColumn() throws(QueryError) -> Int? {
    let (least, greatest) = (axis.mainMin(bounds), axis.mainMax(bounds))
    if let own, spansMain(frame(of: own, &walk)), spansCross(frame(of: own, &walk)) { return nil }
    guard main < greatest else { return cells.count - 1 }
    guard axis.crossMin(bounds) <= cross, cross < axis.crossMax(bounds) else { return nil }
    let length = max(1, (greatest - least) / Double(cells.count))
    guard try hasColumnCell(from: main, to: least, by: -length),
      try !hasColumnCell(from: main, to: greatest, by: length), !isAbandoned
    else { return nil }
    return cells.count - 1
  }

  /// Whether a cell of the point's column is between two places, other than the dragged one; steps grow, and so the nearest
  /// cells are found first.
  private mutating func hasColumnCell(
    from start: Double, to end: Double, by length: Double
  ) throws(QueryError) -> Bool {
    var reach = length
    while !isAbandoned {
      let place = reach > 0 ? min(end, start + reach) : max(end, start + reach)
      let found = try lastCell(min(start, place)...max(start, place), cross...cross) {
        search, frame in
        search.spansCross(frame)
          && (length > 0
            ? search.axis.mainMax(frame) > search.main
            : search.axis.mainMin(frame) <= search.main)
      }
      if found != nil { return true }
      if place == end { return false }
      reach *= 4
    }
    return false
  }

  private func spansCross(_ frame: Rect) -> Bool {
    axis.crossMin(frame) <= cross && cross < axis.crossMax(frame)
  }

  // MARK: Cells

  /// Returns the cell that reaches farthest across the scroll axis of those that touch a place and satisfy a condition,
  /// the dragged one excepted; nil if there is none.
  private mutating func lastCell(
    _ mains: ClosedRange<Double>, _ crosses: ClosedRange<Double>,
    where isMeant: (Self, Rect) -> Bool
  ) throws(QueryError) -> Cell? {
    let corner = axis.point(main: mains.lowerBound, cross: crosses.lowerBound)
    let end = axis.point(main: mains.upperBound, cross: crosses.upperBound)
    // Cells that only touch a place are not always candidates of it.
    let place = Rect(minX: corner.x, minY: corner.y, maxX: end.x, maxY: end.y).outsetBy(
      dx: 1, dy: 1)
    var candidates = IndexRuns()
    candidates.removeAll(limit: effort)
    cells.addCandidates(
      intersecting: placement.searchRect(for: Self.inReadingDirection(place, content)),
      to: &candidates)
    candidates.normalize()
    let runs = candidates.isFull ? [0..<cells.count] : candidates.runs
    guard try spend(candidates.isFull ? cells.count : candidates.spent + 1) else { return nil }
    var last: Cell?
    for run in runs {
      for item in run where item != own {
        if item % LayoutBudget.stretch == 0, budget?.checkpoint() == false { throw .cancelled }
        let frame = frame(of: item, &walk)
        guard isMeant(self, frame) else { continue }
        if let last, axis.crossMax(frame) < axis.crossMax(last.frame) { continue }
        last = Cell(item: item, frame: frame)
      }
    }
    return last
  }

  private func frame(of item: Int, _ walk: inout CellCursor) -> Rect {
    Self.inReadingDirection(placement.frame(ofCell: item, in: cells, &walk), content)
  }

  private static func inReadingDirection(_ rect: Rect, _ content: PreparedContent) -> Rect {
    content.isMirrored ? content.mirrored(rect) : rect
  }

  /// Spends effort; returns false if too little is left.
  private mutating func spend(_ count: Int) throws(QueryError) -> Bool {
    guard budget?.checkpoint(after: count) ?? true else { throw .cancelled }
    guard count <= effort else {
      isAbandoned = true
      return false
    }
    effort -= count
    return true
  }
}
