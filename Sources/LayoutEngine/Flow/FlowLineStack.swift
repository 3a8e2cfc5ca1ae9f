/// The cells of a flow section whose items differ in size: lines broken greedily, justified and
/// stacked (LayoutRules A2, A7–A9).
///
/// It costs 24 bytes an item and 16 a line.
final class FlowLineStack: SectionCells {
  private let metrics: FlowMetrics
  /// The items' lengths along and across the scroll axis.
  private let mains: [Double]
  private let crosses: [Double]
  private let lines: FlowLines
  /// Holds every cell.
  let bounds: Rect
  /// The rounding error that comparisons of computed edges allow for, in points.
  private let slack: Double
  /// Finds cells where negative spacings leave neither lines nor the items in them in order.
  private let index: RectIndex?

  /// Breaks, justifies and stacks the items; as many in one array as in the other, at least one.
  ///
  /// - Throws: `LayoutError.cancelled`.
  init(
    _ metrics: FlowMetrics, mains: [Double], crosses: [Double], _ budget: LayoutBudget
  ) throws(LayoutError) {
    var breaker = FlowLineBreaker(metrics, mains: mains, crosses: crosses)
    try breaker.run(budget)
    let lines = breaker.lines
    self.metrics = metrics
    self.mains = mains
    self.crosses = crosses
    self.lines = lines
    let places = metrics.placement.frame(
      ElementPlace(
        start: lines.minStart, length: lines.maxEnd - lines.minStart, cross: lines.minCross,
        breadth: lines.maxCross - lines.minCross))
    let reached = places.outsetBy(dx: metrics.reachX, dy: metrics.reachY)
    slack = 0x1p-48 * reached.farthest
    bounds = reached.loosened
    index =
      breaker.isOrdered
      ? nil
      : RectIndex(count: mains.count, budget) {
        metrics.placement.frame(
          Self.place(of: $0, metrics: metrics, mains: mains, crosses: crosses, lines: lines))
      }
  }

  var count: Int { mains.count }

  var byteCount: Int {
    8 * (mains.capacity + crosses.capacity) + lines.byteCount + (index?.byteCount ?? 0)
  }

  /// The length of all lines together, from the first one's beginning to the farthest end.
  var linesLength: Units { lines.maxEnd - metrics.top }

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    placement.frame(
      Self.place(of: item, metrics: metrics, mains: mains, crosses: crosses, lines: lines))
  }

  /// LayoutRules A9: every item stands in the middle of its line's thickness, to a whole unit.
  private static func place(
    of item: Int, metrics: FlowMetrics, mains: [Double], crosses: [Double], lines: FlowLines
  ) -> ElementPlace {
    let line = lines.starts.line(of: item)
    let length = metrics.unit.units(mains[item])
    return metrics.grown(
      ElementPlace(
        start: lines.tops[line] + (lines.thicknesses[line] - length).half, length: length,
        cross: lines.positions[item], breadth: crosses[item]))
  }

  // MARK: Search

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    if let index {
      index.addNumbers(meeting: rect, to: &numbers)
      return
    }
    let axis = metrics.axis
    let rect = rect.outsetBy(dx: metrics.reachX + slack, dy: metrics.reachY + slack)
    let met = lines.numbers(
      meeting: metrics.unit.units(before: axis.mainMin(rect)),
      metrics.unit.units(after: axis.mainMax(rect)))
    guard !met.isEmpty else { return }
    let (minCross, maxCross) = (axis.crossMin(rect), axis.crossMax(rect))
    let items = lines.starts.start(of: met.lowerBound)..<lines.starts.start(of: met.upperBound)
    if minCross < lines.minCross, lines.maxCross < maxCross {
      numbers.append(items)
      return
    }
    var start = items.lowerBound
    while start < items.upperBound, !numbers.isFull {
      let end = lines.starts.nextStart(after: start)
      numbers.append(itemsMeeting(minCross, maxCross, in: start..<end))
      start = end
    }
  }

  /// The items of one line between two positions across the scroll axis.
  ///
  /// - Complexity: O(log k) in the number of the line's items.
  private func itemsMeeting(
    _ minCross: Double, _ maxCross: Double, in line: Range<Int>
  ) -> Range<Int> {
    let first = line.firstIndex { lines.positions[$0] + crosses[$0] > minCross }
    let end = line.firstIndex { lines.positions[$0] >= maxCross }
    return first..<max(first, end)
  }
}
