import LayoutEngine

private enum ListField: String, HeaderFooterField {
  case type, rowHeight, rowSpacing, sectionInset
  case appearance, headerMode, footerMode, headerTopPadding
  case showsSeparators, separatorInsets, sectionBackground, cornerRadius
  case headerReferenceSize, footerReferenceSize
  case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds
  case headerBody, footerBody
  case body
  case contentInsetsReference, effects
  static let names = FieldNames<Self>()
}

private enum SeparatorInsetsField: String, JSONField {
  case leading, trailing
  static let names = FieldNames<Self>()
}

private enum ItemSeparatorsField: String, JSONField {
  case top, bottom, topInsets, bottomInsets
  static let names = FieldNames<Self>()
}

private let appearanceWords = Words<ListSpec.Appearance>([
  "plain": .plain, "grouped": .grouped, "insetGrouped": .insetGrouped, "sidebar": .sidebar,
])

private let headerModeWords = Words<ListSpec.HeaderMode>([
  "none": .none, "supplementary": .supplementary, "firstItemInSection": .firstItemInSection,
])

private let footerModeWords = Words<ListSpec.FooterMode>([
  "none": .none, "supplementary": .supplementary,
])

private let visibilityWords = Words<ItemSeparators.Visibility>([
  "automatic": .automatic, "hidden": .hidden, "visible": .visible,
])

extension DocumentReader {
  /// Reads the fields of a `list` layout.
  mutating func readList() throws(JSONSyntaxError) -> ListSpec {
    var spec = ListSpec()
    guard var scope = try openObject(of: ListField.self) else { return spec }
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .effects: spec.effects = try readEffects()
      case .body: spec.body = try readBodyOptions()
      case .rowHeight:
        try readNumber(into: &spec.rowHeight, .nonNegative)
        spec.rowHeightIsGiven = true
      case .rowSpacing: try readNumber(into: &spec.rowSpacing, .finite)
      case .sectionInset: try readInsets(into: &spec.sectionInset)
      case .contentInsetsReference:
        spec.contentInsetsReference = try readContentInsetsReference()
      case .headerReferenceSize, .footerReferenceSize, .sectionHeadersPinToVisibleBounds,
        .sectionFootersPinToVisibleBounds, .headerBody, .footerBody:
        try readHeaderFooter(field, into: &spec.headerFooter)
      default: try readListConfiguration(field, into: &spec)
      }
    }
    return spec
  }

  /// Reads one of the fields of UICollectionLayoutListConfiguration (LayoutRules S).
  private mutating func readListConfiguration(
    _ field: ListField, into spec: inout ListSpec
  ) throws(JSONSyntaxError) {
    switch field {
    case .appearance: spec.appearance = try readWord(appearanceWords) ?? .plain
    case .headerMode: spec.headerMode = try readWord(headerModeWords)
    case .footerMode: spec.footerMode = try readWord(footerModeWords)
    case .headerTopPadding: try readNumber(into: &spec.headerTopPadding, .nonNegative)
    case .showsSeparators: spec.showsSeparators = try readBool()
    case .separatorInsets: try readSeparatorInsets(into: &spec.separatorInsets)
    case .sectionBackground: spec.sectionBackground = try readBool()
    case .cornerRadius: spec.cornerRadius = try readNumber(.nonNegative)
    default: try skipValue()
    }
  }

  /// Reads `{leading,trailing}` into `insets`, where a missing side stays unchanged.
  private mutating func readSeparatorInsets(
    into insets: inout ListSeparatorInsets
  ) throws(JSONSyntaxError) {
    guard
      var scope = try openObject(
        of: SeparatorInsetsField.self, like: ObjectExample(#"{"leading": #}"#, "16"))
    else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .leading: try readNumber(into: &insets.leading, .nonNegative)
      case .trailing: try readNumber(into: &insets.trailing, .nonNegative)
      }
    }
  }

  /// Reads `{leading,trailing}` of a row's own separators, where a missing side is the list's.
  private mutating func readOwnInsets() throws(JSONSyntaxError) -> ItemSeparators.Insets {
    var insets = ItemSeparators.Insets()
    guard
      var scope = try openObject(
        of: SeparatorInsetsField.self, like: ObjectExample(#"{"leading": #}"#, "16"))
    else { return insets }
    while let field = try nextField(of: &scope) {
      switch field {
      case .leading: insets.leading = try readNumber(.nonNegative)
      case .trailing: insets.trailing = try readNumber(.nonNegative)
      }
    }
    return insets
  }

  /// Reads a row's separators: a word for the visibility of both, or `{top,bottom,topInsets,bottomInsets}`.
  mutating func readItemSeparators() throws(JSONSyntaxError) -> ItemSeparators? {
    if nextToken() == ASCII.quote {
      return try readWord(visibilityWords).map { ItemSeparators(top: $0, bottom: $0) }
    }
    guard nextToken() == ASCII.openBrace else {
      try refuseValue("must be \"automatic\", \"hidden\", \"visible\" or an object")
      return nil
    }
    guard var scope = try openObject(of: ItemSeparatorsField.self) else { return nil }
    var separators = ItemSeparators()
    while let field = try nextField(of: &scope) {
      switch field {
      case .top: separators.top = try readWord(visibilityWords) ?? .automatic
      case .bottom: separators.bottom = try readWord(visibilityWords) ?? .automatic
      case .topInsets: separators.topInsets = try readOwnInsets()
      case .bottomInsets: separators.bottomInsets = try readOwnInsets()
      }
    }
    return separators
  }
}
