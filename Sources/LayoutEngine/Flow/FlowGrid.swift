/// The cells of a flow section whose items all have one size: every line has the same columns, the last
/// line too (LayoutRules A5, A6).
final class FlowGrid: UniformCells {
  let count: Int
  let bounds: Rect
  let metrics: FlowMetrics
  private let grid: SpanGrid

  init(_ metrics: FlowMetrics, count: Int, itemMain: Double, itemCross: Double) {
    self.metrics = metrics
    let length = Units(points: itemMain)
    let grid = SpanGrid(
      axis: metrics.axis, count: count,
      columns: Self.columns(metrics, count: count, itemCross: itemCross),
      lines: RepeatedLines(
        start: metrics.top, step: length + metrics.lineSpacing,
        length: length, count: count))
    self.grid = grid
    let bounds = Rect(
      holding: grid.outermost.map { metrics.placement.frame(metrics.grown(grid.place(of: $0))) })
    self.count = grid.count
    self.bounds = bounds
  }

  var byteCount: Int { 0 }

  var lineLength: Int { grid.columns.count }

  /// The length of all lines together, from the beginning of the first line to the farthest end of a line.
  var linesLength: Units { grid.linesLength }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    placement.frame(metrics.grown(grid.place(of: item)))
  }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    let isNext = item == walk.next
    walk.next = item + 1
    return placement.frame(
      metrics.grown(grid.place(of: item, isNext: isNext, &walk.lineEnd, &walk.top)))
  }

  /// The cells among `cells`, in whole lines, that certainly meet the rectangle; none if the layout has a
  /// `boundsOutset`.
  func certain(of cells: Range<Int>, toMeet rect: Rect) -> Range<Int> {
    guard metrics.outset.horizontal == 0, metrics.outset.vertical == 0 else {
      return cells.lowerBound..<cells.lowerBound
    }
    return grid.certain(of: cells, toMeet: rect)
  }

  func leastStart(from item: Int) -> Units? {
    metrics.reachX == 0 && metrics.reachY == 0 ? grid.leastStart(from: item) : nil
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? FlowGrid, metrics == other.metrics else { return 0 }
    return grid.sharedCount(from: item, with: other.grid)
  }

  func alikeCount(from item: Int, with other: any SectionCells) -> Int {
    (other as? FlowLineStack)?.alikeCount(from: item, with: self) ?? 0
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    grid.addCells(meeting: rect.outsetBy(dx: metrics.reachX, dy: metrics.reachY), to: &numbers)
  }

  /// The number of a line's columns, and their positions across the scroll axis (LayoutRules A5, A6).
  private static func columns(
    _ metrics: FlowMetrics, count: Int, itemCross: Double
  ) -> RepeatedSpans {
    let n = columnCount(metrics, count: count, itemCross: itemCross)
    guard n > 1 else {
      return RepeatedSpans(
        start: metrics.centred(itemCross), step: 0, length: itemCross, count: 1)
    }
    let gap = (metrics.available - n * itemCross) / (n - 1)
    // Columns after the last item are never read, and n may exceed any Int.
    return RepeatedSpans(
      start: metrics.crossStart, step: itemCross + gap, length: itemCross,
      count: RepeatedSpans.clamped(n, to: max(2, count)))
  }

  /// The number of columns: n = floor((A + s + ε) / (w + s)), at least 1 (LayoutRules A5).
  ///
  /// If w + s ≤ 0, a line never fills, so all items are on one line. This line has at least two columns, so
  /// that a section's only item is at the line's beginning. An item wider than A is alone on its line (A8).
  private static func columnCount(
    _ metrics: FlowMetrics, count: Int, itemCross: Double
  ) -> Double {
    guard itemCross <= metrics.available + metrics.tolerance else { return 1 }
    let step = itemCross + metrics.interitemSpacing
    guard step > 0 else { return Double(max(2, count)) }
    let room = metrics.available + metrics.interitemSpacing + metrics.tolerance
    return min(max(1, (room / step).rounded(.down)), LayoutLimits.maxContentLength)
  }
}
