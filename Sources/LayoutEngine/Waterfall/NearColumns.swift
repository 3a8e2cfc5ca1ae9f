/// A few columns while a chunk's items are placed in lanes (LayoutRules F5): which columns are near the
/// shortest one makes one number, a bit a column, so that finding the next of them takes no branch that
/// could be mispredicted.
struct NearColumns<let K: Int> {
  /// Those of columns that don't exist are far below all others.
  private var bottoms = InlineArray<K, Int64>(repeating: .max)
  /// How many items each column has.
  private(set) var counts = InlineArray<K, Int>(repeating: 0)
  private var cursor: Int
  private let tolerance: Int64
  private let shift: Int

  /// Begins with one column at least and K at most.
  ///
  /// - Parameter tolerance: from 0 to `Units.limit`.
  init(_ state: ColumnState, tolerance: Units, shift: Int) {
    for column in state.bottoms.indices { bottoms[column] = state.bottoms[column].count }
    cursor = state.cursor
    self.tolerance = tolerance.count
    self.shift = shift
  }

  /// Notes where the columns end.
  func store(_ state: inout ColumnState, _ spacing: Units) {
    for column in state.bottoms.indices {
      let bottom = Units(count: bottoms[column])
      state.bottoms[column] = bottom
      if counts[column] > 0 { state.lowest = max(state.lowest, bottom - spacing) }
    }
    state.cursor = cursor
  }

  /// Places the items: for every item the place in the lanes that it is given.
  ///
  /// - Parameters:
  ///   - lanes: of room for all items in each column's, with the items' steps.
  mutating func place(_ count: Int, _ lanes: inout ColumnLanes) -> [UInt16] {
    [UInt16](count: count) { codes in
      unsafe codes.withUnsafeMutableBufferPointer { codes in
        guard let codes = codes.baseAddress else { return }
        unsafe lanes.withLanes { items, steps in
          // As many codes and steps as there are items, and room for all of them in each lane.
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
    // In locals, which stay in registers.
    var bottoms = bottoms
    let tolerance = tolerance
    var slots = InlineArray<K, Int> { $0 << shift }
    // The columns at or after the cursor.
    var following = -1 << cursor
    for item in 0..<count {
      var least = bottoms[0]
      for column in 1..<K { least = min(least, bottoms[column]) }
      let farthest = least &+ tolerance
      var near = 0
      for column in 0..<K { near |= bottoms[column] <= farthest ? 1 << column : 0 }
      let next = near & following
      let candidates = next != 0 ? next : near
      let chosen = candidates & (0 &- candidates)
      following = 0 &- chosen &<< 1
      let step = unsafe steps[item]
      for column in 0..<K { bottoms[column] &+= chosen & 1 << column != 0 ? step : 0 }
      // The shortest column is near, so that one is chosen, and none that doesn't exist.
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
