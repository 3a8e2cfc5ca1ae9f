@testable import LayoutEngine

extension SectionSolver {
  /// Lays out a section without limit.
  func solve(_ items: Items, at path: DocumentPath) throws(LayoutError) -> SectionSolution {
    try solve(items, at: path, LayoutBudget())
  }
}

extension SectionLayout {
  /// Makes a solver for sections without limit.
  func makeSolver(_ environment: SectionEnvironment) throws(LayoutError) -> any SectionSolver {
    try makeSolver(environment, LayoutBudget())
  }
}
