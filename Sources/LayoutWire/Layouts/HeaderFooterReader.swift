import LayoutEngine

/// The fields of layouts with a header and a footer.
protocol HeaderFooterField: JSONField, Equatable {
  static var headerReferenceSize: Self { get }
  static var footerReferenceSize: Self { get }
  static var sectionHeadersPinToVisibleBounds: Self { get }
  static var sectionFootersPinToVisibleBounds: Self { get }
  static var headerBody: Self { get }
  static var footerBody: Self { get }
}

extension DocumentReader {
  /// Reads one of the fields that every layout with a header and a footer has.
  mutating func readHeaderFooter<Field: HeaderFooterField>(
    _ field: Field, into spec: inout HeaderFooterSpec
  ) throws(JSONSyntaxError) {
    switch field {
    case .headerReferenceSize: try readSize(into: &spec.headerReferenceSize)
    case .footerReferenceSize: try readSize(into: &spec.footerReferenceSize)
    case .sectionHeadersPinToVisibleBounds:
      try readBool(into: &spec.sectionHeadersPinToVisibleBounds)
    case .sectionFootersPinToVisibleBounds:
      try readBool(into: &spec.sectionFootersPinToVisibleBounds)
    case .headerBody: spec.headerBody = try readBodyOptions()
    case .footerBody: spec.footerBody = try readBodyOptions()
    default: try skipValue()
    }
  }
}
