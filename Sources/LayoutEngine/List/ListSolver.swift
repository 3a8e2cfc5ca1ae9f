/// Lays out list sections: one item a line, each as long across the scroll axis as the insets leave
/// room (Contract §2.5).
///
/// 1. The rows' lengths along the scroll axis are read and checked.
/// 2. Where all are equal, positions are computed (`ListGrid`); else they are summed once
///    (`ListStack`).
/// 3. Header, insets and footer go around the rows (LayoutRules A10–A12).
///
/// - Complexity: O(n) in the number of items; O(1) where they are a count.
final class ListSolver: SectionSolver {
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
    let unit = environment.unit
    metrics = ListMetrics(
      axis: axis, unit: unit,
      top: boundaries.headerBlock + unit.units(axis.mainStart(spec.sectionInset)),
      spacing: unit.units(spec.rowSpacing), crossStart: start,
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
    let lengths = try ListRowLengths(
      items, rowHeight: spec.rowHeight, axis: axis, at: path, budget)
    let reach =
      (lengths.greatest + spec.rowSpacing.magnitude) * Double(items.count)
      + axis.reach(spec.sectionInset) + boundaries.greatestReach
    try metrics.unit.require(reach)
    let cells: any SectionCells
    let rowsLength: Units
    switch lengths {
    case .equal(let length):
      let grid = ListGrid(metrics, count: items.count, rowLength: length)
      (cells, rowsLength) = (grid, grid.rowsLength)
    case .varied(let lengths, _):
      let stack = try ListStack(metrics, lengths: lengths, budget)
      (cells, rowsLength) = (stack, stack.rowsLength)
    }
    let length =
      metrics.top + rowsLength + metrics.unit.units(axis.mainEnd(spec.sectionInset))
      + boundaries.footerBlock
    try path.requireReach(
      cells.bounds.isWithinReach && metrics.unit.isWithinReach(length))
    return SectionSolution(
      length: length, greatestReach: reach, cells: cells,
      elements: boundaries.elements(sectionLength: length))
  }
}

/// What all rows of a list share: along the scroll axis in units, across it in points.
struct ListMetrics: Sendable {
  let axis: Axis
  let unit: UnitScale
  /// Where the first row begins along the scroll axis.
  let top: Units
  /// The distance between two rows; any sign.
  let spacing: Units
  /// Where rows begin across the scroll axis, and how far they reach there.
  let crossStart: Double
  let crossLength: Double

  /// The section's own coordinates.
  var placement: ElementPlacement { ElementPlacement(axis: axis, unit: unit) }

  /// A row's place.
  func row(from start: Units, length: Units) -> ElementPlace {
    ElementPlace(start: start, length: length, cross: crossStart, breadth: crossLength)
  }

  /// Whether rows may meet the rectangle as far as the cross axis goes.
  func meetsAcross(_ rect: Rect) -> Bool {
    crossStart <= axis.crossMax(rect) && axis.crossMin(rect) <= crossStart + crossLength
  }
}
