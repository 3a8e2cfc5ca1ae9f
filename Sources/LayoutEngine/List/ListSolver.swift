/// Lays out list sections: one item a line, each as long across the scroll axis as the insets leave
/// room (Contract §2.5).
///
/// 1. The rows' lengths along the scroll axis are read and checked.
/// 2. Where all are equal, positions are computed (`ListGrid`); else they are summed once
///    (`ListStack`).
/// 3. Header, insets and footer go around the rows (LayoutRules A10–A12).
///
/// - Complexity: O(n) in the number of items; O(1) where they are a count.
struct ListSolver: SectionSolver {
  private let spec: ListSpec
  private let axis: Axis
  private let path: DocumentPath
  private let boundaries: SectionBoundaries
  private let metrics: ListMetrics

  /// Checks the options against the container.
  ///
  /// - Throws: an option out of range, or insets that leave no room (LayoutRules D).
  init(_ spec: ListSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    axis = environment.axis
    path = environment.path
    var issues = SpecIssues()
    issues.checkLength(spec.rowHeight, path.field("rowHeight"))
    issues.checkFinite(spec.rowSpacing, path.field("rowSpacing"))
    issues.checkInsets(spec.sectionInset, path.field("sectionInset"))
    issues.checkReferenceSizes(spec.headerFooter, along: axis, path)
    try issues.throwIfAny()
    boundaries = SectionBoundaries(spec.headerFooter, environment: environment)
    let (start, end) = (axis.crossStart(spec.sectionInset), axis.crossEnd(spec.sectionInset))
    metrics = ListMetrics(
      axis: axis, top: boundaries.headerBlock + axis.mainStart(spec.sectionInset),
      spacing: spec.rowSpacing, crossStart: start,
      crossLength: axis.cross(environment.size) - (start + end))
    guard metrics.crossLength > 0 else {
      throw LayoutError(
        path.field("sectionInset"),
        "leaves no room for rows: \(metrics.crossLength) points across the scroll axis")
    }
  }

  func solve(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> SectionSolution {
    let cells: any SectionCells
    let rowsLength: Double
    switch try ListRowLengths(
      items, rowHeight: spec.rowHeight, axis: axis, at: path, budget)
    {
    case .equal(let length):
      let grid = ListGrid(metrics, count: items.count, rowLength: length)
      (cells, rowsLength) = (grid, grid.rowsLength)
    case .varied(let lengths):
      let stack = try ListStack(metrics, lengths: lengths, budget)
      (cells, rowsLength) = (stack, stack.rowsLength)
    }
    let length =
      metrics.top + rowsLength + axis.mainEnd(spec.sectionInset) + boundaries.footerBlock
    try path.requireReach(cells.bounds.isWithinReach && length.isWithinReach)
    return SectionSolution(
      length: length, cells: cells, elements: boundaries.elements(sectionLength: length))
  }
}

/// What all rows of a list share, in points.
struct ListMetrics: Sendable {
  let axis: Axis
  /// Where the first row begins along the scroll axis.
  let top: Double
  /// The distance between two rows; any sign.
  let spacing: Double
  /// Where rows begin across the scroll axis, and how far they reach there.
  let crossStart: Double
  let crossLength: Double

  /// A row's frame.
  func row(from start: Double, length: Double) -> Rect {
    axis.rect(
      main: start, cross: crossStart, mainLength: length, crossLength: crossLength)
  }

  /// Whether rows may meet the rectangle as far as the cross axis goes.
  func meetsAcross(_ rect: Rect) -> Bool {
    crossStart <= axis.crossMax(rect) && axis.crossMin(rect) <= crossStart + crossLength
  }
}
