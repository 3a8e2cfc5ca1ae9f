import LayoutEngine

extension JSONReader {
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

  /// Reads `{top,left,bottom,right}`; sides that are not named are 0.
  mutating func readInsets(into insets: inout Insets) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: InsetsField.self) else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .top: try readNumber(into: &insets.top, .finite)
      case .left: try readNumber(into: &insets.left, .finite)
      case .bottom: try readNumber(into: &insets.bottom, .finite)
      case .right: try readNumber(into: &insets.right, .finite)
      }
    }
  }

  /// Reads `{top,leading,bottom,trailing}`; sides that are not named are 0.
  mutating func readDirectionalInsets(
    into insets: inout DirectionalInsets
  ) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: DirectionalInsetsField.self) else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .top: try readNumber(into: &insets.top, .finite)
      case .leading: try readNumber(into: &insets.leading, .finite)
      case .bottom: try readNumber(into: &insets.bottom, .finite)
      case .trailing: try readNumber(into: &insets.trailing, .finite)
      }
    }
  }

  /// Reads `{width,height}` in points; sides that are not named stay as they are.
  mutating func readSize(into size: inout Size) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: SizeField.self) else { return }
    while let field = try nextField(of: &scope) {
      switch field {
      case .width: try readNumber(into: &size.width, .nonNegative)
      case .height: try readNumber(into: &size.height, .nonNegative)
      }
    }
  }

  /// Reads `{x,y}`; a coordinate that is not named is 0.
  mutating func readPoint() throws(JSONSyntaxError) -> Point {
    var point = Point.zero
    guard var scope = try openObject(of: PointField.self) else { return point }
    while let field = try nextField(of: &scope) {
      switch field {
      case .x: try readNumber(into: &point.x, .finite)
      case .y: try readNumber(into: &point.y, .finite)
      }
    }
    return point
  }

  /// Refuses an array that is longer than it may be, and skips what is left of it.
  ///
  /// Called at an element; the array's end is stepped over.
  mutating func refuseRest(
    of list: inout ArrayScope, limit: Int, _ elements: String
  ) throws(JSONSyntaxError) {
    refuse(at: list.start, "holds more than \(limit) \(elements)")
    repeat {
      try skipValue()
    } while try nextElement(of: &list)
  }
}
