/// Sorts rectangles along a Z curve.
///
/// Both axes have the same scale, so that the columns of long content stay apart on the curve.
enum CurveOrder {
  /// A rectangle's position on the curve (`key`), and the rectangle's number.
  private struct Entry {
    var key: UInt64
    var number: UInt32
  }

  /// Returns the rectangles' numbers, sorted by the positions of their centres on the curve, then by
  /// number.
  ///
  /// The sort is a radix sort, from the lowest byte to the highest: it takes a fifth of the time of a
  /// comparison sort.
  ///
  /// - Parameters:
  ///   - bounds: a rectangle that contains all rectangles.
  ///   - budget: the budget for the work; if it ends the work, the result is empty.
  /// - rect: returns the rectangle of a number in `0..<count`.
  /// - Complexity: O(`count`).
  static func sorted(
    count: Int, within bounds: Rect, _ budget: LayoutBudget, rect: (Int) -> Rect
  ) -> [UInt32] {
    guard budget.tryReserve(count * (2 * MemoryLayout<Entry>.stride + 4)) else { return [] }
    let extent = max(bounds.width, bounds.height)
    let cellsPerPoint = extent > 0 ? 0x1p31 / extent : 0
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var sorted: [Entry] = []
    sorted.reserveCapacity(count)
    for stretch in (0..<count).stretches {
      guard budget.checkpoint(after: stretch.count) else { return [] }
      for number in stretch {
        let rect = rect(number)
        let column = cell((rect.x - bounds.x) + rect.width / 2, cellsPerPoint)
        let row = cell((rect.y - bounds.y) + rect.height / 2, cellsPerPoint)
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
      guard budget.checkpoint(after: stretch.count) else { return [] }
      for entry in entries[stretch] { order.append(entry.number) }
    }
    return order
  }

  /// Writes the entries to `sorted` in the order of one byte of their keys.
  ///
  /// Entries whose bytes are equal keep their order.
  ///
  /// - Parameter shift: the position of the byte's lowest bit in the key.
  ///
  /// - Returns: false if the budget ended the work.
  private static func sort(
    _ entries: [Entry], into sorted: inout [Entry], byByteAt shift: UInt64, _ budget: LayoutBudget
  ) -> Bool {
    var places = [Int](repeating: 0, count: 257)
    for stretch in entries.indices.stretches {
      guard budget.checkpoint(after: stretch.count) else { return false }
      for entry in entries[stretch] { places[Int(entry.key >> shift & 0xFF) + 1] += 1 }
    }
    for byte in 1..<257 { places[byte] += places[byte - 1] }
    return sorted.withMutableSpan { target in
      for stretch in entries.indices.stretches {
        guard budget.checkpoint(after: stretch.count) else { return false }
        for entry in entries[stretch] {
          let byte = Int(entry.key >> shift & 0xFF)
          target[places[byte]] = entry
          places[byte] += 1
        }
      }
      return true
    }
  }

  /// Returns the column or row of the curve's grid that contains a point at `distance` from the edge of the
  /// bounds.
  private static func cell(_ distance: Double, _ cellsPerPoint: Double) -> UInt32 {
    UInt32(clamping: Int(exactly: (distance * cellsPerPoint).rounded(.down)) ?? 0)
  }

  /// Returns the bits of a number with a zero bit above each, so that two numbers can be interleaved.
  private static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
}
