/// Breaks aspect ratios into rows (`semantics.md` G1, G2, G6).
struct JustifiedRowBreaker {
  /// What becomes of an item offered to a row.
  private enum Offer {
    /// It joins the row, which stays open.
    case joins
    /// It joins the row and completes it.
    case completes
    /// The row is complete without it.
    case isLeft
  }

  private let rowWidth: Double
  private let spacing: Double
  private let targetRowHeight: Double
  /// The least sum of ratios that completes a row by itself.
  private let leastRatio: Double
  /// The greatest sum of ratios that completes a row without a comparison.
  private let greatestRatio: Double
  private let breakoutCadence: Int?
  private let maxRows: Int

  /// The end of each complete row: the number of the first item behind it.
  private(set) var ends: [UInt32] = []
  /// The height of each complete row, not clamped: its room by the sum of its ratios (G3).
  private(set) var heights: [Double] = []
  /// Whether rows ended because there are as many as there may be (G6).
  var isFull: Bool { ends.count >= maxRows }

  init(_ spec: JustifiedSpec, rowWidth: Double) {
    self.rowWidth = rowWidth
    spacing = spec.horizontalSpacing
    targetRowHeight = spec.targetRowHeight
    leastRatio = rowWidth / spec.targetRowHeight * (1 - spec.targetRowHeightTolerance)
    greatestRatio = rowWidth / spec.targetRowHeight * (1 + spec.targetRowHeightTolerance)
    breakoutCadence = spec.fullWidthBreakoutRowCadence
    maxRows = spec.maxNumRows ?? .max
  }

  /// Offers the items to rows in order.
  ///
  /// Each is offered twice at most, and a running sum of ratios stands for the items of the row, so
  /// that the time is linear (G7).
  ///
  /// - Throws: a row whose gaps alone fill the width (`semantics.md` D), at its last item.
  mutating func breakIntoRows(_ ratios: [Double], at path: DocumentPath) throws(LayoutError) {
    var item = 0
    var count = 0
    var sum = 0.0
    while item < ratios.count, !isFull {
      let offer = offer(ratios[item], sum: sum, count: count)
      if offer != .isLeft {
        sum += ratios[item]
        count += 1
        item += 1
      }
      if offer != .joins {
        let room = room(count)
        guard room > 0 else {
          throw LayoutError(
            path.index(item - 1), "has no room in its row: \(count) items leave \(room) points")
        }
        ends.append(UInt32(truncatingIfNeeded: item))
        heights.append(room / sum)
        sum = 0
        count = 0
      }
    }
  }

  /// Whether a row, numbered from 0, is a breakout row (G1).
  func isBreakoutRow(_ row: Int) -> Bool {
    guard let breakoutCadence else { return false }
    return (row + 1) % breakoutCadence == 0
  }

  /// What is left of a row's width for that many items (`room(k)` of G).
  private func room(_ count: Int) -> Double {
    rowWidth - Double(count - 1) * spacing
  }

  /// The rules G1 and G2 for one item and the open row of `count` items with ratios of that sum.
  private func offer(_ ratio: Double, sum: Double, count: Int) -> Offer {
    if count == 0, ratio >= 1, isBreakoutRow(ends.count) { return .completes }
    let joined = sum + ratio
    if joined < leastRatio { return .joins }
    if joined <= greatestRatio || count == 0 { return .completes }
    let errorWith = abs(joined - room(count + 1) / targetRowHeight)
    let errorWithout = abs(sum - room(count) / targetRowHeight)
    return errorWith > errorWithout ? .isLeft : .completes
  }
}
