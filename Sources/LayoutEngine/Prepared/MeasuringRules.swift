extension SectionLayout {
  /// Returns the reason why the layout ignores a measured side of an item (LayoutRules K1); nil if it reads
  /// the side.
  ///
  /// - Parameters:
  ///   - axis: the scroll axis.
  ///   - heightMode: the item's height mode, in a magazine.
  ///   - isEstimated: returns whether, in a compositional layout, the lengths of the item and of every
  ///     group that contains it are estimated along an axis along which items may be measured.
  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    let main: ItemSide = axis == .vertical ? .height : .width
    var across: String { "is ignored: only the \(main.rawValue), along the scroll axis, is" }
    switch self {
    case .flow:
      return side == .bodyHeight ? "is ignored: only waterfall items have a body" : nil
    case .waterfall: return side == main || side == .bodyHeight ? nil : across
    case .list: return side == main ? nil : across
    case .magazine:
      guard side == .height else { return "is ignored: only the height is" }
      return heightMode == .static ? "is ignored: the item's heightMode is static" : nil
    case .justified: return "is ignored: a justified item has an aspect ratio, not a size"
    case .custom: return "is ignored: the item's frame is fixed"
    case .compositional(let spec):
      if case .arrangement(let layout) = spec.group.content {
        return layout.reasonAgainstMeasuring(
          side, along: axis, heightMode: heightMode, isEstimated: isEstimated)
      }
      guard side == main || side != .bodyHeight && spec.orthogonalScrollingBehavior != .none
      else { return across }
      return isEstimated(side == main ? axis : axis.crossed)
        ? nil
        : "is ignored: the item's \(side.rawValue) and that of every group it is in must be"
          + " estimated, and not divided by count"
    }
  }
}

extension SectionLayout {
  /// Returns the reason why the layout ignores a measured side of a header, footer or boundary item (LayoutRules
  /// K11); nil if it reads the side.
  ///
  /// - Complexity: O(boundary items).
  func reasonAgainstMeasuring(
    _ side: ItemSide, ofSupplementary kind: String, along axis: LayoutAxis
  ) -> String? {
    let main: ItemSide = axis == .vertical ? .height : .width
    let kinds: [String]
    switch self {
    case .compositional(let spec):
      let items = spec.boundarySupplementaryItems.filter { $0.kind == kind }
      if items.count == 1, side != .bodyHeight {
        let dimension = side == .width ? items[0].size.width : items[0].size.height
        return dimension.isEstimated
          ? nil : "is ignored: the boundary item's \(side.rawValue) is not estimated"
      }
      return items.isEmpty
        ? "is ignored: the section's layout has no boundary item of the kind \"\(kind)\""
        : "is ignored: \(items.count) boundary items have the kind \"\(kind)\""
    case .list(let spec): kinds = spec.supplementaryKinds
    case .flow, .waterfall, .justified, .magazine: kinds = ["header", "footer"]
    case .custom: kinds = []
    }
    guard kinds.contains(kind) else {
      return "is ignored: the section's layout has no \"\(kind)\""
    }
    return side == main
      ? nil
      : "is ignored: the layout scrolls \(axis == .vertical ? "vertically" : "horizontally"), measure the"
        + " \(main.rawValue)"
  }

  /// Whether an item's height mode decides if it may be measured.
  fileprivate var readsHeightModes: Bool {
    switch self {
    case .magazine: true
    case .compositional(let spec):
      switch spec.group.content {
      case .arrangement(let layout): layout.readsHeightModes
      case .subitems, .frames: false
      }
    case .flow, .waterfall, .list, .justified, .custom: false
    }
  }

  /// The number of boundary items.
  fileprivate var boundaryItemCount: Int {
    if case .compositional(let spec) = self { spec.boundarySupplementaryItems.count } else { 0 }
  }
}

/// The rules by which a layout reads or ignores measured sides of items (LayoutRules K1).
struct MeasuringRules: Sendable {
  private let layout: SectionLayout
  private let axis: LayoutAxis
  /// Returns whether the length of the item with a number is estimated along an axis; used only in a
  /// compositional layout.
  private let isEstimated: @Sendable (Int, LayoutAxis) -> Bool
  /// The number of frames that were solved to make the rules.
  let solvedAhead: Int
  /// The number of items after which the rules repeat; 1 if an item's number does not matter.
  let period: Int

  /// Creates the rules of any layout but a compositional one.
  init(_ layout: SectionLayout, along axis: LayoutAxis) {
    self.layout = layout
    self.axis = axis
    isEstimated = { _, _ in true }
    solvedAhead = 0
    period = 1
  }

  /// Creates the rules of a compositional layout.
  init(_ layout: SectionLayout, along axis: LayoutAxis, solvedBy solver: CompositionalSolver) {
    self.layout = layout
    self.axis = axis
    isEstimated = {
      $1 == axis ? solver.followsMeasured($0) : solver.followsMeasuredAcross($0)
    }
    solvedAhead = solver.solvedAhead
    period = solver.measuringPeriod
  }

  /// Whether the rules are the same for all items.
  var areCommon: Bool { period == 1 && !layout.readsHeightModes }

  /// The reference within which the layout pins elements.
  var pinningReference: ContentInsetsReference { layout.supplementaryContentInsetsReference }

  /// Returns the reason why the layout ignores a measured side of a header, footer or boundary item; nil if it
  /// reads the side, or if the budget ended the work.
  func reason(
    against side: ItemSide, ofSupplementary kind: String, _ budget: LayoutBudget
  ) -> String? {
    guard budget.goesOn(after: layout.boundaryItemCount) else { return nil }
    return layout.reasonAgainstMeasuring(side, ofSupplementary: kind, along: axis)
  }

  /// Returns the reason why the layout ignores a measured side of an item; nil if it reads the side.
  func reason(against side: ItemSide, of item: Int, in items: Items) -> String? {
    layout.reasonAgainstMeasuring(
      side, along: axis, heightMode: items.heightMode(of: item),
      isEstimated: { isEstimated(item, $0) })
  }
}

extension LayoutDocument {
  /// Returns the measuring rules of the variant chosen for the container.
  ///
  /// Returns nil if no variant is chosen, or if the chosen one is invalid; laying out the document reports
  /// that.
  func measuringRules(of variants: LayoutVariants, _ budget: LayoutBudget) -> MeasuringRules? {
    guard let layout = variants.chosen(for: container), let environment = sectionEnvironment else {
      return nil
    }
    return try? layout.insetByReferences(in: self).makeMeasuringRules(environment, budget)
  }

  /// Returns the number of columns of the variant chosen for the container; nil if it is no waterfall, or
  /// invalid.
  func columnCount(of variants: LayoutVariants?) -> Int? {
    sectionEnvironment.flatMap {
      variants?.chosen(for: container)?.insetByReferences(in: self).columnCount($0)
    }
  }

  /// The environment of the document's sections; nil if it is invalid.
  private var sectionEnvironment: SectionEnvironment? {
    guard (try? checkEnvironment()) != nil else { return nil }
    return SectionEnvironment(
      axis: configuration.scrollDirection, size: container.innerSize, scale: container.scale,
      path: .root)
  }
}

/// A solver that measures the bodies of items, and throws an error if items have measured sizes that its
/// layout ignores; it also notes the reference within which the layout pins elements.
final class MeasuringSolver: SectionSolver {
  private let solver: any SectionSolver
  private let rules: MeasuringRules
  /// The layout's rules for bodies; nil if another layout arranges the items, and measures their bodies.
  private let bodies: (any BodyPlacing)?
  private let styles: TextStyles
  /// The layout's effects, which change no frame.
  private let effects: ScrollEffects?

  init(
    _ solver: any SectionSolver, _ rules: MeasuringRules, _ bodies: (any BodyPlacing)?,
    _ styles: TextStyles?, _ effects: ScrollEffects?
  ) {
    self.effects = effects
    self.solver = solver
    self.rules = rules
    self.bodies = bodies
    self.styles = styles ?? TextStyles(names: [], styles: [])
  }

  var solvedAhead: Int { solver.solvedAhead }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SectionSolution {
    if items.haveLearned { try check(items, knowing: earlier?.heldItems, at: path, budget) }
    guard let bodies, items.haveBodies else {
      var solution = try solver.solve(items, after: earlier, at: path, budget)
      solution.pinningReference = rules.pinningReference
      solution.effects = effects
      return solution
    }
    var measuring = ItemBodies(bodies, styles, at: path, budget)
    let measured = try measuring.measured(items, after: earlier?.heldItems)
    var solution = try solver.solve(measured, after: earlier, at: path, budget)
    solution.bodies = MeasuredBodies(placing: bodies, items: measured)
    solution.pinningReference = rules.pinningReference
    solution.effects = effects
    return solution
  }

  /// Throws an error with the path of every measured side that is ignored or is not a length.
  ///
  /// - Parameter known: items whose chunks have been checked already; nil if there are none.
  private func check(
    _ items: Items, knowing known: Items?, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var issues = SpecIssues()
    var matching = known.map { ChunkMatching($0) }
    for block in items.blocks where block.chunk.haveLearned && !issues.isFull {
      if let known, let number = matching?.number(of: block.chunk),
        (block.items.lowerBound - known.start(ofChunk: number)) % rules.period == 0
      {
        continue
      }
      try budget.count(block.count)
      for side in ItemSide.allCases {
        let column = side.found(in: block.chunk)
        guard !column.isEmpty else { continue }
        let common =
          rules.areCommon ? rules.reason(against: side, of: block.items.lowerBound, in: items) : nil
        for place in 0..<block.count {
          guard let length = column.number(of: place) else { continue }
          let item = block.items.lowerBound + place
          let reason =
            rules.areCommon ? common : rules.reason(against: side, of: item, in: items)
          guard reason != nil || !length.isLength else { continue }
          let field = path.index(item).field("measured").field(side.rawValue)
          if let reason { issues.add(field, reason) } else { issues.checkLength(length, field) }
          if issues.isFull { break }
        }
      }
    }
    try issues.throwIfAny()
  }
}
