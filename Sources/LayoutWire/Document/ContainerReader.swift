import LayoutEngine

private enum ContainerField: String, JSONField {
  case width, height, contentInsets, safeAreaInsets, layoutMargins, readableContentWidth
  case scrollPadding, direction, scale
  static let names = FieldNames<Self>()
}

private enum ConfigurationField: String, JSONField {
  case scrollDirection, interSectionSpacing, boundarySupplementaryItems, contentInsetsReference
  case minimumContentLength, contentAlignment, headersPinAcrossSections
  static let names = FieldNames<Self>()
}

private let directionWords = Words<HorizontalDirection>([
  "ltr": .leftToRight, "rtl": .rightToLeft,
])

private let contentInsetsReferenceWords = Words<ContentInsetsReference>([
  "automatic": .automatic, "none": .none, "safeArea": .safeArea, "layoutMargins": .layoutMargins,
  "readableContent": .readableContent,
])

private let contentAlignmentWords = Words<ContentAlignment>([
  "start": .start, "center": .center, "end": .end,
])

private let containerWord = Words<MinimumContentLength>(["container": .container])

private let axisWords = Words<LayoutAxis>(["vertical": .vertical, "horizontal": .horizontal])

extension DocumentReader {
  /// Reads the container; nil if it is not an object.
  mutating func readContainer() throws(JSONSyntaxError) -> Container? {
    guard
      var scope = try openObject(
        of: ContainerField.self, like: ObjectExample(#"{"width": #, "height": 844}"#, "390"))
    else { return nil }
    var container = Container(width: 0)
    while let field = try nextField(of: &scope) {
      switch field {
      case .width: try readNumber(into: &container.size.width, .positive)
      case .height: container.setHeight(try readNumber(.positive))
      case .contentInsets: try readDirectionalInsets(into: &container.contentInsets)
      case .safeAreaInsets:
        try readDirectionalInsets(into: &container.safeAreaInsets, .nonNegative)
      case .layoutMargins:
        try readDirectionalInsets(into: &container.layoutMargins, .nonNegative)
      case .readableContentWidth: container.readableContentWidth = try readNumber(.positive)
      case .scrollPadding:
        try readDirectionalInsets(into: &container.scrollPadding, .nonNegative)
      case .direction: container.direction = try readDirection() ?? .leftToRight
      case .scale: container.scale = try readScale()
      }
    }
    require(.width, in: scope)
    return container
  }

  /// Reads changes to the container's fields; null removes a field.
  mutating func readContainerChange() throws(JSONSyntaxError) -> LayoutUpdate.ContainerChange? {
    guard
      var scope = try openObject(
        of: ContainerField.self, like: ObjectExample(#"{"width": #, "height": 844}"#, "390"))
    else { return nil }
    var change = LayoutUpdate.ContainerChange()
    while let field = try nextField(of: &scope, keepsNull: true) {
      let isRemoved = try skipNull()
      switch field {
      case .width:
        change.width = isRemoved ? .removed : try readNumber(.positive).map { .set($0) } ?? .kept
      case .height:
        change.height = isRemoved ? .removed : try readNumber(.positive).map { .set($0) } ?? .kept
      case .contentInsets:
        change.contentInsets = try readInsetsChange(.finite, isRemoved: isRemoved)
      case .safeAreaInsets:
        change.safeAreaInsets = try readInsetsChange(.nonNegative, isRemoved: isRemoved)
      case .layoutMargins:
        change.layoutMargins = try readInsetsChange(.nonNegative, isRemoved: isRemoved)
      case .readableContentWidth:
        change.readableContentWidth =
          isRemoved ? .removed : try readNumber(.positive).map { .set($0) } ?? .kept
      case .scrollPadding:
        change.scrollPadding = try readInsetsChange(.nonNegative, isRemoved: isRemoved)
      case .direction:
        change.direction = isRemoved ? .removed : try readDirection().map { .set($0) } ?? .kept
      case .scale: change.scale = isRemoved ? .removed : try readScale().map { .set($0) } ?? .kept
      }
    }
    return change
  }

  /// Reads new insets, which replace all sides, unless the insets are removed.
  private mutating func readInsetsChange(
    _ sides: NumberRule, isRemoved: Bool
  ) throws(JSONSyntaxError) -> LayoutUpdate.ContainerChange.Change<DirectionalInsets> {
    guard !isRemoved else { return .removed }
    var insets = DirectionalInsets.zero
    try readDirectionalInsets(into: &insets, sides)
    return .set(insets)
  }

  /// Reads the container's scale, in pixels per point.
  private mutating func readScale() throws(JSONSyntaxError) -> Double? {
    let scales = LayoutLimits.minScale...LayoutLimits.maxScale
    return try readNumber(
      "must be at least 2^-53 and at most \(shortText(of: scales.upperBound)) pixels a point"
    ) { scales ~= $0 }
  }

  /// Reads the configuration, which applies to all sections together.
  mutating func readConfiguration() throws(JSONSyntaxError) -> LayoutConfiguration {
    var configuration = LayoutConfiguration()
    _ = nextToken()
    let start = position
    guard
      var scope = try openObject(
        of: ConfigurationField.self, like: ObjectExample(#"{"scrollDirection": "vertical"}"#))
    else { return configuration }
    while let field = try nextField(of: &scope) {
      switch field {
      case .scrollDirection:
        configuration.scrollDirection = try readAxis() ?? .vertical
      case .interSectionSpacing:
        try readNumber(into: &configuration.interSectionSpacing, .finite)
      case .boundarySupplementaryItems:
        configuration.boundarySupplementaryItems = try readBoundaryItems()
      case .contentInsetsReference:
        configuration.contentInsetsReference = try readContentInsetsReference()
      case .minimumContentLength:
        configuration.minimumContentLength =
          try readMinimumContentLength() ?? configuration.minimumContentLength
      case .contentAlignment:
        configuration.contentAlignment = try readWord(contentAlignmentWords) ?? .start
      case .headersPinAcrossSections:
        try readBool(into: &configuration.headersPinAcrossSections)
      }
    }
    configuration.text = Array(bytes[start..<position])
    try reserve(configuration.text.count)
    return configuration
  }

  /// Reads a number of points, or `"container"`.
  private mutating func readMinimumContentLength() throws(JSONSyntaxError)
    -> MinimumContentLength?
  {
    if nextToken() == ASCII.quote {
      return try readWord(containerWord)
    }
    return try readNumber("must be a finite number of at least 0, or \"container\"") {
      $0.isFinite && $0 >= 0
    }.map { .points($0) }
  }

  /// Reads `"ltr"` or `"rtl"`.
  mutating func readDirection() throws(JSONSyntaxError) -> HorizontalDirection? {
    try readWord(directionWords)
  }

  /// Reads the word of a reference for insets.
  mutating func readContentInsetsReference() throws(JSONSyntaxError) -> ContentInsetsReference {
    try readWord(contentInsetsReferenceWords) ?? .automatic
  }

  private mutating func readAxis() throws(JSONSyntaxError) -> LayoutAxis? {
    try readWord(axisWords)
  }
}
