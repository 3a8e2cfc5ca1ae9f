/// The memory for each column's items while a chunk is placed: every column may get all of them.
struct ColumnLanes {
  /// Each column's lane is 2^shift items long.
  private(set) var shift = 0
  private(set) var items: [UInt16] = []
  /// The distance from each item's top to the next top in its column, above `stepShift` free bits.
  private var steps: [Int64] = []
  private var stepShift: Int64 = 0

  /// Makes lanes with room for `count` items or more.
  ///
  /// - Returns: whether every place in the lanes fits the 16 bits of a code.
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

  /// Computes the steps of the items, at most as many as the lanes have room for.
  ///
  /// - Parameter bits: the number of bits that stay free below each step.
  @inline(never)
  mutating func setSteps(
    _ lengths: [Double], _ spacing: Units, above bits: Int64
  ) {
    let perPoint = Units.perPoint
    stepShift = bits
    var steps = steps.mutableSpan
    // The pointer is the span's own; with the span's subscript the loop would not be vectorized.
    unsafe steps.withUnsafeMutableBufferPointer { steps in
      let lengths = lengths.span
      for item in 0..<Swift.min(lengths.count, steps.count) {
        let length = unsafe Units.near(lengths[unchecked: item] * perPoint)
        unsafe steps[item] = (length + spacing).count &<< bits
      }
    }
  }

  /// Calls `body` with the lanes' memory and the steps.
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

  /// Joins the lanes of the first columns, and adds up each column's steps.
  ///
  /// - Parameters:
  ///   - counts: the number of items in each column.
  ///   - codes: every item's place in the lanes.
  @inline(never)
  func list(_ counts: Span<Int>, columnCount: Int, _ codes: [UInt16]) -> PlacedColumns {
    var listing = ColumnListing(count: codes.count, columnCount: columnCount)
    let (items, steps, bits) = (items.span, steps.span, stepShift)
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
