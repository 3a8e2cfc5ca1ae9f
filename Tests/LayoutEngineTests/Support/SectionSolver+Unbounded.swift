@testable import LayoutEngine

extension SectionSolver {
  /// Lays out a section without limit.
  func solve(_ items: Items, at path: DocumentPath) throws(LayoutError) -> SolverResult {
    try solve(items, at: path, LayoutBudget())
  }

  /// Lays out a section of items that are packed for it.
  func solve(_ items: ItemColumns, at path: DocumentPath) throws(LayoutError) -> SolverResult {
    try solve(Items(items), at: path)
  }
}

extension SectionLayout {
  /// Makes a solver for sections without limit.
  func makeSolver(_ environment: SectionEnvironment) throws(LayoutError) -> any SectionSolver {
    try traits.makeSolver(environment, LayoutBudget())
  }
}
