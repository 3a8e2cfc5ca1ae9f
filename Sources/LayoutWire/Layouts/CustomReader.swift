import LayoutEngine

private enum CustomField: String, JSONField {
  case type, frames, contentInsetsReference, effects
  static let names = FieldNames<Self>()
}

private enum FrameField: String, JSONField {
  case x, y, width, height, zIndex
  static let names = FieldNames<Self>()
}

extension DocumentReader {
  /// Reads the fields of a `custom` layout.
  mutating func readCustom() throws(JSONSyntaxError) -> CustomSpec {
    var frames: [Rect] = []
    var zIndexes = CodeColumn<WholeNumber>()
    var reference = ContentInsetsReference.automatic
    var effects: ScrollEffects?
    guard var scope = try openObject(of: CustomField.self) else { return CustomSpec() }
    while let field = try nextField(of: &scope) {
      switch field {
      case .type: try skipLayoutType()
      case .effects: effects = try readEffects()
      case .frames:
        try readFrames { frame in
          if let zIndex = frame.zIndex { zIndexes.set(zIndex, at: frames.count) }
          frames.append(frame.frame)
        }
      case .contentInsetsReference: reference = try readContentInsetsReference()
      }
    }
    require(.frames, in: scope)
    var spec = CustomSpec(CustomFrames(frames: frames, zIndexes: zIndexes))
    spec.contentInsetsReference = reference
    spec.effects = effects
    return spec
  }

  /// Reads an array of custom frames.
  ///
  /// - Parameter take: called with each frame in order.
  mutating func readFrames(_ take: (CustomFrame) -> Void) throws(JSONSyntaxError) {
    guard var list = try openArray("must be an array of frames") else { return }
    var count = 0
    while try nextElement(of: &list) {
      guard count < budget.framesLeft else {
        try refuseRest(
          of: &list, limit: budget.limits.maxItems,
          "frames in the document\(DocumentBudget.itemsSetting)")
        break
      }
      take(try readFrame())
      count += 1
    }
    budget.framesLeft -= count
  }

  /// Reads `[x, y, width, height]`, or an object, which may also have a `zIndex`.
  private mutating func readFrame() throws(JSONSyntaxError) -> CustomFrame {
    if nextToken() == ASCII.openBracket { return try readFrameNumbers() }
    var frame = CustomFrame(frame: .zero)
    let scope = try openObject(
      of: FrameField.self, "must be [x, y, width, height] or an object")
    guard var scope else { return frame }
    while let field = try nextField(of: &scope) {
      switch field {
      case .x: try readNumber(into: &frame.frame.x, .finite)
      case .y: try readNumber(into: &frame.frame.y, .finite)
      case .width: try readNumber(into: &frame.frame.width, .nonNegative)
      case .height: try readNumber(into: &frame.frame.height, .nonNegative)
      case .zIndex: frame.zIndex = try readZIndex()
      }
    }
    require(.width, in: scope)
    require(.height, in: scope)
    return frame
  }

  /// Reads `[x, y, width, height]`.
  mutating func readFrameNumbers() throws(JSONSyntaxError) -> CustomFrame {
    var frame = CustomFrame(frame: .zero)
    guard var list = try openArray() else { return frame }
    while try nextElement(of: &list) {
      switch list.count {
      case 1: try readNumber(into: &frame.frame.x, .finite)
      case 2: try readNumber(into: &frame.frame.y, .finite)
      case 3: try readNumber(into: &frame.frame.width, .nonNegative)
      case 4: try readNumber(into: &frame.frame.height, .nonNegative)
      default:
        try refuseRest(of: &list, limit: 4, "numbers: x, y, width, height")
        return frame
      }
    }
    if list.count < 4 { refuse(at: list.start, "needs four numbers: x, y, width, height") }
    return frame
  }
}
