/// The measures that all columns of a waterfall section share (LayoutRules F1).
///
/// Lengths along the scroll axis are in units, lengths across it in points.
struct WaterfallMetrics: Sendable, Equatable {
  /// The number of columns that a section may have: the contract's limit.
  static let columnCounts = 1...10_000

  let axis: LayoutAxis
  /// The distance of all columns' beginnings from the section's start along the scroll axis.
  private(set) var top: Units
  /// The beginning of the first column across the scroll axis, in points.
  private(set) var crossStart: Double
  private(set) var columnCount: Int
  /// A column's width in points, not rounded; > 0.
  let columnWidth: Double
  let columnSpacing: Double
  let rowSpacing: Units
  /// The rectangles around which the columns flow; nil if none covers a column.
  private(set) var stamps: Stamps?

  /// Whether items have equal places in the columns of both, which may begin at different distances from the section's
  /// start.
  func placesAlike(_ other: WaterfallMetrics) -> Bool {
    var moved = other
    moved.top = top
    return self == moved
  }

  /// Divides the container's length across the scroll axis, less the section's insets, into columns.
  ///
  /// - Throws: if the columns have no width or overlap, or if there are more than `columnCounts` allows.
  init(
    _ spec: WaterfallSpec, top: Units, environment: SectionEnvironment
  ) throws(LayoutError) {
    axis = environment.axis
    self.top = top
    crossStart = axis.crossStart(spec.sectionInset)
    columnSpacing = spec.columnSpacing
    rowSpacing = Units(points: spec.rowSpacing)
    let available =
      axis.cross(environment.size) - (crossStart + axis.crossEnd(spec.sectionInset))
    guard available > 0 else {
      throw LayoutError(
        environment.path.field("sectionInset"),
        "leaves no room for columns: \(available) points across the scroll axis")
    }
    columnCount = try Self.columnCount(spec, available: available, path: environment.path)
    let gaps = Double(columnCount - 1) * columnSpacing
    if case .width(let width) = spec.columns {
      columnWidth = width
      // A single column may be wider than the room; it begins at the leading edge then, as CSS's safe
      // alignment has it.
      let free = max(0, available - gaps - Double(columnCount) * width)
      crossStart += free * spec.columnAlignment.share
    } else {
      columnWidth = (available - gaps) / Double(columnCount)
    }
    guard columnWidth > 0 else {
      throw LayoutError(
        environment.path.field("columns"), "leaves columns no width: \(columnWidth) points each")
    }
    guard columnCount == 1 || columnStep > 0 else {
      throw LayoutError(
        environment.path.field("columnSpacing"), "makes columns overlap (got \(columnSpacing))")
    }
    stamps = Stamps(spec.stamps, self)
  }

  /// Returns the number of columns: the given count, or max(1, floor((available + columnSpacing + ε) /
  /// (width + columnSpacing))) for the given or the least width (LayoutRules F1, F12).
  private static func columnCount(
    _ spec: WaterfallSpec, available: Double, path: DocumentPath
  ) throws(LayoutError) -> Int {
    switch spec.columns {
    case .count(let count):
      return count
    case .minWidth(let width):
      return try fittingCount(
        width, spec, available: available, path: path.field("columns").field("minWidth"))
    case .width(let width):
      return try fittingCount(
        width, spec, available: available, path: path.field("columns").field("width"))
    }
  }

  private static func fittingCount(
    _ width: Double, _ spec: WaterfallSpec, available: Double, path: DocumentPath
  ) throws(LayoutError) -> Int {
    let step = width + spec.columnSpacing
    guard step > 0 else {
      throw LayoutError(path, "must be > 0 together with columnSpacing (got \(step))")
    }
    let room = available + spec.columnSpacing + available.fitTolerance
    let fitting = max(1, (room / step).rounded(.down))
    guard fitting <= Double(columnCounts.upperBound) else {
      throw LayoutError(
        path, "makes more than \(columnCounts.upperBound) columns of \(available) points")
    }
    return Int(fitting)
  }

  /// Returns these metrics with at most `count` columns, for items that cover no more columns together;
  /// the columns' width does not change.
  ///
  /// Around stamps, items may begin in any column.
  func limited(toColumns count: Int) -> WaterfallMetrics {
    guard stamps == nil else { return self }
    var limited = self
    limited.columnCount = min(columnCount, max(1, count))
    return limited
  }

  /// The placement that gives frames in the section's own coordinates.
  var placement: FrameTransform { FrameTransform(axis: axis) }

  /// Returns where a column ends after an item that begins at `top` and is `length` points long,
  /// including the spacing after the item.
  @inline(__always)
  func bottom(_ top: Units, _ length: Double) -> Units {
    top + Units(points: length) + rowSpacing
  }

  /// The distance between the leading edges of neighbouring columns; > 0 if there are several.
  var columnStep: Double { columnWidth + columnSpacing }

  /// Returns the width of an item that covers `span` columns (LayoutRules F3).
  func width(ofSpan span: Int) -> Double {
    span == 1
      ? columnWidth : Double(span) * columnWidth + Double(span - 1) * columnSpacing
  }

  /// Returns where a column begins across the scroll axis, in points.
  func position(ofColumn column: Int) -> Double {
    crossStart + Double(column) * columnStep
  }

  /// The columns as spans across the scroll axis.
  var columns: RepeatedSpans {
    RepeatedSpans(
      start: crossStart, step: columnStep, length: columnWidth, count: columnCount)
  }
}

extension WaterfallSpec.ColumnAlignment {
  /// The share of the free space that is before the columns.
  fileprivate var share: Double {
    switch self {
    case .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}
