/// The measures that all columns of a waterfall section share (LayoutRules F1).
///
/// Lengths along the scroll axis are in units, lengths across it in points.
struct WaterfallMetrics: Sendable, Equatable {
  /// The number of columns that a section may have: the contract's limit.
  static let columnCounts = 1...10_000

  let axis: Axis
  /// Where all columns begin along the scroll axis, as a distance from the section's start.
  let top: Units
  /// Where the first column begins across the scroll axis, in points.
  let crossStart: Double
  private(set) var columnCount: Int
  /// A column's width in points, not rounded; > 0.
  let columnWidth: Double
  let columnSpacing: Double
  let rowSpacing: Units

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
    columnWidth = (available - gaps) / Double(columnCount)
    guard columnWidth > 0 else {
      throw LayoutError(
        environment.path.field("columns"), "leaves columns no width: \(columnWidth) points each")
    }
    guard columnCount == 1 || columnStep > 0 else {
      throw LayoutError(
        environment.path.field("columnSpacing"), "makes columns overlap (got \(columnSpacing))")
    }
  }

  /// Returns the number of columns: the given count, or max(1, floor((available + columnSpacing + ε) /
  /// (minWidth + columnSpacing))) (LayoutRules F1).
  private static func columnCount(
    _ spec: WaterfallSpec, available: Double, path: DocumentPath
  ) throws(LayoutError) -> Int {
    switch spec.columns {
    case .count(let count):
      return count
    case .minWidth(let minWidth):
      let place = path.field("columns").field("minWidth")
      let step = minWidth + spec.columnSpacing
      guard step > 0 else {
        throw LayoutError(place, "must be > 0 together with columnSpacing (got \(step))")
      }
      let room = available + spec.columnSpacing + available.fitTolerance
      let fitting = max(1, (room / step).rounded(.down))
      guard fitting <= Double(columnCounts.upperBound) else {
        throw LayoutError(
          place, "makes more than \(columnCounts.upperBound) columns of \(available) points")
      }
      return Int(fitting)
    }
  }

  /// Returns these metrics with at most `count` columns, for items that cover no more columns together;
  /// the columns' width does not change.
  func limited(toColumns count: Int) -> WaterfallMetrics {
    var limited = self
    limited.columnCount = min(columnCount, max(1, count))
    return limited
  }

  /// The placement that gives frames in the section's own coordinates.
  var placement: ElementPlacement { ElementPlacement(axis: axis) }

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
