/// The state of a waterfall's columns between two items; the places of all later items depend on nothing
/// else.
struct ColumnState {
  /// Where the next item of each column begins, as a distance from where the columns begin.
  ///
  /// Insets and headers come before that, so that they move no item to another column.
  var bottoms: [Units]
  /// The column right after the most recent item without a `column` (LayoutRules F4, F5, F10).
  var cursor = 0
  /// The least top of all items placed so far; at most 0.
  var highest = Units.zero
  /// The farthest end of all items placed so far, without the spacing after it; at least 0.
  var lowest = Units.zero

  /// The state before the first item: columns begin below their stamps (LayoutRules F14).
  init(_ metrics: WaterfallMetrics) {
    bottoms =
      metrics.stamps?.bottoms(columnCount: metrics.columnCount)
      ?? [Units](repeating: .zero, count: metrics.columnCount)
    // Items of no height at a stamp's end lower no column.
    lowest = metrics.stamps?.end ?? .zero
  }
}

/// The top and the leading column of each item of a chunk.
struct ItemPlaces {
  /// The items' tops, as distances from where the columns begin.
  var tops: [Units]
  /// The first column that each item covers.
  var columns: [UInt16]

  /// Creates places for `count` items, all of them at the beginning of the first column.
  init(count: Int) {
    tops = [Units](repeating: .zero, count: count)
    columns = [UInt16](repeating: 0, count: count)
  }
}
