/// Places items that cover one column each in at most 16 columns (LayoutRules F2, F5).
///
/// A bottom and its column make one integer key, and the keys stay sorted. So the least key is that of
/// the leading-most shortest column, and finding it takes no branch that could be mispredicted. If
/// another column is in a tie with it, the leading-most of them is brought to the front first.
///
/// If the rule uses the cursor (F5), `NearColumns` is used instead of keys.
///
/// Apple platforms before version 26 use a `ColumnTree` instead, which is several times slower, because integer generic
/// arguments need the newer runtime.
struct SortedColumns {
  /// The maximum number of columns: with more, a tree is faster, and a key has no space for the column.
  static let maxCount = 16
  /// The greatest bottom in units: with a greater one, a key might have no space for the column.
  private static let maxBottom = 0x1p59

  private let metrics: WaterfallMetrics
  private let rule: ColumnRule
  private var lanes = ColumnLanes()

  init(_ metrics: WaterfallMetrics, _ rule: ColumnRule) {
    self.metrics = metrics
    self.rule = rule
  }

  /// Places a chunk's items; nil if there are too many columns, if a bottom might not fit a key, if the
  /// spacing is negative, if lanes cannot be long enough for the chunk, or if the system is too old.
  mutating func place(_ items: WaterfallLengths, _ state: inout ColumnState) -> ColumnChunk? {
    let spacing = metrics.rowSpacing
    let greatest = items.greatest * Units.perPoint
    let farthest = Double((state.bottoms.max() ?? .zero).count)
    guard metrics.columnCount <= Self.maxCount, spacing >= .zero, greatest < Units.nearLimit,
      farthest + (greatest + Double(spacing.count)) * Double(items.count) < Self.maxBottom,
      lanes.makeRoom(metrics.columnCount, for: items.count)
    else { return nil }
    guard #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) else {
      return nil
    }
    // A specialization for each number of columns would be little faster, and compile 16 loops instead of 7.
    guard rule.usesCursor else {
      return switch metrics.columnCount {
      case 1...4: SortedKeys<4>.place(items.lengths, spacing, &state, &lanes)
      case 5...8: SortedKeys<8>.place(items.lengths, spacing, &state, &lanes)
      default: SortedKeys<16>.place(items.lengths, spacing, &state, &lanes)
      }
    }
    lanes.setSteps(items.lengths, spacing, above: 0)
    return switch metrics.columnCount {
    case 1...4: placeNear(items.count, &state, NearColumns<4>.self)
    case 5...6: placeNear(items.count, &state, NearColumns<6>.self)
    case 7...8: placeNear(items.count, &state, NearColumns<8>.self)
    default: placeNear(items.count, &state, NearColumns<16>.self)
    }
  }

  @available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
  @inline(__always)
  private mutating func placeNear<let K: Int>(
    _ count: Int, _ state: inout ColumnState, _: NearColumns<K>.Type
  ) -> ColumnChunk {
    var near = NearColumns<K>(state, slack: rule.slack, shift: lanes.shift)
    let codes = near.place(count, &lanes)
    near.store(&state, metrics.rowSpacing)
    return lanes.list(near.counts.span, columnCount: state.bottoms.count, codes)
  }
}

/// The loop for at most K columns; K is a constant at compile time, so that the keys stay in registers.
@available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
private enum SortedKeys<let K: Int> {
  /// Places the items in their columns' lanes, then joins the lanes into lists by column.
  ///
  /// Arrays are not cleared before they are filled: that would cost a third of the loop.
  static func place(
    _ lengths: [Double], _ spacing: Units, _ state: inout ColumnState,
    _ lanes: inout ColumnLanes
  ) -> ColumnChunk {
    let count = lengths.count
    lanes.setSteps(lengths, spacing, above: ColumnKey.columnBits)
    let shift = lanes.shift
    var filling = Filling<K>(state.bottoms, shift: shift)
    let codes = [UInt16](count: count) { codes in
      unsafe codes.withUnsafeMutableBufferPointer { codes in
        guard let codes = codes.baseAddress else { return }
        unsafe lanes.withLanes { items, steps in
          // There are as many codes and steps as items, and each lane has space for all items.
          unsafe filling.place(count, steps: steps, lanes: items, codes: codes)
        }
      }
      return true
    }
    filling.store(&state, spacing)
    return lanes.list(filling.counts.span, columnCount: state.bottoms.count, codes)
  }
}

/// The state of at most K columns while a chunk's items are placed.
@available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
private struct Filling<let K: Int> {
  /// The columns' keys, ascending; keys that belong to no column are `ColumnKey.last` and stay at the
  /// end.
  private var keys = InlineArray<K, ColumnKey>(repeating: .last)
  /// For each column, the number of the chunk's items in it.
  private(set) var counts = InlineArray<K, Int>(repeating: 0)
  private let shift: Int

  /// Creates the state of columns that end at these bottoms; there must be at least one and at most K.
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

  /// Stores the columns' bottoms and the farthest end of an item in `state`.
  func store(_ state: inout ColumnState, _ spacing: Units) {
    for place in state.bottoms.indices {
      let (column, bottom) = (keys[place].column, keys[place].bottom)
      state.bottoms[column] = bottom
      if counts[column] > 0 { state.lowest = max(state.lowest, bottom - spacing) }
    }
  }

  /// Places the first `count` items of `steps`.
  ///
  /// - Parameters:
  ///   - steps: must have an element for each item.
  ///   - lanes: must have space for all items in each column's lane.
  ///   - codes: must have space for each item; set to the index of the item's entry in the lanes.
  @unsafe mutating func place(
    _ count: Int, steps: UnsafePointer<Int64>, lanes: UnsafeMutablePointer<UInt16>,
    codes: UnsafeMutablePointer<UInt16>
  ) {
    // Local copies stay in registers.
    var keys = keys
    // Where each lane's next item goes.
    var slots = InlineArray<K, Int> { $0 << shift }
    for item in 0..<count {
      if _slowPath(keys[1].isNear(keys[0])) {
        // A copy, so that only this branch needs the keys in memory.
        var sorted = keys
        Self.bringLeadingToFront(&sorted)
        keys = sorted
      }
      let shortest = keys[0]
      // The least key is that of a column that exists.
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

  /// Moves the key of the leading-most column that is in a tie with the shortest one to the front.
  @inline(never)
  private static func bringLeadingToFront(_ keys: inout InlineArray<K, ColumnKey>) {
    var leading = 0
    for place in 1..<K {
      guard keys[0].isTied(with: keys[place]) else { break }
      if keys[place].column < keys[leading].column { leading = place }
    }
    let key = keys[leading]
    while leading > 0 {
      keys[leading] = keys[leading - 1]
      leading -= 1
    }
    keys[0] = key
  }
}

/// A column and its bottom as one integer that sorts by the bottom first: the bottom in units, shifted
/// left by 4 bits, which store the column.
private struct ColumnKey: Comparable {
  /// A key that sorts after the key of every column.
  static let last = ColumnKey(key: .max)

  /// The number of low bits that store the column.
  static let columnBits: Int64 = 4
  /// The mask of the bits that store the column.
  private static let columns = Int64(1 << columnBits - 1)

  private let key: Int64

  private init(key: Int64) { self.key = key }

  init(column: Int, bottom: Units) {
    key = bottom.count &<< Self.columnBits | Int64(column)
  }

  var column: Int { Int(key & Self.columns) }
  var bottom: Units { Units(count: key >> Self.columnBits) }

  /// Returns the column's key after one more item.
  ///
  /// - Parameter step: the item's length plus the spacing, in units, shifted left by `columnBits`; must
  ///   be ≥ 0.
  @inline(__always)
  func extended(by step: Int64) -> ColumnKey { ColumnKey(key: key &+ step) }

  /// Whether a column that sorts after this one has a bottom at most `ColumnRule.tie` below this one's
  /// (LayoutRules F2).
  @inline(__always)
  func isTied(with other: ColumnKey) -> Bool {
    other.bottom.count &- bottom.count <= ColumnRule.tie.count
  }

  /// Whether a tie with a key that sorts before this one is possible.
  @inline(__always)
  func isNear(_ least: ColumnKey) -> Bool {
    key &- least.key < (ColumnRule.tie.count + 1) << Self.columnBits
  }

  static func < (one: ColumnKey, other: ColumnKey) -> Bool { one.key < other.key }
}
