/// The rules by which a layout reads or ignores measured sides of items (LayoutRules K1).
struct MeasuringRules: Sendable {
  private let traits: any LayoutTraits
  private let axis: LayoutAxis
  /// Returns whether the length of the item with a number is estimated along an axis; used only in a
  /// compositional layout.
  private let isEstimated: @Sendable (Int, LayoutAxis) -> Bool
  /// The number of frames that were solved to make the rules.
  let solvedAhead: Int
  /// The number of items after which the rules repeat; 1 if an item's number does not matter.
  let period: Int

  /// Creates the rules of any layout but a compositional one.
  init(_ traits: any LayoutTraits, along axis: LayoutAxis) {
    self.traits = traits
    self.axis = axis
    isEstimated = { _, _ in true }
    solvedAhead = 0
    period = 1
  }

  /// Creates the rules of a compositional layout.
  init(_ traits: any LayoutTraits, along axis: LayoutAxis, solvedBy solver: CompositionalSolver) {
    self.traits = traits
    self.axis = axis
    isEstimated = {
      $1 == axis ? solver.followsMeasured($0) : solver.followsMeasuredAcross($0)
    }
    solvedAhead = solver.solvedAhead
    period = solver.measuringPeriod
  }

  /// Whether the rules are the same for all items.
  var areCommon: Bool { period == 1 && !traits.readsHeightModes }

  /// The reference within which the layout pins elements.
  var pinningReference: ContentInsetsReference { traits.supplementaryInsetsReference }

  /// Returns the reason why the layout ignores a measured side of a header, footer or boundary item; nil if it
  /// reads the side, or if the budget ended the work.
  func reason(
    against side: ItemSide, ofSupplementary kind: String, _ budget: LayoutBudget
  ) -> String? {
    guard budget.checkpoint(after: traits.boundaryItemCount) else { return nil }
    return traits.reasonAgainstMeasuring(side, ofSupplementary: kind, along: axis)
  }

  /// Returns the reason why the layout ignores a measured side of an item; nil if it reads the side.
  func reason(against side: ItemSide, of item: Int, in items: Items) -> String? {
    traits.reasonAgainstMeasuring(
      side, along: axis, heightMode: items.heightMode(of: item),
      isEstimated: { isEstimated(item, $0) })
  }
}
