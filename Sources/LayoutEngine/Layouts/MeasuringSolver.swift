/// A solver that measures the bodies of items, and throws an error if items have measured sizes that its
/// layout ignores; it also notes the reference within which the layout pins elements.
final class MeasuringSolver: SectionSolver {
  private let solver: any SectionSolver
  private let rules: MeasuringRules
  /// The layout's rules for the text of items; nil if another layout arranges the items and measures their text.
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
  ) throws(LayoutError) -> SolverResult {
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
