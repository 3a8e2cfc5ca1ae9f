import LayoutEngine

private enum JustifiedField: String, HeaderFooterField {
  case type, targetRowHeight, targetRowHeightTolerance, rowHeightRange, boxSpacing, sectionInset
  case showWidows, lastRowFits
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
      case .rowHeightRange: spec.rowHeightRange = try readRowHeightRange()
      case .boxSpacing: try readBoxSpacing(into: &spec)
      case .sectionInset: try readInsets(into: &spec.sectionInset)
      case .contentInsetsReference:
        spec.contentInsetsReference = try readContentInsetsReference()
      case .showWidows: try readBool(into: &spec.showWidows)
      case .lastRowFits: try readBool(into: &spec.lastRowFits)
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

  /// Reads `[least, greatest]`.
  private mutating func readRowHeightRange() throws(JSONSyntaxError)
    -> JustifiedSpec.RowHeightRange?
  {
    guard var list = try openArray("must be the heights [least, greatest]") else { return nil }
    var (least, greatest): (Double?, Double?)
    while try nextElement(of: &list) {
      switch list.count {
      case 1: least = try readNumber(.positive)
      case 2: greatest = try readNumber(.positive)
      default:
        try refuseRest(of: &list, limit: 2, "heights: the least and the greatest")
        return nil
      }
    }
    if list.count < 2 { refuse(at: list.start, "needs two heights: [least, greatest]") }
    guard let least, let greatest else { return nil }
    guard least <= greatest else {
      refuse(at: list.start) { _ in
        "must begin with the least height "
          + "(got [\(shortText(of: least)), \(shortText(of: greatest))])"
      }
      return nil
    }
    return JustifiedSpec.RowHeightRange(least: least, greatest: greatest)
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
