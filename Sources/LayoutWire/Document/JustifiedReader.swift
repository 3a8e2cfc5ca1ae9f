import LayoutEngine

private enum JustifiedField: String, HeaderFooterField {
  case type, targetRowHeight, targetRowHeightTolerance, boxSpacing, sectionInset, showWidows
  case widowLayoutStyle, maxNumRows, forceAspectRatio, fullWidthBreakoutRowCadence
  case headerReferenceSize, footerReferenceSize
  case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds
  case headerBody, footerBody
  case contentInsetsReference, effects
  static let names = FieldNames<Self>()
}

private enum BoxSpacingField: String, JSONField {
  case horizontal, vertical
  static let names = FieldNames<Self>()
}

private let widowStyleWords = Words<JustifiedSpec.WidowLayoutStyle>([
  "left": .left, "center": .center, "justify": .justify,
])

extension DocumentReader {
  /// Reads the fields of a `justified` layout (LayoutRules G).
  mutating func readJustified() throws(JSONSyntaxError) -> JustifiedSpec {
    var spec = JustifiedSpec()
    guard var scope = try openObject(of: JustifiedField.self) else { return spec }
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .effects: spec.effects = try readEffects()
      case .targetRowHeight: try readNumber(into: &spec.targetRowHeight, .positive)
      case .targetRowHeightTolerance:
        try readNumber(into: &spec.targetRowHeightTolerance, .nonNegative)
      case .boxSpacing: try readBoxSpacing(into: &spec)
      case .sectionInset: try readInsets(into: &spec.sectionInset)
      case .contentInsetsReference:
        spec.contentInsetsReference = try readContentInsetsReference()
      case .showWidows: try readBool(into: &spec.showWidows)
      case .widowLayoutStyle:
        spec.widowLayoutStyle = try readWord(widowStyleWords) ?? spec.widowLayoutStyle
      case .maxNumRows: spec.maxNumRows = try readInteger(in: 1...maxWholeNumber)
      case .forceAspectRatio: spec.forceAspectRatio = try readNumber(.positive)
      case .fullWidthBreakoutRowCadence:
        spec.fullWidthBreakoutRowCadence = try readInteger(in: 1...maxWholeNumber)
      case .headerReferenceSize, .footerReferenceSize, .sectionHeadersPinToVisibleBounds,
        .sectionFootersPinToVisibleBounds, .headerBody, .footerBody:
        try readHeaderFooter(field, into: &spec.headerFooter)
      }
    }
    return spec
  }

  /// Reads one spacing in points for both directions, or `{horizontal,vertical}`.
  private mutating func readBoxSpacing(
    into spec: inout JustifiedSpec
  ) throws(JSONSyntaxError) {
    if ASCII.beginsNumber(nextToken()) {
      guard let spacing = try readNumber(.finite) else { return }
      spec.horizontalSpacing = spacing
      spec.verticalSpacing = spacing
      return
    }
    let scope = try openObject(
      of: BoxSpacingField.self, "must be a number or {\"horizontal\", \"vertical\"}")
    guard var scope else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .horizontal: try readNumber(into: &spec.horizontalSpacing, .finite)
      case .vertical: try readNumber(into: &spec.verticalSpacing, .finite)
      }
    }
  }
}
