/// Turns a document into prepared content.
///
/// It checks the container, makes one solver for the document's layout and one for each section's own
/// layout, solves the sections in order, and stacks them along the scroll axis.
struct LayoutBuilder {
  /// A solver, or the fact that creating it failed.
  private enum SolverOutcome {
    case made(any SectionSolver)
    case failed
  }

  private let document: LayoutDocument
  private let budget: LayoutBudget
  private let earlier: EarlierLayout?
  /// The number of operations counted for a section, in addition to those of its items.
  private static let stepsPerSection = 64
  /// The number of operations counted for a block that is reused whole.
  private static let stepsPerKeptBlock = 64
  /// The number of operations counted for each section of a reused block that other sections may share.
  private static let stepsPerKeptSection = 8

  private let axis: LayoutAxis
  /// The container less its content insets.
  private let innerSize: Size
  /// The solver of the document's own layout; nil until the first section needs it.
  private var sharedSolver: SolverOutcome?
  private var sections: SectionBlocksBuilder
  private var issues: [LayoutError.Issue] = []
  /// The end, along the scroll axis, of the last stacked section.
  private var end = Units.zero
  /// The greatest possible sum of the lengths of everything stacked so far, in points (LayoutRules I4).
  private var maxExtent = 0.0
  private var itemCount = 0
  /// The number of items placed; items that keep their places from the earlier layout do not count.
  private(set) var placedItemCount = 0
  private var elements = ElementCount()
  private var sharedSections = SharedSections()
  private var bytes = PartBytes()
  /// The number of frames solved for the groups of the sections' own layouts.
  private var templateFrames = 0
  /// Whether blocks were reused whole; the document's other sections share nothing with the sections of
  /// these blocks.
  private var hasKeptBlocks = false
  /// Whether a block that was reused exceeded a limit of the document.
  private var isTooLarge = false
  /// Whether laying out the document without the earlier layout may keep it within its limits, or report
  /// errors more precisely.
  var isOverstated: Bool {
    hasKeptBlocks
      && (isTooLarge || elements.storesTooMany || bytes.count > LayoutLimits.maxByteCount)
  }

  /// Creates a builder, and checks the container and the configuration.
  ///
  /// - Parameter earlier: a layout from which sections are reused; nil if there is none.
  /// - Throws: an error that lists every fault of the container and the configuration.
  init(
    _ document: LayoutDocument, _ budget: LayoutBudget, _ earlier: EarlierLayout? = nil
  ) throws(LayoutError) {
    self.document = document
    self.earlier = earlier
    self.budget = budget
    axis = document.configuration.scrollDirection
    innerSize = document.container.innerSize
    sections = SectionBlocksBuilder(axis: axis)
    try document.checkEnvironment()
  }

  /// Stacks the layout-level headers (LayoutRules C11), the sections in order, and the layout-level footers.
  ///
  /// - Throws: an error that lists the faults that prevent the layout; `LayoutError.cancelled`.
  mutating func build() throws(LayoutError) -> PreparedContent {
    var boundaries = try ContentBoundaries(
      document.configuration.boundarySupplementaryItems, axis: axis,
      container: innerSize,
      path: DocumentPath.root.field("configuration").field("boundarySupplementaryItems"))
    let insets = document.insetsAtEnds
    try reach(boundaries.maxExtent + insets.start + insets.end, at: .root)
    let start = Units(points: insets.start)
    end = start + boundaries.length(of: .start)
    bytes.add(document.layout)
    try budget.reserve(bytes.count)
    var number = 0
    while number < document.sections.count {
      defer { number += 1 }
      do {
        if !sections.isShort, let block = earlier?.block(at: number) {
          try keep(block)
          number += block.sections.count - 1
        } else {
          try appendSection(number)
        }
      } catch {
        guard !error.isCancelled, !isOverstated else { throw error }
        issues += error.issues
        if issues.count >= LayoutError.maxIssues { break }
      }
    }
    guard issues.isEmpty else { throw LayoutError(issues: issues) }
    let contentEnd = end + boundaries.length(of: .end) + Units(points: insets.end)
    let room = try document.room(after: contentEnd)
    boundaries.place(from: start, sectionsEnd: end + room)
    let blocks = try sections.finish(
      movedBy: document.configuration.contentAlignment.distance(in: room),
      sharing: earlier?.blocks, budget, isShared: { sharedSections.isShared($0) })
    for block in blocks.blocks { bytes.add(block) }
    return PreparedContent(
      document,
      SectionStack(
        sections: blocks, boundaries: boundaries, length: max(.zero, contentEnd + room),
        room: room, byteCount: bytes.count))
  }

  /// Stacks a whole block of the earlier layout after the last section.
  ///
  /// The result is as if `appendSection` stacked the block's sections one by one, except that no later
  /// section shares their solutions.
  ///
  /// - Throws: an error if a limit is exceeded, without the path of the section that exceeds it;
  ///   `LayoutError.cancelled`.
  /// - Complexity: O(s) for s shared sections and storages of the block.
  private mutating func keep(_ block: SectionBlock) throws(LayoutError) {
    hasKeptBlocks = true
    let (count, demand) = (block.sections.count, block.demand)
    try budget.count(
      Self.stepsPerKeptBlock + Self.stepsPerKeptSection * block.sharedPlaces.count
        + 4 * block.storages.count)
    let spacing = document.configuration.interSectionSpacing
    let gaps = sections.isEmpty ? count - 1 : count
    let start = sections.isEmpty ? end : end + Units(points: spacing)
    let reach = maxExtent + spacing.magnitude * Double(gaps) + demand.maxExtent
    bytes.addOwn(of: block)
    var (steps, stored) = (demand.ownSteps, demand.ownElements)
    for section in block.sharedPlaces.lazy.map({ block.sections[$0] })
    where bytes.addOnce(section) {
      stored += section.solution.elements.count
      steps += section.solution.steps
    }
    try budget.take(steps, at: .root)
    itemCount += block.itemCount
    templateFrames += demand.templateFrames
    guard elements.add(demand.elements, stored: stored), itemCount <= LayoutLimits.maxItems,
      templateFrames <= LayoutLimits.maxTemplateFrames,
      // The sum may be rounded differently from a sum to which the sections are added one by one.
      reach <= 0.999_999 * LayoutLimits.maxScrollLength
    else {
      isTooLarge = true
      throw LayoutError(.root, "is larger than the limit for a document")
    }
    try checkByteCount()
    maxExtent = reach
    end = start + demand.end
    sections.append(block, at: start)
  }

  private func checkByteCount() throws(LayoutError) {
    guard bytes.count <= LayoutLimits.maxByteCount else {
      throw LayoutError(.root, "takes more than \(LayoutLimits.maxByteCount) bytes when laid out")
    }
  }

  /// Solves a section and stacks it `interSectionSpacing` after the last section (LayoutRules C6).
  private mutating func appendSection(_ number: Int) throws(LayoutError) {
    try budget.count(Self.stepsPerSection)
    let section = document.sections[number]
    let path = itemsPath(ofSection: number)
    guard let (solver, supplementaries) = try solver(ofSection: number) else { return }
    let (sum, overflow) = itemCount.addingReportingOverflow(section.items.count)
    guard !overflow, sum <= LayoutLimits.maxItems else {
      throw LayoutError(path, "makes the document have more than \(LayoutLimits.maxItems) items")
    }
    itemCount = sum
    let (bytesBefore, ownBefore, heldBefore) = (bytes.count, bytes.ownCount, budget.heldBytes)
    let (before, mayBeShared) = earlier?.section(number) ?? (nil, false)
    try checkStackingOrders(of: section.items, since: before?.items, at: path)
    let (placed, isShared) = try place(
      section, after: before, mayShareItems: mayBeShared, by: solver, supplementaries, at: path)
    if mayBeShared { sharedSections.noteShared(placed) }
    let solution = placed.solution
    try elements.add(solution, isShared: isShared, at: layoutPath(ofSection: number))
    let spacing = sections.isEmpty ? 0 : document.configuration.interSectionSpacing
    try reach(spacing.magnitude + solution.maxExtent, at: path)
    let start = end + Units(points: spacing)
    end = start + solution.length
    let added = bytes.count - bytesBefore
    if let before {
      // The solver has counted the new memory that it took, except for lists of shared parts.
      if placed !== before { try budget.reserve(placed.byteCount + solution.byteCount) }
    } else if added > 0 {
      // The items were counted when they were read, and the solver has counted most other memory.
      try budget.reserve(added - (section.items.byteCount + budget.heldBytes - heldBefore))
    }
    try checkByteCount()
    sections.append(placed, at: start, byteCount: bytes.ownCount - ownBefore)
  }

  /// Solves a section, or reuses a solution.
  ///
  /// The solution is reused if the section is unchanged since the earlier layout, or if a section before it
  /// has equal items and the document's layout, too.
  ///
  /// It counts only the bytes of parts that no section before it has.
  ///
  /// - Parameters:
  ///   - before: the section in the earlier layout; nil if there is none.
  ///   - mayShareItems: whether other sections may share chunks of the section's items.
  ///   - supplementaries: the header, footer and boundary items with the bodies that were measured for the solver.
  ///   - path: the path of the section's items in the document.
  private mutating func place(
    _ section: LayoutSection, after before: LaidOutSection?, mayShareItems: Bool,
    by solver: any SectionSolver, _ supplementaries: [MeasuredSupplementary],
    at path: DocumentPath
  ) throws(LayoutError) -> (placed: LaidOutSection, isShared: Bool) {
    let hasSameBodies = before?.bodies === section.bodies
    if let before, hasSameBodies, before.items.isSame(as: section.items) {
      let isShared = !bytes.addOnce(before)
      if !isShared { try budget.take(before.solution.steps, at: path) }
      // Store the section for new sections, which are most often like their neighbours.
      if earlier?.isExtended == true, section.layout == nil, section.bodies == nil,
        let key = SharedSections.key(of: section.items)
      {
        sharedSections.insert(before, of: key)
      }
      return (before, isShared)
    }
    let mayBeShared =
      section.layout == nil && section.bodies == nil && document.sections.count > 1
    let key = mayBeShared ? SharedSections.key(of: section.items) : nil
    if let key, let shared = sharedSections.share(key) {
      if let plain = shared.plain, !section.items.haveOwnFields { return (plain, true) }
      let placed = LaidOutSection(section, shared.solution, isSolved: false)
      bytes.add(placed, mayShareItems: true)
      if !placed.itemsHaveFields { sharedSections.insert(placed, of: key) }
      return (placed, true)
    }
    let stepsLeft = budget.stepsLeft
    var solution = try solver.solve(
      section.items, after: before?.solution.cells, at: path, budget)
    solution.measuredSupplementaries = supplementaries
    solution.steps = stepsLeft - budget.stepsLeft
    placedItemCount += solution.placedItemCount ?? section.items.count
    // Some of the work ends early instead of throwing if the budget ends it. Throw then, because its result
    // must not be used.
    try budget.count(solution.elements.count)
    let solved = SolvedSection(solution, axis: axis)
    let placed = LaidOutSection(
      section, solved, isSolved: true,
      templateFrames: section.layout == nil && section.bodies == nil ? 0 : solver.solvedAhead)
    // The solution of items with bodies has chunks of its own beside the items' chunks without bodies.
    bytes.add(
      placed, mayShareItems: mayShareItems || key != nil || section.items.haveBodies)
    bytes.add(solved)
    if let key { sharedSections.insert(placed, of: key) }
    return (placed, false)
  }

  // MARK: Solvers

  /// Returns the solver of a section's own layout, or else the shared solver of the document's layout.
  ///
  /// Returns nil if the solver could not be made and the fault has already been reported.
  ///
  /// A section with bodies in its header, footer or boundary items has a solver of its own, whose layout has their
  /// heights.
  private mutating func solver(
    ofSection number: Int
  ) throws(LayoutError) -> (any SectionSolver, [MeasuredSupplementary])? {
    let section = document.sections[number]
    if let bodies = section.bodies, let layout = section.layout ?? document.layout {
      var (chosen, environment) = try chosen(of: layout, at: layoutPath(ofSection: number))
      let path = sectionPath(number).field("supplementaries")
      var measuring = SupplementaryMeasuring(bodies, environment, at: path, budget)
      chosen = try measuring.applied(to: chosen)
      environment.itemBodies = measuring.itemBodies
      let solver = try chosen.makeSolver(environment, budget)
      try count(solver, ofSection: number)
      return (solver, measuring.measured)
    }
    if let own = section.layout {
      // The section that exceeded the limit has been reported; solving the others isn't worth the cost.
      guard templateFrames <= LayoutLimits.maxTemplateFrames else { return nil }
      let solver = try makeSolver(own, at: layoutPath(ofSection: number))
      try count(solver, ofSection: number)
      return (solver, [])
    }
    switch sharedSolver {
    case .made(let solver): return (solver, [])
    case .failed: return nil
    case nil: break
    }
    guard let layout = document.layout else {
      throw LayoutError(
        sectionPath(number), "needs a layout: neither the section nor the document has one")
    }
    sharedSolver = .failed
    let solver = try makeSolver(layout, at: DocumentPath.root.field("layout"))
    sharedSolver = .made(solver)
    return (solver, [])
  }

  /// Counts the frames of the groups of a section's own solver.
  private mutating func count(
    _ solver: any SectionSolver, ofSection number: Int
  ) throws(LayoutError) {
    templateFrames += solver.solvedAhead
    guard templateFrames <= LayoutLimits.maxTemplateFrames else {
      throw LayoutError(
        layoutPath(ofSection: number),
        "makes the document have more than \(LayoutLimits.maxTemplateFrames) frames in groups of"
          + " sections that have layouts of their own; sections that share the document's have one"
          + " group")
    }
  }

  /// Makes the solver of the first layout variant whose condition the container fits.
  private func makeSolver(
    _ variants: LayoutVariants, at path: DocumentPath
  ) throws(LayoutError) -> any SectionSolver {
    let (traits, environment) = try chosen(of: variants, at: path)
    return try traits.makeSolver(environment, budget)
  }

  /// Returns the first layout variant whose condition the container fits, and the environment for its solver.
  private func chosen(
    of variants: LayoutVariants, at path: DocumentPath
  ) throws(LayoutError) -> (any LayoutTraits, SectionEnvironment) {
    let holds = { (variant: LayoutVariant) in variant.condition.holds(for: document.container) }
    let chosen = variants.variants.firstIndex(where: holds)
    if !document.container.hasHeight {
      try variants.requireHeightIsUnread(chosen: chosen, at: path)
    }
    guard let index = chosen else {
      let (size, hasHeight) = (document.container.size, document.container.hasHeight)
      let shown =
        hasHeight
        ? "\(size.width.inPoints) × \(size.height.inPoints) points"
        : "\(size.width.inPoints) points' width"
      throw LayoutError(
        path,
        "has no variant whose `when` matches a container of \(shown); "
          + "add one without `when` at the end")
    }
    let environment = SectionEnvironment(
      axis: axis, size: innerSize, scale: document.container.scale,
      path: variants.isList ? path.index(index).field("layout") : path,
      texts: document.textStyles)
    let traits = variants.variants[index].traits
    try document.requireRoom(forReferencesOf: traits)
    return (traits.insetByReferences(in: document), environment)
  }

  // MARK: Checks

  /// Adds `points` to the greatest possible sum of lengths (LayoutRules I4).
  ///
  /// - Throws: an error with the total, if it is greater than content may be; then nothing is added.
  private mutating func reach(_ points: Double, at path: DocumentPath) throws(LayoutError) {
    try path.requireScrollLength(maxExtent + points)
    maxExtent += points
  }

  /// Throws an error if a stacking order is not a whole number.
  ///
  /// - Parameter checked: the items of the earlier layout, whose chunks have been checked; nil if there are
  ///   none.
  private func checkStackingOrders(
    of items: Items, since checked: Items?, at path: DocumentPath
  ) throws(LayoutError) {
    var matching = checked.map { ChunkMatching($0) }
    for block in items.blocks where block.chunk.haveZIndexes {
      guard matching?.number(of: block.chunk) == nil else { continue }
      try budget.count(block.count)
      for place in 0..<block.count {
        guard let value = block.chunk.zIndexes.number(of: place), WholeNumber(exactly: value) == nil
        else { continue }
        throw LayoutError(
          path.index(block.items.lowerBound + place).field("zIndex"),
          "must be a whole number (got \(value))")
      }
    }
  }

  // MARK: Paths

  private func sectionPath(_ number: Int) -> DocumentPath {
    document.hasTopLevelItems ? .root : DocumentPath.root.field("sections").index(number)
  }

  private func itemsPath(ofSection number: Int) -> DocumentPath {
    sectionPath(number).field("items")
  }

  private func layoutPath(ofSection number: Int) -> DocumentPath {
    document.sections[number].layout == nil
      ? DocumentPath.root.field("layout") : sectionPath(number).field("layout")
  }
}
