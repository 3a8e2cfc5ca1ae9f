/// The memory in which a chunk's items are listed by waterfall column while they are placed.
///
/// Each column has a lane of its own with space for all items of the chunk, since one column may get all
/// of them.
struct ColumnLanes {
  /// The base-2 logarithm of a lane's length: each column's lane has space for 2^shift items.
  private(set) var shift = 0
  /// All lanes, one after the other: the items' indices in the chunk, in the order of their tops in each
  /// column.
  private(set) var items: [UInt16] = []
  /// For each item of the chunk, its length and the row spacing in units, shifted left by `stepShift`
  /// bits.
  private var steps: [Int64] = []
  /// The number of low bits of each step that are free, for the column of a `ColumnKey`.
  private var stepShift: Int64 = 0

  /// Makes one list per column, each with space for at least `count` items.
  ///
  /// - Returns: false if all lists together have more than 2^16 entries; then they cannot be used.
  mutating func makeRoom(_ columnCount: Int, for count: Int) -> Bool {
    var needed = shift
    while count > 1 << needed { needed += 1 }
    guard columnCount << needed <= 1 << 16 else { return false }
    guard items.isEmpty || needed > shift else { return true }
    shift = needed
    // Entries are set before they are read; clearing all of them would take as long as placing a chunk.
    items = [UInt16](count: columnCount << shift) { _ in true }
    steps = [Int64](count: 1 << shift) { _ in true }
    return true
  }

  /// Computes the step from each item's top to the next top in its column; only as many steps as a lane
  /// has entries.
  ///
  /// - Parameter bits: the number of low bits of each step that stay free.
  @inline(never)
  mutating func setSteps(
    _ lengths: [Double], _ spacing: Units, above bits: Int64
  ) {
    let perPoint = Units.perPoint
    stepShift = bits
    let slice = lengths[...]
    // With a span's subscript the loop would not be vectorized.
    unsafe steps.withUnsafeMutableBufferPointer { steps in
      let lengths = slice.span
      for item in 0..<Swift.min(lengths.count, steps.count) {
        let length = unsafe Units.near(lengths[unchecked: item] * perPoint)
        unsafe steps[item] = (length + spacing).count &<< bits
      }
    }
  }

  /// Calls `body` with pointers to the lanes' entries and to the items' steps.
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

  /// Joins the lanes of the first `columnCount` columns into a placed chunk, whose tops are the sums of
  /// each column's steps.
  ///
  /// - Parameters:
  ///   - counts: the number of items in each column.
  ///   - codes: for each item of the chunk, the index of its entry in the lanes.
  @inline(never)
  func list(_ counts: Span<Int>, columnCount: Int, _ codes: [UInt16]) -> ColumnChunk {
    var listing = ColumnChunkBuilder(count: codes.count, columnCount: columnCount)
    let (itemSlice, stepSlice, bits) = (items[...], steps[...], stepShift)
    let (items, steps) = (itemSlice.span, stepSlice.span)
    for column in 0..<columnCount {
      let lane = column << shift
      listing.appendColumn(of: counts[column]) { place in
        // Placing has set each lane up to its column's count, to items that have steps.
        let item = unsafe items[unchecked: lane &+ place]
        return (item, unsafe steps[unchecked: Int(item)] &>> bits)
      }
    }
    return listing.finish(codes, shift: shift)
  }
}
