/// A section's own group in which another layout arranges all of the section's items (LayoutRules B14).
///
/// The other layout is called the arrangement.
///
/// The section has only this group.
struct ArrangedGroup: Sendable {
  private let group: LayoutGroup
  private let axis: Axis
  /// The solver of the arrangement.
  private let solver: any SectionSolver
  private let templateSolver: TemplateSolver
  /// The group's slot as declared; if its length along the scroll axis is estimated, the content's
  /// length replaces it.
  private let size: Size
  /// The group's slot less its content insets, relative to the group's corner.
  private let inner: Rect
  private let path: DocumentPath

  /// The group with its items laid out, relative to the group's corner.
  struct Solution: Sendable {
    /// The group's length along the scroll axis.
    var length: Units
    /// An upper bound of the sum of all lengths in the group along the scroll axis, in points
    /// (LayoutRules I4).
    var maxExtent: Double
    /// The solution of the arrangement, relative to its origin.
    var arranged: SectionSolution
    /// The arrangement's origin, relative to the group's corner.
    var origin: Point
    /// The group's supplementaries, as a template without items.
    var supplementaries: GroupTemplate
  }

  /// Checks the group and creates the solver of its arrangement.
  ///
  /// - Parameters:
  ///   - size: the group's resolved size.
  ///   - environment: the section's environment.
  init(
    _ group: LayoutGroup, layout: SectionLayout, size: Size, environment: SectionEnvironment,
    _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.group = group
    self.size = size
    path = environment.path.field("group")
    axis = environment.axis
    templateSolver = TemplateSolver(environment)
    inner = try templateSolver.innerRect(
      of: group, in: Rect(x: 0, y: 0, width: size.width, height: size.height), at: path)
    solver = try layout.makeSolver(
      SectionEnvironment(
        axis: environment.axis, size: inner.size,
        scale: environment.scale, path: path.field("arrangement"), texts: environment.texts),
      budget)
  }

  /// Lays out the section's items in the group.
  ///
  /// If the group's length along the scroll axis is estimated, the group is as long as its content.
  /// Otherwise it has its declared length, and content may overflow it.
  func solve(
    _ items: Items, at itemsPath: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> Solution {
    let arranged = try solver.solve(items, at: itemsPath, budget)
    var host = inner
    var length = Units(points: axis.main(size))
    if group.size.dimension(along: axis).isEstimated {
      // LayoutRules B4: there are no content insets along an estimated axis.
      length = max(.zero, arranged.length)
      host = axis.rect(
        main: axis.mainMin(inner), cross: axis.crossMin(inner), mainLength: length.points,
        crossLength: axis.cross(inner.size))
    }
    var supplementaries = GroupTemplate()
    try templateSolver.add(
      group.supplementaryItems, on: host, as: .sectionGroup, to: &supplementaries, at: path)
    let farthest = supplementaries.supplementaries.reduce(0) { max($0, axis.reach($1.frame)) }
    return Solution(
      length: length,
      maxExtent: axis.main(size) + arranged.maxExtent + axis.reach(inner) + farthest,
      arranged: arranged, origin: Point(x: inner.x, y: inner.y),
      supplementaries: supplementaries)
  }
}

/// The cells of an arrangement, moved to the group's place in the section.
final class ArrangedCells: SectionCells {
  let count: Int
  let bounds: Rect
  private let base: any SectionCells
  /// The distance by which cells are moved along the scroll axis.
  private let start: Units
  /// The distance by which cells are moved across the scroll axis, in points.
  private let cross: Double
  /// The distance by which cells are moved, as x and y in points.
  private let offset: Point

  init(_ base: any SectionCells, start: Units, cross: Double, axis: Axis) {
    self.base = base
    self.start = start
    self.cross = cross
    let offset = axis.point(main: start.points, cross: cross)
    self.offset = offset
    self.count = base.count
    self.bounds = base.bounds.offsetBy(dx: offset.x, dy: offset.y)
  }

  var byteCount: Int {
    MemoryLayout<any SectionCells>.size + MemoryLayout<Units>.size
      + MemoryLayout<Double>.size + MemoryLayout<Point>.size + base.byteCount
  }
  var sharedStorage: (any LayoutPart)? { base.sharedStorage }
  var heldItems: Items? { base.heldItems }
  func visitParts(_ visit: (any LayoutPart) -> Void) { base.visitParts(visit) }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    base.frame(of: item, moved(placement), &walk)
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
    _ walk: inout CellCursor
  ) {
    base.fill(&frames, cells, moved(placement), &walk)
  }

  /// Returns a placement that also moves cells by the distance from the arrangement's origin to the
  /// section's.
  private func moved(_ placement: ElementPlacement) -> ElementPlacement {
    var moved = placement
    moved.start += start
    moved.shift += cross
    return moved
  }

  var haveImageHeights: Bool { base.haveImageHeights }

  var haveZIndexes: Bool { base.haveZIndexes }

  func imageHeight(of item: Int) -> Double? { base.imageHeight(of: item) }

  func zIndex(of item: Int) -> WholeNumber? { base.zIndex(of: item) }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    base(ofEquallyMoved: other).map { base.sharedCount(from: item, with: $0) } ?? 0
  }

  func alikeCount(from item: Int, with other: any SectionCells) -> Int {
    base(ofEquallyMoved: other).map { base.alikeCount(from: item, with: $0) } ?? 0
  }

  /// Returns the arrangement of other cells if it is moved by the same distance as this one; nil otherwise.
  private func base(ofEquallyMoved other: any SectionCells) -> (any SectionCells)? {
    guard let other = other as? ArrangedCells, start == other.start, cross == other.cross,
      offset == other.offset
    else { return nil }
    return other.base
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    base.addCandidates(meeting: rect.offsetBy(dx: -offset.x, dy: -offset.y), to: &numbers)
  }
}
