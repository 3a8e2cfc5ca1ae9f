/// Lays out justified sections: rows of equal height that fill the width (LayoutRules G).
///
/// It works through the items block by block:
///
/// 1. `JustifiedRatios` reads and checks the items' aspect ratios.
/// 2. `JustifiedRowBreaker` breaks them into rows (G1, G2, G6).
/// 3. `JustifiedRule` gives the rows their heights (G3–G5). `JustifiedPlaces` computes the places of a row's cells
///    on request.
///
/// - Complexity: O(n) in the number of items (G7).
final class JustifiedSolver: SectionSolver {
  private let spec: JustifiedSpec
  private let boundaries: SectionBoundaries
  /// The width that rows fill, in points: the container's width less the section's insets.
  private let rowWidth: Double
  private let path: DocumentPath

  /// Checks the options against the container.
  ///
  /// - Throws: an error for horizontal scrolling, an option out of range, or insets that leave no width
  ///   (LayoutRules D).
  init(_ spec: JustifiedSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    path = environment.path
    boundaries = SectionBoundaries(spec.headerFooter, environment: environment)
    rowWidth = environment.size.width - spec.sectionInset.horizontal
    guard environment.axis == .vertical else {
      throw LayoutError(path, "justified sections scroll vertically only")
    }
    try checkOptions()
  }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    guard items.count < UInt32.max else {
      throw LayoutError(path, "has more items than a section may have")
    }
    let ratios = JustifiedRatios(items: items, forced: spec.forceAspectRatio)
    // With `maxNumRows` few rows are shown, and the items that a row shows depend on all rows before it.
    let earlier = spec.maxNumRows == nil ? earlier as? LineCells<JustifiedPlaces> : nil
    var placing = LinePlacing(
      JustifiedRule(
        spec, ratios, rowWidth: rowWidth, PlacingContext(path: path, budget: budget)),
      top: boundaries.headerBlock + Units(points: spec.sectionInset.top),
      spacing: Units(points: spec.verticalSpacing), after: earlier, budget)
    let cells = try placing.run()
    let lines = placing.lines
    let reach =
      (lines.summary.maxLength + spec.verticalSpacing) * Double(lines.lineCount)
      + LayoutAxis.vertical.reach(spec.sectionInset) + boundaries.maxExtent
    try path.requireScrollLength(reach)
    let length =
      lines.maxEnd + Units(points: spec.sectionInset.bottom) + boundaries.footerBlock
    try path.checkExtent(cells.bounds.isWithinMaxExtent)
    return SolverResult(
      length: length, maxExtent: reach, cells: cells,
      elements: boundaries.elements(sectionLength: length),
      placedItemCount: placing.placedCount)
  }

  private func checkRange(_ issues: inout SpecIssues) {
    guard let range = spec.rowHeightRange else { return }
    let path = path.field("rowHeightRange")
    for (number, height) in [range.least, range.greatest].enumerated() {
      issues.checkPositive(height, path.index(number))
    }
    if range.greatest < range.least {
      issues.add(
        path,
        "must be [least, greatest] (got \(range.least.inPoints) and \(range.greatest.inPoints))")
    }
  }

  private func checkOptions() throws(LayoutError) {
    var issues = SpecIssues()
    issues.checkPositive(spec.targetRowHeight, path.field("targetRowHeight"))
    checkRange(&issues)
    issues.checkLength(spec.targetRowHeightTolerance, path.field("targetRowHeightTolerance"))
    issues.checkLength(spec.horizontalSpacing, path.field("boxSpacing"))
    if spec.verticalSpacing != spec.horizontalSpacing {
      issues.checkLength(spec.verticalSpacing, path.field("boxSpacing"))
    }
    issues.checkInsets(spec.sectionInset, path.field("sectionInset"))
    if let limit = spec.maxNumRows, limit < 0 {
      issues.add(path.field("maxNumRows"), "must be ≥ 0 (got \(limit))")
    }
    if let ratio = spec.forceAspectRatio {
      issues.checkPositive(ratio, path.field("forceAspectRatio"))
    }
    if let cadence = spec.fullWidthBreakoutRowCadence, cadence < 1 {
      issues.add(path.field("fullWidthBreakoutRowCadence"), "must be ≥ 1 (got \(cadence))")
    }
    issues.checkLength(
      spec.headerFooter.headerReferenceSize.height,
      path.field("headerReferenceSize").field("height"))
    issues.checkLength(
      spec.headerFooter.footerReferenceSize.height,
      path.field("footerReferenceSize").field("height"))
    if issues.isEmpty, !(rowWidth > 0) {
      issues.add(path.field("sectionInset"), "leaves no width for rows: \(rowWidth) points")
    }
    try issues.throwIfAny()
  }
}
