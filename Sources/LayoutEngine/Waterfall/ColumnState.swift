/// The state of the columns between two items of a waterfall: all that later items' places depend on.
struct ColumnState {
  /// Where the next item of each column begins, counted from the columns' beginning.
  ///
  /// So insets and headers move no item to another column.
  var bottoms: [Units]
  /// The column after the last item's (LayoutRules F4, F5).
  var cursor = 0
  /// The least top of all items so far, 0 included.
  var highest = Units.zero
  /// The farthest end of all items so far, 0 included.
  var lowest = Units.zero

  /// The state before the first item.
  init(columnCount: Int) {
    bottoms = [Units](repeating: .zero, count: columnCount)
  }
}

/// Where each item of a chunk begins.
struct ItemPlaces {
  /// The items' tops, counted from the columns' beginning.
  var tops: [Units]
  /// Each item's leading column.
  var columns: [UInt16]

  /// Creates places for `count` items, all at the first column's corner.
  init(count: Int) {
    tops = [Units](repeating: .zero, count: count)
    columns = [UInt16](repeating: 0, count: count)
  }
}
