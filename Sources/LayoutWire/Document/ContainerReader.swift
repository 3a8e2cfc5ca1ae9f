import LayoutEngine

private enum ContainerField: String, JSONField {
  case width, height, contentInsets, direction, scale
  static let names = FieldNames<Self>()
}

private enum ConfigurationField: String, JSONField {
  case scrollDirection, interSectionSpacing, boundarySupplementaryItems
  static let names = FieldNames<Self>()
}

private let directionWords = Words<LayoutDirection>([
  "ltr": .leftToRight, "rtl": .rightToLeft,
])

private let axisWords = Words<Axis>(["vertical": .vertical, "horizontal": .horizontal])

extension DocumentReader {
  /// Reads the container; nil if it is not an object.
  mutating func readContainer() throws(JSONSyntaxError) -> Container? {
    guard
      var scope = try openObject(
        of: ContainerField.self, like: ObjectExample(#"{"width": #, "height": 844}"#, "390"))
    else { return nil }
    var container = Container(size: .zero)
    while let field = try nextField(of: &scope) {
      switch field {
      case .width: try readNumber(into: &container.size.width, .positive)
      case .height: try readNumber(into: &container.size.height, .positive)
      case .contentInsets: try readDirectionalInsets(into: &container.contentInsets)
      case .direction: container.direction = try readDirection() ?? .leftToRight
      case .scale: container.scale = try readScale()
      }
    }
    require(.width, in: scope)
    require(.height, in: scope)
    return container
  }

  /// Reads changes to the container's fields; null removes a field.
  mutating func readContainerChange() throws(JSONSyntaxError) -> LayoutUpdate.ContainerChange? {
    guard
      var scope = try openObject(
        of: ContainerField.self, like: ObjectExample(#"{"width": #, "height": 844}"#, "390"))
    else { return nil }
    var change = LayoutUpdate.ContainerChange()
    while let field = try nextField(of: &scope) {
      let isRemoved = nextToken() == UInt8(ascii: "n")
      if isRemoved { try skipLiteral() }
      switch field {
      case .width:
        change.width = isRemoved ? .removed : try readNumber(.positive).map { .set($0) } ?? .kept
      case .height:
        change.height = isRemoved ? .removed : try readNumber(.positive).map { .set($0) } ?? .kept
      case .contentInsets:
        var insets = DirectionalInsets.zero
        if !isRemoved { try readDirectionalInsets(into: &insets) }
        change.contentInsets = isRemoved ? .removed : .set(insets)
      case .direction:
        change.direction = isRemoved ? .removed : try readDirection().map { .set($0) } ?? .kept
      case .scale: change.scale = isRemoved ? .removed : try readScale().map { .set($0) } ?? .kept
      }
    }
    return change
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
      }
    }
    configuration.text = Array(bytes[start..<position])
    try hold(configuration.text.count)
    return configuration
  }

  /// Reads `"ltr"` or `"rtl"`.
  mutating func readDirection() throws(JSONSyntaxError) -> LayoutDirection? {
    try readWord(directionWords)
  }

  private mutating func readAxis() throws(JSONSyntaxError) -> Axis? {
    try readWord(axisWords)
  }
}
