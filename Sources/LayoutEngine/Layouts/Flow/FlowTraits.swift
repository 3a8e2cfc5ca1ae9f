/// What the engine asks of a flow section.
final class FlowTraits: LayoutTraits {
  private let spec: FlowSpec

  init(_ spec: FlowSpec) { self.spec = spec }

  var layout: SectionLayout { .flow(spec) }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  /// A section that centres an item in the container has no reference.
  var insetsReference: ContentInsetsReference {
    spec.sectionInset == .centered ? .none : spec.contentInsetsReference
  }
  var bodyOptions: BodyOptions? { spec.body }
  var bodies: LayoutBodyOptions { spec.headerFooter.bodies }
  var byteCount: Int { MemoryLayout<FlowSpec>.stride + bodies.byteCount }

  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    let insets = references.across(insetsReference)
    guard insets != .zero, case .points(let own) = spec.sectionInset else { return self }
    var spec = spec
    spec.sectionInset = .points(own + insets)
    return FlowTraits(spec)
  }

  func maxLengthRead(along axis: LayoutAxis) -> Double {
    spec.sectionInset == .centered ? .infinity : 0
  }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    side == .bodyHeight ? "is ignored: only waterfall items have a body" : nil
  }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    var spec = spec
    try measuring.apply(to: &spec.headerFooter)
    return FlowTraits(spec)
  }

  var reasonAgainstArrangement: String? { spec.headerFooter.reasonAgainstArrangement }
  var freePlaces: FreePlaces { .inLines }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    measuring(try FlowSolver(spec, environment: environment), environment)
  }
}
