/// The cells of a flow section whose items are all of one size: columns that every line keeps, the
/// last one too (`semantics.md` A5, A6).
///
/// Frames are computed, none is stored.
struct FlowGrid: SectionCells {
  let count: Int
  private let metrics: FlowMetrics
  /// The lines along the scroll axis.
  private let lines: RepeatedSpans
  /// The columns across it.
  private let columns: RepeatedSpans

  init(_ metrics: FlowMetrics, count: Int, itemMain: Double, itemCross: Double) {
    self.count = count
    self.metrics = metrics
    columns = Self.columns(metrics, count: count, itemCross: itemCross)
    lines = RepeatedSpans(
      start: metrics.top, step: itemMain + metrics.lineSpacing, length: itemMain,
      count: (count + columns.count - 1) / columns.count)
  }

  var byteCount: Int { 0 }

  /// The length of all lines together, from the first one's beginning to the farthest end.
  var linesLength: Double { lines.maxEnd - lines.start }

  var bounds: Rect {
    guard count > 0 else { return .zero }
    // Whatever the steps' signs, the outermost edges are those of these three.
    return Rect(holding: [
      frame(of: 0), frame(of: min(count, columns.count) - 1), frame(of: count - 1),
    ])
  }

  func frame(of item: Int) -> Rect {
    let (line, column) = item.quotientAndRemainder(dividingBy: columns.count)
    return metrics.cell(
      main: lines.position(of: line), cross: columns.position(of: column),
      mainLength: lines.length, crossLength: columns.length)
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    let axis = metrics.axis
    let (main, cross) = (metrics.mainReach, metrics.crossReach)
    let met = lines.numbers(meeting: axis.mainMin(rect) - main, axis.mainMax(rect) + main)
    let across = columns.numbers(meeting: axis.crossMin(rect) - cross, axis.crossMax(rect) + cross)
    if across.count == columns.count {
      numbers.append(itemNumbers(met.lowerBound, 0)..<itemNumbers(met.upperBound, 0))
      return
    }
    for line in met {
      numbers.append(
        itemNumbers(line, across.lowerBound)..<itemNumbers(line, across.upperBound))
    }
  }

  /// The number of the item in that line and column; `count` behind the last.
  private func itemNumbers(_ line: Int, _ column: Int) -> Int {
    min(count, line * columns.count + column)
  }

  /// A5, A6: how many items stand in a line, and where.
  private static func columns(
    _ metrics: FlowMetrics, count: Int, itemCross: Double
  ) -> RepeatedSpans {
    let n = columnCount(metrics, count: count, itemCross: itemCross)
    guard n > 1 else {
      return RepeatedSpans(
        start: metrics.centred(itemCross), step: 0, length: itemCross, count: 1)
    }
    let gap = (metrics.available - n * itemCross) / (n - 1)
    // Columns behind the last item are never looked at, and n may be more than any Int.
    return RepeatedSpans(
      start: metrics.crossStart, step: itemCross + gap, length: itemCross,
      count: RepeatedSpans.clamped(n, to: max(2, count)))
  }

  /// A5: n = floor((A + s + ε) / (w + s)), at least 1.
  ///
  /// Where w + s ≤ 0 a line never fills: all items stand on one, of which there are two at least,
  /// so that an only item leads. An item wider than A stands alone (A8).
  private static func columnCount(
    _ metrics: FlowMetrics, count: Int, itemCross: Double
  ) -> Double {
    guard itemCross <= metrics.available + metrics.tolerance else { return 1 }
    let step = itemCross + metrics.interitemSpacing
    guard step > 0 else { return Double(max(2, count)) }
    let room = metrics.available + metrics.interitemSpacing + metrics.tolerance
    return min(max(1, (room / step).rounded(.down)), LayoutLimits.maxContentLength)
  }
}
