/// What the engine asks of a section whose frames come from the document.
final class CustomTraits: LayoutTraits {
  private let spec: CustomSpec

  init(_ spec: CustomSpec) { self.spec = spec }

  var layout: SectionLayout { .custom(spec) }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  var bodies: LayoutBodyOptions { LayoutBodyOptions() }
  var supplementaryKinds: [String] { [] }
  var byteCount: Int { MemoryLayout<CustomSpec>.stride }
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) { visit(spec.given) }

  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    let insets = references.across(insetsReference)
    guard insets != spec.sectionInset else { return self }
    var spec = spec
    spec.sectionInset = insets
    return CustomTraits(spec)
  }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    "is ignored: the item's frame is fixed"
  }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    for entry in measuring.bodies.entries {
      measuring.refuse(entry.kind, known: supplementaryKinds)
    }
    return CustomTraits(spec)
  }

  var reasonAgainstArrangement: String? { nil }
  var freePlaces: FreePlaces { .none }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    measuring(
      try CustomSolver(spec, environment: environment, budget), environment,
      withoutBodies: "a custom item has no body: its frame is fixed")
  }
}
