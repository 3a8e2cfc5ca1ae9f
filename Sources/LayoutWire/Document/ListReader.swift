import LayoutEngine

private enum ListField: String, HeaderFooterField {
  case type, rowHeight, rowSpacing, sectionInset
  case headerReferenceSize, footerReferenceSize
  case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds
  case headerBody, footerBody
  case body
  static let names = FieldNames<Self>()
}

extension DocumentReader {
  /// Reads the fields of a `list` layout.
  mutating func readList() throws(JSONSyntaxError) -> ListSpec {
    var spec = ListSpec()
    guard var scope = try openObject(of: ListField.self) else { return spec }
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .body: spec.body = try readBodyOptions()
      case .rowHeight:
        try readNumber(into: &spec.rowHeight, .nonNegative)
        spec.rowHeightIsGiven = true
      case .rowSpacing: try readNumber(into: &spec.rowSpacing, .finite)
      case .sectionInset: try readInsets(into: &spec.sectionInset)
      case .headerReferenceSize, .footerReferenceSize, .sectionHeadersPinToVisibleBounds,
        .sectionFootersPinToVisibleBounds, .headerBody, .footerBody:
        try readHeaderFooter(field, into: &spec.headerFooter)
      }
    }
    return spec
  }
}
