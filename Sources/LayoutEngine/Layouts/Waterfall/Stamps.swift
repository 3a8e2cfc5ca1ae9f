/// The rectangles that the columns of a waterfall flow around (LayoutRules F14), as stretches of columns.
struct Stamps: Sendable, Equatable {
  /// A stretch of neighbouring columns that a rectangle covers.
  struct Stretch: Sendable, Equatable {
    var columns: Range<Int>
    /// The distance of the rectangle's near edge from where the columns begin.
    var top: Units
    /// The distance of the rectangle's far edge, with the row spacing after it.
    var bottom: Units
  }

  /// The stretches by their tops, ascending; those that end before the columns begin are left out.
  let stretches: [Stretch]
  /// The farthest end of a rectangle, without the spacing after it; at least 0.
  let end: Units

  /// The number of columns of all stretches together.
  var coveredCount: Int { stretches.reduce(0) { $0 + $1.columns.count } }

  /// Finds the columns that each rectangle covers; nil if none covers a column.
  ///
  /// - Parameters:
  ///   - rects: the rectangles, relative to the section's corner before mirroring, in points.
  ///   - metrics: the columns.
  /// - Complexity: O(rectangles · (log rectangles + log columns)).
  init?(_ rects: [Rect], _ metrics: WaterfallMetrics) {
    guard !rects.isEmpty else { return nil }
    let axis = metrics.axis
    var (stretches, end) = ([Stretch](), Units.zero)
    for rect in rects where rect.width > 0 && rect.height > 0 {
      let columns = metrics.columns(coveredBy: axis.crossMin(rect), axis.crossMax(rect))
      let far = Units(points: axis.mainMax(rect)) - metrics.top
      guard !columns.isEmpty, far > .zero else { continue }
      end = max(end, far)
      stretches.append(
        Stretch(
          columns: columns, top: Units(points: axis.mainMin(rect)) - metrics.top,
          bottom: far + metrics.rowSpacing))
    }
    guard !stretches.isEmpty else { return nil }
    stretches.sort { $0.top < $1.top }
    self.stretches = stretches
    self.end = end
  }

  /// Returns where each column's first item begins if it is below all rectangles of the column.
  ///
  /// The stretches are taken from the farthest to the nearest, so that each column is set once.
  ///
  /// - Complexity: O(stretches · log stretches + columns).
  func bottoms(columnCount: Int) -> [Units] {
    var bottoms = [Units](repeating: .zero, count: columnCount)
    // For each column, a column from it on, before which all are set.
    var next = Array(0...columnCount)
    func firstUnset(from column: Int) -> Int {
      var (found, column) = (column, column)
      while next[found] != found { found = next[found] }
      while next[column] != column { (column, next[column]) = (next[column], found) }
      return found
    }
    for stretch in stretches.sorted(by: { $0.bottom > $1.bottom }) {
      var column = firstUnset(from: stretch.columns.lowerBound)
      while column < stretch.columns.upperBound {
        bottoms[column] = max(.zero, stretch.bottom)
        next[column] = column + 1
        column = firstUnset(from: column + 1)
      }
    }
    return bottoms
  }
}

extension WaterfallMetrics {
  /// Returns the columns that a stretch across the scroll axis covers by more than rounding errors.
  fileprivate func columns(coveredBy start: Double, _ end: Double) -> Range<Int> {
    // However far a stretch sticks out, rounding errors are those of the columns.
    let farthest = position(ofColumn: columnCount - 1) + columnWidth
    let (start, end) = (max(start, crossStart - 1), min(end, farthest + 1))
    let tolerance = (abs(start) + abs(end) + columnStep).fitTolerance
    let ends = (0..<columnCount).firstIndex {
      position(ofColumn: $0) + columnWidth > start + tolerance
    }
    let starts = (0..<columnCount).firstIndex { position(ofColumn: $0) >= end - tolerance }
    return ends..<max(ends, starts)
  }
}
