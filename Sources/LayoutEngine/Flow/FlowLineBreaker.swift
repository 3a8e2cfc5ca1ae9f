/// Breaks items of different sizes into lines and stacks them, chunk by chunk, in one pass.
///
/// Where items stand in a line is not stored: `FlowPlaces` walks the line.
struct FlowLineBreaker {
  private let metrics: FlowMetrics
  private let sizes: FlowItemSizes
  private let budget: LayoutBudget
  private var placing: LinePlacing
  private var line = OpenLine()
  /// The least beginning and the greatest end of all items across the scroll axis.
  private(set) var minCross = Double.infinity
  private(set) var maxCross = -Double.infinity
  /// Whether items ascend within lines; negative spacings may prevent it.
  private var areLinesOrdered = true
  /// The greatest length of an item along the scroll axis, in points.
  private(set) var greatestLength = 0.0
  /// The greatest length across it, and the least of all along and across it.
  private var greatestCross = 0.0
  private var leastLength = 0.0

  /// The line that is being filled.
  private struct OpenLine {
    /// Its first item.
    var start = 0
    /// How long the first one is across the scroll axis.
    var leading = 0.0
    /// The items' lengths with spacings and without; the former lets none join before the first.
    var used = Double.infinity
    var total = 0.0
    /// The greatest length along the scroll axis.
    var thickness = 0.0
  }

  init(_ metrics: FlowMetrics, _ sizes: FlowItemSizes, _ budget: LayoutBudget) {
    self.metrics = metrics
    self.sizes = sizes
    self.budget = budget
    placing = LinePlacing(top: metrics.top, spacing: metrics.lineSpacing, budget)
  }

  /// Whether tops and ends ascend from line to line and from item to item within a line.
  var isOrdered: Bool { areLinesOrdered && placing.isOrdered }
  /// The least beginning and the greatest end of all lines.
  var minStart: Units { placing.minStart }
  var maxEnd: Units { placing.maxEnd }

  /// Breaks all items, at least one, into lines.
  ///
  /// - Parameters:
  ///   - path: where the items stand in the document.
  ///   - check: called with the greatest length so far; may throw `LayoutError.needsCoarseUnits`.
  /// - Throws: the items whose size is negative or not finite; `LayoutError.cancelled`.
  /// - Complexity: O(n).
  mutating func run(
    at path: DocumentPath, check: (Double) throws(LayoutError) -> Void
  ) throws(LayoutError) -> PlacedLines {
    var unpacked = FlowBlockSizes(sizes)
    for block in sizes.items.blocks {
      try budget.count(block.count)
      let (mains, crosses) = unpacked.read(block)
      try take(block.items, mains, crosses)
      guard leastLength >= 0, greatestLength.isLength, greatestCross.isLength else {
        throw try sizes.error(at: path, budget)
      }
      try check(greatestLength)
    }
    try closeLastLine(line.start..<sizes.count)
    if reachesEnd { minCross = min(minCross, metrics.crossStart) }
    if reachesEnd { maxCross = max(maxCross, metrics.farthestEnd) }
    return try placing.finish()
  }

  /// Some line of several items has been justified without being walked.
  private var reachesEnd = false

  /// LayoutRules A2: the next item joins while used + minimumInteritemSpacing + size ≤ A + ε; A8:
  /// an item wider than A stands alone, which matters only where the spacing is negative.
  private mutating func take(
    _ items: Range<Int>, _ mains: FlowBlockSizes.Side, _ crosses: FlowBlockSizes.Side
  ) throws(LayoutError) {
    let longest = metrics.available + metrics.tolerance
    let spacing = metrics.interitemSpacing
    let isOverlapping = spacing < 0
    let (mainLengths, crossLengths) = (mains.lengths.span, crosses.lengths.span)
    var line = line
    var (greatestMain, greatestCross, least) = (greatestLength, greatestCross, leastLength)
    for place in 0..<items.count {
      let (ownMain, ownCross) = (mainLengths[place], crossLengths[place])
      let main = ownMain.isNaN ? mains.otherwise : ownMain
      let cross = ownCross.isNaN ? crosses.otherwise : ownCross
      // Compared so, each is one instruction; `max` takes five.
      greatestMain = main > greatestMain ? main : greatestMain
      greatestCross = cross > greatestCross ? cross : greatestCross
      least = main < least ? main : least
      least = cross < least ? cross : least
      let used = line.used + spacing + cross
      if used <= longest, !isOverlapping || (cross <= longest && line.leading <= longest) {
        line.used = used
        line.total += cross
        line.thickness = main > line.thickness ? main : line.thickness
        continue
      }
      let item = items.lowerBound + place
      if item > 0 { try closeLine(line, end: item) }
      line = OpenLine(start: item, leading: cross, used: cross, total: cross, thickness: main)
    }
    self.line = line
    (greatestLength, self.greatestCross, leastLength) = (greatestMain, greatestCross, least)
  }

  /// LayoutRules A7: a line that is not the last is justified; an only item stands in the middle.
  @inline(__always)
  private mutating func closeLine(_ line: OpenLine, end: Int) throws(LayoutError) {
    let count = end - line.start
    if count == 1 {
      let start = metrics.centred(line.total)
      minCross = min(minCross, start)
      maxCross = max(maxCross, start + line.total)
    } else if count <= PlacedLines.walkLength, line.total <= metrics.available,
      metrics.hasFarthestEnd
    {
      reachesEnd = true
    } else {
      let gap = (metrics.available - line.total) / Double(count - 1)
      try place(line.start..<end, from: metrics.crossStart, gap: gap, line.thickness)
      return
    }
    try placing.append(count, thickness: metrics.unit.units(line.thickness))
  }

  /// LayoutRules A8: the last line leads at exactly minimumInteritemSpacing, even when it is full;
  /// an only item stands in the middle where every line of the section has one item.
  private mutating func closeLastLine(_ items: Range<Int>) throws(LayoutError) {
    let isLadder = items.count == 1 && placing.lineCount == items.lowerBound
    try place(
      items, from: isLadder ? metrics.centred(line.leading) : metrics.crossStart,
      gap: metrics.interitemSpacing, line.thickness)
  }

  /// Walks a line that may be long or overlap itself, notes how far it reaches, and stacks it.
  private mutating func place(
    _ items: Range<Int>, from crossStart: Double, gap: Double, _ thickness: Double
  ) throws(LayoutError) {
    var marks: [Double] = []
    var position = crossStart
    var end = crossStart
    var item = items.lowerBound
    while item < items.upperBound {
      let run = sizes.run(from: item, to: items.upperBound)
      try budget.count(run.places.count)
      for place in run.places {
        if (item - items.lowerBound) % PlacedLines.walkLength == 0 { marks.append(position) }
        let cross = run.cross(of: place)
        end = position + cross
        if gap < 0, items.count > 1 {
          // It may begin before the one that it follows, or end after the next.
          minCross = min(minCross, position)
          maxCross = max(maxCross, end)
          if cross + gap < 0 { areLinesOrdered = false }
        }
        position = end + gap
        item += 1
      }
    }
    minCross = min(minCross, crossStart)
    maxCross = max(maxCross, end)
    let thickness = metrics.unit.units(thickness)
    if items.count > PlacedLines.walkLength {
      try placing.append(items.count, thickness: thickness, shared: gap, positions: marks)
    } else {
      try placing.append(items.count, thickness: thickness)
    }
  }
}
