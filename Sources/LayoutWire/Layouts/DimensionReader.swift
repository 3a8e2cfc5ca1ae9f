import LayoutEngine

private enum LayoutSizeField: String, JSONField {
  case width, height
  static let names = FieldNames<Self>()
}

private enum DimensionField: String, JSONField {
  case absolute, estimated, uniformAcrossSiblings, fractionalWidth, fractionalHeight, plus
  static let names = FieldNames<Self>()
}

private enum SpacingField: String, JSONField {
  case fixed, flexible
  static let names = FieldNames<Self>()
}

private enum EdgeSpacingField: String, JSONField {
  case leading, top, trailing, bottom
  static let names = FieldNames<Self>()
}

/// Examples of objects, for messages about a number in an object's place.
extension ObjectExample {
  fileprivate static var layoutSize: ObjectExample {
    ObjectExample(#"{"width": {"fractionalWidth": 0.5}, "height": {"absolute": 44}}"#)
  }
  fileprivate static var width: ObjectExample {
    ObjectExample(
      #"{"absolute": #} or {"fractionalWidth": 0.5}"#, "100", percent: #"{"fractionalWidth": #}"#)
  }
  fileprivate static var height: ObjectExample {
    ObjectExample(
      #"{"absolute": #} or {"fractionalHeight": 0.5}"#, "100", percent: #"{"fractionalHeight": #}"#)
  }
  fileprivate static var spacing: ObjectExample { ObjectExample(#"{"fixed": #}"#, "8") }
  fileprivate static var edgeSpacing: ObjectExample {
    ObjectExample(#"{"leading": {"fixed": #}}"#, "8")
  }
}

extension DocumentReader {
  /// Reads SIZE: `{"width": DIM, "height": DIM}`.
  mutating func readLayoutSize() throws(JSONSyntaxError) -> LayoutSize? {
    guard var scope = try openObject(of: LayoutSizeField.self, like: .layoutSize) else {
      return nil
    }
    var width: LayoutDimension?
    var height: LayoutDimension?
    while let field = try nextField(of: &scope) {
      switch field {
      case .width: width = try readDimension(like: .width)
      case .height: height = try readDimension(like: .height)
      }
    }
    require(.width, in: scope)
    require(.height, in: scope)
    guard let width, let height else { return nil }
    return LayoutSize(width: width, height: height)
  }

  /// Reads DIM: one length, and the points to add if it is fractional.
  private mutating func readDimension(
    like example: ObjectExample
  ) throws(JSONSyntaxError) -> LayoutDimension? {
    guard var scope = try openObject(of: DimensionField.self, like: example) else { return nil }
    var dimension: LayoutDimension?
    var plus = 0.0
    while let field = try nextField(of: &scope) {
      switch field {
      case .absolute: dimension = try readNumber(.nonNegative).map { .absolute($0) }
      case .estimated: dimension = try readNumber(.nonNegative).map { .estimated($0) }
      case .uniformAcrossSiblings:
        dimension = try readNumber(.nonNegative).map { .uniformAcrossSiblings($0) }
      case .fractionalWidth:
        dimension = try readNumber(.nonNegative).map { .fractionalWidth($0, plus: 0) }
      case .fractionalHeight:
        dimension = try readNumber(.nonNegative).map { .fractionalHeight($0, plus: 0) }
      case .plus: try readNumber(into: &plus, .finite)
      }
    }
    let lengths: [DimensionField] = [
      .absolute, .estimated, .uniformAcrossSiblings, .fractionalWidth, .fractionalHeight,
    ]
    guard lengths.count(where: scope.has) == 1 else {
      let names = lengths.map { $0.rawValue }.joined(separator: ", ")
      refuse(at: scope.start, "needs exactly one of \(names)")
      return nil
    }
    switch dimension {
    case .fractionalWidth(let fraction, plus: _):
      return .fractionalWidth(fraction, plus: plus)
    case .fractionalHeight(let fraction, plus: _):
      return .fractionalHeight(fraction, plus: plus)
    case .absolute, .estimated, .uniformAcrossSiblings, nil:
      if scope.has(.plus), !scope.has(.fractionalWidth), !scope.has(.fractionalHeight) {
        refuse(at: scope.start, "has \"plus\", which only a fractional length may have")
      }
      return dimension
    }
  }

  /// Reads SPACING: `{"fixed": points}` or `{"flexible": points}`.
  mutating func readSpacing() throws(JSONSyntaxError) -> LayoutSpacing? {
    guard var scope = try openObject(of: SpacingField.self, like: .spacing) else { return nil }
    var spacing: LayoutSpacing?
    while let field = try nextField(of: &scope) {
      switch field {
      case .fixed: spacing = try readNumber(.finite).map { .fixed($0) }
      case .flexible: spacing = try readNumber(.finite).map { .flexible($0) }
      }
    }
    guard scope.has(.fixed) != scope.has(.flexible) else {
      refuse(at: scope.start, "needs exactly one of fixed, flexible")
      return nil
    }
    return spacing
  }

  /// Reads `{leading,top,trailing,bottom}`, with a SPACING for each edge.
  mutating func readEdgeSpacing() throws(JSONSyntaxError) -> EdgeSpacing {
    var spacing = EdgeSpacing()
    guard var scope = try openObject(of: EdgeSpacingField.self, like: .edgeSpacing) else {
      return spacing
    }
    while let field = try nextField(of: &scope) {
      switch field {
      case .leading: spacing.leading = try readSpacing()
      case .top: spacing.top = try readSpacing()
      case .trailing: spacing.trailing = try readSpacing()
      case .bottom: spacing.bottom = try readSpacing()
      }
    }
    return spacing
  }
}
