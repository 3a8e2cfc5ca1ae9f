/// Places the items of a section in lines, one block of items after another.
///
/// Lines of an earlier version are reused where a line begins with their first item; items without fields repeat
/// lines that are placed once; all other items go to the layout's rule.
struct LinePlacing<Rule: LineRule> {
  private(set) var rule: Rule
  private(set) var lines: LineBuilder
  private let budget: LayoutBudget
  /// Lines of an earlier version that may be reused; nil if there are none.
  private var sharing: LineSharing?
  /// Repeats lines of items without fields; nil if lines depend on the lines before them.
  private var plain: PlainLines?
  /// The first item that has been neither added to a line nor passed.
  private var next = 0
  /// The number of items placed, without those in lines that were reused or repeated.
  private(set) var placedCount = 0

  /// Prepares to place all of the rule's items.
  ///
  /// - Parameters:
  ///   - top: where the first line begins along the scroll axis.
  ///   - spacing: the distance between two lines; any sign. If it is negative, each line is placed, so that the order
  ///     of all lines is known.
  ///   - earlier: the section's cells in an earlier version, whose layout is the same but for `top`; nil if there are
  ///     none, or if their lines must not be reused.
  init(
    _ rule: Rule, top: Units, spacing: Units, after earlier: LineCells<Rule.Places>?,
    _ budget: LayoutBudget
  ) {
    self.init(rule, LineBuilder(top: top, spacing: spacing, budget), budget)
    guard spacing >= .zero else { return }
    if rule.repeatsLines { plain = PlainLines(rule.items) }
    if let earlier {
      sharing = LineSharing(rule.items, after: earlier.places.items, placed: earlier.lines)
    }
  }

  private init(_ rule: Rule, _ lines: LineBuilder, _ budget: LayoutBudget) {
    self.rule = rule
    self.lines = lines
    self.budget = budget
  }

  /// Places all items, and returns their cells.
  ///
  /// - Throws: the rule's errors; `LayoutError.cancelled`.
  /// - Complexity: O(n).
  mutating func run() throws(LayoutError) -> LineCells<Rule.Places> {
    try placeBlocks()
    try rule.finish(&lines)
    let table = try lines.finish()
    let places = rule.places()
    guard table.cellCount > 0 else { return LineCells(places, table) }
    let across = rule.extentAcross(lines.summary)
    let cells = LineCells(
      places, table, from: lines.minStart, to: lines.maxEnd, across: across)
    return lines.isOrdered && rule.isOrdered ? cells : LineCells(indexing: cells, budget)
  }

  private mutating func placeBlocks() throws(LayoutError) {
    var blocks = rule.items.blocks
    while let block = blocks.next() {
      try place(block)
      blocks.pass(to: next)
    }
  }

  private mutating func place(_ block: ItemBlock) throws(LayoutError) {
    let end = block.items.upperBound
    try passChunks()
    guard next < end else { return }
    // Every item is read once and added once.
    try budget.count(2 * (end - next))
    try rule.read(block)
    while next < end, !rule.isDone {
      let stop = min(
        end, sharing?.stop(after: next) ?? .max, plain?.stop(after: next) ?? .max)
      let after = try rule.add(next..<stop, of: block, to: &lines)
      placedCount += after - next
      next = after
      try passChunks()
    }
    next = max(next, end)
  }

  /// Reuses and repeats chunks of lines while a line begins with the next item and such a chunk follows.
  private mutating func passChunks() throws(LayoutError) {
    while next < rule.items.count, let chunk = try chunk() {
      try lines.share(chunk)
      rule.pass(chunk)
      next += chunk.starts.cellCount
    }
  }

  /// Returns the lines from the next item on that need not be placed; nil if the item doesn't begin a line, or is to be
  /// placed.
  private mutating func chunk() throws(LayoutError) -> LineChunk? {
    let candidate = sharing?.take(at: next)
    guard candidate != nil || plain?.isDue(at: next) == true, try rule.beginLine(at: next, &lines)
    else { return nil }
    if let candidate, rule.mayTakeOver(candidate) { return candidate.chunk }
    if let length = plain?.missingLength(at: next) {
      let chunk = try placePlain(length)
      plain?.use(chunk, length: length)
    }
    return plain?.chunk(at: next, before: sharing?.stop(after: next) ?? .max)
  }

  /// Returns the complete lines of items without fields, in a chunk of at most `length` cells; nil if no line is
  /// complete, or if the lines can only be placed where they are.
  private mutating func placePlain(_ length: Int) throws(LayoutError) -> LineChunk? {
    placedCount += length
    var placing = LinePlacing(
      rule.restarted(with: Items(count: length + 1)), lines.emptied(chunkLength: length), budget)
    do throws(LayoutError) {
      try placing.placeBlocks()
      guard placing.rule.isOrdered else { return nil }
      return try placing.lines.finish().chunks.first
    } catch {
      // The lines are placed where they are, so that the error names the section's item.
      if budget.isEnded { throw error }
      return nil
    }
  }
}
