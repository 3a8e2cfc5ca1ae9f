/// A section's own group in which another layout arranges all of the section's items (LayoutRules B14).
///
/// The other layout is called the arrangement.
///
/// The section has only this group.
struct ArrangedGroup: Sendable {
  private let group: LayoutGroup
  private let axis: LayoutAxis
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
    var arranged: SolverResult
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
  ///   - sizing: the sizes of supplementaries that have bodies; nil if none has one.
  init(
    _ group: LayoutGroup, layout: SectionLayout, size: Size, environment: SectionEnvironment,
    _ sizing: ItemSupplementarySizing?, _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.size = size
    path = environment.path.field("group")
    axis = environment.axis
    templateSolver = TemplateSolver(environment)
    inner = try templateSolver.innerRect(
      of: group, in: Rect(x: 0, y: 0, width: size.width, height: size.height), at: path)
    // Widths follow from the group's width, which its content does not change.
    var sized = group
    if let sizing {
      sized.supplementaryItems = try sizing.sized(group.supplementaryItems, on: inner.size)
    }
    self.group = sized
    solver = try layout.traits.makeSolver(
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
