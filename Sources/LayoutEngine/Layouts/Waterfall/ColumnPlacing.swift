/// Places the items of a waterfall section chunk by chunk (LayoutRules F2–F5).
///
/// - Complexity: O(n · log c) for n items in c columns if each item covers one column, else O(n · c) at
///   most; for items that keep their columns see `AssignedColumnPlacing`.
struct ColumnPlacing {
  /// The rule by which items get their columns, with the state that it needs.
  private enum ColumnStrategy {
    /// The shortest column or grid lanes, for items of one column each (LayoutRules F2, F5).
    case singles(SortedColumns, ColumnRule)
    /// One column after the other, for items of one column each: LayoutRules F4, or F5 with an infinite
    /// tolerance.
    case inTurn
    /// One column after the other, for items some of which cover several columns.
    case spansInTurn(ColumnRuns)
    /// The shortest columns or grid lanes (LayoutRules F3, F5) for items some of which cover several
    /// columns; one tree for each number of columns finds them.
    case spanTrees(SpanTrees)
    /// The shortest columns or grid lanes (LayoutRules F3, F5) for items some of which cover several
    /// columns; a search through all columns finds them.
    case spans(SpanningColumns)
    /// Some items have a fixed column: the document names it (LayoutRules F10), or an earlier version placed them
    /// there (K7).
    case kept(AssignedColumnPlacing)
  }

  /// The steps of the document's allowance that preparing one column takes
  /// (`LayoutLimits.maxSteps`).
  static let stepsPerColumn = 4

  private let metrics: WaterfallMetrics
  private var strategy: ColumnStrategy
  /// The columns' state after the items placed so far.
  var state: ColumnState
  /// Whether chunks list their items by column.
  let isListed: Bool
  /// The path of the section's items in the document, for errors.
  private let path: DocumentPath

  /// Creates the state before the first item of a section.
  ///
  /// - Parameter metrics: the metrics, limited to the columns that the items can reach.
  init(
    _ survey: SpanSurvey, _ metrics: WaterfallMetrics, _ placement: WaterfallSpec.Placement,
    at path: DocumentPath, _ budget: LayoutBudget
  ) {
    self.metrics = metrics
    self.path = path
    state = ColumnState(metrics)
    // Lists need tops and ends that ascend in each column, as they do with spacings ≥ 0. Lists of more
    // columns than items would take more memory than the items.
    isListed =
      metrics.rowSpacing >= .zero && metrics.columnCount <= max(64, survey.itemCount)
    let haveSpans = survey.maxSpan > 1
    guard !survey.haveAssignedColumns else {
      strategy = .kept(AssignedColumnPlacing(metrics, placement))
      return
    }
    let rule: ColumnRule
    switch placement {
    case .roundRobin, .balanced, .gridLanes(.infinity):
      strategy = haveSpans ? .spansInTurn(ColumnRuns(state)) : .inTurn
      return
    case .shortestColumn: rule = .shortest
    case .gridLanes(let tolerance): rule = .lanes(tolerance: tolerance)
    }
    if haveSpans {
      strategy =
        SpanTrees(survey, metrics, rule, budget).map { .spanTrees($0) }
        ?? .spans(SpanningColumns(metrics, rule))
      if metrics.stamps != nil { resume(at: state) }
    } else {
      strategy = .singles(SortedColumns(metrics, rule), rule)
    }
  }

  /// Places the next items of the section, and returns them as a chunk.
  ///
  /// - Parameter items: the items; at most `ColumnChunk.maxLength`.
  /// - Throws: if spans over many columns would take too many steps to place
  ///   (`LayoutLimits.maxSteps`); `LayoutError.cancelled`.
  mutating func place(
    _ items: WaterfallLengths, _ budget: LayoutBudget
  ) throws(LayoutError) -> ColumnChunk {
    try budget.count(items.count + metrics.columnCount)
    if isListed, let chunk = list(items) { return chunk }
    let entries = state.bottoms
    var places = ItemPlaces(count: items.count)
    try placeEach(items, in: &places, budget)
    try budget.count(items.count)
    noteExtent(items, places, from: entries)
    return isListed
      ? ColumnChunk(
        listing: places, from: entries, to: state.bottoms, cursor: cursor(after: items, places))
      : ColumnChunk(inOrder: places)
  }

  /// Returns the column after the last one that an item covers whose column was not given by the document;
  /// nil if there is no such item.
  private func cursor(after items: WaterfallLengths, _ places: ItemPlaces) -> Int? {
    let last =
      items.givenColumns.isEmpty
      ? items.count - 1 : items.givenColumns.lastIndex { !$0.leavesCursor }
    guard let last, last >= 0 else { return nil }
    return Int(places.columns[last]) + (items.spans.isEmpty ? 1 : Int(items.spans[last]))
  }

  /// Continues from the state that items placed by another `ColumnPlacing` have left.
  ///
  /// - Complexity: O(c) for c columns; if items cover several columns, up to that of
  ///   `SpanTrees.resume(at:)`.
  mutating func resume(at state: ColumnState) {
    self.state = state
    switch strategy {
    case .singles, .inTurn, .kept: break
    case .spansInTurn: strategy = .spansInTurn(ColumnRuns(state))
    case .spanTrees(var trees):
      strategy = .inTurn
      trees.resume(at: state)
      strategy = .spanTrees(trees)
    case .spans(var columns):
      columns.resume(at: state)
      strategy = .spans(columns)
    }
  }

  /// Continues after items whose chunks were reused from an earlier version.
  ///
  /// The next items must cover one column each, unless `resume(at:)` is called first.
  ///
  /// - Parameters:
  ///   - bottoms: where each column ends after those items.
  ///   - cursor: the cursor after those items; may be the number of columns.
  mutating func pass(
    to bottoms: [Units], cursor: Int, _ placement: WaterfallSpec.Placement
  ) {
    for column in bottoms.indices where bottoms[column] != state.bottoms[column] {
      state.bottoms[column] = bottoms[column]
      state.lowest = max(state.lowest, bottoms[column] - metrics.rowSpacing)
    }
    switch placement {
    case .roundRobin, .balanced, .gridLanes(.infinity):
      state.cursor = cursor == metrics.columnCount ? 0 : cursor
    case .shortestColumn, .gridLanes: state.cursor = cursor
    }
  }

  /// Places the items and lists them by column in one pass; nil if the strategy needs two passes, or the
  /// numbers are too large.
  private mutating func list(_ items: WaterfallLengths) -> ColumnChunk? {
    switch strategy {
    case .singles(var columns, let rule):
      // Move the value out first, so that its buffers stay uniquely referenced and are reused in place.
      strategy = .inTurn
      defer { strategy = .singles(columns, rule) }
      return columns.place(items, &state)
    case .inTurn: return listInTurn(items)
    case .spansInTurn, .spanTrees, .spans, .kept: return nil
    }
  }

  private mutating func placeEach(
    _ items: WaterfallLengths, in places: inout ItemPlaces, _ budget: LayoutBudget
  ) throws(LayoutError) {
    switch strategy {
    case .inTurn: placeInTurn(items, in: &places)
    case .singles(_, let rule): placeSingles(items.lengths, rule, in: &places)
    case .spansInTurn(var runs):
      strategy = .inTurn
      placeSpansInTurn(items, &runs, in: &places)
      runs.store(in: &state.bottoms)
      strategy = .spansInTurn(runs)
    case .spanTrees(var trees):
      strategy = .inTurn
      try trees.place(items, in: &places, at: path, budget)
      (state.bottoms, state.cursor) = (trees.bottoms, trees.cursor)
      strategy = .spanTrees(trees)
    case .kept(let columns):
      try columns.place(items, in: &places, &state, at: path, budget)
    case .spans(var columns):
      strategy = .inTurn
      try columns.place(items, in: &places, at: path, budget)
      columns.runs.store(in: &state.bottoms)
      state.cursor = columns.cursor
      strategy = .spans(columns)
    }
  }

  /// Updates the state's `highest` and `lowest` with the places of these items.
  private mutating func noteExtent(
    _ items: WaterfallLengths, _ places: ItemPlaces, from entries: [Units]
  ) {
    if isListed {
      // Spacings are ≥ 0, so the last item of a column ends farthest.
      noteEnds(from: entries)
      return
    }
    var (highest, lowest) = (state.highest, state.lowest)
    for item in items.lengths.indices {
      highest = min(highest, places.tops[item])
      lowest = max(lowest, places.tops[item] + Units(points: items.lengths[item]))
    }
    (state.highest, state.lowest) = (highest, lowest)
  }

  private mutating func noteEnds(from entries: [Units]) {
    for column in entries.indices where state.bottoms[column] != entries[column] {
      state.lowest = max(state.lowest, state.bottoms[column] - metrics.rowSpacing)
    }
  }

  /// Places items that cover one column each by LayoutRules F2 or F5, for any number of columns and any
  /// spacing.
  private mutating func placeSingles(
    _ lengths: [Double], _ rule: ColumnRule, in places: inout ItemPlaces
  ) {
    var bottoms = ColumnTree(state.bottoms)
    var cursor = state.cursor
    var (tops, columns) = (places.tops, places.columns)
    // Leave nothing in `places`, so that the arrays stay uniquely referenced and are filled in place.
    places = ItemPlaces(count: 0)
    defer { (places.tops, places.columns) = (tops, columns) }
    for item in lengths.indices {
      let column = rule.column(bottoms, cursor: cursor)
      let top = bottoms[column]
      tops[item] = top
      columns[item] = UInt16(truncatingIfNeeded: column)
      bottoms.set(metrics.bottom(top, lengths[item]), at: column)
      cursor = column + 1
    }
    bottoms.store(in: &state.bottoms)
    state.cursor = cursor
  }

  /// Places items that cover one column each in one column after the other (LayoutRules F4).
  private mutating func placeInTurn(_ items: WaterfallLengths, in places: inout ItemPlaces) {
    var column = state.cursor
    for item in items.lengths.indices {
      let top = state.bottoms[column]
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: column)
      state.bottoms[column] = metrics.bottom(top, items.lengths[item])
      column += 1
      if column == metrics.columnCount { column = 0 }
    }
    state.cursor = column
  }

  /// Places items as `placeInTurn` does, and lists them by column in the same pass; nil if a sum might
  /// not be exact, or codes would exceed 16 bits.
  private mutating func listInTurn(_ items: WaterfallLengths) -> ColumnChunk? {
    let (count, columnCount, cursor) = (items.count, metrics.columnCount, state.cursor)
    let (perPoint, spacing) = (Units.perPoint, metrics.rowSpacing)
    var shift = 0
    while columnCount << shift < count + columnCount { shift += 1 }
    guard items.greatest * perPoint < Units.nearLimit,
      columnCount << shift <= 1 << 16
    else { return nil }
    var codes: [UInt16] = []
    let entries = state.bottoms
    var listing = ColumnChunkBuilder(count: count, columnCount: columnCount)
    let slice = items.lengths[...]
    let lengths = slice.span
    codes = [UInt16](count: count) { codes in
      for column in 0..<columnCount {
        let first = column >= cursor ? column - cursor : column - cursor + columnCount
        let length = first < count ? (count - first - 1) / columnCount + 1 : 0
        var item = first
        listing.appendColumn(of: length) { place in
          codes[item] = UInt16(truncatingIfNeeded: column << shift | place)
          let step = Units.near(lengths[item] * perPoint) + spacing
          defer { item += columnCount }
          return (UInt16(truncatingIfNeeded: item), step.count)
        }
      }
      return true
    }
    for column in entries.indices {
      state.bottoms[column] = entries[column] + listing.exits[column]
    }
    noteEnds(from: entries)
    state.cursor = (cursor + count) % columnCount
    return listing.finish(codes, shift: shift)
  }

  /// Places items with spans in turn (LayoutRules F4).
  ///
  /// An item begins at the cursor, or at column 0 if its span does not fit there. Its top is the greatest
  /// bottom of the columns that it covers.
  ///
  /// - Complexity: O(n): each item joins the columns that it covers into one run, and the next item
  ///   begins where a run begins.
  private mutating func placeSpansInTurn(
    _ items: WaterfallLengths, _ runs: inout ColumnRuns, in places: inout ItemPlaces
  ) {
    var cursor = state.cursor
    for item in items.lengths.indices {
      let span = Int(items.spans[item])
      if cursor + span > metrics.columnCount { cursor = 0 }
      let top = runs.highest(from: cursor, span: span)
      places.tops[item] = top
      places.columns[item] = UInt16(truncatingIfNeeded: cursor)
      runs.cover(from: cursor, span: span, bottom: metrics.bottom(top, items.lengths[item]))
      cursor += span
    }
    state.cursor = cursor == metrics.columnCount ? 0 : cursor
  }
}
