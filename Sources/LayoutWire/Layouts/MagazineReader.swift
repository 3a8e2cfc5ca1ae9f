import LayoutEngine

private enum MagazineField: String, JSONField {
  case type, horizontalSpacing, verticalSpacing, sectionInset, itemInsets
  case header, footer, background
  case body, headerBody, footerBody
  case contentInsetsReference, effects
  static let names = FieldNames<Self>()
}

private enum MagazineBoundaryField: String, JSONField {
  case height, pinToVisibleBounds
  static let names = FieldNames<Self>()
}

extension DocumentReader {
  /// Reads the fields of a `magazine` layout (LayoutRules H).
  mutating func readMagazine() throws(JSONSyntaxError) -> MagazineSpec {
    var spec = MagazineSpec()
    guard var scope = try openObject(of: MagazineField.self) else { return spec }
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .effects: spec.effects = try readEffects()
      case .body: spec.body = try readBodyOptions()
      case .headerBody: spec.headerBody = try readBodyOptions()
      case .footerBody: spec.footerBody = try readBodyOptions()
      case .horizontalSpacing: try readNumber(into: &spec.horizontalSpacing, .finite)
      case .verticalSpacing: try readNumber(into: &spec.verticalSpacing, .finite)
      case .sectionInset: try readInsets(into: &spec.sectionInset)
      case .contentInsetsReference:
        spec.contentInsetsReference = try readContentInsetsReference()
      case .itemInsets: try readInsets(into: &spec.itemInsets)
      case .header: spec.header = try readMagazineBoundary()
      case .footer: spec.footer = try readMagazineBoundary()
      case .background: try readBool(into: &spec.background)
      }
    }
    return spec
  }

  private mutating func readMagazineBoundary() throws(JSONSyntaxError) -> MagazineSpec.Boundary? {
    guard
      var scope = try openObject(
        of: MagazineBoundaryField.self, like: ObjectExample(#"{"height": #}"#, "44"))
    else { return nil }
    var boundary = MagazineSpec.Boundary()
    while let field = try nextField(of: &scope) {
      switch field {
      case .height: try readNumber(into: &boundary.height, .nonNegative)
      case .pinToVisibleBounds: try readBool(into: &boundary.pinToVisibleBounds)
      }
    }
    return boundary
  }
}
