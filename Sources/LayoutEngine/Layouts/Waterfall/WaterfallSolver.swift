/// Lays out waterfall sections: staggered columns (LayoutRules F).
///
/// 1. The columns' number and width follow from the container (`WaterfallMetrics`; F1).
/// 2. The items' lengths and spans are read and checked (`WaterfallReader`; F3, F9).
/// 3. Each item is given its column and top, chunk by chunk (`WaterfallPlacing`; F2–F5).
/// 4. Header, insets and footer go around the columns (F6, F8).
///
/// With horizontal scrolling, columns are rows, and lengths are widths.
///
/// - Complexity: O(n · log c) for n items in c columns; O(c · chunks) if they are given as a count; for items that cover
///   several columns see `ColumnPlacing`.
final class WaterfallSolver: SectionSolver {
  /// The maximum number of items in one section: their numbers are stored in 32 bits.
  private static let maxItems = UInt32.max

  let spec: WaterfallSpec
  private let axis: LayoutAxis
  private let path: DocumentPath
  private let boundaries: SectionBoundaries
  let metrics: WaterfallMetrics

  /// Creates a solver, and checks the layout's options against the container.
  ///
  /// - Throws: if an option is out of range, or columns have no width (LayoutRules D).
  init(_ spec: WaterfallSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    axis = environment.axis
    path = environment.path
    try Self.check(spec, environment)
    boundaries = SectionBoundaries(
      spec.headerFooter, headerInset: spec.headerInset, footerInset: spec.footerInset,
      environment: environment)
    metrics = try WaterfallMetrics(
      spec,
      top: boundaries.headerBlock
        + Units(points: environment.axis.mainStart(spec.sectionInset)),
      environment: environment)
  }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    guard items.count <= Self.maxItems else {
      throw LayoutError(path, "must be at most \(Self.maxItems) items (got \(items.count))")
    }
    if spec.placement == .balanced, items.count > 0 {
      let (cells, greatest) = try placeBalanced(items, at: path, budget)
      return try solution(cells, cells.columnsLength, greatest: greatest, at: path)
    }
    if isDense(items) {
      let (cells, greatest, placedItemCount) = try placeDense(
        items, after: earlier as? DenseCells, at: path, budget)
      var solution = try solution(cells, cells.table.length, greatest: greatest, at: path)
      solution.placedItemCount = placedItemCount
      return solution
    }
    let (cells, greatest, placedItemCount) = try place(
      items, after: earlier as? WaterfallCells, at: path, budget)
    var solution = try solution(cells, cells.columnsLength, greatest: greatest, at: path)
    solution.placedItemCount = placedItemCount
    return solution
  }

  /// Returns the section's solution, with header, insets and footer around the columns (LayoutRules F6,
  /// F8).
  private func solution(
    _ cells: any SectionCells, _ columnsLength: Units, greatest: Double, at path: DocumentPath
  ) throws(LayoutError) -> SolverResult {
    let length =
      metrics.top + max(columnsLength, metrics.stamps?.end ?? .zero)
      + Units(points: axis.mainEnd(spec.sectionInset)) + boundaries.footerBlock
    try path.checkExtent(cells.bounds.isWithinMaxExtent)
    return SolverResult(
      length: length, maxExtent: reach(greatest, count: cells.count), cells: cells,
      elements: boundaries.elements(sectionLength: length))
  }

  /// Reads, checks and places the items chunk by chunk: only one chunk's lengths are in memory at a time.
  ///
  /// - Parameter earlier: the cells of an earlier version, whose chunks are shared where they can be.
  private func place(
    _ items: Items, after earlier: WaterfallCells?, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> (cells: WaterfallCells, greatest: Double, placedItemCount: Int) {
    var placing: WaterfallPlacing
    if let earlier, let old = earlier.heldItems, earlier.isResumable(metrics),
      items.count >= metrics.columnCount
    {
      try budget.spend(ColumnPlacing.stepsPerColumn * metrics.columnCount, at: path)
      placing = WaterfallPlacing(self, items, after: (earlier, old), at: path, budget)
    } else {
      placing = WaterfallPlacing(
        self, try survey(items, at: path, budget), at: path, budget)
    }
    var blocks = items.blocks
    while let block = blocks.next() {
      // Items that are a mere count have no chunks.
      let shared = items.chunks.isEmpty ? 0 : try placing.share(items, at: block.number)
      if shared > 0 {
        blocks.pass(shared - 1)
      } else if try !placing.read(block) {
        try items.requireNoFaults(metrics, at: path, budget)
      }
    }
    let table = try placing.finish(items)
    try placing.requireScrollLength()
    let cells = WaterfallCells(
      metrics, items: items, placing: placing.placing, table: table, budget)
    return (cells, placing.greatest, placing.placedItemCount)
  }

  /// Surveys the items before the first one is placed, and takes the steps for preparing the columns
  /// from the document's allowance.
  ///
  /// Items are normally placed while they are read. If placing might fail, all items are read first, so
  /// that their faults are reported first.
  private func survey(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> SpanSurvey {
    var survey = SpanSurvey(itemCount: items.count)
    let steps = ColumnPlacing.stepsPerColumn * metrics.limited(toColumns: items.count).columnCount
    if !budget.hasRoom(forSteps: steps)
      || items.chunks.contains(where: { !$0.columnSpans.isEmpty })
    {
      survey = try SpanSurvey(items, metrics, at: path, budget)
      try path.requireScrollLength(reach(survey.greatest, count: items.count))
      let covered = metrics.limited(toColumns: survey.coveredColumns).columnCount
      try budget.spend(ColumnPlacing.stepsPerColumn * covered, at: path)
    } else {
      try budget.spend(steps, at: path)
    }
    if items.haveColumns {
      survey.noteGivenColumns(of: metrics.columnCount)
      try budget.spend(ColumnPlacing.stepsPerColumn * metrics.columnCount, at: path)
    }
    return survey
  }

  /// Returns an upper bound of the sum of the section's lengths along the scroll axis, in points
  /// (LayoutRules I4).
  ///
  /// It adds the spacing and `greatest` points for each of `count` items, and everything around the
  /// items.
  func reach(_ greatest: Double, count: Int) -> Double {
    (greatest + spec.rowSpacing.magnitude) * Double(count) + axis.reach(spec.sectionInset)
      + boundaries.maxExtent + (metrics.stamps?.end.points ?? 0)
  }

  private static func check(
    _ spec: WaterfallSpec, _ environment: SectionEnvironment
  ) throws(LayoutError) {
    let path = environment.path
    var issues = SpecIssues()
    switch spec.columns {
    case .count(let count):
      if !WaterfallMetrics.columnCounts.contains(count) {
        issues.add(path.field("columns"), "must be from 1 to 10000 (got \(count))")
      }
    case .minWidth(let width):
      issues.checkLength(width, path.field("columns").field("minWidth"))
    case .width(let width):
      issues.checkLength(width, path.field("columns").field("width"))
    }
    issues.checkFinite(spec.columnSpacing, path.field("columnSpacing"))
    issues.checkFinite(spec.rowSpacing, path.field("rowSpacing"))
    issues.checkInsets(spec.sectionInset, path.field("sectionInset"))
    issues.checkInsets(spec.headerInset, path.field("headerInset"))
    issues.checkInsets(spec.footerInset, path.field("footerInset"))
    issues.checkReferenceSizes(spec.headerFooter, along: environment.axis, path)
    spec.body.check(&issues, at: path.field("body"))
    checkStamps(spec, &issues, at: path.field("stamps"))
    if spec.packing == .dense, spec.placement == .balanced {
      issues.add(
        path.field("packing"), "must be normal if placement is balanced (got dense)")
    } else if spec.rowSpacing < 0, spec.packing == .dense || spec.placement == .balanced {
      let option = spec.packing == .dense ? "packing is dense" : "placement is balanced"
      issues.add(
        path.field("rowSpacing"), "must be at least 0 if \(option) (got \(spec.rowSpacing))")
    }
    if case .gridLanes(let tolerance) = spec.placement, !(tolerance >= 0) {
      issues.add(path.field("flowTolerance"), "must be ≥ 0 or infinite (got \(tolerance))")
    }
    try issues.throwIfAny()
  }

  private static func checkStamps(
    _ spec: WaterfallSpec, _ issues: inout SpecIssues, at path: DocumentPath
  ) {
    if !spec.stamps.isEmpty, spec.placement == .balanced {
      issues.add(path, "must be empty if placement is balanced")
    }
    if spec.stamps.count > WaterfallSpec.maxStamps {
      issues.add(
        path, "must have at most \(WaterfallSpec.maxStamps) rectangles (got \(spec.stamps.count))")
    }
    for (number, rect) in spec.stamps.prefix(WaterfallSpec.maxStamps).enumerated() {
      let farthest = max(abs(rect.x), abs(rect.y), abs(rect.maxX), abs(rect.maxY))
      if !(rect.width >= 0 && rect.height >= 0) {
        issues.add(path.index(number), "must have a width and a height ≥ 0")
      } else if !(farthest <= LayoutLimits.maxScrollLength) {
        issues.add(
          path.index(number), "must be at most \(LayoutLimits.maxScrollLength) points away")
      }
    }
  }
}

// MARK: Bodies

extension WaterfallSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard metrics.axis == .vertical else { throw .horizontal }
    let span = WaterfallItem.span(chunk.columnSpan(of: place), of: metrics.columnCount)
    return .belowMedia(width: metrics.width(ofSpan: span))
  }
}
