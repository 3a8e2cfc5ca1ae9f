/// Lays out the sections that use one layout.
///
/// A solver checks and computes everything that doesn't depend on the items when it is created, so that
/// many sections can share the result.
protocol SectionSolver: AnyObject, Sendable {
  /// The number of template frames that creating the solver computes, before it receives any items.
  var solvedAhead: Int { get }

  /// Lays out one section.
  ///
  /// - Parameters:
  ///   - earlier: the section's cells in an earlier version; nil if there are none. The solver that laid them out has
  ///     an equal layout but for the lengths of headers, footers and boundary items, in an environment that is equal
  ///     but for a length along the scroll axis that the layout doesn't read. They don't change the result, which may
  ///     share those of their parts that do not depend on where the first item begins.
  ///   - path: the path of the section's items in the document, for errors.
  ///   - budget: the document's budget for the work.
  /// - Throws: the faults of the items, or of the items together with the layout;
  ///   `LayoutError.cancelled`.
  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult
}

extension SectionSolver {
  var solvedAhead: Int { 0 }

  /// Lays out one section without cells of an earlier version.
  func solve(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    try solve(items, after: nil, at: path, budget)
  }
}

/// The environment in which a section is laid out.
struct SectionEnvironment: Sendable {
  /// The axis along which sections are stacked.
  var axis: LayoutAxis
  /// The container's size less its content insets, in points; both sides > 0.
  var size: Size
  /// The pixels per point; nil if frames are not rounded.
  ///
  /// Solvers use it only for `count` (LayoutRules B6), the fit test (B8) and magazine widths (H2).
  var scale: Double?
  /// The path of the layout in the document, for errors.
  var path: DocumentPath
  /// The document's text styles; nil if it has none.
  var texts: TextStyles?
  /// The bodies of supplementaries on items and groups; nil if there are none.
  var itemBodies: ItemSupplementaryBodies?
}
