/// The places of the items in a flow section's lines (LayoutRules A7–A9, A18).
///
/// The positions of lines are stored. The positions of the items in a line are computed by walking the line.
///
/// A class, because a structure of this size would be copied for every lookup.
final class FlowPlaces: LinePlaces {
  private let metrics: FlowMetrics
  private let sizes: FlowItemSizes
  /// The columns of items of one size; nil if sizes differ or lines are not justified.
  private let columns: FlowColumns?

  init(_ metrics: FlowMetrics, _ sizes: FlowItemSizes, _ columns: FlowColumns?) {
    self.metrics = metrics
    self.sizes = sizes
    self.columns = columns
  }

  var items: Items { sizes.items }

  var axis: LayoutAxis { metrics.axis }

  var reach: (x: Double, y: Double) { (metrics.reachX, metrics.reachY) }

  func isAlike(_ other: FlowPlaces) -> Bool {
    metrics == other.metrics && mayShareLines(other.columns)
  }

  /// Returns whether a section with these columns may share lines with this one: if only one of the two has columns,
  /// lines that are filled item by item must have the same.
  func mayShareLines(_ others: FlowColumns?) -> Bool {
    guard let columns, let others else { return (columns ?? others)?.areFilled ?? true }
    return columns == others
  }

  @inline(__always)
  func place(of item: Int, _ walk: inout CellCursor) -> SectionFrame {
    if let columns { return place(in: columns, &walk) }
    let size = sizes.size(of: item, &walk)
    let length = Units(points: size.main)
    let place = SectionFrame(
      start: walk.top + metrics.startInLine(walk.thickness, length: length), length: length,
      cross: walk.position, breadth: size.cross)
    walk.position = walk.position + size.cross + walk.shared
    return metrics.grown(place)
  }

  /// The place in the next column, whose number is the walk's `position`.
  @inline(__always)
  private func place(in columns: FlowColumns, _ walk: inout CellCursor) -> SectionFrame {
    let cross = columns.spans.start + walk.position * columns.spans.step
    walk.position += 1
    return metrics.grown(
      SectionFrame(
        start: walk.top, length: walk.thickness, cross: cross, breadth: columns.spans.length))
  }

  /// Begins at the beginning of the line, or at the last mark before the item.
  func enter(
    _ line: PlacedLine, before item: Int, _ lines: LineTable, _ walk: inout CellCursor
  ) {
    guard columns == nil else {
      walk.position = Double(item - line.cells.lowerBound)
      return
    }
    let mark = line.isLong ? lines.mark(before: item, in: line) : beginning(of: line, lines)
    walk.shared = mark.shared
    walk.position = position(of: item, from: mark)
  }

  /// The position of the first item, and the gap between items, of a line of at most
  /// `LineTable.walkLength` items (LayoutRules A7, A8, A18).
  private func beginning(of line: PlacedLine, _ lines: LineTable) -> LineMark {
    let first = line.cells.lowerBound
    guard metrics.alignment == .justified else {
      return LineMark(
        cell: first,
        position: metrics.alignedStart(total: total(of: line), count: line.cells.count),
        shared: metrics.interitemSpacing)
    }
    let isLast = line.cells.upperBound == sizes.count
    let isCentred = line.cells.count == 1 && (!isLast || lines.lineCount == sizes.count)
    let position =
      isCentred ? metrics.centred(sizes.size(of: first).cross) : metrics.crossStart
    guard !isLast, line.cells.count > 1 else {
      return LineMark(cell: first, position: position, shared: metrics.interitemSpacing)
    }
    let gap = (metrics.available - total(of: line)) / Double(line.cells.count - 1)
    return LineMark(cell: first, position: position, shared: gap)
  }

  /// The sum of the lengths of a line's items across the scroll axis, without spacings.
  private func total(of line: PlacedLine) -> Double {
    var total = 0.0
    var item = line.cells.lowerBound
    while item < line.cells.upperBound {
      let run = sizes.run(from: item, to: line.cells.upperBound)
      run.addCrosses(to: &total)
      item += run.places.count
    }
    return total
  }

  /// The beginning of an item across the scroll axis, found by a walk along its line from `mark`.
  private func position(of item: Int, from mark: LineMark) -> Double {
    var position = mark.position
    var passed = mark.cell
    while passed < item {
      let run = sizes.run(from: passed, to: item)
      for place in run.places { position = position + run.cross(of: place) + mark.shared }
      passed += run.places.count
    }
    return position
  }

  /// The beginnings and ends of the line's items must ascend across the scroll axis.
  ///
  /// - Complexity: O(log k) in the number of the line's items.
  func cells(
    of line: PlacedLine, intersecting lower: Double, _ upper: Double, _ lines: LineTable
  ) -> Range<Int> {
    if let columns {
      let met = columns.spans.indices(intersecting: lower, upper).clamped(to: 0..<line.cells.count)
      let first = line.cells.lowerBound
      return first + met.lowerBound..<first + met.upperBound
    }
    let first = firstItem(of: line, lines) { position, cross in position + cross > lower }
    let end = firstItem(of: line, lines) { position, _ in position >= upper }
    return first..<max(first, end)
  }

  /// The first item of a line whose position and length pass the test.
  ///
  /// If an item passes the test, all items after it must pass it. If none passes, the result is the number of
  /// the item after the line's last one.
  private func firstItem(
    of line: PlacedLine, _ lines: LineTable,
    where holds: (_ position: Double, _ cross: Double) -> Bool
  ) -> Int {
    let mark =
      line.isLong
      ? lines.mark(in: line) { holds($0.position, sizes.size(of: $0.cell).cross) }
      : beginning(of: line, lines)
    var position = mark.position
    var item = mark.cell
    while item < line.cells.upperBound {
      let run = sizes.run(from: item, to: line.cells.upperBound)
      for place in run.places {
        let cross = run.cross(of: place)
        if holds(position, cross) { return item }
        position = position + cross + mark.shared
        item += 1
      }
    }
    return item
  }
}
