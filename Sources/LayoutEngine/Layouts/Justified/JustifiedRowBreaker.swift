/// Breaks items into rows by their aspect ratios (LayoutRules G1, G2, G6, G8).
///
/// A value is the state after one item and before the next.
struct JustifiedRowBreaker {
  /// A complete row.
  struct Row {
    /// The number of the row's items.
    let count: Int
    /// The sum of the items' ratios.
    let sum: Double
  }

  /// The result of offering an item to a row.
  private enum Offer {
    /// The item joins the row, which stays open.
    case joins
    /// The item joins the row and completes it.
    case completes
    /// The row is complete without the item.
    case isLeft
  }

  private let geometry: JustifiedRowGeometry
  private let targetRowHeight: Double
  /// The least sum of ratios, the offered item's included, with which an item may complete a row (lo in
  /// LayoutRules G2).
  private let minRatio: Double
  /// The greatest sum of ratios with which an item completes a row without a comparison (hi in LayoutRules
  /// G2).
  private let maxRatio: Double
  /// The sum of ratios below which an item always joins the row; minus infinity if a row may get too low.
  private let joiningRatio: Double
  /// The least height of a row of several items; 0 if there is none (LayoutRules G8).
  private let minHeight: Double
  /// The greatest height of a row; infinity if the document has no range (LayoutRules G8).
  private let maxHeight: Double
  private let breakoutCadence: Int?
  private let maxRows: Int

  /// The number of complete rows.
  private(set) var rowCount = 0
  /// The number of items in the open row.
  private(set) var openCount = 0
  /// The open row's sum of ratios.
  private(set) var sum = 0.0

  init(_ spec: JustifiedSpec, _ geometry: JustifiedRowGeometry) {
    self.geometry = geometry
    targetRowHeight = spec.aimedRowHeight
    let target = geometry.rowWidth / targetRowHeight
    minRatio = target * (1 - spec.targetRowHeightTolerance)
    maxRatio = target * (1 + spec.targetRowHeightTolerance)
    minHeight = spec.rowHeightRange?.least ?? 0
    maxHeight = spec.rowHeightRange?.greatest ?? .infinity
    joiningRatio = minHeight > 0 ? -.infinity : minRatio
    breakoutCadence = spec.fullWidthBreakoutRowCadence?.nearestInt
    maxRows = spec.maxNumRows?.nearestInt ?? .max
  }

  /// Whether no further item is shown (LayoutRules G6).
  var isDone: Bool { rowCount >= maxRows }

  /// Whether there is a complete row and the last one is not a breakout row (LayoutRules G1, G5).
  var follows: Bool { rowCount > 0 && !isBreakoutRow(rowCount - 1) }

  /// Whether the open row would be complete by G2, and is open only because it is above the range (LayoutRules G8).
  var isOpenRowComplete: Bool { minHeight > 0 && openCount > 0 && sum >= minRatio }

  /// Offers items until a row is complete.
  ///
  /// The time is linear (LayoutRules G7): each item is offered at most twice, and a running sum of ratios
  /// represents the items of the open row.
  ///
  /// - Parameters:
  ///   - ratios: the ratios of consecutive items, each finite and > 0.
  ///   - place: the index, in `ratios`, of the first item to offer; afterwards of the next item to offer.
  ///   - end: the index before which offering ends; at most the number of ratios.
  /// - Returns: the row; nil if the items end before it is complete, or no further row is shown.
  @inline(__always)
  mutating func nextRow(_ ratios: [Double], from place: inout Int, to end: Int) -> Row? {
    guard !isDone else { return nil }
    var sum = sum
    var count = openCount
    // Below this sum an item always joins.
    var joining = joiningRatio
    if count == 0, isBreakoutRow(rowCount), joiningRatio > 1 { joining = 1 }
    while place < end {
      let ratio = ratios[place]
      let joined = sum + ratio
      if !(joined < joining) {
        switch offer(ratio, sum: sum, count: count) {
        case .joins: break
        case .completes:
          place += 1
          return complete(Row(count: count + 1, sum: joined))
        case .isLeft: return complete(Row(count: count, sum: sum))
        }
      }
      sum = joined
      joining = joiningRatio
      count += 1
      place += 1
    }
    self.sum = sum
    openCount = count
    return nil
  }

  /// Returns whether the open row, which must have an item, is complete without the next item.
  func isComplete(without ratio: Double) -> Bool {
    guard !isDone, !(sum + ratio < joiningRatio) else { return false }
    if case .isLeft = offer(ratio, sum: sum, count: openCount) { return true }
    return false
  }

  /// Completes the open row, which must have an item, before an item that is alone (LayoutRules G9).
  mutating func completeOpenRow() -> Row { complete(Row(count: openCount, sum: sum)) }

  /// Completes a row of one item that is alone; no row may be open.
  mutating func completeRow(of ratio: Double) -> Row { complete(Row(count: 1, sum: ratio)) }

  @inline(__always)
  private mutating func complete(_ row: Row) -> Row {
    rowCount += 1
    openCount = 0
    sum = 0
    return row
  }

  /// Counts complete rows that are reused from an earlier layout; no row may be open.
  mutating func skip(_ rows: Int) { rowCount += rows }

  /// Whether rows of an earlier layout would break equally if they came next; their items must be unchanged.
  ///
  /// - Parameters:
  ///   - rows: the number of these rows; at least 1.
  ///   - count: the number of rows before them in the earlier layout.
  func mayRepeat(_ rows: Int, after count: Int) -> Bool {
    guard rowCount + rows <= maxRows else { return false }
    guard let breakoutCadence else { return true }
    let (now, then) = (rowCount % breakoutCadence, count % breakoutCadence)
    // Rows without a breakout row among them break equally.
    return now == then || then + rows < breakoutCadence && now + rows < breakoutCadence
  }

  /// Whether a row, numbered from 0, is a breakout row (LayoutRules G1).
  @inline(__always)
  private func isBreakoutRow(_ row: Int) -> Bool {
    guard let breakoutCadence else { return false }
    return (row + 1) % breakoutCadence == 0
  }

  /// Offers an item to the open row, which has `count` items whose ratios add up to `sum` (LayoutRules G1,
  /// G2, G8).
  @inline(__always)
  private func offer(_ ratio: Double, sum: Double, count: Int) -> Offer {
    if count == 0, ratio >= 1, isBreakoutRow(rowCount) { return .completes }
    let joined = sum + ratio
    if count > 0, minHeight > 0, geometry.room(count + 1) < minHeight * joined {
      return .isLeft
    }
    if joined < minRatio || geometry.room(count + 1) > maxHeight * joined { return .joins }
    if joined <= maxRatio || count == 0 { return .completes }
    if geometry.room(count) > maxHeight * sum { return .completes }
    let errorWith = abs(joined - geometry.room(count + 1) / targetRowHeight)
    let errorWithout = abs(sum - geometry.room(count) / targetRowHeight)
    return errorWith > errorWithout ? .isLeft : .completes
  }
}
