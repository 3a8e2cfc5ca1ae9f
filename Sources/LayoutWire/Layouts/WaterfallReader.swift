import LayoutEngine

private enum WaterfallField: String, HeaderFooterField {
  case type, columns, columnAlignment, columnSpacing, rowSpacing, spacing, sectionInset
  case headerReferenceSize, footerReferenceSize
  case sectionHeadersPinToVisibleBounds, sectionFootersPinToVisibleBounds
  case headerBody, footerBody
  case headerInset, footerInset, placement, flowTolerance, packing, stamps
  case body
  case contentInsetsReference, effects
  static let names = FieldNames<Self>()
}

private enum StampField: String, JSONField {
  case x, y, width, height
  static let names = FieldNames<Self>()
}

private enum ColumnsField: String, JSONField {
  case minWidth, width
  static let names = FieldNames<Self>()
}

/// A waterfall's fields that must all be read before they can be interpreted.
private struct WaterfallFields {
  var placement: PlacementWord = .shortestColumn
  var flowTolerance = 16.0
  var spacing: Double?
  var columnSpacing: Double?
  var rowSpacing: Double?
}

private enum PlacementWord: Sendable {
  case shortestColumn, roundRobin, gridLanes, balanced
}

private let placementWords = Words<PlacementWord>([
  "shortestColumn": .shortestColumn, "roundRobin": .roundRobin, "gridLanes": .gridLanes,
  "balanced": .balanced,
])

private let columnAlignmentWords = Words<WaterfallSpec.ColumnAlignment>([
  "start": .start, "center": .center, "end": .end,
])

private let packingWords = Words<WaterfallSpec.Packing>(["normal": .normal, "dense": .dense])

private let infiniteWord = Words<Double>(["infinite": .infinity])

extension DocumentReader {
  /// Reads the fields of a `waterfall` layout (LayoutRules F).
  ///
  /// `spacing` is the default of `columnSpacing` and `rowSpacing`, in whatever order the three are written.
  mutating func readWaterfall() throws(JSONSyntaxError) -> WaterfallSpec {
    var spec = WaterfallSpec()
    var fields = WaterfallFields()
    guard var scope = try openObject(of: WaterfallField.self) else { return spec }
    while let field = try nextField(of: &scope) {
      try readWaterfallField(field, &spec, &fields)
    }
    spec.columnSpacing = fields.columnSpacing ?? fields.spacing ?? spec.columnSpacing
    spec.rowSpacing = fields.rowSpacing ?? fields.spacing ?? spec.rowSpacing
    spec.placement =
      switch fields.placement {
      case .shortestColumn: .shortestColumn
      case .roundRobin: .roundRobin
      case .balanced: .balanced
      case .gridLanes: .gridLanes(flowTolerance: fields.flowTolerance)
      }
    return spec
  }

  private mutating func readWaterfallField(
    _ field: WaterfallField, _ spec: inout WaterfallSpec, _ fields: inout WaterfallFields
  ) throws(JSONSyntaxError) {
    switch field {
    case .type: try skipLayoutType()
    case .columns: spec.columns = try readColumns() ?? spec.columns
    case .columnAlignment:
      spec.columnAlignment = try readWord(columnAlignmentWords) ?? spec.columnAlignment
    case .columnSpacing: fields.columnSpacing = try readNumber(.finite)
    case .rowSpacing: fields.rowSpacing = try readNumber(.finite)
    case .spacing: fields.spacing = try readNumber(.finite)
    case .sectionInset: try readInsets(into: &spec.sectionInset)
    case .contentInsetsReference:
      spec.contentInsetsReference = try readContentInsetsReference()
    case .headerReferenceSize, .footerReferenceSize, .sectionHeadersPinToVisibleBounds,
      .sectionFootersPinToVisibleBounds, .headerBody, .footerBody:
      try readHeaderFooter(field, into: &spec.headerFooter)
    case .headerInset: try readInsets(into: &spec.headerInset)
    case .footerInset: try readInsets(into: &spec.footerInset)
    case .body: spec.body = try readBodyOptions()
    case .effects: spec.effects = try readEffects()
    case .placement: fields.placement = try readWord(placementWords) ?? fields.placement
    case .packing: spec.packing = try readWord(packingWords) ?? spec.packing
    case .stamps: spec.stamps = try readStamps()
    case .flowTolerance: fields.flowTolerance = try readFlowTolerance() ?? fields.flowTolerance
    }
  }

  /// Reads a count, `{"minWidth": points}` or `{"width": points}`.
  private mutating func readColumns() throws(JSONSyntaxError) -> WaterfallSpec.Columns? {
    if ASCII.beginsNumber(nextToken()) {
      return try readInteger(in: 1...10_000).map { .count(Int($0)) }
    }
    let scope = try openObject(
      of: ColumnsField.self,
      "must be a whole number, {\"minWidth\": points} or {\"width\": points}")
    guard var scope else { return nil }
    var (minWidth, width): (Double?, Double?)
    while let field = try nextField(of: &scope) {
      switch field {
      case .minWidth: minWidth = try readNumber(.positive)
      case .width: width = try readNumber(.positive)
      }
    }
    if scope.has(.width) {
      if scope.has(.minWidth) { refuse(at: scope.start, "has both \"minWidth\" and \"width\"") }
      return width.map { .width($0) }
    }
    require(.minWidth, in: scope)
    return minWidth.map { .minWidth($0) }
  }

  /// Reads an array of rectangles, each `[x, y, width, height]` or an object.
  private mutating func readStamps() throws(JSONSyntaxError) -> [Rect] {
    var stamps: [Rect] = []
    guard var list = try openArray("must be an array of rectangles") else { return stamps }
    while try nextElement(of: &list) {
      guard stamps.count < WaterfallSpec.maxStamps else {
        try refuseRest(of: &list, limit: WaterfallSpec.maxStamps, "rectangles")
        break
      }
      stamps.append(try readStamp())
    }
    return stamps
  }

  private mutating func readStamp() throws(JSONSyntaxError) -> Rect {
    if nextToken() == ASCII.openBracket { return try readFrameNumbers().frame }
    var rect = Rect.zero
    let scope = try openObject(of: StampField.self, "must be [x, y, width, height] or an object")
    guard var scope else { return rect }
    while let field = try nextField(of: &scope) {
      switch field {
      case .x: try readNumber(into: &rect.x, .finite)
      case .y: try readNumber(into: &rect.y, .finite)
      case .width: try readNumber(into: &rect.width, .nonNegative)
      case .height: try readNumber(into: &rect.height, .nonNegative)
      }
    }
    require(.width, in: scope)
    require(.height, in: scope)
    return rect
  }

  /// Reads points, or `"infinite"`.
  private mutating func readFlowTolerance() throws(JSONSyntaxError) -> Double? {
    if nextToken() == ASCII.quote { return try readWord(infiniteWord) }
    return try readNumber(.nonNegative)
  }
}
