/// The header and footer of a flow, waterfall, list or justified section (LayoutRules A10, A11,
/// A15, F6).
struct SectionBoundaries: Sendable {
  private let spec: HeaderFooterSpec
  private let axis: Axis
  /// The container's length across the scroll axis.
  private let crossLength: Double
  private let headerInset: Insets
  private let footerInset: Insets

  /// Points the header takes at the section's start, its own insets included; 0 without a header.
  let headerBlock: Double
  /// Points the footer takes at the section's end, its own insets included; 0 without a footer.
  let footerBlock: Double

  init(
    _ spec: HeaderFooterSpec, headerInset: Insets = .zero, footerInset: Insets = .zero,
    environment: SectionEnvironment
  ) {
    self.spec = spec
    self.headerInset = headerInset
    self.footerInset = footerInset
    axis = environment.axis
    crossLength = environment.axis.cross(environment.size)
    headerBlock = Self.block(axis.main(spec.headerReferenceSize), headerInset, axis)
    footerBlock = Self.block(axis.main(spec.footerReferenceSize), footerInset, axis)
  }

  /// The elements of a section of that length, which includes both blocks.
  func elements(sectionLength: Double) -> [SectionElement] {
    var elements: [SectionElement] = []
    if axis.main(spec.headerReferenceSize) > 0 {
      elements.append(
        element(
          .header, position: axis.mainStart(headerInset),
          length: axis.main(spec.headerReferenceSize), insets: headerInset,
          pin: spec.sectionHeadersPinToVisibleBounds
            ? .header(limit: sectionLength - footerBlock) : nil))
    }
    if axis.main(spec.footerReferenceSize) > 0 {
      elements.append(
        element(
          .footer,
          position: sectionLength - footerBlock + axis.mainStart(footerInset),
          length: axis.main(spec.footerReferenceSize), insets: footerInset,
          pin: spec.sectionFootersPinToVisibleBounds ? .footer(limit: headerBlock) : nil))
    }
    return elements
  }

  /// A reference length of 0 means that there is no header or footer, and no room for its insets.
  private static func block(_ length: Double, _ insets: Insets, _ axis: Axis) -> Double {
    length > 0 ? axis.mainStart(insets) + length + axis.mainEnd(insets) : 0
  }

  private func element(
    _ rank: SectionElement.Rank, position: Double, length: Double, insets: Insets,
    pin: SectionElement.Pin?
  ) -> SectionElement {
    let crossStart = axis.crossStart(insets)
    return SectionElement(
      rank: rank, category: .supplementary, kind: rank == .header ? "header" : "footer",
      item: 0,
      frame: axis.rect(
        main: position, cross: crossStart, mainLength: length,
        crossLength: max(0, crossLength - crossStart - axis.crossEnd(insets))),
      zIndex: 0, pin: pin)
  }
}

extension SpecIssues {
  /// Notes a header's or footer's length along the scroll axis that is not finite or negative.
  mutating func checkReferenceSizes(
    _ spec: HeaderFooterSpec, along axis: Axis, _ path: DocumentPath
  ) {
    let side = axis == .vertical ? "height" : "width"
    checkLength(
      axis.main(spec.headerReferenceSize), path.field("headerReferenceSize").field(side))
    checkLength(
      axis.main(spec.footerReferenceSize), path.field("footerReferenceSize").field(side))
  }
}
