/// What a view may find for an item.
enum ItemSide: String, CaseIterable {
  case width, height, bodyHeight

  /// The field of a chunk that holds it.
  func found(in chunk: ItemChunk) -> PackedColumn {
    switch self {
    case .width: chunk.measuredWidths
    case .height: chunk.measuredHeights
    case .bodyHeight: chunk.measuredBodyHeights
    }
  }
}

extension SectionLayout {
  /// Why a layout doesn't read what a view has found for an item (LayoutRules K1); nil if it does.
  ///
  /// - Parameters:
  ///   - axis: the scroll axis.
  ///   - heightMode: the item's, in a magazine.
  ///   - isEstimated: whether the item's length is estimated in a compositional layout, all the way
  ///     up.
  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: Axis, heightMode: MagazineHeightMode?,
    isEstimated: () -> Bool
  ) -> String? {
    let main: ItemSide = axis == .vertical ? .height : .width
    var across: String { "is not read: only the \(main.rawValue), along the scroll axis, is" }
    switch self {
    case .flow:
      return side == .bodyHeight ? "is not read: only waterfall items have a body" : nil
    case .waterfall: return side == main || side == .bodyHeight ? nil : across
    case .list: return side == main ? nil : across
    case .magazine:
      guard side == .height else { return "is not read: only the height is" }
      return heightMode == .static ? "is not read: the item's heightMode is static" : nil
    case .justified: return "is not read: a justified item has an aspect ratio, not a size"
    case .custom: return "is not read: the item's frame is given"
    case .compositional(let spec):
      if case .arrangement(let layout) = spec.group.content {
        return layout.reasonAgainstMeasuring(
          side, along: axis, heightMode: heightMode, isEstimated: isEstimated)
      }
      guard side == main else { return across }
      return isEstimated()
        ? nil
        : "is not read: the item's \(main.rawValue) and that of every group it is in must be"
          + " estimated, and not divided by count"
    }
  }
}

/// What a layout reads of what views find for its items (LayoutRules K1).
struct MeasuringRules: Sendable {
  private let layout: SectionLayout
  private let axis: Axis
  /// Whether an item's length is estimated in a compositional layout.
  private let isEstimated: @Sendable (Int) -> Bool
  /// How many frames were solved to know it.
  let solvedAhead: Int

  /// The rules of any layout but a compositional one.
  init(_ layout: SectionLayout, along axis: Axis) {
    self.layout = layout
    self.axis = axis
    isEstimated = { _ in true }
    solvedAhead = 0
  }

  /// The rules of a compositional layout.
  init(_ layout: SectionLayout, along axis: Axis, solvedBy solver: CompositionalSolver) {
    self.layout = layout
    self.axis = axis
    isEstimated = { solver.followsMeasured($0) }
    solvedAhead = solver.solvedAhead
  }

  /// Why what a view finds for an item is not read; nil if it is.
  func reason(against side: ItemSide, of item: Int, in items: Items) -> String? {
    layout.reasonAgainstMeasuring(
      side, along: axis, heightMode: items.heightMode(of: item), isEstimated: { isEstimated(item) })
  }
}

extension LayoutDocument {
  /// What the layout that is chosen for the container reads of what views find; nil if none is, or
  /// it cannot be laid out, which is found wrong where that is tried.
  func measuringRules(of variants: LayoutVariants, _ budget: LayoutBudget) -> MeasuringRules? {
    guard let layout = variants.chosen(for: container), (try? checkEnvironment()) != nil else {
      return nil
    }
    let environment = SectionEnvironment(
      axis: configuration.scrollDirection, size: container.innerSize,
      scale: container.scale, path: .root)
    return try? layout.makeMeasuringRules(environment, budget)
  }
}

/// A solver that refuses what views cannot have found for the items of its layout.
///
/// Items that have learned nothing cost nothing.
final class MeasuringSolver: SectionSolver {
  private let solver: any SectionSolver
  private let rules: MeasuringRules

  init(_ solver: any SectionSolver, _ rules: MeasuringRules) {
    self.solver = solver
    self.rules = rules
  }

  var solvedAhead: Int { solver.solvedAhead }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SectionSolution {
    // Which items of a group are estimated follows from their numbers, which may be others now.
    let known = solver.solvedAhead == 0 ? earlier?.heldItems : nil
    if items.haveLearned { try check(items, knowing: known, at: path, budget) }
    return try solver.solve(items, after: earlier, at: path, budget)
  }

  /// Refuses every side that is not read or no length, at its own field.
  ///
  /// - Parameter known: items whose chunks have been checked; nil for none.
  private func check(
    _ items: Items, knowing known: Items?, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var issues = SpecIssues()
    var matching = known.map { ChunkMatching($0) }
    for block in items.blocks where block.chunk.haveLearned && !issues.isFull {
      guard matching?.number(of: block.chunk) == nil else { continue }
      try budget.count(block.count)
      for side in ItemSide.allCases {
        let column = side.found(in: block.chunk)
        guard !column.isEmpty else { continue }
        for place in 0..<block.count {
          guard let length = column.number(of: place) else { continue }
          let item = block.items.lowerBound + place
          let reason = rules.reason(against: side, of: item, in: items)
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
