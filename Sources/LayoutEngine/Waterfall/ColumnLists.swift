/// The items of each column, in their order: 4 bytes an item.
struct ColumnLists: Sendable {
  /// Where each column's items begin in `items`, and where the last one's end.
  private let starts: [Int]
  /// The items' numbers, column by column.
  private let items: [UInt32]

  /// Lists the items by the column in which they begin.
  ///
  /// - Throws: `LayoutError.cancelled`.
  init(
    _ places: WaterfallPlaces, columnCount: Int, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let columns = places.columns.span
    let counts =
      places.counts.isEmpty
      ? try Self.counts(columns, columnCount: columnCount, budget) : places.counts
    var starts: [Int] = []
    starts.reserveCapacity(columnCount + 1)
    starts.append(0)
    for count in counts { starts.append(starts[starts.count - 1] + count) }
    // Columns that no item reaches were not counted.
    while starts.count <= columnCount { starts.append(starts[starts.count - 1]) }
    self.starts = starts
    var next = starts
    var nextPlaces = next.mutableSpan
    items = [UInt32](count: columns.count) { list in
      for stretch in columns.indices.stretches where budget.goesOn(after: stretch.count) {
        for item in stretch {
          let column = Int(columns[item])
          list[nextPlaces[column]] = UInt32(truncatingIfNeeded: item)
          nextPlaces[column] += 1
        }
      }
      return !budget.isEnded
    }
    try budget.count(0)
  }

  /// How many items begin in each column.
  private static func counts(
    _ columns: Span<UInt16>, columnCount: Int, _ budget: LayoutBudget
  ) throws(LayoutError) -> [Int] {
    var counts = [Int](repeating: 0, count: columnCount)
    var places = counts.mutableSpan
    for stretch in columns.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch { places[Int(columns[item])] += 1 }
    }
    return counts
  }

  /// Bytes held.
  var byteCount: Int { starts.capacity * 8 + items.capacity * 4 }

  /// The places of a column's items in the list.
  func places(of column: Int) -> Range<Int> {
    starts[column]..<starts[column + 1]
  }

  /// The last item of each column that has any.
  var lastItems: [Int] {
    (1..<starts.count).compactMap { starts[$0] > starts[$0 - 1] ? Int(items[starts[$0] - 1]) : nil }
  }

  /// The item at a place in the list.
  subscript(place: Int) -> Int { Int(items[place]) }
}
