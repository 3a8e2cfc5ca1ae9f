/// Breaks items into lines: by columns if all have one size (LayoutRules A4–A6), else greedily (A2, A7–A9, A18).
///
/// The positions of the items in a line are not stored: `FlowPlaces` walks the line to compute them.
struct FlowRule: LineRule {
  private let solver: FlowSolver
  private let sizes: FlowItemSizes
  /// The columns of items of one size; nil if sizes differ or lines are not justified.
  private let columns: FlowColumns?
  private let context: PlacingContext
  private let metrics: FlowMetrics
  private var unpacked: FlowBlockSizes
  /// The lengths along and across the scroll axis of the items of the block that was read last.
  private var (mains, crosses) = (FlowBlockSizes.Side.none, FlowBlockSizes.Side.none)
  private var line = OpenLine()
  /// Whether items' beginnings and ends ascend within each line; a negative spacing may prevent it.
  private(set) var isOrdered = true
  /// The greatest length along the scroll axis of the items that were placed, in points.
  private var maxMain = 0.0
  /// The greatest length across the scroll axis of the items that were placed, in points.
  private var maxCrossLength = 0.0
  /// The least length of the items that were placed, along or across the scroll axis, in points.
  private var minLength = 0.0

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

    var isEmpty: Bool { used == .infinity }
  }

  /// Creates a rule that has not read any item yet.
  init(
    _ solver: FlowSolver, _ sizes: FlowItemSizes, _ columns: FlowColumns?,
    _ context: PlacingContext
  ) {
    self.solver = solver
    metrics = solver.metrics
    self.sizes = sizes
    self.columns = columns
    self.context = context
    unpacked = FlowBlockSizes(sizes)
  }

  var items: Items { sizes.items }

  var repeatsLines: Bool { columns != nil || metrics.keepsOrder }

  func restarted(with items: Items) -> FlowRule {
    FlowRule(
      solver, FlowItemSizes(items: items, itemSize: sizes.itemSize, axis: sizes.axis), columns,
      context)
  }

  mutating func read(_ block: ItemBlock) {
    guard columns == nil else { return }
    // The previous lengths are released first, so that their memory is reused.
    (mains, crosses) = (.none, .none)
    (mains, crosses) = unpacked.read(block)
  }

  mutating func beginLine(
    at item: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) -> Bool {
    guard !line.isEmpty, columns == nil else { return line.isEmpty }
    let used = line.used + metrics.interitemSpacing + sizes.size(of: item).cross
    guard !(used <= metrics.available + metrics.tolerance) else { return false }
    try closeLine(line, end: item, &lines)
    line = OpenLine()
    return true
  }

  mutating func add(
    _ items: Range<Int>, of block: ItemBlock, to lines: inout LineBuilder
  ) throws(LayoutError) -> Int {
    if let columns {
      try addItems(items, in: columns, to: &lines)
    } else {
      try addItems(items, of: block, to: &lines)
    }
    guard minLength >= 0, maxMain.isLength, maxCrossLength.isLength else {
      throw try sizes.error(at: context.path, context.budget)
    }
    try solver.requireScrollLength(
      of: sizes.count, maxLength: maxLength(lines.summary), at: context.path)
    return items.upperBound
  }

  /// Returns the greatest length of an item so far along the scroll axis, in points.
  func maxLength(_ summary: LineSummary) -> Double {
    max(maxMain, summary.maxLength)
  }

  func extentAcross(_ summary: LineSummary) -> (lower: Double, upper: Double) {
    guard summary.reachesEnd else { return (summary.minCross, summary.maxCross) }
    return (
      min(summary.minCross, metrics.crossStart), max(summary.maxCross, metrics.farthestEnd)
    )
  }

  func places() -> FlowPlaces { FlowPlaces(metrics, sizes, columns) }

  /// Adds items of one size, and closes each line whose columns are full.
  private mutating func addItems(
    _ items: Range<Int>, in columns: FlowColumns, to lines: inout LineBuilder
  ) throws(LayoutError) {
    var next = items.lowerBound
    while next < items.upperBound {
      if line.isEmpty { line = OpenLine(start: next, used: 0) }
      next = min(items.upperBound, line.start + columns.count)
      if next - line.start == columns.count { try closeLine(before: next, in: columns, &lines) }
    }
  }

  /// Closes a line of columns.
  private mutating func closeLine(
    before end: Int, in columns: FlowColumns, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    try lines.append(end - line.start, thickness: columns.thickness)
    let extent = columns.extent(of: end - line.start)
    lines.open.include(extent.lower, extent.upper)
    lines.open.maxLength = max(lines.open.maxLength, columns.thickness.points)
    line = OpenLine()
  }

  /// Adds items to the open line, and opens new lines when it is full.
  ///
  /// The next item joins while used + minimumInteritemSpacing + size ≤ A + ε (LayoutRules A2). An item wider
  /// than A is alone on its line (A8), which matters only if the spacing is negative.
  private mutating func addItems(
    _ items: Range<Int>, of block: ItemBlock, to lines: inout LineBuilder
  ) throws(LayoutError) {
    let (mains, crosses) = (mains, crosses)
    let first = block.items.lowerBound
    let longest = metrics.available + metrics.tolerance
    let spacing = metrics.interitemSpacing
    let isOverlapping = spacing < 0
    let (mainSlice, crossSlice) = (mains.lengths[...], crosses.lengths[...])
    let (mainLengths, crossLengths) = (mainSlice.span, crossSlice.span)
    var line = line
    var (maxMain, maxCrossLength, least) = (maxMain, maxCrossLength, minLength)
    for place in items.lowerBound - first..<items.upperBound - first {
      let (ownMain, ownCross) = (mainLengths[place], crossLengths[place])
      let main = ownMain.isNaN ? mains.otherwise : ownMain
      let cross = ownCross.isNaN ? crosses.otherwise : ownCross
      // Each of these comparisons is one instruction; `max` takes five.
      maxMain = main > maxMain ? main : maxMain
      maxCrossLength = cross > maxCrossLength ? cross : maxCrossLength
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
      if !line.isEmpty { try closeLine(line, end: item, &lines) }
      line = OpenLine(start: item, leading: cross, used: cross, total: cross, thickness: main)
    }
    self.line = line
    (self.maxMain, self.maxCrossLength, minLength) = (maxMain, maxCrossLength, least)
  }

  /// Closes a line that is not the last: it is justified, and an only item is centred (LayoutRules A7); or it
  /// is aligned (A18).
  @inline(__always)
  private mutating func closeLine(
    _ line: OpenLine, end: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    let count = end - line.start
    guard metrics.alignment == .justified else {
      return try closeAligned(line, count: count, &lines)
    }
    if count > 1,
      count > LineTable.walkLength || line.total > metrics.available
        || !metrics.hasFarthestEnd
    {
      let gap = (metrics.available - line.total) / Double(count - 1)
      return try place(
        line.start..<end, from: metrics.crossStart, gap: gap, line.thickness, &lines)
    }
    try lines.append(count, thickness: Units(points: line.thickness))
    lines.open.maxLength = max(lines.open.maxLength, line.thickness)
    if count == 1 {
      let start = metrics.centred(line.total)
      lines.open.include(start, start + line.total)
    } else {
      lines.open.reachesEnd = true
    }
  }

  /// Closes any line of a section whose lines are not justified (LayoutRules A18).
  private mutating func closeAligned(
    _ line: OpenLine, count: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    guard
      count <= LineTable.walkLength, metrics.interitemSpacing >= 0,
      line.used <= metrics.available, metrics.hasFarthestEnd
    else {
      return try place(
        line.start..<line.start + count,
        from: metrics.alignedStart(total: line.total, count: count),
        gap: metrics.interitemSpacing, line.thickness, &lines)
    }
    try lines.append(count, thickness: Units(points: line.thickness))
    lines.open.maxLength = max(lines.open.maxLength, line.thickness)
    lines.open.reachesEnd = true
  }

  /// Closes the last line (LayoutRules A8, A18).
  ///
  /// Its items begin at the line's beginning with exactly minimumInteritemSpacing between them, even if the
  /// line is full. An only item is centred if every line of the section has one item.
  mutating func finish(_ lines: inout LineBuilder) throws(LayoutError) {
    guard !line.isEmpty else { return }
    let items = line.start..<sizes.count
    if let columns { return try closeLine(before: sizes.count, in: columns, &lines) }
    guard metrics.alignment == .justified else {
      return try closeAligned(line, count: items.count, &lines)
    }
    let isLadder = items.count == 1 && lines.lineCount == items.lowerBound
    try place(
      items, from: isLadder ? metrics.centred(line.leading) : metrics.crossStart,
      gap: metrics.interitemSpacing, line.thickness, &lines)
  }

  /// Stacks a line that may be long, or whose items may overlap each other.
  ///
  /// It walks the line to record how far the items reach across the scroll axis.
  private mutating func place(
    _ items: Range<Int>, from crossStart: Double, gap: Double, _ thickness: Double,
    _ lines: inout LineBuilder
  ) throws(LayoutError) {
    var marks: [Double] = []
    var position = crossStart
    var end = crossStart
    var (minCross, maxCross) = (crossStart, crossStart)
    var item = items.lowerBound
    while item < items.upperBound {
      let run = sizes.run(from: item, to: items.upperBound)
      try context.budget.count(run.places.count)
      for place in run.places {
        if (item - items.lowerBound) % LineTable.walkLength == 0 { marks.append(position) }
        let cross = run.cross(of: place)
        end = position + cross
        if gap < 0, items.count > 1 {
          // The item may begin before the previous item, or end after the next item.
          minCross = min(minCross, position)
          maxCross = max(maxCross, end)
          if cross + gap < 0 { isOrdered = false }
        }
        position = end + gap
        item += 1
      }
    }
    let length = Units(points: thickness)
    if items.count > LineTable.walkLength {
      try lines.append(items.count, thickness: length, shared: gap, positions: marks)
    } else {
      try lines.append(items.count, thickness: length)
    }
    lines.open.maxLength = max(lines.open.maxLength, thickness)
    lines.open.include(minCross, max(maxCross, end))
  }
}
