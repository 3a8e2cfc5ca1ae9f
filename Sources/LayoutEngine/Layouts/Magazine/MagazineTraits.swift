/// What the engine asks of a magazine section.
final class MagazineTraits: LayoutTraits {
  private let spec: MagazineSpec

  init(_ spec: MagazineSpec) { self.spec = spec }

  var layout: SectionLayout { .magazine(spec) }

  var effects: ScrollEffects? { spec.effects }
  var contentInsetsReference: ContentInsetsReference { spec.contentInsetsReference }
  var bodyOptions: BodyOptions? { spec.body }
  var bodies: LayoutBodyOptions { spec.bodies }
  var byteCount: Int { MemoryLayout<MagazineSpec>.stride + bodies.byteCount }

  func inset(by references: ReferenceInsets) -> any LayoutTraits {
    let insets = references.across(insetsReference)
    guard insets != .zero else { return self }
    var spec = spec
    spec.sectionInset = spec.sectionInset + insets
    return MagazineTraits(spec)
  }

  /// Rows run from left to right, whatever the scroll axis is.
  func maxLengthRead(along axis: LayoutAxis) -> Double { axis == .horizontal ? .infinity : 0 }

  func reasonAgainstMeasuring(
    _ side: ItemSide, along axis: LayoutAxis, heightMode: MagazineHeightMode?,
    isEstimated: (LayoutAxis) -> Bool
  ) -> String? {
    guard side == .height else { return "is ignored: only the height is" }
    return heightMode == .static ? "is ignored: the item's heightMode is static" : nil
  }

  var readsHeightModes: Bool { true }

  func sized(by measuring: inout SupplementaryMeasuring) throws(LayoutError) -> any LayoutTraits {
    var spec = spec
    let width = measuring.width(within: spec.sectionInset)
    for entry in measuring.bodies.entries {
      switch entry.kind {
      case "header": try measuring.apply(entry, spec.headerBody, width: width, to: &spec.header)
      case "footer": try measuring.apply(entry, spec.footerBody, width: width, to: &spec.footer)
      default: measuring.refuse(entry.kind, known: supplementaryKinds)
      }
    }
    return MagazineTraits(spec)
  }

  var reasonAgainstArrangement: String? {
    spec.header != nil || spec.footer != nil || spec.background
      ? "has no header, footer or background in a group" : nil
  }
  var freePlaces: FreePlaces { .inLines }

  func makeSolver(
    _ environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) -> any SectionSolver {
    measuring(try MagazineSolver(spec, environment: environment), environment)
  }
}

extension SupplementaryMeasuring {
  /// Sets the height of a magazine's header or footer, which it gets if the layout gives none.
  fileprivate mutating func apply(
    _ entry: SupplementaryBodies.Entry, _ options: BodyOptions, width: Double,
    to boundary: inout MagazineSpec.Boundary?
  ) throws(LayoutError) {
    let bodyHeight = max(boundary?.height ?? 0, try height(of: entry, options, width: width) ?? 0)
    let height = entry.measured.height ?? bodyHeight
    // A header that was measured as 0 is none, as in other layouts.
    guard height > 0 || boundary != nil && entry.measured.height == nil else {
      boundary = nil
      return
    }
    var sized = boundary ?? MagazineSpec.Boundary()
    sized.height = height
    boundary = sized
  }
}
