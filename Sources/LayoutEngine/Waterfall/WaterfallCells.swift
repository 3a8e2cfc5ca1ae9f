/// The cells of a waterfall section; x and width follow from the column.
///
/// It costs 22 bytes an item, 2 more where some item covers several columns, and 8 more where some
/// item has a body.
final class WaterfallCells: SectionCells {
  private let metrics: WaterfallMetrics
  private let items: WaterfallItems
  private let places: WaterfallPlaces
  /// The items of each column; nil where an index finds cells.
  private let lists: ColumnLists?
  /// Holds every cell.
  let bounds: Rect
  /// The length of the longest column, without spacing at its end (LayoutRules F6); ≥ 0.
  let columnsLength: Units
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
    let isListed = metrics.rowSpacing >= .zero && metrics.columnCount <= max(64, items.count)
    let lists =
      isListed ? try ColumnLists(places, columnCount: metrics.columnCount, budget) : nil
    self.lists = lists
    var kept = places
    kept.forgetCounts()
    self.places = kept
    let highest: Units
    let lowest: Units
    if let lists {
      (highest, lowest) = (.zero, Self.lowest(of: lists, items, places, metrics.unit))
    } else {
      (highest, lowest) = try Self.extent(of: items, places, metrics.unit, budget)
    }
    columnsLength = lowest
    let extent = metrics.placement.frame(
      ElementPlace(
        start: metrics.top + highest, length: lowest - highest, cross: metrics.crossStart,
        breadth: metrics.width(ofSpan: metrics.columnCount)))
    bounds = items.count == 0 ? .zero : extent.loosened
    index =
      isListed
      ? nil
      : RectIndex(count: items.count, budget) {
        metrics.placement.frame(
          Self.place(of: $0, metrics: metrics, items: items, places: places))
      }
  }

  /// The farthest end of all columns: that of the last item of one of them.
  private static func lowest(
    of lists: ColumnLists, _ items: WaterfallItems, _ places: WaterfallPlaces, _ unit: UnitScale
  ) -> Units {
    lists.lastItems.reduce(.zero) { max($0, places.tops[$1] + unit.units(items.lengths[$1])) }
  }

  /// The least top and the farthest end of all items, 0 included.
  private static func extent(
    of items: WaterfallItems, _ places: WaterfallPlaces, _ unit: UnitScale,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> (highest: Units, lowest: Units) {
    var (highest, lowest) = (Units.zero, Units.zero)
    for stretch in items.lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        highest = min(highest, places.tops[item])
        lowest = max(lowest, places.tops[item] + unit.units(items.lengths[item]))
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

  func frame(of item: Int, _ placement: ElementPlacement) -> Rect {
    placement.frame(Self.place(of: item, metrics: metrics, items: items, places: places))
  }

  private static func place(
    of item: Int, metrics: WaterfallMetrics, items: WaterfallItems, places: WaterfallPlaces
  ) -> ElementPlace {
    let span = items.spans.isEmpty ? 1 : Int(items.spans[item])
    return ElementPlace(
      start: metrics.top + places.tops[item], length: metrics.unit.units(items.lengths[item]),
      cross: metrics.position(ofColumn: Int(places.columns[item])),
      breadth: metrics.width(ofSpan: span))
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
    let lower = metrics.unit.units(before: axis.mainMin(rect)) - metrics.top
    let upper = metrics.unit.units(after: axis.mainMax(rect)) - metrics.top
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
    _ lower: Units, _ upper: Units, in list: Range<Int>, _ lists: ColumnLists
  ) -> Range<Int> {
    let below = list.firstIndex { places.tops[lists[$0]] >= lower }
    let end = (below..<list.upperBound).firstIndexNearby { places.tops[lists[$0]] >= upper }
    // Of the items that begin above, only the last one can reach beyond `lower`.
    guard below > list.lowerBound else { return below..<end }
    let above = lists[below - 1]
    return places.tops[above] + metrics.unit.units(items.lengths[above]) > lower
      ? (below - 1)..<end : below..<end
  }
}
