/// The shortest column of a few (LayoutRules F2): a bottom and its column make one key, and keys
/// are kept sorted, so that the least key is the leading-most shortest column and finding it takes
/// no branch that could be mispredicted.
///
/// Whole keys (`UnitKey`) are the fastest and are used where they are exact, the others
/// (`BottomKey`) distinguish any two doubles.
///
/// Measured with 200,000 items, the whole of the layout timed: heights in half points take 1.2 to 1.5
/// times as long by `BottomKey` in up to 12 columns, 2 times in 16; a `ColumnTree` takes 3.5 to 5 times
/// as long as `UnitKey` and 1.6 to 4 times as long as `BottomKey`.
enum SortedColumns {
  /// With more columns a tree is faster than a row of comparisons, and `UnitKey` has no room.
  static let maxCount = 16

  /// Places the items; nil where keys don't sort as the bottoms do.
  ///
  /// - Throws: `LayoutError.cancelled`.
  static func places(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, _ budget: LayoutBudget
  ) throws(LayoutError) -> WaterfallPlaces? {
    guard metrics.columnCount <= maxCount, metrics.rowSpacing >= 0 else { return nil }
    let places =
      places(items, metrics, budget, by: UnitKey.self)
      ?? places(items, metrics, budget, by: BottomKey.self)
    // Ended work has no places.
    try budget.count(0)
    return places
  }

  private static func places<Key: ColumnKey>(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, _ budget: LayoutBudget, by key: Key.Type
  ) -> WaterfallPlaces? {
    let content = (items.greatest + metrics.rowSpacing) * Double(max(1, items.count))
    guard content < Key.maxContent, Key.holds(metrics.rowSpacing) else { return nil }
    let (lengths, spacing) = (items.lengths, metrics.rowSpacing)
    let count = metrics.columnCount
    // Each width earns its code: with the next wider one only, 1 column takes 1.9 times as long, 2 and 3
    // columns 1.07, 4 columns 1.15, 6 columns 1.25, 7 and 8 columns 1.4 to 1.6, 10 and 12 columns 1.2 to
    // 1.6 (200,000 items). Of 5 columns the six of the next are faster.
    return switch count {
    case 1: SortedKeys<1, Key>.places(lengths, spacing, count, budget)
    case 2: SortedKeys<2, Key>.places(lengths, spacing, count, budget)
    case 3: SortedKeys<3, Key>.places(lengths, spacing, count, budget)
    case 4: SortedKeys<4, Key>.places(lengths, spacing, count, budget)
    case 5...6: SortedKeys<6, Key>.places(lengths, spacing, count, budget)
    case 7...8: SortedKeys<8, Key>.places(lengths, spacing, count, budget)
    case 9...12: SortedKeys<12, Key>.places(lengths, spacing, count, budget)
    default: SortedKeys<16, Key>.places(lengths, spacing, count, budget)
    }
  }
}

/// The loop for K columns, K known when it is compiled so that the keys stay in registers.
private enum SortedKeys<let K: Int, Key: ColumnKey> {
  /// Makes both arrays without clearing them first, which would cost a third of the loop.
  static func places(
    _ lengths: [Double], _ spacing: Double, _ columnCount: Int, _ budget: LayoutBudget
  ) -> WaterfallPlaces? {
    var filling = Filling<K, Key>(columnCount)
    var columns: [UInt16] = []
    let tops = [Double](count: lengths.count) { tops in
      columns = [UInt16](count: lengths.count) { columns in
        lengths.indices.stretches.allSatisfy {
          budget.goesOn(after: $0.count)
            && filling.place(lengths.span, $0, spacing, &tops, &columns)
        }
      }
      return columns.count == lengths.count
    }
    guard tops.count == lengths.count else { return nil }
    let counts = filling.counts
    return WaterfallPlaces(
      tops: tops, columns: columns, counts: (0..<columnCount).map { counts[$0] })
  }
}

/// The columns while their items are placed.
private struct Filling<let K: Int, Key: ColumnKey> {
  /// Ascending; keys beyond the columns that exist stay after all others.
  private var keys = InlineArray<K, Key>(repeating: .last)
  /// How many items each column has.
  private(set) var counts = InlineArray<K, Int>(repeating: 0)

  init(_ columnCount: Int) {
    for column in 0..<columnCount { keys[column] = Key(column: column) }
  }

  /// Places the items of a stretch, setting their tops and columns.
  ///
  /// - Returns: false, and not all placed, where a key could not hold some length.
  mutating func place(
    _ lengths: Span<Double>, _ stretch: Range<Int>, _ spacing: Double,
    _ tops: inout MutableSpan<Double>, _ columns: inout MutableSpan<UInt16>
  ) -> Bool {
    // In locals, which stay in registers.
    var keys = keys
    var counts = counts
    defer { (self.keys, self.counts) = (keys, counts) }
    let lengths = lengths.extracting(stretch)
    var tops = tops._mutatingExtracting(stretch)
    var columns = columns._mutatingExtracting(stretch)
    for item in lengths.indices {
      let length = lengths[item]
      guard Key.holds(length) else { return false }
      let shortest = keys[0]
      // As many as the lengths; checked, the loop takes 1.08 times as long.
      unsafe tops[unchecked: item] = shortest.bottom
      unsafe columns[unchecked: item] = shortest.column
      // Counting takes no time here, while the next key is awaited.
      counts[Int(shortest.column)] &+= 1
      var moving = shortest.extended(by: length, spacing)
      for place in 1..<K {
        let other = keys[place]
        let isBefore = moving < other
        keys[place - 1] = isBefore ? moving : other
        moving = isBefore ? other : moving
      }
      keys[K - 1] = moving
    }
    return true
  }
}

/// A column and its bottom, as a number that sorts by the bottom first.
private protocol ColumnKey: Comparable {
  /// Content that is longer could have bottoms that keys don't hold.
  static var maxContent: Double { get }
  /// Sorts after every column.
  static var last: Self { get }
  /// Whether keys hold bottoms that are sums of such lengths, to the last bit.
  static func holds(_ length: Double) -> Bool

  /// A column that ends at 0.
  init(column: Int)
  var column: UInt16 { get }
  var bottom: Double { get }
  /// The column with an item and a spacing more, each ≥ 0.
  func extended(by length: Double, _ spacing: Double) -> Self
}

/// The bottom in units of 1/1024 point above 4 bits of column: exact where all lengths are multiples
/// of the unit and the content stays below 2^43 points, which doubles too hold exactly.
private struct UnitKey: ColumnKey {
  private static let unit = 1024.0
  static let maxContent = 0x1p43
  static let last = UnitKey(key: .max)

  private let key: Int64

  private init(key: Int64) { self.key = key }
  init(column: Int) { key = Int64(column) }

  static func holds(_ length: Double) -> Bool {
    Double(Int64(length * unit)) == length * unit
  }

  var column: UInt16 { UInt16(truncatingIfNeeded: key & 15) }
  var bottom: Double { Double(key >> 4) * (1 / Self.unit) }

  func extended(by length: Double, _ spacing: Double) -> UnitKey {
    let units = Int64(length * Self.unit) &+ Int64(spacing * Self.unit)
    return UnitKey(key: key &+ units << 4)
  }

  static func < (one: UnitKey, other: UnitKey) -> Bool { one.key < other.key }
}

/// The bottom's bits above the column: the bits of doubles ≥ 0 sort as the numbers do.
private struct BottomKey: ColumnKey {
  static let maxContent = Double.infinity
  static let last = BottomKey(key: .max)

  private let key: UInt128

  private init(key: UInt128) { self.key = key }
  init(column: Int) { key = UInt128(column) }

  static func holds(_ length: Double) -> Bool { true }

  var column: UInt16 { UInt16(truncatingIfNeeded: key) }
  var bottom: Double { Double(bitPattern: UInt64(truncatingIfNeeded: key >> 64)) }

  func extended(by length: Double, _ spacing: Double) -> BottomKey {
    let extended = (bottom + length + spacing).bitPattern
    return BottomKey(key: UInt128(extended) << 64 | UInt128(column))
  }

  static func < (one: BottomKey, other: BottomKey) -> Bool { one.key < other.key }
}
