/// The geometry that the rows of a section share, in points.
struct JustifiedRowGeometry: Sendable, Equatable {
  /// The left edge of rows.
  let left: Double
  /// The width that rows fill.
  let rowWidth: Double
  /// The distance between two cells of a row.
  let spacing: Double
  /// Whether the document gives the least and greatest height of rows (LayoutRules G8).
  let hasRange: Bool
  /// The least height of a row that is shown.
  private let least: Double
  /// The greatest height of a row that is shown.
  private let greatest: Double
  /// The greatest height from which the widths of a row's cells follow, unless an item is alone (LayoutRules
  /// G8); infinity if the document has no range.
  private let cap: Double
  /// Whether rows that do not fill the width are centred.
  private let isCentered: Bool

  /// - Parameter rowWidth: the container's width less the section's insets.
  init(_ spec: JustifiedSpec, rowWidth: Double) {
    left = spec.sectionInset.left
    self.rowWidth = rowWidth
    spacing = spec.horizontalSpacing
    let range = spec.rowHeightRange
    hasRange = range != nil
    least = range?.least ?? spec.targetRowHeight / 2
    greatest = range?.greatest ?? spec.targetRowHeight * 2
    cap = range?.greatest ?? .infinity
    isCentered = spec.widowLayoutStyle == .center
  }

  /// The part of a row's width that `count` items fill, without the gaps (`room(k)` in LayoutRules G).
  @inline(__always)
  func room(_ count: Int) -> Double {
    rowWidth - Double(count - 1) * spacing
  }

  /// The height at which a row is shown: within the range, or from half to twice the target height
  /// (LayoutRules G3, G8).
  @inline(__always)
  func shown(_ height: Double) -> Double {
    max(least, min(height, greatest))
  }

  /// The height at which an item is shown that is alone in its row (LayoutRules G9).
  func shownAlone(_ height: Double) -> Double { hasRange ? shown(height) : height }

  /// Returns a pen before the first cell of a complete row, whose height makes the cells fill the width.
  ///
  /// If that height is above the range, the pen's height is the greatest of the range, and the row does not
  /// fill the width (LayoutRules G8).
  ///
  /// - Parameters:
  ///   - room: the width that the cells fill, without the gaps (`room(_:)`).
  ///   - sum: the sum of their ratios.
  ///   - standsAlone: whether the row is an item that fills the width at any height (LayoutRules G9).
  @inline(__always)
  func pen(
    room: Double, sum: Double, standsAlone: @autoclosure () -> Bool
  ) -> JustifiedPen {
    let free = room / sum
    let height = free > cap && standsAlone() ? free : min(free, cap)
    let rest = isCentered && height < free ? max(0, room - sum * height) / 2 : 0
    return JustifiedPen(left: left + rest, height: height, spacing: spacing)
  }
}

extension JustifiedSpec {
  /// The height that rows aim for: the target height, or the nearest height within the range (LayoutRules G8).
  var aimedRowHeight: Double {
    guard let rowHeightRange else { return targetRowHeight }
    return max(rowHeightRange.least, min(targetRowHeight, rowHeightRange.greatest))
  }
}

/// Walks from cell to cell of a row; the computed edges do not depend on where the walk begins.
struct JustifiedPen {
  /// The row's height before it is clamped, in points.
  let height: Double
  let spacing: Double
  /// The left edge of the cell visited last; before the first visit, the left edge of the next cell.
  private(set) var left: Double
  /// The width of the cell visited last.
  private(set) var width = 0.0
  private var hasBegun = false

  /// Starts before a cell with this left edge.
  @inline(__always)
  init(left: Double, height: Double, spacing: Double) {
    self.left = left
    self.height = height
    self.spacing = spacing
  }

  /// Moves to the next cell (LayoutRules G3: width = ratio · height, the height not clamped).
  @inline(__always)
  mutating func advance(_ ratio: Double) {
    if hasBegun { left += width + spacing }
    hasBegun = true
    width = ratio * height
  }

  /// The left edge of the next cell.
  @inline(__always)
  var nextLeft: Double { hasBegun ? left + (width + spacing) : left }
}
