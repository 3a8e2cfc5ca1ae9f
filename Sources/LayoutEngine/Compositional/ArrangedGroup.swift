/// A section's own group whose items another layout arranges (LayoutRules B14).
///
/// It contains all of the section's items.
struct ArrangedGroup: Sendable {
  private let group: LayoutGroup
  private let axis: Axis
  private let solver: any SectionSolver
  private let templateSolver: TemplateSolver
  /// The group's slot as declared; the content replaces an estimated length along the scroll axis.
  private let size: Size
  /// The rectangle that the group's content insets leave.
  private let inner: Rect
  private let path: DocumentPath

  /// The group with its items laid out, relative to the group's corner.
  struct Solution: Sendable {
    /// The group's length along the scroll axis.
    var length: Units
    /// An upper bound of the sum of its lengths, in points (LayoutRules I4).
    var greatestReach: Double
    /// The items as the arrangement laid them out.
    var arranged: SectionSolution
    /// The arrangement's origin in the group.
    var origin: Point
    /// The group's supplementaries.
    var supplementaries: GroupTemplate
  }

  /// Checks the group and prepares its arrangement.
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
        scale: environment.scale, path: path.field("arrangement")), budget)
  }

  /// Lays the items out.
  ///
  /// The group is as long as its content if its length is estimated, else as declared; content may
  /// overflow it.
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
      greatestReach: axis.main(size) + arranged.greatestReach + axis.reach(inner) + farthest,
      arranged: arranged, origin: Point(x: inner.x, y: inner.y),
      supplementaries: supplementaries)
  }
}

/// The cells of an arrangement, moved to its group's place.
final class ArrangedCells: SectionCells {
  let count: Int
  let bounds: Rect
  private let base: any SectionCells
  /// How far cells are moved along the scroll axis and across it.
  private let start: Units
  private let cross: Double
  /// Both distances in points.
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

  /// Returns the placement of the arrangement's own elements.
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

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    base.addCandidates(meeting: rect.offsetBy(dx: -offset.x, dy: -offset.y), to: &numbers)
  }
}
