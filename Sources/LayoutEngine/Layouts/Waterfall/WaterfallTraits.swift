/// What the engine asks of a waterfall section.
final class WaterfallTraits: LayoutTraits {
  private let spec: WaterfallSpec

  init(_ spec: WaterfallSpec) { self.spec = spec }

  var layout: SectionLayout { .waterfall(spec) }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  var bodyOptions: BodyOptions? { spec.body }
  var bodies: LayoutBodyOptions { spec.headerFooter.bodies }
  var byteCount: Int {
    MemoryLayout<WaterfallSpec>.stride + bodies.byteCount + spec.stamps.specByteCount { _ in 0 }
  }

  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    let insets = references.across(insetsReference)
    guard insets != .zero else { return self }
    var spec = spec
    spec.sectionInset = spec.sectionInset + insets
    return WaterfallTraits(spec)
  }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    side == axis.lengthSide || side == .bodyHeight ? nil : axis.reasonAgainstMeasuringAcross
  }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    var spec = spec
    try measuring.apply(to: &spec.headerFooter, spec.headerInset, spec.footerInset)
    return WaterfallTraits(spec)
  }

  var reasonAgainstArrangement: String? { spec.headerFooter.reasonAgainstArrangement }
  var freePlaces: FreePlaces { .behindColumns }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    measuring(try WaterfallSolver(spec, environment: environment), environment)
  }

  func columnCount(_ environment: SectionEnvironment) -> Int? {
    try? WaterfallSolver(spec, environment: environment).metrics.columnCount
  }
}
