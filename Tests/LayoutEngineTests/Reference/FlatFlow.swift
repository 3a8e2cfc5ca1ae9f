@testable import LayoutEngine

/// Flow lines with a stored position for every item, broken over one array of all of them: what lines
/// in chunks must equal to the last bit.
struct FlatFlow {
  private let metrics: FlowMetrics
  private let mains: [Double]
  private let crosses: [Double]
  private var positions: [Double]
  private var lines: [Range<Int>] = []
  private var tops: [Units] = []
  private var thicknesses: [Units] = []
  private var top: Units

  init(_ metrics: FlowMetrics, _ items: ItemColumns, itemSize: Size) {
    self.metrics = metrics
    let sizes = (0..<items.count).map { item in
      Size(
        width: items.widths[item] ?? itemSize.width,
        height: items.heights[item] ?? items.numbers[item] ?? itemSize.height)
    }
    mains = sizes.map(metrics.axis.main)
    crosses = sizes.map(metrics.axis.cross)
    positions = Array(repeating: 0, count: sizes.count)
    top = metrics.top
    breakLines()
  }

  /// Whether lines are justified and all sizes are equal, for which flow has a grid (LayoutRules A4).
  var isUniform: Bool {
    metrics.alignment == .justified && mains.allSatisfy { $0 == mains.first }
      && crosses.allSatisfy { $0 == crosses.first }
  }

  /// The frames, in the items' order.
  var frames: [Rect] {
    zip(lines, zip(tops, thicknesses)).flatMap { line, place in
      line.map { item in
        let length = Units(points: mains[item])
        let rest =
          switch metrics.lineAlignment {
          case .top: Units.zero
          case .center: (place.1 - length).half
          case .bottom: place.1 - length
          }
        return metrics.placement.frame(
          metrics.grown(
            SectionFrame(
              start: place.0 + rest, length: length, cross: positions[item],
              breadth: crosses[item])))
      }
    }
  }

  /// From the first line's beginning to the farthest end.
  var linesLength: Units {
    zip(tops, thicknesses).reduce(metrics.top) { max($0, $1.0 + $1.1) } - metrics.top
  }

  private mutating func breakLines() {
    guard !crosses.isEmpty else { return }
    let longest = metrics.available + metrics.tolerance
    var start = 0
    var used = crosses[0]
    var total = crosses[0]
    for item in crosses.indices.dropFirst() {
      let cross = crosses[item]
      let mayJoin =
        metrics.interitemSpacing >= 0 || (cross <= longest && crosses[start] <= longest)
      if used + metrics.interitemSpacing + cross <= longest, mayJoin {
        used = used + metrics.interitemSpacing + cross
        total += cross
        continue
      }
      let gap = (metrics.available - total) / Double(max(1, item - start - 1))
      place(start..<item, isCentred: item - start == 1, gap: gap)
      start = item
      used = cross
      total = cross
    }
    place(
      start..<crosses.count, isCentred: crosses.count - start == 1 && lines.count == start,
      gap: metrics.interitemSpacing)
  }

  private mutating func place(_ items: Range<Int>, isCentred: Bool, gap: Double) {
    var position = isCentred ? metrics.centred(crosses[items.lowerBound]) : metrics.crossStart
    var gap = gap
    if metrics.alignment != .justified {
      gap = metrics.interitemSpacing
      position = metrics.alignedStart(
        total: items.reduce(0) { $0 + crosses[$1] }, count: items.count)
    }
    var thickness = 0.0
    for item in items {
      positions[item] = position
      let end = position + crosses[item]
      position = end + gap
      thickness = max(thickness, mains[item])
    }
    lines.append(items)
    tops.append(top)
    thicknesses.append(Units(points: thickness))
    top += Units(points: thickness) + metrics.lineSpacing
  }
}
