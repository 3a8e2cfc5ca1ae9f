/// The header and footer of a flow, waterfall, list or justified section (LayoutRules A10, A11,
/// A15, F6).
struct SectionBoundaries: Sendable {
  private let spec: HeaderFooterSpec
  private let axis: LayoutAxis
  /// The container's length across the scroll axis.
  private let crossLength: Double
  private let headerInset: Insets
  private let footerInset: Insets

  /// The length that the header and its own insets take at the section's start; 0 if there is no header.
  let headerBlock: Units
  /// The length that the footer and its own insets take at the section's end; 0 if there is no footer.
  let footerBlock: Units

  init(
    _ spec: HeaderFooterSpec, headerInset: Insets = .zero, footerInset: Insets = .zero,
    environment: SectionEnvironment
  ) {
    self.spec = spec
    self.headerInset = headerInset
    self.footerInset = footerInset
    axis = environment.axis
    crossLength = environment.axis.cross(environment.size)
    headerBlock = Self.block(axis.main(spec.headerReferenceSize), headerInset, environment)
    footerBlock = Self.block(axis.main(spec.footerReferenceSize), footerInset, environment)
  }

  /// An upper bound of the lengths of header and footer and of their insets together, in points
  /// (LayoutRules I4).
  var maxExtent: Double {
    axis.main(spec.headerReferenceSize) + axis.main(spec.footerReferenceSize)
      + axis.reach(headerInset) + axis.reach(footerInset)
  }

  /// Returns the elements of the header and the footer, without those that don't exist.
  ///
  /// - Parameter sectionLength: the section's length, header and footer included.
  func elements(sectionLength: Units) -> [SectionElement] {
    var elements: [SectionElement] = []
    if axis.main(spec.headerReferenceSize) > 0 {
      elements.append(
        element(
          .header, start: .zero, length: axis.main(spec.headerReferenceSize), insets: headerInset,
          pin: spec.sectionHeadersPinToVisibleBounds
            ? .header(limit: sectionLength - footerBlock) : nil))
    }
    if axis.main(spec.footerReferenceSize) > 0 {
      elements.append(
        element(
          .footer, start: sectionLength - footerBlock,
          length: axis.main(spec.footerReferenceSize), insets: footerInset,
          pin: spec.sectionFootersPinToVisibleBounds ? .footer(limit: headerBlock) : nil))
    }
    return elements
  }

  /// Returns the length that a header or footer and its insets take.
  ///
  /// A reference length of 0 means that there is no header or footer, and no space for its insets.
  private static func block(
    _ length: Double, _ insets: Insets, _ environment: SectionEnvironment
  ) -> Units {
    let axis = environment.axis
    guard length > 0 else { return .zero }
    return Units(points: axis.mainStart(insets)) + Units(points: length)
      + Units(points: axis.mainEnd(insets))
  }

  private func element(
    _ rank: SectionElement.Rank, start: Units, length: Double, insets: Insets,
    pin: SectionElement.Pin?
  ) -> SectionElement {
    let crossStart = axis.crossStart(insets)
    return SectionElement(
      rank: rank, category: .supplementary, kind: rank == .header ? "header" : "footer",
      item: 0,
      place: SectionFrame(
        start: start + Units(points: axis.mainStart(insets)), length: Units(points: length),
        cross: crossStart, breadth: max(0, crossLength - crossStart - axis.crossEnd(insets))),
      zIndex: 0, pin: pin)
  }
}

extension LayoutAxis {
  /// Returns the sum of the insets' magnitudes along the axis: the farthest they could move an element,
  /// in points.
  func reach(_ insets: Insets) -> Double {
    mainStart(insets).magnitude + mainEnd(insets).magnitude
  }

  /// Returns the greatest distance of the rectangle's edges from 0 along the axis, in either direction,
  /// in points.
  func reach(_ rect: Rect) -> Double { max(mainMin(rect).magnitude, mainMax(rect).magnitude) }
}

extension SpecIssues {
  /// Adds an issue for the header, and one for the footer, if its length along the scroll axis is not
  /// valid.
  mutating func checkReferenceSizes(
    _ spec: HeaderFooterSpec, along axis: LayoutAxis, _ path: @autoclosure () -> DocumentPath
  ) {
    let side = axis == .vertical ? "height" : "width"
    checkLength(
      axis.main(spec.headerReferenceSize), path().field("headerReferenceSize").field(side))
    checkLength(
      axis.main(spec.footerReferenceSize), path().field("footerReferenceSize").field(side))
    spec.headerBody.check(&self, at: path().field("headerBody"))
    spec.footerBody.check(&self, at: path().field("footerBody"))
  }
}
