/// The cells of a waterfall section; x and width follow from the column.
///
/// It costs 22 bytes an item, 2 more where some item covers several columns, and 8 more where some
/// item has a body.
struct WaterfallCells: SectionCells {
  private let metrics: WaterfallMetrics
  private let items: WaterfallItems
  private let places: WaterfallPlaces
  /// The items of each column; nil where an index finds cells.
  private let lists: ColumnLists?
  /// Holds every cell.
  let bounds: Rect
  /// The length of the longest column, without spacing at its end (LayoutRules F6); ≥ 0.
  let columnsLength: Double
  /// The rounding error that comparisons of computed edges allow for, in points.
  private let slack: Double
  /// Finds cells where a negative spacing leaves those of a column out of order, and where there are
  /// more columns than items.
  private let index: RectIndex?

  /// Holds the placed items.
  ///
  /// - Throws: `LayoutError.cancelled`.
  init(
    _ metrics: WaterfallMetrics, items: WaterfallItems, places: WaterfallPlaces,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    try budget.count(metrics.columnCount)
    self.metrics = metrics
    self.items = items
    // With spacings ≥ 0, tops and ends of a column ascend; lists of more columns than there are items
    // would take more memory than the items.
    let isListed = metrics.rowSpacing >= 0 && metrics.columnCount <= max(64, items.count)
    let lists =
      isListed ? try ColumnLists(places, columnCount: metrics.columnCount, budget) : nil
    self.lists = lists
    var kept = places
    kept.forgetCounts()
    self.places = kept
    let highest: Double
    let lowest: Double
    if let lists {
      (highest, lowest) = (0, Self.lowest(of: lists, items, places))
    } else {
      (highest, lowest) = try Self.extent(of: items, places, budget)
    }
    columnsLength = lowest
    let extent = metrics.axis.rect(
      main: metrics.top + highest, cross: metrics.crossStart, mainLength: lowest - highest,
      crossLength: metrics.width(ofSpan: metrics.columnCount))
    slack = 0x1p-48 * extent.farthest
    bounds = items.count == 0 ? .zero : extent.outsetBy(dx: slack, dy: slack)
    index =
      isListed
      ? nil
      : RectIndex(count: items.count, budget) {
        Self.frame(of: $0, metrics: metrics, items: items, places: places)
      }
  }

  /// The farthest end of all columns: that of the last item of one of them.
  private static func lowest(
    of lists: ColumnLists, _ items: WaterfallItems, _ places: WaterfallPlaces
  ) -> Double {
    lists.lastItems.reduce(0) { max($0, places.tops[$1] + items.lengths[$1]) }
  }

  /// The least top and the farthest end of all items, 0 included.
  private static func extent(
    of items: WaterfallItems, _ places: WaterfallPlaces, _ budget: LayoutBudget
  ) throws(LayoutError) -> (highest: Double, lowest: Double) {
    var (highest, lowest) = (0.0, 0.0)
    for stretch in items.lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        highest = min(highest, places.tops[item])
        lowest = max(lowest, places.tops[item] + items.lengths[item])
      }
    }
    return (highest, lowest)
  }

  var count: Int { items.count }

  var byteCount: Int {
    8 * (items.lengths.capacity + places.tops.capacity + items.mediaLengths.capacity)
      + 2 * (items.spans.capacity + places.columns.capacity)
      + (lists?.byteCount ?? 0) + (index?.byteCount ?? 0)
  }

  func frame(of item: Int) -> Rect {
    Self.frame(of: item, metrics: metrics, items: items, places: places)
  }

  private static func frame(
    of item: Int, metrics: WaterfallMetrics, items: WaterfallItems, places: WaterfallPlaces
  ) -> Rect {
    let span = items.spans.isEmpty ? 1 : Int(items.spans[item])
    return metrics.axis.rect(
      main: metrics.top + places.tops[item],
      cross: metrics.position(ofColumn: Int(places.columns[item])),
      mainLength: items.lengths[item], crossLength: metrics.width(ofSpan: span))
  }

  func imageHeight(of item: Int) -> Double? {
    guard !items.mediaLengths.isEmpty, !items.mediaLengths[item].isNaN else { return nil }
    return items.mediaLengths[item]
  }

  // MARK: Search

  /// What searching a column costs, in items visited.
  private static let columnEffort = 4

  /// Complexity: O(columns met · log n + found); an item that covers several columns is searched
  /// for from the column in which it begins.
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    index?.addNumbers(meeting: rect, to: &numbers)
    guard let lists else { return }
    let axis = metrics.axis
    let lower = axis.mainMin(rect) - slack - metrics.top
    let upper = axis.mainMax(rect) + slack - metrics.top
    let met = metrics.columns.numbers(meeting: axis.crossMin(rect), axis.crossMax(rect))
    let columns = max(0, met.lowerBound - items.maxSpan + 1)..<met.upperBound
    numbers.countVisits(columns.count * Self.columnEffort)
    guard !numbers.isFull else { return }
    var found = 0
    var (first, last) = (Int.max, -1)
    for column in columns {
      let range = placesMeeting(lower, upper, in: lists.places(of: column), lists)
      guard !range.isEmpty else { continue }
      found += range.count
      first = min(first, lists[range.lowerBound])
      last = max(last, lists[range.upperBound - 1])
    }
    guard found > 0 else { return }
    // Neighbours in the content are mostly neighbours in order: then one run covers them all.
    if last - first < 4 * found + 16 {
      numbers.append(first..<(last + 1))
      return
    }
    for column in columns {
      for place in placesMeeting(lower, upper, in: lists.places(of: column), lists) {
        guard !numbers.isFull else { return }
        numbers.append(lists[place])
      }
    }
  }

  /// The places of a column's items between two distances from the columns' beginning.
  ///
  /// - Complexity: O(log n + found).
  private func placesMeeting(
    _ lower: Double, _ upper: Double, in list: Range<Int>, _ lists: ColumnLists
  ) -> Range<Int> {
    let below = list.firstIndex { places.tops[lists[$0]] >= lower }
    let end = (below..<list.upperBound).firstIndexNearby { places.tops[lists[$0]] >= upper }
    // Of the items that begin above, only the last one can reach beyond `lower`.
    guard below > list.lowerBound else { return below..<end }
    let above = lists[below - 1]
    return places.tops[above] + items.lengths[above] > lower ? (below - 1)..<end : below..<end
  }
}
