import LayoutEngine

private enum FlowField: String, HeaderFooterField {
  case type, itemSize, minimumLineSpacing, minimumInteritemSpacing, sectionInset
  case headerReferenceSize, footerReferenceSize
  case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds
  case headerBody, footerBody
  case boundsOutset, snapping
  case body
  static let names = FieldNames<Self>()
}

private enum OutsetField: String, JSONField {
  case horizontal, vertical
  static let names = FieldNames<Self>()
}

private enum SnappingField: String, JSONField {
  case mode, flickVelocityThreshold
  static let names = FieldNames<Self>()
}

private let centeredWord = Words<FlowSectionInset>(["centered": .centered])

private let snappingModeWords = Words<Snapping.Mode>([
  "item": .item, "page": .page, "none": .none,
])

extension DocumentReader {
  /// Reads the fields of a `flow` layout (LayoutRules A3 for the defaults).
  mutating func readFlow() throws(JSONSyntaxError) -> FlowSpec {
    var spec = FlowSpec()
    guard var scope = try openObject(of: FlowField.self) else { return spec }
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .body: spec.body = try readBodyOptions()
      case .itemSize: try readSize(into: &spec.itemSize)
      case .minimumLineSpacing: try readNumber(into: &spec.minimumLineSpacing, .finite)
      case .minimumInteritemSpacing: try readNumber(into: &spec.minimumInteritemSpacing, .finite)
      case .sectionInset: spec.sectionInset = try readFlowInset()
      case .headerReferenceSize, .footerReferenceSize, .sectionHeadersPinToVisibleBounds,
        .sectionFootersPinToVisibleBounds, .headerBody, .footerBody:
        try readHeaderFooter(field, into: &spec.headerFooter)
      case .boundsOutset: spec.boundsOutset = try readBoundsOutset()
      case .snapping: spec.snapping = try readSnapping()
      }
    }
    return spec
  }

  /// Reads insets, or `"centered"`.
  private mutating func readFlowInset() throws(JSONSyntaxError) -> FlowSectionInset {
    if nextToken() == ASCII.quote {
      return try readWord(centeredWord) ?? .centered
    }
    var insets = Insets.zero
    try readInsets(into: &insets)
    return .points(insets)
  }

  private mutating func readBoundsOutset() throws(JSONSyntaxError) -> FlowBoundsOutset {
    var outset = FlowBoundsOutset()
    guard
      var scope = try openObject(
        of: OutsetField.self, like: ObjectExample(#"{"horizontal": #, "vertical": #}"#, "100"))
    else { return outset }
    while let field = try nextField(of: &scope) {
      switch field {
      case .horizontal: try readNumber(into: &outset.horizontal, .finite)
      case .vertical: try readNumber(into: &outset.vertical, .finite)
      }
    }
    return outset
  }

  private mutating func readSnapping() throws(JSONSyntaxError) -> Snapping {
    var snapping = Snapping()
    guard
      var scope = try openObject(
        of: SnappingField.self, like: ObjectExample(#"{"mode": "item"}"#))
    else { return snapping }
    while let field = try nextField(of: &scope) {
      switch field {
      case .mode: snapping.mode = try readWord(snappingModeWords) ?? .none
      case .flickVelocityThreshold:
        try readNumber(into: &snapping.flickVelocityThreshold, .nonNegative)
      }
    }
    return snapping
  }
}
