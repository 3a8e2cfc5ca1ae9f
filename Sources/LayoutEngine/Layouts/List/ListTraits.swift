/// What the engine asks of a list section.
final class ListTraits: LayoutTraits {
  private let spec: ListSpec

  init(_ spec: ListSpec) { self.spec = spec }

  var layout: SectionLayout { .list(spec) }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  var bodyOptions: BodyOptions? { spec.body }
  var bodies: LayoutBodyOptions { spec.headerFooter.bodies }
  var supplementaryKinds: [String] { spec.supplementaryKinds }
  var byteCount: Int { MemoryLayout<ListSpec>.stride + bodies.byteCount }

  /// The rows of an inset appearance are within the layout margins instead (LayoutRules S1).
  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    var spec = spec
    if spec.isInset {
      guard spec.layoutMargins == nil else { return self }
      spec.layoutMargins =
        spec.contentInsetsReference == .automatic && !references.hasLayoutMargins
        ? references.across(.automatic) + ListSpec.ownMargins(along: references.axis)
        : references.across(spec.contentInsetsReference.orElse(.layoutMargins))
    } else {
      let insets = references.across(insetsReference)
      guard insets != .zero else { return self }
      spec.sectionInset = spec.sectionInset + insets
    }
    return ListTraits(spec)
  }

  var layoutMargins: Insets? { spec.layoutMargins }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    side == axis.lengthSide ? nil : axis.reasonAgainstMeasuringAcross
  }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    var spec = spec
    let margins = spec.margins(measuring.environment)
    try measuring.apply(to: &spec.headerFooter, margins, margins, known: supplementaryKinds)
    // A body of no height is no header and no footer (LayoutRules N4).
    for entry in measuring.bodies.entries {
      if entry.kind == "header" { spec.headerMode = nil }
      if entry.kind == "footer" { spec.footerMode = nil }
    }
    return ListTraits(spec)
  }

  var reasonAgainstArrangement: String? {
    spec.hasSeparators || spec.hasBackground || spec.headerMode == .supplementary
      || spec.footerMode == .supplementary
      ? "has no header, footer, separators or background in a group"
      : spec.headerFooter.reasonAgainstArrangement
  }
  var freePlaces: FreePlaces { .none }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    measuring(try ListSolver(spec, environment: environment), environment)
  }
}
