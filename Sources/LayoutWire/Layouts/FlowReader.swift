import LayoutEngine

private enum FlowField: String, HeaderFooterField {
  case type, itemSize, estimatedItemSize, minimumLineSpacing, minimumInteritemSpacing, sectionInset
  case alignment, lineAlignment
  case headerReferenceSize, footerReferenceSize
  case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds
  case headerBody, footerBody
  case boundsOutset, snapping
  case contentInsetsReference, sectionInsetReference
  case body, effects
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

private let alignmentWords = Words<FlowAlignment>([
  "justified": .justified, "leading": .leading, "center": .center, "trailing": .trailing,
])

private let lineAlignmentWords = Words<FlowLineAlignment>([
  "top": .top, "center": .center, "bottom": .bottom,
])

private let centeredWord = Words<FlowSectionInset>(["centered": .centered])

/// The words of UICollectionViewFlowLayout's `sectionInsetReference`.
private let sectionInsetReferenceWords = Words<ContentInsetsReference>([
  "contentInset": .none, "safeArea": .safeArea, "layoutMargins": .layoutMargins,
])

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
      case .effects: spec.effects = try readEffects()
      case .body: spec.body = try readBodyOptions()
      case .itemSize: try readSize(into: &spec.itemSize)
      case .estimatedItemSize: spec.estimatedItemSize = try readEstimatedSize()
      case .minimumLineSpacing: try readNumber(into: &spec.minimumLineSpacing, .finite)
      case .minimumInteritemSpacing: try readNumber(into: &spec.minimumInteritemSpacing, .finite)
      case .alignment: spec.alignment = try readWord(alignmentWords) ?? .justified
      case .lineAlignment: spec.lineAlignment = try readWord(lineAlignmentWords) ?? .center
      case .sectionInset: spec.sectionInset = try readFlowInset()
      case .headerReferenceSize, .footerReferenceSize, .sectionHeadersPinToVisibleBounds,
        .sectionFootersPinToVisibleBounds, .headerBody, .footerBody:
        try readHeaderFooter(field, into: &spec.headerFooter)
      case .contentInsetsReference:
        spec.contentInsetsReference = try readContentInsetsReference()
      case .sectionInsetReference:
        spec.contentInsetsReference = try readWord(sectionInsetReferenceWords) ?? .automatic
      case .boundsOutset: spec.boundsOutset = try readBoundsOutset()
      case .snapping: spec.snapping = try readSnapping()
      }
    }
    if scope.has(.contentInsetsReference), scope.has(.sectionInsetReference) {
      refuse(at: scope.start, "has both \"contentInsetsReference\" and \"sectionInsetReference\"")
    }
    if spec.sectionInset == .centered, spec.contentInsetsReference != .automatic {
      refuse(
        at: scope.start,
        "has a reference beside \"sectionInset\": \"centered\", which centres in the container;"
          + " leave one of them out")
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
