/// Lays out flow sections as UICollectionViewFlowLayout does (LayoutRules A).
///
/// 1. If lines are justified and all sizes are equal, the items are in columns (`FlowColumns`; A4–A6).
/// 2. Sizes are read and checked chunk by chunk (`FlowItemSizes`). Items are broken into lines,
///    which are justified or aligned, and stacked (`FlowRule`; A2, A7–A9, A18).
/// 3. Header, insets and footer go around the lines (A10–A12).
///
/// - Complexity: O(n) in the number of items; O(chunks) if they are a count.
final class FlowSolver: SectionSolver {
  let spec: FlowSpec
  /// The size of items that have none of their own (LayoutRules A17).
  let itemSize: Size
  private let axis: LayoutAxis
  private let path: DocumentPath
  private let insets: Insets
  private let boundaries: SectionBoundaries
  let metrics: FlowMetrics

  /// Checks the options against the container.
  ///
  /// - Throws: an error for options out of range, or for insets that leave no space (LayoutRules D).
  init(_ spec: FlowSpec, environment: SectionEnvironment) throws(LayoutError) {
    self.spec = spec
    itemSize = spec.sizeOfOtherItems
    axis = environment.axis
    path = environment.path
    try Self.check(spec, environment)
    insets = Self.insets(spec, in: environment.size)
    boundaries = SectionBoundaries(spec.headerFooter, environment: environment)
    metrics = FlowMetrics(
      axis: axis,
      top: boundaries.headerBlock + Units(points: axis.mainStart(insets)),
      crossStart: axis.crossStart(insets),
      available: Self.available(spec, insets, environment),
      interitemSpacing: spec.minimumInteritemSpacing,
      lineSpacing: Units(points: spec.minimumLineSpacing),
      alignment: spec.alignment,
      lineAlignment: spec.lineAlignment,
      outset: spec.boundsOutset)
    guard metrics.available > 0 else {
      throw LayoutError(
        path.field("sectionInset"),
        "leaves no room for items: \(metrics.available) points across the scroll axis")
    }
  }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    let sizes = FlowItemSizes(items: items, itemSize: itemSize, axis: axis)
    let columns =
      metrics.alignment == .justified
      ? try sizes.uniform(budget).map { FlowColumns(metrics, $0, count: items.count) } : nil
    var placing = LinePlacing(
      FlowRule(self, sizes, columns, PlacingContext(path: path, budget: budget)),
      top: metrics.top, spacing: metrics.lineSpacing, after: self.earlier(earlier, columns), budget)
    let cells = try placing.run()
    var solution = try solution(
      cells, placing.lines.maxEnd - metrics.top,
      maxLength: placing.rule.maxLength(placing.lines.summary), at: path)
    solution.placedItemCount = placing.placedCount
    return solution
  }

  /// Returns the cells of an earlier version if their lines may be reused.
  private func earlier(
    _ cells: (any SectionCells)?, _ columns: FlowColumns?
  ) -> LineCells<FlowPlaces>? {
    guard columns != nil || metrics.keepsOrder, let cells = cells as? LineCells<FlowPlaces>,
      cells.places.mayShareLines(columns)
    else { return nil }
    return cells
  }

  /// Throws an error if `count` items, none of them longer, could be too long together.
  func requireScrollLength(
    of count: Int, maxLength: Double, at path: DocumentPath
  ) throws(LayoutError) {
    try path.requireScrollLength(reach(of: count, maxLength: maxLength))
  }

  /// Puts header, insets and footer around the lines (LayoutRules A10–A12).
  private func solution(
    _ cells: any SectionCells, _ linesLength: Units, maxLength: Double, at path: DocumentPath
  ) throws(LayoutError) -> SolverResult {
    let length =
      metrics.top + linesLength + Units(points: axis.mainEnd(insets))
      + boundaries.footerBlock
    try path.checkExtent(cells.bounds.isWithinMaxExtent)
    return SolverResult(
      length: length, maxExtent: reach(of: cells.count, maxLength: maxLength),
      cells: cells, elements: boundaries.elements(sectionLength: length), snapping: snapping)
  }

  /// The most that the lengths of `count` items could add up to, in points (LayoutRules I4).
  private func reach(of count: Int, maxLength: Double) -> Double {
    (maxLength + spec.minimumLineSpacing.magnitude) * Double(count)
      + axis.reach(insets)
      + boundaries.maxExtent + axis.main(spec.boundsOutset).magnitude
  }

  /// Where scrolling stops; nil if it may stop anywhere.
  ///
  /// The page of an item is as long as `itemSize` and one line spacing (Contract §6).
  private var snapping: SnappingStops? {
    guard spec.snapping.mode != .none else { return nil }
    return SnappingStops(
      snapping: spec.snapping, itemPageLength: axis.main(itemSize) + spec.minimumLineSpacing)
  }

  private static func check(
    _ spec: FlowSpec, _ environment: SectionEnvironment
  ) throws(LayoutError) {
    let path = environment.path
    var issues = SpecIssues()
    issues.checkLength(spec.itemSize.width, path.field("itemSize").field("width"))
    issues.checkLength(spec.itemSize.height, path.field("itemSize").field("height"))
    let estimate = path.field("estimatedItemSize")
    issues.checkLength(spec.estimatedItemSize.width ?? 0, estimate.field("width"))
    issues.checkLength(spec.estimatedItemSize.height ?? 0, estimate.field("height"))
    issues.checkFinite(spec.minimumLineSpacing, path.field("minimumLineSpacing"))
    issues.checkFinite(spec.minimumInteritemSpacing, path.field("minimumInteritemSpacing"))
    if case .points(let insets) = spec.sectionInset {
      issues.checkInsets(insets, path.field("sectionInset"))
    }
    issues.checkReferenceSizes(spec.headerFooter, along: environment.axis, path)
    spec.body.check(&issues, at: path.field("body"), mayFit: true)
    issues.checkFinite(spec.boundsOutset.horizontal, path.field("boundsOutset").field("horizontal"))
    issues.checkFinite(spec.boundsOutset.vertical, path.field("boundsOutset").field("vertical"))
    issues.checkFinite(
      spec.snapping.flickVelocityThreshold,
      path.field("snapping").field("flickVelocityThreshold"))
    let page = environment.axis.main(spec.sizeOfOtherItems) + spec.minimumLineSpacing
    if spec.snapping.mode == .item, !(page > 0) {
      issues.add(
        path.field("snapping").field("mode"),
        "needs an item length + minimumLineSpacing > 0 (got \(page))")
    }
    try issues.throwIfAny()
  }

  /// The section's insets in points.
  ///
  /// `centered` means the insets that centre one `itemSize` item in the container (Contract §2). They are
  /// negative on an axis on which the item is larger.
  private static func insets(_ spec: FlowSpec, in size: Size) -> Insets {
    switch spec.sectionInset {
    case .points(let insets):
      return insets
    case .centered:
      let itemSize = spec.sizeOfOtherItems
      let horizontal = (size.width - itemSize.width) / 2
      let vertical = (size.height - itemSize.height) / 2
      return Insets(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
    }
  }

  /// The length of a line (LayoutRules A1); for `centered` insets exactly that of `itemSize`, without the
  /// rounding errors of a subtraction.
  private static func available(
    _ spec: FlowSpec, _ insets: Insets, _ environment: SectionEnvironment
  ) -> Double {
    let axis = environment.axis
    guard spec.sectionInset != .centered else { return axis.cross(spec.sizeOfOtherItems) }
    return axis.cross(environment.size) - (axis.crossStart(insets) + axis.crossEnd(insets))
  }
}

/// The metrics shared by all lines of a flow section: along the scroll axis in units, across it in points.
struct FlowMetrics: Sendable, Equatable {
  let axis: LayoutAxis
  /// Where the first line begins along the scroll axis, from the section's start.
  let top: Units
  /// Where lines begin across the scroll axis.
  let crossStart: Double
  /// The length of a line, A; > 0.
  let available: Double
  /// The least distance between two items of a line, s.
  let interitemSpacing: Double
  /// The distance between two lines.
  let lineSpacing: Units
  /// The alignment of a line's items in the line's length.
  let alignment: FlowAlignment
  /// The alignment of an item in the thickness of its line.
  let lineAlignment: FlowLineAlignment
  /// The lengths by which cells grow on both sides after their items have been placed.
  let outset: FlowBoundsOutset

  /// The length by which a line may exceed A, against rounding errors (LayoutRules A2).
  var tolerance: Double { available.fitTolerance }

  /// Whether the items of a line don't overlap.
  ///
  /// Lines whose items do are placed one by one, because the order of each must be checked.
  var keepsOrder: Bool { interitemSpacing >= 0 }

  /// An upper bound, across the scroll axis, of the ends of short lines whose items fit the line.
  ///
  /// A short line has at most `LineTable.walkLength` items. The bound exceeds a line's room by about a hundred
  /// rounding errors.
  var farthestEnd: Double {
    crossStart + available + (crossStart.magnitude + available) * 0x1p-46
  }

  /// Whether `farthestEnd` is certainly within reach (`Double.isWithinMaxExtent`).
  var hasFarthestEnd: Bool { crossStart.magnitude + available < 0x1p52 }

  /// The beginning, across the scroll axis, of an item that is alone on its line (LayoutRules A6–A8).
  ///
  /// The item is centred; if it is longer than the line, it begins where the line begins.
  func centred(_ cross: Double) -> Double {
    crossStart + max(0, (available - cross) / 2)
  }

  /// The beginning of a line's first item across the scroll axis, if lines are not justified (LayoutRules
  /// A18).
  ///
  /// A line whose items are longer than the line begins at the line's beginning.
  ///
  /// - Parameters:
  ///   - total: the sum of the items' lengths across the scroll axis, without spacings.
  ///   - count: the number of the line's items.
  func alignedStart(total: Double, count: Int) -> Double {
    let rest = max(0, available - (total + Double(count - 1) * interitemSpacing))
    switch alignment {
    case .justified, .leading: return crossStart
    case .center: return crossStart + rest / 2
    case .trailing: return crossStart + rest
    }
  }

  /// The beginning of an item in a line of this thickness along the scroll axis, from the line's start, to a
  /// whole unit (LayoutRules A9, A19).
  @inline(__always)
  func startInLine(_ thickness: Units, length: Units) -> Units {
    switch lineAlignment {
    case .center: return (thickness - length).half
    case .top: return .zero
    case .bottom: return thickness - length
    }
  }

  /// Computes frames in the section's own coordinates, neither mirrored nor rounded to pixels.
  var placement: FrameTransform { FrameTransform(axis: axis) }

  /// The place of an item's cell: the item's place, grown around its centre, but never of negative size.
  @inline(__always)
  func grown(_ place: SectionFrame) -> SectionFrame {
    outset.horizontal != 0 || outset.vertical != 0 ? grownByOutset(place) : place
  }

  private func grownByOutset(_ place: SectionFrame) -> SectionFrame {
    var grown = place
    let main = Units(points: axis.main(outset))
    grown.length = place.length + main + main
    grown.start = grown.length >= .zero ? place.start - main : place.start + place.length.half
    grown.length = max(.zero, grown.length)
    let cross = axis.crossed.main(outset)
    grown.breadth = place.breadth + 2 * cross
    grown.cross = grown.breadth >= 0 ? place.cross - cross : place.cross + place.breadth / 2
    grown.breadth = max(0, grown.breadth)
    return grown
  }

  /// How far cells may reach beyond their places along the scroll axis, in points; ≥ 0.
  private var mainReach: Double { max(0, Units(points: axis.main(outset)).points) }
  /// How far cells may reach to the left and to the right of their places; ≥ 0.
  var reachX: Double { axis == .horizontal ? mainReach : max(0, outset.horizontal) }
  /// How far cells may reach above and below their places; ≥ 0.
  var reachY: Double { axis == .vertical ? mainReach : max(0, outset.vertical) }
}

extension LayoutAxis {
  /// The length by which a cell grows at either end of the axis, in points.
  fileprivate func main(_ outset: FlowBoundsOutset) -> Double {
    self == .vertical ? outset.vertical : outset.horizontal
  }
}

// MARK: Bodies

extension FlowSolver: BodyPlacing {
  var bodyOptions: BodyOptions { spec.body }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard metrics.axis == .vertical else { throw .horizontal }
    let (width, height) = (chunk.sizedWidths[place], chunk.heights[place])
    let minHeight = height.isNaN ? 0 : height
    let fits = spec.body.width == .fitContent && chunk.measuredWidths[place].isNaN
    if fits || width.isNaN && height.isNaN {
      return .wraps(maxWidth: width.isNaN ? metrics.available : width, minHeight: minHeight)
    }
    return .fills(width: width.isNaN ? itemSize.width : width, minHeight: minHeight)
  }
}
