/// Lays out list sections: one item per line, as long across the scroll axis as the insets allow
/// (Contract §2.5).
///
/// 1. Lengths are read, checked and stacked, chunk by chunk (`ListRule`).
/// 2. Header, insets and footer go around the rows (LayoutRules A10–A12).
/// 3. Separators and the background follow from the rows (`ListSeparators`; LayoutRules S).
///
/// - Complexity: O(n) in the number of items; O(chunks) if they are a count.
final class ListSolver: SectionSolver {
  let spec: ListSpec
  private let axis: LayoutAxis
  private let path: DocumentPath
  private let boundaries: SectionBoundaries
  let metrics: ListMetrics
  /// The room above the first item if it is the header.
  private let itemHeaderPadding: Units
  /// The form of separators; nil if the section has none.
  private let separators: ListSeparatorStyle?

  /// Checks the options against the container.
  ///
  /// - Throws: an error for options out of range, or for insets that leave no space (LayoutRules D).
  init(_ spec: ListSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    axis = environment.axis
    path = environment.path
    var issues = SpecIssues()
    issues.checkLength(spec.rowHeight, path.field("rowHeight"))
    issues.checkFinite(spec.rowSpacing, path.field("rowSpacing"))
    issues.checkInsets(spec.sectionInset, path.field("sectionInset"))
    issues.checkReferenceSizes(spec.headerFooter, along: axis, path)
    issues.checkLength(spec.headerTopPadding, path.field("headerTopPadding"))
    issues.checkLength(spec.separatorInsets.leading, path.field("separatorInsets").field("leading"))
    issues.checkLength(
      spec.separatorInsets.trailing, path.field("separatorInsets").field("trailing"))
    issues.checkLength(spec.backgroundRadius, path.field("cornerRadius"))
    spec.body.check(&issues, at: path.field("body"), mayFit: true)
    try issues.throwIfAny()
    let margins = spec.margins(environment)
    var headerInset = margins
    axis.setMainStart(of: &headerInset, to: spec.headerTopPadding)
    boundaries = SectionBoundaries(
      spec.headerFooter(along: axis), headerInset: headerInset, footerInset: margins,
      environment: environment)
    let start = axis.crossStart(margins) + axis.crossStart(spec.sectionInset)
    let end = axis.crossEnd(margins) + axis.crossEnd(spec.sectionInset)
    itemHeaderPadding = Units(
      points: spec.headerMode == .firstItemInSection ? spec.headerTopPadding : 0)
    metrics = ListMetrics(
      axis: axis,
      top: boundaries.headerBlock + itemHeaderPadding
        + Units(points: axis.mainStart(spec.sectionInset)),
      spacing: Units(points: spec.rowSpacing), crossStart: start,
      crossLength: axis.cross(environment.size) - (start + end),
      fitsContent: axis == .vertical && spec.body.width == .fitContent,
      pixels: spec.body.width == .fitContent ? environment.scale.map { PixelGrid(scale: $0) } : nil)
    guard metrics.crossLength > 0 else {
      if spec.isInset, axis.crossStart(spec.sectionInset) + axis.crossEnd(spec.sectionInset) <= 0 {
        throw LayoutError(
          path.field("appearance"),
          "leaves no room for rows within its margins: \(metrics.crossLength) points across the scroll axis"
        )
      }
      throw LayoutError(
        path.field("sectionInset"),
        "leaves no room for rows: \(metrics.crossLength) points across the scroll axis")
    }
    separators =
      spec.hasSeparators
      ? ListSeparatorStyle(spec, metrics, scale: environment.scale) : nil
  }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    let lengths = ListRowLengths(items: items, rowHeight: spec.rowHeight, axis: axis)
    var placing = LinePlacing(
      ListRule(self, lengths, PlacingContext(path: path, budget: budget)), top: metrics.top,
      spacing: metrics.spacing, after: earlier as? LineCells<ListPlaces>, budget)
    let cells = try placing.run()
    var solution = try solution(
      cells, items, placing.lines.maxEnd - metrics.top,
      maxLength: placing.lines.summary.maxLength, at: path)
    solution.placedItemCount = placing.placedCount
    return solution
  }

  /// Throws an error if `count` rows, none of them longer, could be too long together.
  func requireScrollLength(
    of count: Int, maxLength: Double, at path: DocumentPath
  ) throws(LayoutError) {
    try path.requireScrollLength(reach(of: count, maxLength: maxLength))
  }

  /// Puts header, insets and footer around the rows (LayoutRules A10–A12).
  private func solution(
    _ cells: LineCells<ListPlaces>, _ items: Items, _ rowsLength: Units, maxLength: Double,
    at path: DocumentPath
  ) throws(LayoutError) -> SolverResult {
    // A section without items has no item as its header (LayoutRules S2).
    let top = cells.count == 0 ? metrics.top - itemHeaderPadding : metrics.top
    let length =
      top + rowsLength + Units(points: axis.mainEnd(spec.sectionInset))
      + boundaries.footerBlock
    try path.checkExtent(cells.bounds.isWithinMaxExtent)
    var solution = SolverResult(
      length: length, maxExtent: reach(of: cells.count, maxLength: maxLength),
      cells: cells, elements: boundaries.elements(sectionLength: length))
    if let separators, cells.count > separators.firstRow {
      solution.supplementaries = ListSeparators(separators, cells, items)
    }
    if spec.hasBackground, cells.count > spec.headerItemCount {
      addBackground(behind: cells, rowsLength, to: &solution)
    }
    return solution
  }

  /// Adds the background, and stacks everything else above it (LayoutRules C15, S6).
  private func addBackground(
    behind rows: LineCells<ListPlaces>, _ rowsLength: Units, to solution: inout SolverResult
  ) {
    for number in solution.elements.indices { solution.elements[number].zIndex = 1 }
    solution.cellZIndex = 1
    let start = rows.place(of: spec.headerItemCount).start
    solution.elements.append(
      SectionElement(
        rank: .decoration, category: .decoration, kind: "background", item: 0,
        place: metrics.row(
          from: start, length: max(.zero, metrics.top + rowsLength - start)),
        zIndex: 0, cornerRadius: spec.backgroundRadius))
  }

  /// The most that the lengths of `count` rows could add up to, in points (LayoutRules I4).
  private func reach(of count: Int, maxLength: Double) -> Double {
    (maxLength + spec.rowSpacing.magnitude) * Double(count)
      + axis.reach(spec.sectionInset) + boundaries.maxExtent + spec.headerTopPadding
  }
}

extension ListSpec {
  /// Returns the margins of rows, header and footer across the scroll axis (LayoutRules S1).
  func margins(_ environment: SectionEnvironment) -> Insets {
    isInset ? layoutMargins ?? Self.ownMargins(along: environment.axis) : .zero
  }

  /// Returns the margins of an inset appearance if the document has none, in points.
  static func ownMargins(along axis: LayoutAxis) -> Insets {
    axis.across(Insets(top: 16, left: 16, bottom: 16, right: 16))
  }
}

/// The metrics shared by all rows of a list: along the scroll axis in units, across it in points.
struct ListMetrics: Sendable, Equatable {
  let axis: LayoutAxis
  /// Where the first row begins along the scroll axis, from the section's start.
  let top: Units
  /// The distance between two rows; any sign.
  let spacing: Units
  /// The beginning of rows across the scroll axis, in points.
  let crossStart: Double
  /// The length of rows across the scroll axis, in points.
  let crossLength: Double
  /// Whether rows are only as wide as their bodies (LayoutRules N5).
  let fitsContent: Bool
  /// The pixels to which frames are rounded; nil if they are not.
  let pixels: PixelGrid?

  /// Computes frames in the section's own coordinates, neither mirrored nor rounded to pixels.
  var placement: FrameTransform { FrameTransform(axis: axis) }

  /// The place of a row that begins at `start`.
  func row(from start: Units, length: Units) -> SectionFrame {
    SectionFrame(start: start, length: length, cross: crossStart, breadth: crossLength)
  }

  /// The place of a row that begins at `start` and is `width` points wide, at most as wide as all.
  ///
  /// The width is rounded up to pixels, because a browser would break lines that rounding (LayoutRules C18) has narrowed.
  func row(from start: Units, length: Units, width: Double, isTrailing: Bool) -> SectionFrame {
    let width = min(pixels?.roundedUp(width) ?? width, crossLength)
    let cross = isTrailing ? crossStart + (crossLength - width) : crossStart
    return SectionFrame(start: start, length: length, cross: cross, breadth: width)
  }
}

// MARK: Bodies

extension ListSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard metrics.axis == .vertical else { throw .horizontal }
    let minHeight = chunk.heights.number(of: place) ?? (spec.rowHeightIsGiven ? spec.rowHeight : 0)
    return metrics.fitsContent
      ? .wraps(maxWidth: metrics.crossLength, minHeight: minHeight)
      : .fills(width: metrics.crossLength, minHeight: minHeight)
  }
}
