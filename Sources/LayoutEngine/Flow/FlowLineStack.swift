/// The cells of a flow section whose items differ in size (LayoutRules A2, A7–A9), or whose
/// lines are aligned (A18).
///
/// Lines are broken greedily, justified or aligned, and stacked. A line takes 10 bytes; the memory of the items is not
/// included.
final class FlowLineStack: SectionCells {
  let count: Int
  let bounds: Rect
  let places: FlowPlaces
  /// The number of items placed, without those in lines taken over from an earlier layout.
  let placedCount: Int
  /// The length of all lines together, from the beginning of the first line to the farthest end of a line.
  let linesLength: Units
  /// The greatest length of an item along the scroll axis, in points.
  let greatestLength: Double
  /// The rounding error that comparisons of computed edges allow for, in points.
  private let slack: Double
  /// The least beginning of an item across the scroll axis, or slightly less, in points.
  private let minCross: Double
  /// The greatest end of an item across the scroll axis, or slightly more, in points.
  private let maxCross: Double
  /// Finds cells if negative spacings put lines, or the items of a line, out of order; nil otherwise.
  private let index: RectIndex?

  /// Breaks the items, at least one, into lines, which it places and stacks.
  ///
  /// - Parameters:
  ///   - earlier: the lines of an earlier layout, whose metrics must be equal but for `top`; unchanged lines are taken
  ///     over. Nil if there is no earlier layout.
  ///   - path: the path of the items in the document.
  ///   - check: called after each block with the greatest length of an item so far; throws if the section
  ///     could be too long.
  /// - Throws: an error that lists the items whose size is negative or not finite; `LayoutError.cancelled`.
  init(
    _ metrics: FlowMetrics, _ sizes: FlowItemSizes, after earlier: FlowPlaces?,
    at path: DocumentPath, _ budget: LayoutBudget, check: (Double) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    var breaker = FlowLineBreaker(metrics, sizes, after: earlier, budget)
    let lines = try breaker.run(at: path, check: check)
    let places = FlowPlaces(metrics, sizes, lines)
    self.places = places
    linesLength = breaker.maxEnd - metrics.top
    greatestLength = breaker.greatestLength
    placedCount = breaker.placedCount
    (minCross, maxCross) = (breaker.minCross, breaker.maxCross)
    let extent = metrics.placement.frame(
      ElementPlace(
        start: breaker.minStart, length: breaker.maxEnd - breaker.minStart, cross: minCross,
        breadth: maxCross - minCross))
    let reached = extent.outsetBy(dx: metrics.reachX, dy: metrics.reachY)
    slack = 0x1p-48 * reached.farthest
    var walk = CellCursor()
    index =
      breaker.isOrdered
      ? nil
      : RectIndex(count: sizes.count, budget) { places.frame(of: $0, metrics.placement, &walk) }
    self.count = sizes.count
    self.bounds = reached.outsetByRounding
  }

  var byteCount: Int { places.lines.byteCount + (index?.byteCount ?? 0) }

  var heldItems: Items? { places.sizes.items }

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    for chunk in places.lines.chunks { visit(chunk) }
  }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    places.frame(of: item, placement, &walk)
  }

  func leastStart(from item: Int) -> Units? {
    guard index == nil, item < count, places.metrics.reachX == 0, places.metrics.reachY == 0 else {
      return nil
    }
    return places.lines.line(of: item).top
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? FlowLineStack, places.metrics == other.places.metrics else {
      return 0
    }
    return places.lines.sharedCount(from: item, with: other.places.lines)
  }

  func alikeCount(from item: Int, with other: any SectionCells) -> Int {
    let metrics = places.metrics
    guard let other = other as? FlowGrid, index == nil, metrics == other.metrics else { return 0 }
    return max(0, uniformEnd(as: other, of: places.sizes.items, metrics.placement) - item)
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    if let index {
      index.addNumbers(meeting: rect, to: &numbers)
      return
    }
    let metrics = places.metrics
    let axis = metrics.axis
    let rect = rect.outsetBy(dx: metrics.reachX + slack, dy: metrics.reachY + slack)
    let (lower, upper) = (axis.crossMin(rect), axis.crossMax(rect))
    places.lines.addCells(
      meeting: Units(before: axis.mainMin(rect)),
      Units(after: axis.mainMax(rect)),
      isAcrossAll: lower < minCross && maxCross < upper, to: &numbers
    ) { places.items(meeting: lower, upper, in: $0) }
  }
}
