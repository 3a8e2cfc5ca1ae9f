/// Breaks aspect ratios into rows and finds the rows' heights (LayoutRules G1–G3, G5, G6).
struct JustifiedRowBreaker {
  /// The result of offering an item to a row.
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
  private let showsWidows: Bool

  /// The first item of each row.
  private(set) var starts: [UInt32] = []
  /// Each row's height before it is clamped: its room by the sum of its ratios (LayoutRules G3).
  private(set) var heights: [Double] = []
  /// How many items stand in rows; those after them are not shown.
  private(set) var cellCount = 0
  /// Whether the last row is the open one.
  private(set) var hasWidows = false

  init(_ spec: JustifiedSpec, rowWidth: Double) {
    self.rowWidth = rowWidth
    spacing = spec.horizontalSpacing
    targetRowHeight = spec.targetRowHeight
    leastRatio = rowWidth / spec.targetRowHeight * (1 - spec.targetRowHeightTolerance)
    greatestRatio = rowWidth / spec.targetRowHeight * (1 + spec.targetRowHeightTolerance)
    breakoutCadence = spec.fullWidthBreakoutRowCadence
    maxRows = spec.maxNumRows ?? .max
    showsWidows = spec.showWidows
  }

  /// Offers the items to rows in order.
  ///
  /// Each is offered twice at most, and a running sum of ratios stands for the items of the row, so
  /// that the time is linear (LayoutRules G7).
  ///
  /// - Throws: a row whose gaps alone fill the width (LayoutRules D), at its last item.
  mutating func breakIntoRows(
    _ ratios: [Double], at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    // Room for rows of one item: unused capacity is never touched, and released by StackedRows.
    starts.reserveCapacity(ratios.count)
    heights.reserveCapacity(ratios.count)
    var sum = 0.0
    for stretch in ratios.indices.stretches {
      try budget.count(stretch.count)
      guard try breakStretch(ratios, stretch, &sum, at: path) else { return }
    }
    addWidows(before: ratios.count)
  }

  /// Offers some of the items.
  ///
  /// - Parameter sum: the open row's sum of ratios.
  /// - Returns: false where no further item is shown.
  @inline(__always)
  private mutating func breakStretch(
    _ ratios: [Double], _ items: Range<Int>, _ sum: inout Double, at path: DocumentPath
  ) throws(LayoutError) -> Bool {
    for item in items {
      guard starts.count < maxRows else { return false }
      let ratio = ratios[item]
      var offer = offer(ratio, sum: sum, count: item - cellCount)
      if offer == .isLeft {
        try completeRow(before: item, sum: sum, at: path)
        guard starts.count < maxRows else { return false }
        sum = 0
        offer = self.offer(ratio, sum: 0, count: 0)
      }
      sum += ratio
      if offer == .completes {
        try completeRow(before: item + 1, sum: sum, at: path)
        sum = 0
      }
    }
    return true
  }

  /// The rows' heights as they are shown, between half and twice the target's (LayoutRules G3), and
  /// the greatest of them in points.
  func shownHeights(
    _ unit: UnitScale, _ budget: LayoutBudget
  ) throws(LayoutError) -> (heights: [Units], greatest: Double) {
    var shown: [Units] = []
    shown.reserveCapacity(heights.count)
    var greatest = 0.0
    for stretch in heights.indices.stretches {
      try budget.count(stretch.count)
      for row in stretch {
        let height = shownHeight(heights[row])
        greatest = max(greatest, height)
        shown.append(unit.units(height))
      }
    }
    return (shown, greatest)
  }

  /// What is left of a row's width for that many items (`room(k)` of G).
  private func room(_ count: Int) -> Double {
    rowWidth - Double(count - 1) * spacing
  }

  /// Whether a row, numbered from 0, is a breakout row (LayoutRules G1).
  private func isBreakoutRow(_ row: Int) -> Bool {
    guard let breakoutCadence else { return false }
    return (row + 1) % breakoutCadence == 0
  }

  /// LayoutRules G1 and G2 for one item and the open row of `count` items with ratios of that sum.
  private func offer(_ ratio: Double, sum: Double, count: Int) -> Offer {
    if count == 0, ratio >= 1, isBreakoutRow(starts.count) { return .completes }
    let joined = sum + ratio
    if joined < leastRatio { return .joins }
    if joined <= greatestRatio || count == 0 { return .completes }
    let errorWith = abs(joined - room(count + 1) / targetRowHeight)
    let errorWithout = abs(sum - room(count) / targetRowHeight)
    return errorWith > errorWithout ? .isLeft : .completes
  }

  private func shownHeight(_ height: Double) -> Double {
    max(targetRowHeight / 2, min(height, targetRowHeight * 2))
  }

  private mutating func completeRow(
    before end: Int, sum: Double, at path: DocumentPath
  ) throws(LayoutError) {
    let count = end - cellCount
    let room = room(count)
    guard room > 0 else {
      throw LayoutError(
        path.index(end - 1), "has no room in its row: \(count) items leave \(room) points")
    }
    starts.append(UInt32(truncatingIfNeeded: cellCount))
    heights.append(room / sum)
    cellCount = end
  }

  /// The open row, where it is shown: its height is the previous row's, or the target's where there
  /// is none or where that is a breakout row (LayoutRules G5).
  private mutating func addWidows(before end: Int) {
    guard showsWidows, cellCount < end, starts.count < maxRows else { return }
    let follows = !starts.isEmpty && !isBreakoutRow(starts.count - 1)
    let height = heights.last.map { follows ? shownHeight($0) : targetRowHeight }
    starts.append(UInt32(truncatingIfNeeded: cellCount))
    heights.append(height ?? targetRowHeight)
    cellCount = end
    hasWidows = true
  }
}
