/// The items of each column, in their order: 4 bytes an item.
struct ColumnLists: Sendable {
  /// Where each column's items begin in `items`, and where the last one's end.
  private let starts: [Int]
  /// The items' numbers, column by column.
  private let items: [UInt32]

  /// Lists the items by the column in which they begin.
  init(_ columns: [UInt16], columnCount: Int) {
    var starts = [Int](repeating: 0, count: columnCount + 1)
    for column in columns { starts[Int(column) + 1] += 1 }
    for column in 0..<columnCount { starts[column + 1] += starts[column] }
    self.starts = starts
    var next = starts
    var items = [UInt32](repeating: 0, count: columns.count)
    for (item, column) in columns.enumerated() {
      items[next[Int(column)]] = UInt32(truncatingIfNeeded: item)
      next[Int(column)] += 1
    }
    self.items = items
  }

  /// Bytes held.
  var byteCount: Int { starts.capacity * 8 + items.capacity * 4 }

  /// The places of a column's items in the list.
  func places(of column: Int) -> Range<Int> {
    starts[column]..<starts[column + 1]
  }

  /// The item at a place in the list.
  subscript(place: Int) -> Int { Int(items[place]) }
}
