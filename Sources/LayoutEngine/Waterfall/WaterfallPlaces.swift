/// Which column each item of a waterfall section begins in, and where (LayoutRules F2–F5).
///
/// Tops are counted from where the columns begin, so that insets and headers move no item to
/// another column.
struct WaterfallPlaces: Sendable {
  /// Where each item begins along the scroll axis, counted from the columns' beginning.
  var tops: [Units]
  /// The leading column of each.
  var columns: [UInt16]

  /// How many items begin in each column; empty where placing did not count them, and once they
  /// have been listed.
  private(set) var counts: [Int] = []

  /// Holds the places of items, as many in one array as in the other, counted by column.
  init(tops: [Units], columns: [UInt16], counts: [Int]) {
    self.tops = tops
    self.columns = columns
    self.counts = counts
  }

  /// Forgets the counts, which a layout need not keep.
  mutating func forgetCounts() {
    counts = []
  }

  /// Steps that preparing a column counts for.
  private static let stepsAColumn = 4

  /// Places for that many items, all in the first column's corner.
  init(count: Int) {
    tops = [Units](repeating: .zero, count: count)
    columns = [UInt16](repeating: 0, count: count)
  }

  /// Places the items, in their order.
  ///
  /// - Throws: where spans over many columns would take too many steps to place
  ///   (`LayoutLimits.maxSpanSteps`); `LayoutError.cancelled`.
  /// - Complexity: O(n · log c) for n items in c columns without spans; with spans O(n · c) at most.
  init(
    _ items: WaterfallItems, metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement,
    at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    // Columns that no item reaches need no work.
    let metrics = metrics.limited(toColumns: items.coveredColumns)
    try budget.spend(metrics.columnCount * Self.stepsAColumn, at: path)
    try budget.count(items.count)
    if placement == .shortestColumn, items.spans.isEmpty,
      let places = try SortedColumns.places(items, metrics, budget)
    {
      self = places
      return
    }
    self.init(count: items.count)
    switch placement {
    case .shortestColumn where items.spans.isEmpty:
      try placeShortest(items, metrics, budget)
    case .roundRobin where items.spans.isEmpty, .gridLanes(.infinity) where items.spans.isEmpty:
      try placeInTurn(items, metrics, budget)
    case .gridLanes(let tolerance) where items.spans.isEmpty:
      try placeInLanes(items, metrics, tolerance: metrics.unit.units(tolerance), budget)
    case .roundRobin, .gridLanes(.infinity):
      try placeSpansInTurn(items, metrics, budget)
    case .shortestColumn:
      try placeSpans(items, metrics, tolerance: nil, at: path, budget)
    case .gridLanes(let tolerance):
      try placeSpans(
        items, metrics, tolerance: metrics.unit.units(tolerance), at: path, budget)
    }
  }

  /// LayoutRules F2 for any number of columns and any spacing.
  private mutating func placeShortest(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var bottoms = ColumnTree(count: metrics.columnCount)
    for stretch in items.lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let column = bottoms.first(notAbove: bottoms.least, from: 0) ?? 0
        append(item, items.lengths[item], to: column, metrics, &bottoms)
      }
    }
  }

  /// LayoutRules F5 without spans: the first column at or after the cursor that is near the
  /// shortest one, else the first of these from the leading edge.
  private mutating func placeInLanes(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, tolerance: Units,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    var bottoms = ColumnTree(count: metrics.columnCount)
    var cursor = 0
    for stretch in items.lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let highest = bottoms.least + tolerance
        let column =
          bottoms.first(notAbove: highest, from: cursor)
          ?? bottoms.first(notAbove: highest, from: 0) ?? 0
        append(item, items.lengths[item], to: column, metrics, &bottoms)
        cursor = column + 1
      }
    }
  }

  private mutating func append(
    _ item: Int, _ length: Double, to column: Int, _ metrics: WaterfallMetrics,
    _ bottoms: inout ColumnTree
  ) {
    let top = bottoms[column]
    tops[item] = top
    columns[item] = UInt16(truncatingIfNeeded: column)
    bottoms.set(metrics.bottom(top, length), at: column)
  }

  /// LayoutRules F4 without spans, and F5 with a tolerance that every column is within: one after
  /// the other.
  private mutating func placeInTurn(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var bottoms = [Units](repeating: .zero, count: metrics.columnCount)
    var column = 0
    let (perPoint, spacing) = (metrics.unit.perPoint, metrics.rowSpacing)
    // Decided once: the loop takes 0.9 of the time.
    let areNear = metrics.unit == .fine && items.greatest * perPoint < UnitScale.nearLimit
    for stretch in items.lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let top = bottoms[column]
        let length = items.lengths[item]
        tops[item] = top
        columns[item] = UInt16(truncatingIfNeeded: column)
        bottoms[column] =
          areNear
          ? top + UnitScale.near(length * perPoint) + spacing : metrics.bottom(top, length)
        column += 1
        if column == metrics.columnCount { column = 0 }
      }
    }
  }

  /// LayoutRules F3, or F5 with spans, by the way that is less work.
  private mutating func placeSpans(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, tolerance: Units?,
    at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    if var trees = try SpanTrees(items, metrics, tolerance: tolerance, budget) {
      try trees.place(items, in: &self, at: path, budget)
      return
    }
    var columns = SpanningColumns(metrics, tolerance: tolerance)
    try columns.place(items, in: &self, at: path, budget)
  }

  /// LayoutRules F4: from the cursor, or from 0 where the span does not fit there; the top is the
  /// highest bottom of the columns covered.
  ///
  /// - Complexity: O(n): each item joins the columns that it covers into one run, and begins where
  ///   a run begins.
  private mutating func placeSpansInTurn(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var runs = ColumnRuns(columnCount: metrics.columnCount)
    var cursor = 0
    for stretch in items.lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let span = Int(items.spans[item])
        if cursor + span > metrics.columnCount { cursor = 0 }
        let top = runs.highest(from: cursor, span: span)
        tops[item] = top
        columns[item] = UInt16(truncatingIfNeeded: cursor)
        runs.cover(from: cursor, span: span, bottom: metrics.bottom(top, items.lengths[item]))
        cursor += span
      }
    }
  }
}
