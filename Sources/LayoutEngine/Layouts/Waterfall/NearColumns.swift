/// The state of at most K columns while a chunk's items are placed in grid lanes (LayoutRules F5).
///
/// An integer has a bit for each column whose bottom is a candidate (`ColumnRule`). So the
/// next such column is found without a branch that could be mispredicted.
@available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
struct NearColumns<let K: Int> {
  /// Where each column ends; columns that don't exist have the greatest number.
  private var bottoms = InlineArray<K, Int64>(repeating: .max)
  /// The number of items in each column.
  private(set) var counts = InlineArray<K, Int>(repeating: 0)
  private var cursor: Int
  private let slack: Int64
  private let shift: Int

  /// Creates the state from that of the waterfall, which must have at least one and at most K columns.
  ///
  /// - Parameters:
  ///   - slack: must be from 0 to `Units.limit`.
  ///   - shift: the base-2 logarithm of the length of a column's lane.
  init(_ state: ColumnState, slack: Units, shift: Int) {
    for column in state.bottoms.indices { bottoms[column] = state.bottoms[column].count }
    cursor = state.cursor
    self.slack = slack.count
    self.shift = shift
  }

  /// Stores the columns' bottoms, the cursor and the farthest end of an item in `state`.
  func store(_ state: inout ColumnState, _ spacing: Units) {
    for column in state.bottoms.indices {
      let bottom = Units(count: bottoms[column])
      state.bottoms[column] = bottom
      if counts[column] > 0 { state.lowest = max(state.lowest, bottom - spacing) }
    }
    state.cursor = cursor
  }

  /// Places the first `count` items of the lanes' steps.
  ///
  /// - Parameter lanes: must have a step for each item, and space for all items in each column's lane.
  /// - Returns: for each item, the index of its entry in the lanes.
  mutating func place(_ count: Int, _ lanes: inout ColumnLanes) -> [UInt16] {
    [UInt16](count: count) { codes in
      unsafe codes.withUnsafeMutableBufferPointer { codes in
        guard let codes = codes.baseAddress else { return }
        unsafe lanes.withLanes { items, steps in
          // There are as many codes and steps as items, and each lane has space for all items.
          unsafe place(count, steps: steps, lanes: items, codes: codes)
        }
      }
      return true
    }
  }

  @unsafe private mutating func place(
    _ count: Int, steps: UnsafePointer<Int64>, lanes: UnsafeMutablePointer<UInt16>,
    codes: UnsafeMutablePointer<UInt16>
  ) {
    // Local copies stay in registers.
    var bottoms = bottoms
    let slack = slack
    var slots = InlineArray<K, Int> { $0 << shift }
    // A bit for each column at or after the cursor.
    var following = -1 << cursor
    for item in 0..<count {
      var least = bottoms[0]
      for column in 1..<K { least = min(least, bottoms[column]) }
      let farthest = least &+ slack
      var near = 0
      for column in 0..<K { near |= bottoms[column] <= farthest ? 1 << column : 0 }
      let next = near & following
      let candidates = next != 0 ? next : near
      let chosen = candidates & (0 &- candidates)
      following = 0 &- chosen &<< 1
      let step = unsafe steps[item]
      for column in 0..<K { bottoms[column] &+= chosen & 1 << column != 0 ? step : 0 }
      // The shortest column is always near, so a column is chosen, and it is one that exists.
      let column = chosen.trailingZeroBitCount
      let slot = unsafe slots[unchecked: column]
      unsafe slots[unchecked: column] = slot &+ 1
      unsafe lanes[slot] = UInt16(truncatingIfNeeded: item)
      unsafe codes[item] = UInt16(truncatingIfNeeded: slot)
    }
    self.bottoms = bottoms
    cursor = following.trailingZeroBitCount
    for column in 0..<K { counts[column] = slots[column] - column << shift }
  }
}
