/// What the engine asks of a compositional section.
final class CompositionalTraits: LayoutTraits {
  private let spec: CompositionalSpec

  init(_ spec: CompositionalSpec) { self.spec = spec }

  var layout: SectionLayout { .compositional(spec) }

  /// What the engine asks of the layout that arranges all items in the section's only group; nil if none does.
  private var arrangement: (any LayoutTraits)? {
    if case .arrangement(let layout) = spec.group.content { layout.traits } else { nil }
  }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  var supplementaryInsetsReference: ContentInsetsReference {
    spec.supplementaryContentInsetsReference.orElse(spec.contentInsetsReference)
  }
  var bodyOptions: BodyOptions? {
    if let arrangement { arrangement.bodyOptions } else { spec.body }
  }
  var bodies: LayoutBodyOptions { spec.bodies }
  var byteCount: Int { MemoryLayout<CompositionalSpec>.stride + spec.byteCount }
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) { spec.group.visitSharedNodes(visit) }

  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    let insets = references.across(insetsReference)
    let others = references.across(supplementaryInsetsReference)
    guard insets != .zero || others != .zero else { return self }
    var spec = spec
    spec.supplementaryInsets = spec.supplementaryInsets + others
    spec.contentInsets = spec.contentInsets + insets
    return CompositionalTraits(spec)
  }

  /// Returns the greatest length of the container that the layout reads (LayoutRules B1).
  ///
  /// Only the section's own group and boundary items are sized relative to the container; everything else is
  /// relative to that group. The space for groups must be longer than 0.
  func maxLengthRead(along axis: LayoutAxis) -> Double {
    let isRead =
      spec.group.size.readsLength(along: axis)
      || spec.boundarySupplementaryItems.contains { $0.size.readsLength(along: axis) }
    guard !isRead else { return .infinity }
    let insets = spec.contentInsets.unmirrored
    return max(0, axis.mainStart(insets) + axis.mainEnd(insets))
  }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    if let arrangement {
      return arrangement.reasonAgainstMeasuring(
        side, along: axis, heightMode: heightMode, isEstimated: isEstimated)
    }
    let isAlong = side == axis.lengthSide
    guard isAlong || side != .bodyHeight && spec.orthogonalScrollingBehavior != .none
    else { return axis.reasonAgainstMeasuringAcross }
    return isEstimated(isAlong ? axis : axis.crossed)
      ? nil
      : "is ignored: the item's \(side.rawValue) and that of every group it is in must be"
        + " estimated, and not divided by count"
  }

  func reasonAgainstMeasuring(
    _ side: ItemSide, ofSupplementary kind: String, along axis: LayoutAxis
  ) -> String? {
    let items = spec.boundarySupplementaryItems.filter { $0.kind == kind }
    if items.count == 1, side != .bodyHeight {
      let dimension = side == .width ? items[0].size.width : items[0].size.height
      return dimension.isEstimated
        ? nil : "is ignored: the boundary item's \(side.rawValue) is not estimated"
    }
    return items.isEmpty
      ? "is ignored: the section's layout has no boundary item of the kind \"\(kind)\""
      : "is ignored: \(items.count) boundary items have the kind \"\(kind)\""
  }

  var readsHeightModes: Bool { arrangement?.readsHeightModes ?? false }
  var boundaryItemCount: Int { spec.boundarySupplementaryItems.count }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    var spec = spec
    try measuring.apply(to: &spec)
    return CompositionalTraits(spec)
  }

  var reasonAgainstArrangement: String? {
    "must be one of flow, waterfall, justified, magazine, list and custom"
  }
  var freePlaces: FreePlaces { .inLines }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    let solver = try CompositionalSolver(spec, environment: environment, budget)
    // Another layout that arranges the items measures their bodies itself.
    return MeasuringSolver(
      solver, MeasuringRules(self, along: environment.axis, solvedBy: solver),
      spec.isArrangement ? nil : solver, environment.texts, effects)
  }

  func makeMeasuringRules(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> MeasuringRules {
    MeasuringRules(
      self, along: environment.axis,
      solvedBy: try CompositionalSolver(spec, environment: environment, budget))
  }
}
