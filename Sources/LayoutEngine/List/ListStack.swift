/// The cells of a list whose rows differ in length: where each begins, summed up once.
///
/// It costs 8 bytes a row: a row's length follows exactly from where the next one begins.
final class ListStack: SectionCells {
  private let metrics: ListMetrics
  /// Where each row begins along the scroll axis, and where one more would.
  private let starts: [Units]
  /// The length of all rows together, from the first one's beginning to the farthest end.
  let rowsLength: Units
  /// Holds every row.
  let bounds: Rect
  /// Finds rows where a negative spacing leaves them out of order.
  private let index: RectIndex?

  /// Stacks the rows, at least one; each length finite, ≥ 0.
  ///
  /// - Throws: `LayoutError.cancelled`.
  init(
    _ metrics: ListMetrics, lengths: [Double], _ budget: LayoutBudget
  ) throws(LayoutError) {
    let stack = try Self.stack(metrics, lengths, budget)
    self.metrics = metrics
    starts = stack.starts
    rowsLength = stack.maxEnd - metrics.top
    let (placement, row) = (metrics.placement, metrics.row)
    bounds = placement.frame(row(stack.minStart, stack.maxEnd - stack.minStart)).loosened
    index =
      stack.isOrdered
      ? nil
      : RectIndex(count: lengths.count, budget) {
        placement.frame(row(stack.starts[$0], metrics.unit.units(lengths[$0])))
      }
  }

  var count: Int { starts.count - 1 }

  var byteCount: Int { 8 * starts.capacity + (index?.byteCount ?? 0) }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    placement.frame(metrics.row(from: starts[item], length: length(of: item)))
  }

  private func length(of item: Int) -> Units {
    starts[item + 1] - starts[item] - metrics.spacing
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    guard metrics.meetsAcross(rect) else { return }
    if let index {
      index.addNumbers(meeting: rect, to: &numbers)
      return
    }
    let lower = metrics.unit.units(before: metrics.axis.mainMin(rect))
    let upper = metrics.unit.units(after: metrics.axis.mainMax(rect))
    let rows = 0..<count
    let first = rows.firstIndex { starts[$0] + length(of: $0) > lower }
    let end = rows.firstIndex { starts[$0] >= upper }
    numbers.append(first..<max(first, end))
  }

  /// The rows' beginnings and their properties.
  private struct Stacked {
    var starts: [Units]
    var minStart: Units
    var maxEnd: Units
    /// Whether starts and ends ascend.
    var isOrdered = true
  }

  private static func stack(
    _ metrics: ListMetrics, _ lengths: [Double], _ budget: LayoutBudget
  ) throws(LayoutError) -> Stacked {
    var starts = [Units](repeating: metrics.top, count: lengths.count + 1)
    var stacked = Stacked(starts: [], minStart: metrics.top, maxEnd: metrics.top)
    var places = starts.mutableSpan
    var start = metrics.top
    for stretch in lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let length = metrics.unit.units(lengths[item])
        let next = start + length + metrics.spacing
        places[item + 1] = next
        stacked.minStart = min(stacked.minStart, start)
        stacked.maxEnd = max(stacked.maxEnd, start + length)
        stacked.isOrdered = stacked.isOrdered && length + metrics.spacing >= .zero
        start = next
      }
    }
    stacked.starts = starts
    return stacked
  }
}
