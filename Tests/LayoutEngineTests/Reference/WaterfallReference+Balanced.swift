@testable import LayoutEngine

/// Balanced columns as LayoutRules F13 reads: every height that a column may have is tried.
extension WaterfallReference {
  /// The items with the columns that they are in.
  func balanced(_ items: [Item]) -> [Item] {
    let lengths = items.map { item in
      let media = mediaHeight(item, width: columnWidth)
      return Self.units(item.bodyHeight.map { media + $0 } ?? media)
    }
    let heights = lengths.indices.flatMap { first in
      lengths.indices[first...].map { length(of: lengths[first...$0]) }
    }
    for height in Set(heights).sorted() {
      guard let columns = columns(of: lengths, within: height) else { continue }
      return zip(items, columns).map { item, column in
        var item = item
        item.column = column
        return item
      }
    }
    return items
  }

  private func length(of lengths: ArraySlice<Int>) -> Int {
    lengths.reduce(0, +) + (lengths.count - 1) * Self.units(rowSpacing)
  }

  /// Each item's column if columns are filled up to a height; nil if they don't hold all items.
  private func columns(of lengths: [Int], within height: Int) -> [Int]? {
    var columns: [Int] = []
    var (column, first) = (0, 0)
    for item in lengths.indices {
      if item > first, length(of: lengths[first...item]) > height {
        (column, first) = (column + 1, item)
      }
      guard column < columnCount, lengths[item] <= height else { return nil }
      columns.append(column)
    }
    return columns
  }
}
