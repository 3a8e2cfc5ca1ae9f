/// Breaks aspect ratios into rows (LayoutRules G1, G2, G6): its value is the state between two items.
struct JustifiedRowBreaker {
  /// A complete row.
  struct Row {
    /// How many items it holds.
    let count: Int
    /// The sum of their ratios.
    let sum: Double
  }

  /// The result of offering an item to a row.
  private enum Offer {
    /// It joins the row, which stays open.
    case joins
    /// It joins the row and completes it.
    case completes
    /// The row is complete without it.
    case isLeft
  }

  private let geometry: JustifiedRowGeometry
  private let targetRowHeight: Double
  /// The least sum of ratios that completes a row by itself.
  private let leastRatio: Double
  /// The greatest sum of ratios that completes a row without a comparison.
  private let greatestRatio: Double
  private let breakoutCadence: Int?
  private let maxRows: Int

  /// How many rows are complete.
  private(set) var rowCount = 0
  /// How many items the open row holds.
  private(set) var openCount = 0
  /// The open row's sum of ratios.
  private var sum = 0.0

  init(_ spec: JustifiedSpec, _ geometry: JustifiedRowGeometry) {
    self.geometry = geometry
    targetRowHeight = spec.targetRowHeight
    let target = geometry.rowWidth / spec.targetRowHeight
    leastRatio = target * (1 - spec.targetRowHeightTolerance)
    greatestRatio = target * (1 + spec.targetRowHeightTolerance)
    breakoutCadence = spec.fullWidthBreakoutRowCadence?.nearestInt
    maxRows = spec.maxNumRows?.nearestInt ?? .max
  }

  /// Whether no further item is shown (LayoutRules G6).
  var isDone: Bool { rowCount >= maxRows }

  /// Whether the last complete row is a breakout row (LayoutRules G1).
  var follows: Bool { rowCount > 0 && !isBreakoutRow(rowCount - 1) }

  /// Offers items until a row is complete.
  ///
  /// Each is offered twice at most, and a running sum of ratios stands for the items of the row, so
  /// that the time is linear (LayoutRules G7).
  ///
  /// - Parameters:
  ///   - ratios: some items' in a row, each finite and > 0.
  ///   - place: the first one to be offered; left at the first one after the row.
  ///   - end: the one before which offering ends; at most their number.
  /// - Returns: nil if the items end before the row is complete, or no further one is shown.
  @inline(__always)
  mutating func nextRow(_ ratios: [Double], from place: inout Int, to end: Int) -> Row? {
    guard !isDone else { return nil }
    var sum = sum
    var count = openCount
    // Below it an item joins whatever else holds.
    var joining = leastRatio
    if count == 0, isBreakoutRow(rowCount), leastRatio > 1 { joining = 1 }
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
      joining = leastRatio
      count += 1
      place += 1
    }
    self.sum = sum
    openCount = count
    return nil
  }

  @inline(__always)
  private mutating func complete(_ row: Row) -> Row {
    rowCount += 1
    openCount = 0
    sum = 0
    return row
  }

  /// Goes on after rows that are complete, the last one with no item left open.
  mutating func skip(_ rows: Int) { rowCount += rows }

  /// Whether rows that broke so after `count` others may follow, given that the items are the same.
  ///
  /// - Parameter rows: how many they are; 1 or more.
  func mayRepeat(_ rows: Int, after count: Int) -> Bool {
    guard rowCount + rows <= maxRows else { return false }
    guard let breakoutCadence else { return true }
    let (now, then) = (rowCount % breakoutCadence, count % breakoutCadence)
    // Without a breakout row they are the same up to the next one.
    return now == then || then + rows < breakoutCadence && now + rows < breakoutCadence
  }

  /// Whether a row, numbered from 0, is a breakout row (LayoutRules G1).
  @inline(__always)
  private func isBreakoutRow(_ row: Int) -> Bool {
    guard let breakoutCadence else { return false }
    return (row + 1) % breakoutCadence == 0
  }

  /// LayoutRules G1 and G2 for one item and the open row of `count` items with ratios of that sum.
  @inline(__always)
  private func offer(_ ratio: Double, sum: Double, count: Int) -> Offer {
    if count == 0, ratio >= 1, isBreakoutRow(rowCount) { return .completes }
    let joined = sum + ratio
    if joined < leastRatio { return .joins }
    if joined <= greatestRatio || count == 0 { return .completes }
    let errorWith = abs(joined - geometry.room(count + 1) / targetRowHeight)
    let errorWithout = abs(sum - geometry.room(count) / targetRowHeight)
    return errorWith > errorWithout ? .isLeft : .completes
  }
}

/// What the rows of a section have in common across the scroll axis, in points.
struct JustifiedRowGeometry: Sendable, Equatable {
  /// Where rows begin.
  let left: Double
  /// The width that rows fill.
  let rowWidth: Double
  /// The distance between two cells of a row.
  let spacing: Double

  /// What is left of a row's width for that many items (`room(k)` of G).
  @inline(__always)
  func room(_ count: Int) -> Double {
    rowWidth - Double(count - 1) * spacing
  }
}

/// Walks from cell to cell of a row: the sums are the same wherever the walk begins.
struct JustifiedPen {
  /// The row's height before it is clamped, in points.
  let height: Double
  let spacing: Double
  /// The left edge of the next cell, then of the last one.
  private(set) var left: Double
  /// The last cell's width.
  private(set) var width = 0.0
  private var hasBegun = false

  /// Begins before a cell with that left edge.
  @inline(__always)
  init(left: Double, height: Double, spacing: Double) {
    self.left = left
    self.height = height
    self.spacing = spacing
  }

  /// Goes on to a cell (LayoutRules G3: width = ratio · height, the height not clamped).
  @inline(__always)
  mutating func advance(_ ratio: Double) {
    if hasBegun { left += width + spacing }
    hasBegun = true
    width = ratio * height
  }

  /// The left edge of the cell that comes next.
  @inline(__always)
  var nextLeft: Double { hasBegun ? left + (width + spacing) : left }
}
