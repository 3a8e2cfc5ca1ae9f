/// Where the lines of a flow section and the items in them stand.
struct FlowLines: Sendable {
  /// At which items lines begin.
  fileprivate(set) var starts: LineStarts
  /// Where each item begins across the scroll axis.
  fileprivate(set) var positions: [Double] = []
  /// Where each line begins along the scroll axis.
  fileprivate(set) var tops: [Units] = []
  /// How long each line is along the scroll axis.
  fileprivate(set) var thicknesses: [Units] = []
  /// The least beginning and the greatest end of all lines.
  fileprivate(set) var minStart: Units
  fileprivate(set) var maxEnd: Units
  /// The least beginning and the greatest end of all items across the scroll axis.
  fileprivate(set) var minCross = Double.infinity
  fileprivate(set) var maxCross = -Double.infinity

  /// Bytes held.
  var byteCount: Int {
    starts.byteCount
      + 8 * (positions.capacity + tops.capacity + thicknesses.capacity)
  }

  /// The lines that meet `lower..<upper` along the scroll axis, given that tops and ends ascend.
  ///
  /// - Complexity: O(log n) in the number of lines.
  func numbers(meeting lower: Units, _ upper: Units) -> Range<Int> {
    let lines = tops.indices
    let first = lines.firstIndex { tops[$0] + thicknesses[$0] > lower }
    let end = lines.firstIndex { tops[$0] >= upper }
    return first..<max(first, end)
  }
}

/// Breaks items of different sizes into lines, justifies the lines and stacks them, in one pass.
struct FlowLineBreaker {
  private let metrics: FlowMetrics
  private let mains: [Double]
  private let crosses: [Double]
  private(set) var lines: FlowLines
  /// Where the next line begins along the scroll axis.
  private var top: Units
  /// Whether tops and ends ascend from line to line and from item to item within a line; negative
  /// spacings may prevent it.
  private(set) var isOrdered = true

  init(_ metrics: FlowMetrics, mains: [Double], crosses: [Double]) {
    self.metrics = metrics
    self.mains = mains
    self.crosses = crosses
    top = metrics.top
    lines = FlowLines(
      starts: LineStarts(itemCount: mains.count),
      minStart: metrics.top, maxEnd: metrics.top)
  }

  /// Breaks all items into lines.
  ///
  /// - Throws: `LayoutError.cancelled`.
  mutating func run(_ budget: LayoutBudget) throws(LayoutError) {
    var positions = [Double](repeating: 0, count: crosses.count)
    var places = positions.mutableSpan
    try breakLines(&places, budget)
    lines.positions = positions
    lines.starts.finish()
    lines.tops = lines.tops.trimmed()
    lines.thicknesses = lines.thicknesses.trimmed()
  }

  private mutating func breakLines(
    _ positions: inout MutableSpan<Double>, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let longest = metrics.available + metrics.tolerance
    var start = 0
    var used = 0.0
    var total = 0.0
    for stretch in crosses.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let cross = crosses[item]
        if item > start, fits(cross, after: used, firstItem: start, longest: longest) {
          used = used + metrics.interitemSpacing + cross
          total += cross
          continue
        }
        if item > start { closeLine(start..<item, total: total, &positions, budget) }
        start = item
        used = cross
        total = cross
      }
    }
    closeLastLine(start..<crosses.count, &positions, budget)
    // Of a long line's placing, too.
    try budget.count(0)
  }

  /// LayoutRules A2: the next item joins while used + minimumInteritemSpacing + size ≤ A + ε; A8:
  /// an item wider than A stands alone, which matters only where the spacing is negative.
  private func fits(
    _ cross: Double, after used: Double, firstItem: Int, longest: Double
  ) -> Bool {
    guard used + metrics.interitemSpacing + cross <= longest else { return false }
    return metrics.interitemSpacing >= 0 || (cross <= longest && crosses[firstItem] <= longest)
  }

  /// LayoutRules A7: a line that is not the last is justified; an only item stands in the middle.
  private mutating func closeLine(
    _ items: Range<Int>, total: Double, _ positions: inout MutableSpan<Double>,
    _ budget: LayoutBudget
  ) {
    if items.count == 1 {
      let start = metrics.centred(crosses[items.lowerBound])
      place(items, from: start, gap: 0, &positions, budget)
    } else {
      let gap = (metrics.available - total) / Double(items.count - 1)
      place(items, from: metrics.crossStart, gap: gap, &positions, budget)
    }
  }

  /// LayoutRules A8: the last line leads at exactly minimumInteritemSpacing, even when it is full;
  /// an only item stands in the middle where every line of the section has one item.
  private mutating func closeLastLine(
    _ items: Range<Int>, _ positions: inout MutableSpan<Double>, _ budget: LayoutBudget
  ) {
    let isLadder = items.count == 1 && lines.tops.count == items.lowerBound
    if isLadder {
      let start = metrics.centred(crosses[items.lowerBound])
      place(items, from: start, gap: 0, &positions, budget)
    } else {
      let gap = metrics.interitemSpacing
      place(items, from: metrics.crossStart, gap: gap, &positions, budget)
    }
  }

  /// Gives the items of one line their positions, and the line its place under the last
  /// (LayoutRules A9).
  ///
  /// Looks only within lines of more than a stretch: most are of a few items.
  private mutating func place(
    _ items: Range<Int>, from crossStart: Double, gap: Double,
    _ positions: inout MutableSpan<Double>, _ budget: LayoutBudget
  ) {
    lines.starts.mark(items.lowerBound)
    var position = crossStart
    var end = crossStart
    var thickness = 0.0
    var next = items.lowerBound
    repeat {
      let part = next..<min(items.upperBound, next + LayoutBudget.stretch)
      for item in part {
        positions[item] = position
        end = position + crosses[item]
        thickness = max(thickness, mains[item])
        position = end + gap
      }
      next = part.upperBound
    } while next < items.upperBound && budget.goesOn(after: LayoutBudget.stretch)
    lines.minCross = min(lines.minCross, crossStart)
    lines.maxCross = max(lines.maxCross, end)
    if gap < 0 { noteOverlaps(items, gap: gap, positions, budget) }
    stack(thickness)
  }

  /// With a negative gap an item may begin before the one that it follows, or end after the next.
  private mutating func noteOverlaps(
    _ items: Range<Int>, gap: Double, _ positions: borrowing MutableSpan<Double>,
    _ budget: LayoutBudget
  ) {
    for stretch in items.stretches where budget.goesOn(after: stretch.count) {
      for item in stretch {
        lines.minCross = min(lines.minCross, positions[item])
        lines.maxCross = max(lines.maxCross, positions[item] + crosses[item])
        if crosses[item] + gap < 0 { isOrdered = isOrdered && items.count == 1 }
      }
    }
  }

  /// LayoutRules A9, I1: the next line begins at this one's beginning + thickness + minimumLineSpacing.
  private mutating func stack(_ length: Double) {
    let thickness = metrics.unit.units(length)
    if metrics.lineSpacing < .zero, let previous = lines.thicknesses.last,
      previous + metrics.lineSpacing < .zero || thickness + metrics.lineSpacing < .zero
    {
      isOrdered = false
    }
    lines.tops.append(top)
    lines.thicknesses.append(thickness)
    lines.minStart = min(lines.minStart, top)
    lines.maxEnd = max(lines.maxEnd, top + thickness)
    top += thickness + metrics.lineSpacing
  }
}
