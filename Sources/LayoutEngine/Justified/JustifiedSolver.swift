/// Lays out justified sections: rows of equal height that fill the width (LayoutRules G).
///
/// 1. Every item's aspect ratio is read and checked.
/// 2. `JustifiedRowBreaker` breaks the ratios into rows (G1, G2, G6).
/// 3. `JustifiedPlacement` gives the rows their heights and the cells their places (G3–G5).
///
/// - Complexity: O(n) in the number of items (G7).
final class JustifiedSolver: SectionSolver {
  private let spec: JustifiedSpec
  private let boundaries: SectionBoundaries
  /// The width that rows fill, in points: the container's less the section's insets.
  private let rowWidth: Double
  private let path: DocumentPath
  private let unit: UnitScale

  /// Checks the options against the container.
  ///
  /// - Throws: horizontal scrolling, an option out of range, or insets that leave no width
  ///   (LayoutRules D).
  init(_ spec: JustifiedSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    path = environment.path
    unit = environment.unit
    boundaries = SectionBoundaries(spec.headerFooter, environment: environment)
    rowWidth = environment.size.width - spec.sectionInset.horizontal
    guard environment.axis == .vertical else {
      throw LayoutError(path, "justified sections scroll vertically only")
    }
    try checkOptions()
  }

  func solve(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> SectionSolution {
    guard items.count < UInt32.max else {
      throw LayoutError(path, "holds more items than a section may")
    }
    let ratios = try aspectRatios(of: items, at: path, budget)
    var breaker = JustifiedRowBreaker(spec, rowWidth: rowWidth)
    try breaker.breakIntoRows(ratios, at: path, budget)
    try budget.count(ratios.count)
    let cells = try JustifiedPlacement(spec, rowWidth: rowWidth, unit).cells(
      ratios: ratios, rows: consume breaker,
      top: boundaries.headerBlock + unit.units(spec.sectionInset.top), budget)
    let reach =
      (cells.greatestHeight + spec.verticalSpacing) * Double(cells.rows.count)
      + Axis.vertical.reach(spec.sectionInset) + boundaries.greatestReach
    try unit.require(reach)
    let length =
      cells.rows.bottom + unit.units(spec.sectionInset.bottom) + boundaries.footerBlock
    try path.requireReach(cells.bounds.isWithinReach && unit.isWithinReach(length))
    return SectionSolution(
      length: length, greatestReach: reach, cells: cells,
      elements: boundaries.elements(sectionLength: length))
  }

  private func checkOptions() throws(LayoutError) {
    var issues = SpecIssues()
    issues.checkPositive(spec.targetRowHeight, path.field("targetRowHeight"))
    issues.checkLength(spec.targetRowHeightTolerance, path.field("targetRowHeightTolerance"))
    issues.checkLength(spec.horizontalSpacing, path.field("boxSpacing"))
    if spec.verticalSpacing != spec.horizontalSpacing {
      issues.checkLength(spec.verticalSpacing, path.field("boxSpacing"))
    }
    issues.checkInsets(spec.sectionInset, path.field("sectionInset"))
    if let limit = spec.maxNumRows, limit < 0 {
      issues.add(path.field("maxNumRows"), "must be ≥ 0, is \(limit)")
    }
    if let ratio = spec.forceAspectRatio {
      issues.checkPositive(ratio, path.field("forceAspectRatio"))
    }
    if let cadence = spec.fullWidthBreakoutRowCadence, cadence < 1 {
      issues.add(path.field("fullWidthBreakoutRowCadence"), "must be ≥ 1, is \(cadence)")
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

  /// Step 1: every item's aspect ratio: the forced one, its own, width by height, its lone number,
  /// or that of a square.
  private func aspectRatios(
    of items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> [Double] {
    let items = items.unpacked
    if let forced = spec.forceAspectRatio {
      return [Double](repeating: forced, count: items.count)
    }
    // The common case, which copies nothing.
    if items.aspectRatios.values.count == items.count,
      try Self.areRatios(items.aspectRatios.values, budget)
    {
      return items.aspectRatios.values
    }
    let ratios = try Self.readRatios(of: items, budget)
    guard try !Self.areRatios(ratios, budget) else { return ratios }
    var issues = SpecIssues()
    for (item, ratio) in ratios.enumerated() where !issues.isFull {
      try budget.count(1)
      guard !Self.isRatio(ratio) else { continue }
      let place = path.index(item)
      let rule = "must have an aspect ratio that is finite and > 0"
      if items.aspectRatios[item] != nil {
        issues.add(place.field("aspectRatio"), "\(rule), has \(ratio)")
      } else if let width = items.widths[item], let height = items.heights[item] {
        issues.add(place, "\(rule), has \(width) × \(height)")
      } else {
        issues.add(place, "\(rule), has \(ratio)")
      }
    }
    try issues.throwIfAny()
    return ratios
  }

  private static func readRatios(
    of items: ItemColumns, _ budget: LayoutBudget
  ) throws(LayoutError) -> [Double] {
    let (widths, heights) = (items.widths.values, items.heights.values)
    if widths.count == items.count, heights.count == items.count, items.aspectRatios.isEmpty {
      var ratios: [Double] = []
      ratios.append(addingCapacity: items.count) { ratios in
        for stretch in widths.indices.stretches where budget.goesOn(after: stretch.count) {
          for item in stretch {
            ratios.append(ratio(width: widths[item], height: heights[item]))
          }
        }
      }
      try budget.count(0)
      if try areRatios(ratios, budget) { return ratios }
    }
    var ratios: [Double] = []
    ratios.reserveCapacity(items.count)
    for stretch in (0..<items.count).stretches {
      try budget.count(stretch.count)
      for item in stretch { ratios.append(ratio(of: item, in: items)) }
    }
    return ratios
  }

  private static func ratio(of item: Int, in items: ItemColumns) -> Double {
    if let ratio = items.aspectRatios[item] { return ratio }
    if let width = items.widths[item], let height = items.heights[item] {
      return ratio(width: width, height: height)
    }
    return items.numbers[item] ?? 1
  }

  /// A negative width over a negative height is no ratio.
  private static func ratio(width: Double, height: Double) -> Double {
    width > 0 ? width / height : .nan
  }

  private static func isRatio(_ value: Double) -> Bool {
    value > 0 && value < .infinity
  }

  private static func areRatios(
    _ values: [Double], _ budget: LayoutBudget
  ) throws(LayoutError) -> Bool {
    var count = 0
    for stretch in values.indices.stretches {
      try budget.count(stretch.count)
      // Counted without an early exit, so that there is no branch to be guessed.
      for value in values[stretch] { count += isRatio(value) ? 1 : 0 }
    }
    return count == values.count
  }
}
