/// The cells of a list whose rows are all of one length: computed, none is stored.
struct ListGrid: SectionCells {
  private let metrics: ListMetrics
  private let rows: RepeatedSpans

  init(_ metrics: ListMetrics, count: Int, rowLength: Double) {
    self.metrics = metrics
    rows = RepeatedSpans(
      start: metrics.top, step: rowLength + metrics.spacing, length: rowLength, count: count)
  }

  var count: Int { rows.count }
  var byteCount: Int { 0 }

  /// The length of all rows together, from the first one's beginning to the farthest end.
  var rowsLength: Double { rows.maxEnd - rows.start }

  var bounds: Rect {
    count > 0 ? Rect(holding: [frame(of: 0), frame(of: count - 1)]) : .zero
  }

  func frame(of item: Int) -> Rect {
    metrics.row(from: rows.position(of: item), length: rows.length)
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    guard metrics.meetsAcross(rect) else { return }
    let axis = metrics.axis
    numbers.append(rows.numbers(meeting: axis.mainMin(rect), axis.mainMax(rect)))
  }
}
