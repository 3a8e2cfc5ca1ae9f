/// The shortest column of a few (LayoutRules F2): a bottom and its column make one key, and keys
/// are kept sorted, so that the least key is the leading-most shortest column and finding it takes
/// no branch that could be mispredicted.
///
/// Measured with 200,000 items, the whole of the layout timed: a `ColumnTree` takes 3.5 to 5 times as
/// long.
enum SortedColumns {
  /// With more columns a tree is faster than a row of comparisons, and keys have no room.
  static let maxCount = 16
  /// Content of more units could have bottoms that keys don't hold.
  private static let maxContent = 0x1p59

  /// Places the items; nil where keys don't hold their bottoms, or don't sort as they do.
  ///
  /// - Throws: `LayoutError.cancelled`.
  static func places(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, _ budget: LayoutBudget
  ) throws(LayoutError) -> WaterfallPlaces? {
    let (count, spacing) = (metrics.columnCount, metrics.rowSpacing)
    let greatest = items.greatest * metrics.unit.perPoint
    let content = (greatest + Double(spacing.count)) * Double(max(1, items.count))
    guard count <= maxCount, spacing >= .zero, greatest < UnitScale.nearLimit,
      content < maxContent
    else { return nil }
    let (lengths, unit) = (items.lengths, metrics.unit)
    // Each width earns its code: with the next wider one only, 1 column takes 1.9 times as long, 2 and 3
    // columns 1.07, 4 columns 1.15, 6 columns 1.25, 7 and 8 columns 1.4 to 1.6, 10 and 12 columns 1.2 to
    // 1.6 (200,000 items). Of 5 columns the six of the next are faster.
    let places =
      switch count {
      case 1: SortedKeys<1>.places(lengths, unit, spacing, count, budget)
      case 2: SortedKeys<2>.places(lengths, unit, spacing, count, budget)
      case 3: SortedKeys<3>.places(lengths, unit, spacing, count, budget)
      case 4: SortedKeys<4>.places(lengths, unit, spacing, count, budget)
      case 5...6: SortedKeys<6>.places(lengths, unit, spacing, count, budget)
      case 7...8: SortedKeys<8>.places(lengths, unit, spacing, count, budget)
      case 9...12: SortedKeys<12>.places(lengths, unit, spacing, count, budget)
      default: SortedKeys<16>.places(lengths, unit, spacing, count, budget)
      }
    // Ended work has no places.
    try budget.count(0)
    return places
  }
}

/// The loop for K columns, K known when it is compiled so that the keys stay in registers.
private enum SortedKeys<let K: Int> {
  /// Makes both arrays without clearing them first, which would cost a third of the loop.
  static func places(
    _ lengths: [Double], _ unit: UnitScale, _ spacing: Units, _ columnCount: Int,
    _ budget: LayoutBudget
  ) -> WaterfallPlaces? {
    var counts = InlineArray<K, Int>(repeating: 0)
    var columns: [UInt16] = []
    let tops = [Units](count: lengths.count) { tops in
      unsafe tops.withUnsafeMutableBufferPointer { tops in
        columns = [UInt16](count: lengths.count) { columns in
          unsafe columns.withUnsafeMutableBufferPointer { columns in
            var filling = unsafe Filling<K>(columnCount, tops, columns)
            for stretch in lengths.indices.stretches where budget.goesOn(after: stretch.count) {
              filling.place(lengths.span, stretch, unit, spacing)
            }
            counts = filling.counts
            return !budget.isEnded
          }
        }
      }
      return columns.count == lengths.count
    }
    guard tops.count == lengths.count else { return nil }
    return WaterfallPlaces(
      tops: tops, columns: columns, counts: (0..<columnCount).map { counts[$0] })
  }
}

/// The columns while their items are placed.
///
/// It lives no longer than the pointers, which have room for as many items as there are lengths. With
/// spans in their place, even unchecked ones, layouts of half points take 1.06 to 1.09 times as long.
@safe private struct Filling<let K: Int> {
  /// Ascending; keys beyond the columns that exist stay after all others.
  private var keys = InlineArray<K, ColumnKey>(repeating: .last)
  /// How many items each column has.
  private(set) var counts = InlineArray<K, Int>(repeating: 0)
  private let tops: UnsafeMutableBufferPointer<Units>
  private let columns: UnsafeMutableBufferPointer<UInt16>

  /// - Parameters:
  ///   - tops: set for each item that is placed, as `columns` is.
  @unsafe init(
    _ columnCount: Int, _ tops: UnsafeMutableBufferPointer<Units>,
    _ columns: UnsafeMutableBufferPointer<UInt16>
  ) {
    unsafe self.tops = tops
    unsafe self.columns = columns
    for column in 0..<columnCount { keys[column] = ColumnKey(column: column) }
  }

  /// Places the items of a stretch, setting their tops and columns.
  mutating func place(
    _ lengths: Span<Double>, _ stretch: Range<Int>, _ unit: UnitScale, _ spacing: Units
  ) {
    // In locals, which stay in registers.
    var keys = keys
    var counts = counts
    defer { (self.keys, self.counts) = (keys, counts) }
    for item in stretch {
      let length = UnitScale.near(lengths[item] * unit.perPoint)
      let shortest = keys[0]
      // The index is checked with the length.
      unsafe tops[item] = shortest.bottom
      unsafe columns[item] = shortest.column
      // Counting takes no time here, while the next key is awaited.
      counts[Int(shortest.column)] &+= 1
      var moving = shortest.extended(by: length + spacing)
      for place in 1..<K {
        let other = keys[place]
        let isBefore = moving < other
        keys[place - 1] = isBefore ? moving : other
        moving = isBefore ? other : moving
      }
      keys[K - 1] = moving
    }
  }
}

/// A column and its bottom in units above 4 bits of column, as a number that sorts by the bottom
/// first.
private struct ColumnKey: Comparable {
  /// Sorts after every column.
  static let last = ColumnKey(key: .max)

  private let key: Int64

  private init(key: Int64) { self.key = key }

  /// A column that ends at 0.
  init(column: Int) { key = Int64(column) }

  var column: UInt16 { UInt16(truncatingIfNeeded: key & 15) }
  var bottom: Units { Units(count: key >> 4) }

  /// The column with an item and the spacing after it more, ≥ 0 together.
  func extended(by length: Units) -> ColumnKey { ColumnKey(key: key &+ length.count << 4) }

  static func < (one: ColumnKey, other: ColumnKey) -> Bool { one.key < other.key }
}
