extension SectionLayout {
  /// Makes a solver of this layout, which all sections that use the layout can share.
  ///
  /// - Throws: the faults of the layout itself in this environment.
  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    let rules = MeasuringRules(self, along: environment.axis)
    let (solver, bodies): (any SectionSolver, any BodyPlacing)
    switch self {
    case .flow(let spec):
      let own = try FlowSolver(spec, environment: environment)
      (solver, bodies) = (own, own)
    case .waterfall(let spec):
      let own = try WaterfallSolver(spec, environment: environment)
      (solver, bodies) = (own, own)
    case .magazine(let spec):
      let own = try MagazineSolver(spec, environment: environment)
      (solver, bodies) = (own, own)
    case .list(let spec):
      let own = try ListSolver(spec, environment: environment)
      (solver, bodies) = (own, own)
    case .justified(let spec):
      solver = try JustifiedSolver(spec, environment: environment)
      bodies = NoBodies("a justified item has no body: its row decides its height")
    case .custom(let spec):
      solver = try CustomSolver(spec, environment: environment, budget)
      bodies = NoBodies("a custom item has no body: its frame is fixed")
    case .compositional(let spec):
      let own = try CompositionalSolver(spec, environment: environment, budget)
      let measured = MeasuringRules(self, along: environment.axis, solvedBy: own)
      let bodies = spec.isArrangement ? nil : own
      return MeasuringSolver(own, measured, bodies, environment.texts, effects)
    }
    return MeasuringSolver(solver, rules, bodies, environment.texts, effects)
  }

  /// Makes the rules by which this layout reads or ignores measured sizes.
  ///
  /// - Throws: the faults of the layout itself, if it is compositional; other layouts are not checked.
  func makeMeasuringRules(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> MeasuringRules {
    guard case .compositional(let spec) = self else {
      return MeasuringRules(self, along: environment.axis)
    }
    return MeasuringRules(
      self, along: environment.axis,
      solvedBy: try CompositionalSolver(spec, environment: environment, budget))
  }

  /// Returns the number of a waterfall's columns in this environment; nil if the layout is no waterfall, or
  /// has faults.
  func columnCount(_ environment: SectionEnvironment) -> Int? {
    guard case .waterfall(let spec) = self else { return nil }
    return try? WaterfallSolver(spec, environment: environment).metrics.columnCount
  }
}
