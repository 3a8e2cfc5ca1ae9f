/// What the engine asks of a justified section.
final class JustifiedTraits: LayoutTraits {
  private let spec: JustifiedSpec

  init(_ spec: JustifiedSpec) { self.spec = spec }

  var layout: SectionLayout { .justified(spec) }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  var bodies: LayoutBodyOptions { spec.headerFooter.bodies }
  var byteCount: Int { MemoryLayout<JustifiedSpec>.stride + bodies.byteCount }

  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    let insets = references.across(insetsReference)
    guard insets != .zero else { return self }
    var spec = spec
    spec.sectionInset = spec.sectionInset + insets
    return JustifiedTraits(spec)
  }

  /// Rows run from left to right, whatever the scroll axis is.
  func maxLengthRead(along axis: LayoutAxis) -> Double { axis == .horizontal ? .infinity : 0 }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    "is ignored: a justified item has an aspect ratio, not a size"
  }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    var spec = spec
    try measuring.apply(to: &spec.headerFooter)
    return JustifiedTraits(spec)
  }

  var reasonAgainstArrangement: String? { spec.headerFooter.reasonAgainstArrangement }
  var freePlaces: FreePlaces { .inLines }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    measuring(
      try JustifiedSolver(spec, environment: environment), environment,
      withoutBodies: "a justified item has no body: its row decides its height")
  }
}
