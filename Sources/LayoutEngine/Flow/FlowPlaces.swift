/// The places of the items in a flow section's lines (LayoutRules A7–A9, A18).
///
/// The positions of lines are stored. The positions of the items in a line are computed by walking the line.
///
/// A class, because a structure of this size would be copied for every lookup.
final class FlowPlaces: Sendable {
  let metrics: FlowMetrics
  let sizes: FlowItemSizes
  let lines: LineTable

  init(_ metrics: FlowMetrics, _ sizes: FlowItemSizes, _ lines: LineTable) {
    self.metrics = metrics
    self.sizes = sizes
    self.lines = lines
  }

  /// The frame of an item, on a walk from item to item.
  ///
  /// - Complexity: O(1): at most `LineTable.walkLength` items are read.
  @inline(__always)
  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    if item != walk.next || item >= walk.lineEnd { enterLine(of: item, &walk) }
    let size = sizes.size(of: item, &walk)
    let length = Units(points: size.main)
    let place = ElementPlace(
      start: walk.top + metrics.startInLine(walk.thickness, length: length), length: length,
      cross: walk.position, breadth: size.cross)
    walk.next = item + 1
    walk.position = walk.position + size.cross + walk.shared
    return placement.frame(metrics.grown(place))
  }

  /// Moves the walk to just before an item, from the beginning of its line or from the last mark before it.
  private func enterLine(of item: Int, _ walk: inout CellCursor) {
    let line = lines.line(of: item)
    let mark = line.isLong ? lines.mark(before: item, in: line) : beginning(of: line)
    walk.lineEnd = line.cells.upperBound
    walk.top = line.top
    walk.thickness = line.thickness
    walk.shared = mark.shared
    walk.position = position(of: item, from: mark)
  }

  /// The position of the first item, and the gap between items, of a line of at most
  /// `LineTable.walkLength` items (LayoutRules A7, A8, A18).
  private func beginning(of line: PlacedLine) -> LineMark {
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

  /// The items of one line between two positions across the scroll axis.
  ///
  /// The beginnings and ends of the line's items must ascend across the scroll axis.
  ///
  /// - Complexity: O(log k) in the number of the line's items.
  func items(meeting minCross: Double, _ maxCross: Double, in line: PlacedLine) -> Range<Int> {
    let first = firstItem(of: line) { position, cross in position + cross > minCross }
    let end = firstItem(of: line) { position, _ in position >= maxCross }
    return first..<max(first, end)
  }

  /// The first item of a line whose position and length pass the test.
  ///
  /// If an item passes the test, all items after it must pass it. If none passes, the result is the number of
  /// the item after the line's last one.
  private func firstItem(
    of line: PlacedLine, where holds: (_ position: Double, _ cross: Double) -> Bool
  ) -> Int {
    let mark =
      line.isLong
      ? lines.mark(in: line) { holds($0.position, sizes.size(of: $0.cell).cross) }
      : beginning(of: line)
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
