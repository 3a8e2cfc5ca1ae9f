/// The shortest column of a few (LayoutRules F2): a bottom and its column make one key, and keys
/// are kept sorted, so that the least key is the leading-most shortest column and finding it takes
/// no branch that could be mispredicted.
///
/// Measured with 200,000 items, the whole of the layout timed: a `ColumnTree` takes 3.5 to 5 times as
/// long.
struct SortedColumns {
  /// With more columns a tree is faster than a row of comparisons, and keys have no room.
  static let maxCount = 16
  /// Bottoms of more units could leave no room for columns.
  private static let maxBottom = 0x1p59

  private let metrics: WaterfallMetrics
  private var lanes = ColumnLanes()

  init(_ metrics: WaterfallMetrics) { self.metrics = metrics }

  /// Places a chunk's items; nil where keys don't hold their bottoms, or don't sort as they do.
  mutating func place(_ items: WaterfallLengths, _ state: inout ColumnState) -> PlacedColumns? {
    let spacing = metrics.rowSpacing
    let greatest = items.greatest * metrics.unit.perPoint
    let farthest = Double((state.bottoms.max() ?? .zero).count)
    guard metrics.columnCount <= Self.maxCount, spacing >= .zero, greatest < UnitScale.nearLimit,
      farthest + (greatest + Double(spacing.count)) * Double(items.count) < Self.maxBottom
    else { return nil }
    lanes.makeRoom(metrics.columnCount, for: items.count)
    let unit = metrics.unit
    // Each width earns its code: with the next wider one only, 1 column takes 1.9 times as long, 2 and 3
    // columns 1.07, 4 columns 1.15, 6 columns 1.25, 7 and 8 columns 1.4 to 1.6, 10 and 12 columns 1.2 to
    // 1.6 (200,000 items). Of 5 columns the six of the next are faster.
    return switch metrics.columnCount {
    case 1: SortedKeys<1>.place(items.lengths, unit, spacing, &state, &lanes)
    case 2: SortedKeys<2>.place(items.lengths, unit, spacing, &state, &lanes)
    case 3: SortedKeys<3>.place(items.lengths, unit, spacing, &state, &lanes)
    case 4: SortedKeys<4>.place(items.lengths, unit, spacing, &state, &lanes)
    case 5...6: SortedKeys<6>.place(items.lengths, unit, spacing, &state, &lanes)
    case 7...8: SortedKeys<8>.place(items.lengths, unit, spacing, &state, &lanes)
    case 9...12: SortedKeys<12>.place(items.lengths, unit, spacing, &state, &lanes)
    default: SortedKeys<16>.place(items.lengths, unit, spacing, &state, &lanes)
    }
  }
}

/// Room for the items of each column while a chunk is placed: every column may get all of them.
private struct ColumnLanes {
  /// Each column's lane is 2^shift items long.
  private(set) var shift = 0
  private(set) var items: [UInt16] = []
  /// What each item adds to its column's key.
  private(set) var steps: [Int64] = []

  /// Makes lanes of that many items or more.
  mutating func makeRoom(_ columnCount: Int, for count: Int) {
    guard items.isEmpty || count > 1 << shift else { return }
    while count > 1 << shift { shift += 1 }
    // Only what has been set is read; clearing all would take as long as placing a chunk.
    items = [UInt16](count: columnCount << shift) { _ in true }
    steps = [Int64](count: 1 << shift) { _ in true }
  }

  /// Computes the steps of as many items as lanes have room for.
  mutating func setSteps(_ lengths: [Double], _ unit: UnitScale, _ spacing: Units) {
    let perPoint = unit.perPoint
    var steps = steps.mutableSpan
    // The pointer is the span's own; by its elements the loop would not be vectorized.
    unsafe steps.withUnsafeMutableBufferPointer { steps in
      let lengths = lengths.span
      for item in 0..<Swift.min(lengths.count, steps.count) {
        let length = unsafe UnitScale.near(lengths[unchecked: item] * perPoint)
        unsafe steps[item] = ColumnKey.step(length + spacing)
      }
    }
  }

  /// Calls with the lanes' memory and the steps.
  @inline(__always)
  mutating func withLanes(
    _ body: (_ items: UnsafeMutablePointer<UInt16>, _ steps: UnsafePointer<Int64>) -> Void
  ) {
    let steps = steps
    unsafe items.withUnsafeMutableBufferPointer { items in
      unsafe steps.withUnsafeBufferPointer { steps in
        guard let items = items.baseAddress, let steps = steps.baseAddress else { return }
        unsafe body(items, steps)
      }
    }
  }
}

/// The loop for K columns, K known when it is compiled so that the keys stay in registers.
private enum SortedKeys<let K: Int> {
  /// Places the items and lists them by column, each in its lane until columns' lengths are known.
  ///
  /// Makes arrays without clearing them first, which would cost a third of the loop.
  static func place(
    _ lengths: [Double], _ unit: UnitScale, _ spacing: Units, _ state: inout ColumnState,
    _ lanes: inout ColumnLanes
  ) -> PlacedColumns {
    let count = lengths.count
    lanes.setSteps(lengths, unit, spacing)
    let shift = lanes.shift
    var filling = Filling<K>(state.bottoms, shift: shift)
    let codes = [UInt16](count: count) { codes in
      unsafe codes.withUnsafeMutableBufferPointer { codes in
        guard let codes = codes.baseAddress else { return }
        unsafe lanes.withLanes { items, steps in
          // As many codes and steps as there are items, and room for all of them in each lane.
          unsafe filling.place(count, steps: steps, lanes: items, codes: codes)
        }
      }
      return true
    }
    filling.store(&state, spacing)
    return list(filling.counts, state.bottoms.count, codes, lanes)
  }

  /// Joins the lanes, adding up each column's steps.
  private static func list(
    _ counts: InlineArray<K, Int>, _ columnCount: Int, _ codes: [UInt16], _ lanes: ColumnLanes
  ) -> PlacedColumns {
    var listing = ColumnListing(count: codes.count, columnCount: columnCount)
    let (items, steps) = (lanes.items.span, lanes.steps.span)
    for column in 0..<columnCount {
      let lane = column << lanes.shift
      listing.appendColumn(of: counts[column]) { place in
        // Placing has set the lanes so far, to items that have steps.
        let item = unsafe items[unchecked: lane &+ place]
        return (item, unsafe steps[unchecked: Int(item)] >> ColumnKey.columnBits)
      }
    }
    return listing.finish(codes, shift: lanes.shift)
  }
}

/// The columns while a chunk's items are placed.
private struct Filling<let K: Int> {
  /// Ascending; keys beyond the columns that exist stay after all others.
  private var keys = InlineArray<K, ColumnKey>(repeating: .last)
  /// How many items each column has.
  private(set) var counts = InlineArray<K, Int>(repeating: 0)
  private let shift: Int

  /// Begins with one column at least and K at most.
  init(_ bottoms: [Units], shift: Int) {
    self.shift = shift
    for column in bottoms.indices {
      var place = column
      let key = ColumnKey(column: column, bottom: bottoms[column])
      while place > 0, key < keys[place - 1] {
        keys[place] = keys[place - 1]
        place -= 1
      }
      keys[place] = key
    }
  }

  /// Notes where the columns end.
  func store(_ state: inout ColumnState, _ spacing: Units) {
    for place in state.bottoms.indices {
      let (column, bottom) = (keys[place].column, keys[place].bottom)
      state.bottoms[column] = bottom
      if counts[column] > 0 { state.lowest = max(state.lowest, bottom - spacing) }
    }
  }

  /// Places the items.
  ///
  /// - Parameters:
  ///   - steps: as many as items.
  ///   - lanes: room for all items in each column's.
  ///   - codes: for every item the place in the lanes that it is given.
  @unsafe mutating func place(
    _ count: Int, steps: UnsafePointer<Int64>, lanes: UnsafeMutablePointer<UInt16>,
    codes: UnsafeMutablePointer<UInt16>
  ) {
    // In locals, which stay in registers.
    var keys = keys
    // Where each lane's next item goes.
    var slots = InlineArray<K, Int> { $0 << shift }
    for item in 0..<count {
      let shortest = keys[0]
      // The least key is that of a column.
      let slot = unsafe slots[unchecked: shortest.column]
      unsafe slots[unchecked: shortest.column] = slot &+ 1
      unsafe lanes[slot] = UInt16(truncatingIfNeeded: item)
      unsafe codes[item] = UInt16(truncatingIfNeeded: slot)
      var moving = unsafe shortest.extended(by: steps[item])
      for place in 1..<K {
        let other = keys[place]
        let isBefore = moving < other
        keys[place - 1] = isBefore ? moving : other
        moving = isBefore ? other : moving
      }
      keys[K - 1] = moving
    }
    self.keys = keys
    for column in 0..<K { counts[column] = slots[column] - column << shift }
  }
}

/// A column and its bottom in units above 4 bits of column, as a number that sorts by the bottom
/// first.
private struct ColumnKey: Comparable {
  /// Sorts after every column.
  static let last = ColumnKey(key: .max)

  static let columnBits = 4
  private static let columns = Int64(1 << columnBits - 1)

  private let key: Int64

  private init(key: Int64) { self.key = key }

  init(column: Int, bottom: Units) { key = Self.step(bottom) | Int64(column) }

  var column: Int { Int(key & Self.columns) }
  var bottom: Units { Units(count: key >> Self.columnBits) }

  /// What so much more adds to a key.
  @inline(__always)
  static func step(_ length: Units) -> Int64 { length.count &<< Int64(columnBits) }

  /// The column with an item and the spacing after it more, ≥ 0 together.
  @inline(__always)
  func extended(by step: Int64) -> ColumnKey { ColumnKey(key: key &+ step) }

  static func < (one: ColumnKey, other: ColumnKey) -> Bool { one.key < other.key }
}
