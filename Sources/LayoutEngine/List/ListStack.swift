/// The cells of a list whose rows differ in length: where each begins, summed up once.
///
/// It costs 8 bytes a row where a row's length follows exactly from where the next one begins, as
/// it does with whole and half points, else 16.
struct ListStack: SectionCells {
  private let metrics: ListMetrics
  /// Where each row begins along the scroll axis, and where one more would.
  private let starts: [Double]
  /// The rows' lengths; empty where they follow exactly from `starts`.
  private let lengths: [Double]
  /// The length of all rows together, from the first one's beginning to the farthest end.
  let rowsLength: Double
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
    self.lengths = stack.isExact ? [] : lengths
    rowsLength = stack.maxEnd - metrics.top
    bounds = Rect(holding: [
      metrics.row(from: stack.minStart, length: 0),
      metrics.row(from: stack.minStart, length: stack.maxEnd - stack.minStart),
      metrics.row(from: stack.maxEnd, length: 0),
    ])
    index =
      stack.isOrdered
      ? nil
      : RectIndex(count: lengths.count, budget) {
        metrics.row(from: stack.starts[$0], length: lengths[$0])
      }
  }

  var count: Int { starts.count - 1 }

  var byteCount: Int {
    8 * (starts.capacity + lengths.capacity) + (index?.byteCount ?? 0)
  }

  func frame(of item: Int) -> Rect {
    metrics.row(from: starts[item], length: length(of: item))
  }

  private func length(of item: Int) -> Double {
    lengths.isEmpty ? starts[item + 1] - starts[item] - metrics.spacing : lengths[item]
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    guard metrics.meetsAcross(rect) else { return }
    if let index {
      index.addNumbers(meeting: rect, to: &numbers)
      return
    }
    let (lower, upper) = (metrics.axis.mainMin(rect), metrics.axis.mainMax(rect))
    let rows = 0..<count
    let first = rows.firstIndex { starts[$0] + length(of: $0) > lower }
    let end = rows.firstIndex { starts[$0] >= upper }
    // A row of no length may end a rounding error before the one above it does.
    let early = max(0, first - 1)
    numbers.append(early..<max(early, min(count, end + 1)))
  }

  /// The rows' beginnings and their properties.
  private struct Stacked {
    var starts: [Double]
    var minStart: Double
    var maxEnd: Double
    /// Whether each length is the difference of two starts less the spacing, to the last bit.
    var isExact = true
    /// Whether starts and ends ascend.
    var isOrdered = true
  }

  private static func stack(
    _ metrics: ListMetrics, _ lengths: [Double], _ budget: LayoutBudget
  ) throws(LayoutError) -> Stacked {
    var starts = [Double](repeating: metrics.top, count: lengths.count + 1)
    var stacked = Stacked(starts: [], minStart: metrics.top, maxEnd: metrics.top)
    var places = starts.mutableSpan
    var start = metrics.top
    for stretch in lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let length = lengths[item]
        let next = start + length + metrics.spacing
        places[item + 1] = next
        stacked.minStart = min(stacked.minStart, start)
        stacked.maxEnd = max(stacked.maxEnd, start + length)
        stacked.isExact = stacked.isExact && next - start - metrics.spacing == length
        stacked.isOrdered = stacked.isOrdered && length + metrics.spacing >= 0
        start = next
      }
    }
    stacked.starts = starts
    return stacked
  }
}
