extension SectionLayout {
  /// Makes a solver of this layout, which all sections that use the layout can share.
  ///
  /// - Throws: the faults of the layout itself in this environment.
  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    if case .compositional(let spec) = self {
      let solver = try CompositionalSolver(spec, environment: environment, budget)
      return MeasuringSolver(
        solver, MeasuringRules(self, along: environment.axis, solvedBy: solver))
    }
    return MeasuringSolver(
      try makeOwnSolver(environment, budget), MeasuringRules(self, along: environment.axis))
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

  private func makeOwnSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    switch self {
    case .flow(let spec): try FlowSolver(spec, environment: environment)
    case .waterfall(let spec): try WaterfallSolver(spec, environment: environment)
    case .justified(let spec): try JustifiedSolver(spec, environment: environment)
    case .magazine(let spec): try MagazineSolver(spec, environment: environment)
    case .list(let spec): try ListSolver(spec, environment: environment)
    case .custom(let spec): try CustomSolver(spec, environment: environment, budget)
    case .compositional(let spec): try CompositionalSolver(spec, environment: environment, budget)
    }
  }
}
