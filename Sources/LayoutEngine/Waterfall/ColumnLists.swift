/// The items of each column, in their order: 4 bytes an item.
struct ColumnLists: Sendable {
  /// Where each column's items begin in `items`, and where the last one's end.
  private let starts: [Int]
  /// The items' numbers, column by column.
  private let items: [UInt32]

  /// Lists the items by the column in which they begin.
  init(_ columns: [UInt16], columnCount: Int) {
    let columns = columns.span
    // Counted one place behind, so that the sums are where each column begins.
    var counts = [Int](repeating: 0, count: columnCount + 1)
    var places = counts.mutableSpan
    for item in columns.indices { places[Int(columns[item]) + 1] += 1 }
    for column in 0..<columnCount { places[column + 1] += places[column] }
    starts = counts
    var next = counts
    var nextPlaces = next.mutableSpan
    items = [UInt32](unsafeUninitializedCapacity: columns.count) { list, count in
      for item in columns.indices {
        let column = Int(columns[item])
        list[nextPlaces[column]] = UInt32(truncatingIfNeeded: item)
        nextPlaces[column] += 1
      }
      count = columns.count
    }
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
