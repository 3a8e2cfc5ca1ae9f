/// The cells of a list whose rows all have one length; their frames are computed, not stored.
final class ListGrid: SectionCells {
  let count: Int
  let bounds: Rect
  let metrics: ListMetrics
  private let rows: RepeatedLines

  init(_ metrics: ListMetrics, count: Int, rowLength: Double) {
    self.metrics = metrics
    let length = Units(points: rowLength)
    let rows = RepeatedLines(
      start: metrics.top, step: length + metrics.spacing, length: length,
      count: count)
    self.rows = rows
    self.count = count
    bounds =
      count > 0
      ? Rect(
        holding: [0, count - 1].map {
          metrics.placement.frame(metrics.row(from: rows.position(of: $0), length: rows.length))
        }) : .zero
  }

  var byteCount: Int { 0 }

  /// The length of each row along the scroll axis.
  var rowLength: Units { rows.length }

  /// Returns the beginning of a row along the scroll axis.
  func start(of row: Int) -> Units { rows.position(of: row) }

  /// The length of all rows together, from the beginning of the first row to the farthest end of a row.
  var rowsLength: Units { rows.maxEnd - rows.start }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    placement.frame(metrics.row(from: rows.position(of: item), length: rows.length))
  }

  func leastStart(from item: Int) -> Units? {
    rows.step >= .zero && item < count ? start(of: item) : nil
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? ListGrid, metrics == other.metrics, rows.length == other.rows.length
    else { return 0 }
    return max(0, min(count, other.count) - item)
  }

  func alikeCount(from item: Int, with other: any SectionCells) -> Int {
    (other as? ListStack)?.alikeCount(from: item, with: self) ?? 0
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    guard metrics.meetsAcross(rect) else { return }
    let axis = metrics.axis
    numbers.append(rows.numbers(meeting: axis.mainMin(rect), axis.mainMax(rect)))
  }
}
