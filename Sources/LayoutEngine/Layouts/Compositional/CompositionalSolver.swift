/// Lays out compositional sections (NSCollectionLayoutSection; LayoutRules B and C).
///
/// The parts that don't depend on the items are solved once, when the solver is created: 1 the space for
/// groups, 2 the group's template, 3 boundary items, 4 decorations. So a section costs only the work for
/// its boundary items and decorations, however many items it has. There are two exceptions: an
/// arrangement (B14) reads the items, and groups with measured items (K5) are laid out separately.
final class CompositionalSolver: SectionSolver {
  /// The stacking order of supplementaries without a `zIndex` (LayoutRules C15).
  static let supplementaryZIndex: WholeNumber = 1
  /// The stacking order of pinned items without a `zIndex`, if the query has visible bounds (LayoutRules
  /// C15).
  static let pinnedZIndex: WholeNumber = 10

  /// The section's own group.
  private enum Content: Sendable {
    /// A group that is repeated until the items end.
    case repeated(RepeatedGroup)
    /// A group of an orthogonal section that is repeated until the items end, and the same group as one of
    /// a section that is stacked along the other axis, along which items may be measured (LayoutRules K10).
    case shelf(RepeatedGroup, across: RepeatedGroup)
    /// A group of all items, which another layout arranges (LayoutRules B14).
    case arranged(ArrangedGroup)
  }

  private let environment: SectionEnvironment
  private let axis: LayoutAxis
  /// The container's length across the scroll axis.
  private let crossLength: Double
  private let insets: Insets
  /// The section's inset at its start along the scroll axis.
  private let insetStart: Units
  /// The section's inset at its end along the scroll axis.
  private let insetEnd: Units
  private let orthogonalScrollingBehavior: OrthogonalScrollingBehavior
  private let orthogonalScrollingProperties: OrthogonalScrollingProperties?
  private let content: Content
  private let boundaryItems: BoundaryItems
  private let decorationItems: [DecorationItem]
  private let path: DocumentPath
  let bodyOptions: BodyOptions

  /// The group that is repeated until the items end; nil if another layout arranges the items.
  var repeatedGroup: RepeatedGroup? {
    switch content {
    case .repeated(let group), .shelf(let group, _): group
    case .arranged: nil
    }
  }

  /// Creates a solver, and solves the parts that don't depend on the items.
  ///
  /// - Throws: an error with issues for all parts that cannot be laid out, at paths below
  ///   `environment.path`.
  /// - Complexity: O(size of the spec + size of the template).
  init(
    _ spec: CompositionalSpec, environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) {
    try CompositionalCheck.run(spec, at: environment.path)
    path = environment.path
    self.environment = environment
    axis = environment.axis
    crossLength = environment.axis.cross(environment.size)
    insets = spec.contentInsets.unmirrored
    insetStart = Units(points: axis.mainStart(insets))
    insetEnd = Units(points: axis.mainEnd(insets))
    orthogonalScrollingBehavior = spec.orthogonalScrollingBehavior
    orthogonalScrollingProperties = spec.orthogonalScrollingProperties
    decorationItems = spec.decorationItems
    bodyOptions = spec.body
    var issues: [LayoutError.Issue] = []
    let content = Self.attempt(&issues) { () throws(LayoutError) in
      let room = try Self.room(for: spec, in: environment)
      return try Self.content(of: spec, room: room, environment: environment, budget)
    }
    let boundaryItems = Self.attempt(&issues) { () throws(LayoutError) in
      try BoundaryItems(spec, environment: environment)
    }
    guard let content, let boundaryItems else { throw LayoutError(issues: issues) }
    self.content = content
    self.boundaryItems = boundaryItems
    try budget.count(solvedAhead)
  }

  /// The number of frames in the template of a repeated group; 0 for an arrangement.
  var solvedAhead: Int {
    repeatedGroup?.templateCount ?? 0
  }

  /// Returns whether an item gets its length along the scroll axis if that is measured (LayoutRules K5).
  func followsMeasured(_ item: Int) -> Bool {
    repeatedGroup?.followsMeasured(item) ?? true
  }

  /// The number of items after which `followsMeasured` and `followsMeasuredAcross` repeat; 1 if they are the
  /// same for all.
  var measuringPeriod: Int {
    switch content {
    case .repeated(let group): group.measuringPeriod
    case .shelf(let group, let across): max(group.measuringPeriod, across.measuringPeriod)
    case .arranged: 1
    }
  }

  /// Returns whether an item gets its length across the scroll axis if that is measured (LayoutRules K10).
  func followsMeasuredAcross(_ item: Int) -> Bool {
    if case .shelf(_, let group) = content { group.followsMeasured(item) } else { false }
  }

  /// Lays out one section.
  ///
  /// - Complexity: O(boundary items + decorations), plus the cost of laying out the items of an
  ///   arrangement, plus O(chunks + items in chunks that are not reused) if some items are measured.
  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    guard items.count > 0 else { return try emptySection() }
    guard items.count <= LayoutLimits.maxItems else {
      throw LayoutError(
        path, "must be at most \(LayoutLimits.maxItems) items (got \(items.count))")
    }
    return switch content {
    case .repeated(let group):
      try section(of: items, in: group, across: nil, after: earlier, budget)
    case .shelf(let group, let across):
      try section(of: items, in: group, across: across, after: earlier, budget)
    case .arranged(let group): try section(of: try group.solve(items, at: path, budget))
    }
  }

  // MARK: Parts that don't depend on the items

  /// Returns the result of a step; nil if the step throws, and then adds its issues to `issues`.
  ///
  /// So the remaining steps still run, and a client receives the issues of all steps at once.
  private static func attempt<Result>(
    _ issues: inout [LayoutError.Issue], _ step: () throws(LayoutError) -> Result
  ) -> Result? {
    do {
      return try step()
    } catch {
      issues += error.issues
      return nil
    }
  }

  /// Step 1: returns the space for groups, the container less the section's insets (LayoutRules B1, B2).
  ///
  /// In an orthogonal section, the insets along its own scrolling direction are not subtracted.
  ///
  /// - Throws: if there is no space (D).
  private static func room(
    for spec: CompositionalSpec, in environment: SectionEnvironment
  ) throws(LayoutError) -> Size {
    let axis = environment.axis
    let insets = spec.contentInsets.unmirrored
    let isOrthogonal = spec.orthogonalScrollingBehavior != .none
    let main =
      axis.main(environment.size) - axis.mainStart(insets) - axis.mainEnd(insets)
    let cross =
      isOrthogonal
      ? axis.cross(environment.size)
      : axis.cross(environment.size) - axis.crossStart(insets) - axis.crossEnd(insets)
    guard main > 0, cross > 0 else {
      let left = axis.size(main: main, cross: cross)
      throw LayoutError(
        environment.path.field("contentInsets"),
        "leave no room for a group: \(left.width.inPoints) × \(left.height.inPoints) points")
    }
    return axis.size(main: main, cross: cross)
  }

  /// Step 2: solves the section's own group in the space for groups; the group's edge spacing is ignored
  /// (LayoutRules B12).
  private static func content(
    of spec: CompositionalSpec, room: Size, environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> Content {
    let group = spec.group
    let path = environment.path.field("group")
    let size = try DimensionResolver(parent: room).resolve(group.size, at: path.field("size"))
    let sizing = ItemSupplementarySizing(environment, budget)
    if case .arrangement(let layout) = group.content {
      return .arranged(
        try ArrangedGroup(
          group, layout: layout, size: size, environment: environment, sizing, budget))
    }
    let repeated = try RepeatedGroup(of: spec, size: size, environment: environment, sizing)
    guard spec.orthogonalScrollingBehavior != .none,
      group.size.dimension(along: environment.axis.crossed).isEstimated
    else { return .repeated(repeated) }
    var (stack, crossed) = (spec, environment)
    stack.orthogonalScrollingBehavior = .none
    crossed.axis = environment.axis.crossed
    let across = try RepeatedGroup(of: stack, size: size, environment: crossed, sizing)
    guard across.selfSizing != nil else { return .repeated(repeated) }
    try budget.count(across.templateCount)
    return .shelf(repeated, across: across)
  }

  // MARK: One section

  /// Returns the solution of a section with repeated groups (LayoutRules C1, C2, C4, C16).
  ///
  /// Groups follow each other along the section's scrolling direction; an incomplete last group takes
  /// its full slot.
  ///
  /// - Parameter across: the group as one of a section that is stacked along the other axis; nil if no item
  ///   can be measured along that axis.
  private func section(
    of items: Items, in group: RepeatedGroup, across: RepeatedGroup?,
    after earlier: (any SectionCells)?, _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    let count = items.count
    try requireLength(Double(group.count(items: count)) * group.stride)
    let (start, cross) = (boundaryItems.startLength + insetStart, axis.crossStart(insets))
    var groups = group.solution(items: count, start: start, cross: cross)
    try path.requireScrollLength(groups.reach)
    // Only items in groups with measured ones are placed; all others follow the template.
    var placedItemCount = 0
    let shelfCells = earlier as? ShelfCells
    let along = shelfCells?.along ?? earlier
    if var measured = try MeasuredGroups(
      group, items, after: along as? MeasuredCells, at: path, budget)
    {
      groups = try measured.solution(start: start, cross: cross)
      try path.requireScrollLength(groups.reach)
      placedItemCount = measured.placedItemCount
    }
    var shelf: GroupsSolution?
    if let across,
      var measured = try MeasuredGroups(
        across, items, after: shelfCells?.across as? MeasuredCells, at: path, budget)
    {
      let solution = try measured.solution(start: Units(points: cross), cross: start.points)
      try path.requireScrollLength(solution.reach)
      shelf = solution
      placedItemCount = max(placedItemCount, measured.placedItemCount)
    }
    if let shelf { groups.place(across: shelf, axis: axis) }
    var solution = try section(
      groupsLength: groups.length, reach: groups.reach, cells: groups.cells)
    solution.supplementaries = groups.supplementaries
    solution.placedItemCount = placedItemCount
    if orthogonalScrollingBehavior != .none {
      let length = shelf?.length.points ?? group.crossLength(items: count)
      let contentLength = axis.crossStart(insets) + length + axis.crossEnd(insets)
      try requireLength(contentLength)
      solution.orthogonal = OrthogonalSection(
        behavior: orthogonalScrollingBehavior, contentLength: contentLength,
        firstGroupStart: axis.crossStart(insets), groupStride: group.stride,
        groupLength: group.length, groupCount: group.count(items: count),
        groups: shelf?.starts.map { ShelfGroups($0, spacing: group.stride - group.length) },
        thickness: insetStart + groups.length + insetEnd,
        properties: orthogonalScrollingProperties)
    }
    return solution
  }

  /// Returns the solution of a section with one group of all items (LayoutRules B14).
  private func section(of group: ArrangedGroup.Solution) throws(LayoutError) -> SolverResult {
    let (start, cross) = (boundaryItems.startLength + insetStart, axis.crossStart(insets))
    var solution = try section(
      groupsLength: group.length, reach: group.maxExtent,
      cells: MovedCells(
        group.arranged.cells, start: start + Units(points: axis.main(group.origin)),
        cross: cross + axis.cross(group.origin), axis: axis))
    solution.bodies = group.arranged.bodies
    // Elements around the arrangement belong to the compositional section.
    solution.rounding = group.arranged.rounding == .everything ? .everything : .allButCells
    if !group.supplementaries.supplementaries.isEmpty {
      let template = SupplementaryTemplate(group.supplementaries, environment)
      solution.supplementaries = GroupSupplementaries(
        template: template,
        frames: RepeatedFrames(
          template.frames,
          RepeatedFrames.Course(axis: axis, start: start, cross: cross),
          count: template.supplementaries.count))
    }
    return solution
  }

  /// Returns the solution of a section with these cells, without supplementaries of groups and items.
  ///
  /// Along the scroll axis the section consists of the boundary items at its start, its inset, the
  /// groups, its inset, and the boundary items at its end (LayoutRules C4).
  ///
  /// - Parameters:
  ///   - groupsLength: the length of all groups along the scroll axis.
  ///   - reach: an upper bound of the sum of the groups' lengths, in points.
  private func section(
    groupsLength: Units, reach: Double, cells: any SectionCells
  ) throws(LayoutError) -> SolverResult {
    let length =
      boundaryItems.startLength + insetStart + groupsLength + insetEnd + boundaryItems.endLength
    return SolverResult(
      length: length,
      maxExtent: reach + axis.reach(insets) + boundaryItems.maxExtent
        + decorationItems.reduce(0) { $0 + axis.reach($1.contentInsets.unmirrored) },
      cells: cells,
      elements: boundaryItems.elements(sectionLength: length)
        + decorations(sectionLength: length),
      cellZIndex: decorationItems.isEmpty ? 0 : 1)
  }

  /// Returns the solution of a section without items: its boundary items only, without insets and
  /// decorations (LayoutRules C5).
  private func emptySection() throws(LayoutError) -> SolverResult {
    let length = boundaryItems.startLength + boundaryItems.endLength
    var solution = SolverResult(
      length: length, maxExtent: boundaryItems.maxExtent, cells: EmptyCells.shared,
      elements: boundaryItems.elements(sectionLength: length))
    if orthogonalScrollingBehavior != .none {
      solution.orthogonal = OrthogonalSection(
        behavior: orthogonalScrollingBehavior, contentLength: 0, firstGroupStart: 0,
        groupStride: 0, groupLength: 0, groupCount: 0, thickness: .zero)
    }
    return solution
  }

  /// Returns the decorations; each fills the whole section less the decoration's own insets (LayoutRules
  /// C14).
  ///
  /// A decoration's default z-index is 0, while that of the section's other elements is raised to 1
  /// (C15).
  private func decorations(sectionLength: Units) -> [SectionElement] {
    let extent = SectionFrame(
      start: .zero, length: max(.zero, sectionLength), cross: 0, breadth: crossLength)
    return decorationItems.map { item in
      SectionElement(
        rank: .decoration, category: .decoration, kind: item.kind, item: 0,
        place: extent.inset(by: item.contentInsets.unmirrored, axis: axis),
        zIndex: item.zIndex ?? 0)
    }
  }

  private func requireLength(_ length: Double) throws(LayoutError) {
    try path.checkExtent(
      length.isWithinMaxExtent, orThrow: "makes the section longer than 2^53 points")
  }
}

// MARK: Bodies

extension CompositionalSolver: BodyPlacing {
  /// The number of items in a repetition of the section's group; 1 if all its items have one width.
  var bodyPeriod: Int {
    guard let group = repeatedGroup else { return 1 }
    let frames = group.cells.frames.frames
    return group.selfSizing?.followsAll == true && frames.allSatisfy { $0.width == frames[0].width }
      ? 1 : group.cells.count
  }

  func bodyRoom(of item: Int, in chunk: ItemChunk, at place: Int) throws(BodyRefusal) -> BodyRoom {
    guard let group = repeatedGroup, group.axis == .vertical else { throw .horizontal }
    guard followsMeasured(item) else {
      throw BodyRefusal(
        reason: "needs an item whose height is estimated, and so are those of all groups it is in")
    }
    let frame = group.cells.frames.frames[item % group.cells.count]
    return .fills(width: frame.width, minHeight: 0)
  }
}
