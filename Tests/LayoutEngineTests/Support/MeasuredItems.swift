import TestSupport

@testable import LayoutEngine

extension ItemColumns {
  /// Items of which views have found some lengths along an axis.
  init(count: Int, measured: [Int: Double], along axis: LayoutAxis = .vertical) {
    self.init(count: count)
    for (item, length) in measured.sorted(by: { $0.key < $1.key }) {
      if axis == .vertical {
        measuredHeights.set(length, at: item)
      } else {
        measuredWidths.set(length, at: item)
      }
    }
  }
}

extension CompositionalSection {
  /// The section laid out by what views have found along the scroll axis.
  func solve(
    measured: [Int: Double], _ budget: LayoutBudget = LayoutBudget()
  ) throws -> SolverResult {
    try solve(Items(ItemColumns(count: items, measured: measured, along: axis)), budget)
  }

  func solve(
    _ items: Items, _ budget: LayoutBudget = LayoutBudget()
  ) throws -> SolverResult {
    return try SectionLayout.compositional(spec).traits.makeSolver(environment, budget)
      .solve(items, at: DocumentPath.root.field("items"), budget)
  }
}
