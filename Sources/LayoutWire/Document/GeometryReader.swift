import LayoutEngine

private enum InsetsField: String, JSONField {
  case top, left, bottom, right
  static let names = FieldNames<Self>()
}

private enum DirectionalInsetsField: String, JSONField {
  case top, leading, bottom, trailing
  static let names = FieldNames<Self>()
}

private enum SizeField: String, JSONField {
  case width, height
  static let names = FieldNames<Self>()
}

private enum PointField: String, JSONField {
  case x, y
  static let names = FieldNames<Self>()
}

/// Examples of objects, for messages about a number in an object's place.
extension ObjectExample {
  fileprivate static var insets: ObjectExample {
    ObjectExample(#"{"top": #, "left": #, "bottom": #, "right": #}"#, "16")
  }
  fileprivate static var directionalInsets: ObjectExample {
    ObjectExample(#"{"top": #, "leading": #, "bottom": #, "trailing": #}"#, "16")
  }
  fileprivate static var size: ObjectExample {
    ObjectExample(#"{"width": #, "height": #}"#, "100")
  }
  fileprivate static var point: ObjectExample { ObjectExample(#"{"x": #, "y": #}"#, "0") }
}

extension DocumentReader {
  /// Reads `{top,left,bottom,right}` into `insets`, where a missing side stays unchanged.
  mutating func readInsets(into insets: inout Insets) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: InsetsField.self, like: .insets) else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .top: try readNumber(into: &insets.top, .finite)
      case .left: try readNumber(into: &insets.left, .finite)
      case .bottom: try readNumber(into: &insets.bottom, .finite)
      case .right: try readNumber(into: &insets.right, .finite)
      }
    }
  }

  /// Reads `{top,leading,bottom,trailing}` into `insets`, where a missing side stays unchanged.
  mutating func readDirectionalInsets(
    into insets: inout DirectionalInsets, _ sides: NumberRule = .finite
  ) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: DirectionalInsetsField.self, like: .directionalInsets)
    else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .top: try readNumber(into: &insets.top, sides)
      case .leading: try readNumber(into: &insets.leading, sides)
      case .bottom: try readNumber(into: &insets.bottom, sides)
      case .trailing: try readNumber(into: &insets.trailing, sides)
      }
    }
  }

  /// Reads `{width,height}` in points into `size`, where a missing side stays unchanged.
  mutating func readSize(into size: inout Size) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: SizeField.self, like: .size) else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .width: try readNumber(into: &size.width, .nonNegative)
      case .height: try readNumber(into: &size.height, .nonNegative)
      }
    }
  }

  /// Reads an estimate, `{width,height}`, of the size of a flow section's items.
  mutating func readEstimatedSize() throws(JSONSyntaxError) -> FlowEstimatedSize {
    var estimate = FlowEstimatedSize()
    guard var scope = try openObject(of: SizeField.self, like: .size) else { return estimate }
    while let field = try nextField(of: &scope) {
      switch field {
      case .width: estimate.width = try readNumber(.nonNegative)
      case .height: estimate.height = try readNumber(.nonNegative)
      }
    }
    return estimate
  }

  /// Reads `{x,y}`; a missing coordinate is 0.
  mutating func readPoint() throws(JSONSyntaxError) -> Point {
    var point = Point.zero
    guard var scope = try openObject(of: PointField.self, like: .point) else { return point }
    while let field = try nextField(of: &scope) {
      switch field {
      case .x: try readNumber(into: &point.x, .finite)
      case .y: try readNumber(into: &point.y, .finite)
      }
    }
    return point
  }

  /// Reads a z-index.
  mutating func readZIndex() throws(JSONSyntaxError) -> WholeNumber? {
    try readInteger(in: -maxWholeNumber...maxWholeNumber)
  }
}
