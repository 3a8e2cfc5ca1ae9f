/// Breaks items of different sizes into lines and stacks them, chunk by chunk, in one pass.
///
/// The positions of the items in a line are not stored: `FlowPlaces` walks the line to compute them.
struct FlowLineBreaker {
  private let metrics: FlowMetrics
  private let sizes: FlowItemSizes
  private let budget: LayoutBudget
  private var placing: LineBuilder
  private var line = OpenLine()
  /// Lines of an earlier layout that may be taken over; nil if there are none.
  private var sharing: LineSharing?
  /// Repeats lines of items without sizes of their own; nil if lines may overlap.
  private var plain: PlainLines?
  /// The number of items placed, without those in lines taken over from an earlier layout.
  private(set) var placedCount = 0
  /// Whether items' beginnings and ends ascend within each line; a negative spacing may prevent it.
  private var areLinesOrdered = true
  /// The greatest length along the scroll axis of the items that were placed, in points.
  private var greatestMain = 0.0
  /// The greatest length across the scroll axis of the items that were placed, in points.
  private var greatestCross = 0.0
  /// The least length of the items that were placed, along or across the scroll axis, in points.
  private var leastLength = 0.0

  /// The line that is being filled.
  private struct OpenLine {
    /// The number of the line's first item.
    var start = 0
    /// The length of the first item across the scroll axis.
    var leading = 0.0
    /// The sum of the items' lengths across the scroll axis with the spacings between them.
    ///
    /// It is infinite while the line is empty, so that the next item opens a new line.
    var used = Double.infinity
    /// The sum of the items' lengths across the scroll axis, without spacings.
    var total = 0.0
    /// The greatest length of the line's items along the scroll axis.
    var thickness = 0.0
  }

  /// Creates a breaker that has not read any item yet.
  ///
  /// - Parameter earlier: the lines of an earlier layout, whose metrics must be equal but for `top`; unchanged lines are
  ///   taken over. Nil if there is no earlier layout.
  init(
    _ metrics: FlowMetrics, _ sizes: FlowItemSizes, after earlier: FlowPlaces?,
    _ budget: LayoutBudget
  ) {
    self.init(metrics, sizes, chunkLength: nil, budget)
    // Lines that overlap are not taken over, because the order of each must be checked.
    guard metrics.lineSpacing >= .zero, metrics.interitemSpacing >= 0 else { return }
    plain = PlainLines(sizes.items)
    if let earlier {
      sharing = LineSharing(sizes.items, after: earlier.sizes.items, placed: earlier.lines)
    }
  }

  private init(
    _ metrics: FlowMetrics, _ sizes: FlowItemSizes, chunkLength: Int?, _ budget: LayoutBudget
  ) {
    self.metrics = metrics
    self.sizes = sizes
    self.budget = budget
    placing = LineBuilder(
      top: metrics.top, spacing: metrics.lineSpacing, chunkLength: chunkLength, budget)
  }

  /// Whether the beginnings and ends of lines ascend, and within each line those of its items.
  var isOrdered: Bool { areLinesOrdered && placing.isOrdered }
  /// The greatest length of an item along the scroll axis, in points.
  var greatestLength: Double { max(greatestMain, placing.summary.greatestLength) }
  /// The least beginning of an item across the scroll axis, in points.
  var minCross: Double {
    let summary = placing.summary
    return summary.reachesEnd ? min(summary.minCross, metrics.crossStart) : summary.minCross
  }
  /// The greatest end of an item across the scroll axis, or slightly more, in points.
  var maxCross: Double {
    let summary = placing.summary
    return summary.reachesEnd ? max(summary.maxCross, metrics.farthestEnd) : summary.maxCross
  }
  /// The least beginning of a line along the scroll axis.
  var minStart: Units { placing.minStart }
  /// The greatest end of a line along the scroll axis.
  var maxEnd: Units { placing.maxEnd }

  /// Breaks all items, at least one, into lines.
  ///
  /// - Parameters:
  ///   - path: the path of the items in the document.
  ///   - check: called after each block with the greatest length of an item so far; throws if the section
  ///     could be too long.
  /// - Throws: an error that lists the items whose size is negative or not finite; `LayoutError.cancelled`.
  /// - Complexity: O(n).
  mutating func run(
    at path: DocumentPath, check: (Double) throws(LayoutError) -> Void
  ) throws(LayoutError) -> LineTable {
    var unpacked = FlowBlockSizes(sizes)
    var next = 0
    for block in sizes.items.blocks where next < block.items.upperBound {
      try share(from: &next)
      guard next < block.items.upperBound else { continue }
      try budget.count(block.items.upperBound - next)
      let (mains, crosses) = unpacked.read(block)
      while next < block.items.upperBound {
        let stop = min(
          block.items.upperBound, sharing?.stop(after: next) ?? .max,
          plain?.stop(after: next) ?? .max)
        placedCount += stop - next
        try take(next..<stop, of: block, mains, crosses)
        next = stop
        try share(from: &next)
      }
      guard leastLength >= 0, greatestMain.isLength, greatestCross.isLength else {
        throw try sizes.error(at: path, budget)
      }
      try check(greatestLength)
    }
    try closeLastLine(line.start..<sizes.count)
    return try placing.finish()
  }

  /// Takes over chunks of earlier lines, and repeats lines of items without sizes, while `item` begins a line
  /// and such a chunk follows.
  ///
  /// - Parameter item: the next item to place; afterwards the first item that was not taken over.
  private mutating func share(from item: inout Int) throws(LayoutError) {
    while item < sizes.count, let chunk = try chunk(at: item) {
      if item > line.start { try closeLine(line, end: item) }
      try placing.share(chunk)
      item += chunk.starts.cellCount
      line = OpenLine(start: item)
    }
  }

  /// Returns the lines from an item on that need not be placed; nil if the item doesn't begin a line, or is to
  /// be placed.
  private mutating func chunk(at item: Int) throws(LayoutError) -> LineChunk? {
    let candidate = sharing?.take(at: item)
    guard candidate != nil || plain?.isDue(at: item) == true, beginsLine(item) else { return nil }
    if let candidate { return candidate.chunk }
    if let length = plain?.missingLength(at: item) {
      let chunk = try placePlain(length)
      plain?.use(chunk, length: length)
    }
    return plain?.chunk(at: item, before: sharing?.stop(after: item) ?? .max)
  }

  /// Returns the complete lines of items without sizes of their own, in a chunk of at most `length` cells; nil
  /// if no line is complete, or the items of a line overlap.
  private mutating func placePlain(_ length: Int) throws(LayoutError) -> LineChunk? {
    let sizes = FlowItemSizes(
      items: Items(count: length + 1), itemSize: sizes.itemSize, axis: sizes.axis)
    var breaker = FlowLineBreaker(metrics, sizes, chunkLength: length, budget)
    var unpacked = FlowBlockSizes(sizes)
    for block in sizes.items.blocks {
      try budget.count(block.count)
      let (mains, crosses) = unpacked.read(block)
      try breaker.take(block.items, of: block, mains, crosses)
    }
    placedCount += length
    return breaker.isOrdered ? try breaker.placing.finish().chunks.first : nil
  }

  /// Whether an item begins a line: the open line is empty, or has no room for the item.
  private func beginsLine(_ item: Int) -> Bool {
    guard item > line.start else { return true }
    let used = line.used + metrics.interitemSpacing + sizes.size(of: item).cross
    return !(used <= metrics.available + metrics.tolerance)
  }

  /// Adds items to the open line, and opens new lines when it is full.
  ///
  /// The next item joins while used + minimumInteritemSpacing + size ≤ A + ε (LayoutRules A2). An item wider
  /// than A is alone on its line (A8), which matters only if the spacing is negative.
  ///
  /// - Parameters:
  ///   - items: the numbers, in the section, of some of the block's items.
  ///   - mains: the lengths of the block's items along the scroll axis.
  ///   - crosses: the lengths of the block's items across the scroll axis.
  private mutating func take(
    _ items: Range<Int>, of block: ItemBlock, _ mains: FlowBlockSizes.Side,
    _ crosses: FlowBlockSizes.Side
  ) throws(LayoutError) {
    let first = block.items.lowerBound
    let longest = metrics.available + metrics.tolerance
    let spacing = metrics.interitemSpacing
    let isOverlapping = spacing < 0
    let (mainSlice, crossSlice) = (mains.lengths[...], crosses.lengths[...])
    let (mainLengths, crossLengths) = (mainSlice.span, crossSlice.span)
    var line = line
    var (greatestMain, greatestCross, least) = (greatestMain, greatestCross, leastLength)
    for place in items.lowerBound - first..<items.upperBound - first {
      let (ownMain, ownCross) = (mainLengths[place], crossLengths[place])
      let main = ownMain.isNaN ? mains.otherwise : ownMain
      let cross = ownCross.isNaN ? crosses.otherwise : ownCross
      // Each of these comparisons is one instruction; `max` takes five.
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
      let item = first + place
      if item > line.start { try closeLine(line, end: item) }
      line = OpenLine(start: item, leading: cross, used: cross, total: cross, thickness: main)
    }
    self.line = line
    (self.greatestMain, self.greatestCross, leastLength) = (greatestMain, greatestCross, least)
  }

  /// Closes a line that is not the last: it is justified, and an only item is centred (LayoutRules A7); or it
  /// is aligned (A18).
  @inline(__always)
  private mutating func closeLine(_ line: OpenLine, end: Int) throws(LayoutError) {
    let count = end - line.start
    guard metrics.alignment == .justified else { return try closeAligned(line, count: count) }
    if count > 1,
      count > LineTable.walkLength || line.total > metrics.available
        || !metrics.hasFarthestEnd
    {
      let gap = (metrics.available - line.total) / Double(count - 1)
      return try place(line.start..<end, from: metrics.crossStart, gap: gap, line.thickness)
    }
    try placing.append(count, thickness: Units(points: line.thickness))
    placing.open.greatestLength = max(placing.open.greatestLength, line.thickness)
    if count == 1 {
      let start = metrics.centred(line.total)
      placing.open.include(start, start + line.total)
    } else {
      placing.open.reachesEnd = true
    }
  }

  /// Closes any line of a section whose lines are not justified (LayoutRules A18).
  private mutating func closeAligned(_ line: OpenLine, count: Int) throws(LayoutError) {
    guard
      count <= LineTable.walkLength, metrics.interitemSpacing >= 0,
      line.used <= metrics.available, metrics.hasFarthestEnd
    else {
      return try place(
        line.start..<line.start + count,
        from: metrics.alignedStart(total: line.total, count: count),
        gap: metrics.interitemSpacing, line.thickness)
    }
    try placing.append(count, thickness: Units(points: line.thickness))
    placing.open.greatestLength = max(placing.open.greatestLength, line.thickness)
    placing.open.reachesEnd = true
  }

  /// Closes the last line (LayoutRules A8, A18).
  ///
  /// Its items begin at the line's beginning with exactly minimumInteritemSpacing between them, even if the
  /// line is full. An only item is centred if every line of the section has one item.
  private mutating func closeLastLine(_ items: Range<Int>) throws(LayoutError) {
    guard metrics.alignment == .justified else {
      return try closeAligned(line, count: items.count)
    }
    let isLadder = items.count == 1 && placing.lineCount == items.lowerBound
    try place(
      items, from: isLadder ? metrics.centred(line.leading) : metrics.crossStart,
      gap: metrics.interitemSpacing, line.thickness)
  }

  /// Stacks a line that may be long, or whose items may overlap each other.
  ///
  /// It walks the line to record how far the items reach across the scroll axis.
  private mutating func place(
    _ items: Range<Int>, from crossStart: Double, gap: Double, _ thickness: Double
  ) throws(LayoutError) {
    var marks: [Double] = []
    var position = crossStart
    var end = crossStart
    var (minCross, maxCross) = (crossStart, crossStart)
    var item = items.lowerBound
    while item < items.upperBound {
      let run = sizes.run(from: item, to: items.upperBound)
      try budget.count(run.places.count)
      for place in run.places {
        if (item - items.lowerBound) % LineTable.walkLength == 0 { marks.append(position) }
        let cross = run.cross(of: place)
        end = position + cross
        if gap < 0, items.count > 1 {
          // The item may begin before the previous item, or end after the next item.
          minCross = min(minCross, position)
          maxCross = max(maxCross, end)
          if cross + gap < 0 { areLinesOrdered = false }
        }
        position = end + gap
        item += 1
      }
    }
    let length = Units(points: thickness)
    if items.count > LineTable.walkLength {
      try placing.append(items.count, thickness: length, shared: gap, positions: marks)
    } else {
      try placing.append(items.count, thickness: length)
    }
    placing.open.greatestLength = max(placing.open.greatestLength, thickness)
    placing.open.include(minCross, max(maxCross, end))
  }
}
