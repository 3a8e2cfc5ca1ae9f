/// The fields of one waterfall item; a field that the item doesn't have is NaN (Contract §2.2;
/// LayoutRules F3, F9).
struct WaterfallItem {
  let number: Double
  let width: Double
  let height: Double
  let aspectRatio: Double
  let bodyHeight: Double
  let columnSpan: Double
  /// The cell's width as measured by a view.
  private(set) var measuredWidth = Double.nan
  /// The cell's height as measured by a view.
  private(set) var measuredHeight = Double.nan

  /// Creates the item at an index of a chunk.
  @inline(__always)
  init(_ chunk: ItemChunk, _ place: Int) {
    number = chunk.numbers[place]
    width = chunk.widths[place]
    height = chunk.heights[place]
    (aspectRatio, bodyHeight, columnSpan) = chunk.shape(of: place)
    if chunk.haveMeasuredSides {
      measuredWidth = chunk.measuredWidths[place]
      measuredHeight = chunk.measuredHeights[place]
    }
  }

  /// Creates an item without measured sides from the values of its other fields.
  @inline(__always)
  init(
    number: Double, width: Double, height: Double, aspectRatio: Double, bodyHeight: Double,
    columnSpan: Double
  ) {
    self.number = number
    self.width = width
    self.height = height
    self.aspectRatio = aspectRatio
    self.bodyHeight = bodyHeight
    self.columnSpan = columnSpan
  }

  /// Returns the number of columns that the item covers, at most all of them (LayoutRules F3).
  @inline(__always)
  func span(of columnCount: Int) -> Int { Self.span(columnSpan, of: columnCount) }

  @inline(__always)
  static func span(_ columnSpan: Double, of columnCount: Int) -> Int {
    columnSpan >= 1 ? Int(min(columnSpan, Double(columnCount))) : 1
  }

  /// Returns the item's length along the scroll axis, media and body together, if it covers `span`
  /// columns.
  ///
  /// A length that a view measured for the cell overrides all other fields (LayoutRules K3).
  @inline(__always)
  func length(_ metrics: WaterfallMetrics, span: Int) -> Double {
    let measured = metrics.axis == .vertical ? measuredHeight : measuredWidth
    guard measured.isNaN else { return measured }
    let media = mediaLength(metrics, span: span)
    return bodyHeight.isNaN ? media : media + bodyHeight
  }

  /// Returns the length of the item's media along the scroll axis, if the item covers `span` columns.
  ///
  /// `aspectRatio` overrides width and height. If both width and height are given, they are scaled so
  /// that the side across the scroll axis is the item's width there. A lone number, or only the side
  /// along the axis, is the length itself; with horizontal scrolling, either side alone is the length
  /// (LayoutRules F9). If a side is 0, the length is 0 (Contract §2). Without any of these fields the
  /// media is a square.
  @inline(__always)
  func mediaLength(_ metrics: WaterfallMetrics, span: Int) -> Double {
    let breadth = metrics.width(ofSpan: span)
    let isVertical = metrics.axis == .vertical
    if !aspectRatio.isNaN { return isVertical ? breadth / aspectRatio : breadth * aspectRatio }
    if !width.isNaN, !height.isNaN {
      return Self.scaled(
        breadth, main: isVertical ? height : width, cross: isVertical ? width : height)
    }
    if !number.isNaN { return number }
    if !height.isNaN { return height }
    if !isVertical, !width.isNaN { return width }
    return width == 0 ? 0 : breadth
  }

  /// Returns the length along the scroll axis of media with these sides, scaled to a width across it; 0
  /// if a side is 0.
  @inline(__always)
  static func scaled(_ width: Double, main: Double, cross: Double) -> Double {
    main == 0 || cross == 0 ? 0 : width * main / cross
  }

  static func isRatio(_ value: Double) -> Bool { value > 0 && value < .infinity }

  static func isSpan(_ value: Double) -> Bool {
    value >= 1 && value < .infinity && value == value.rounded()
  }

  /// Adds the item's first fault to the issues, if it has any.
  ///
  /// - Parameter place: the item's path in the document.
  func addFault(to issues: inout SpecIssues, _ metrics: WaterfallMetrics, at place: DocumentPath) {
    let length = length(metrics, span: span(of: metrics.columnCount))
    if let side = [number, width, height].first(where: { !$0.isNaN && !$0.isLength }) {
      issues.add(place, "must have finite sides ≥ 0, up to 2^53 points (got \(side))")
    } else if !bodyHeight.isNaN, !bodyHeight.isLength {
      issues.add(
        place.field("bodyHeight"), "must be a finite number of at least 0 (got \(bodyHeight))")
    } else if !aspectRatio.isNaN, !Self.isRatio(aspectRatio) {
      issues.add(
        place.field("aspectRatio"), "must be a finite number greater than 0 (got \(aspectRatio))")
    } else if !columnSpan.isNaN, !Self.isSpan(columnSpan) {
      issues.add(place.field("columnSpan"), "must be a whole number ≥ 1 (got \(columnSpan))")
    } else if !length.isLength {
      issues.add(place, "must be at most 2^53 points long (got \(length))")
    }
  }
}
