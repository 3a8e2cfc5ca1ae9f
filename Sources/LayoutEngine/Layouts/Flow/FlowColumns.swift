/// The columns of a flow section whose items all have one size: every line has the same, the last line too (LayoutRules
/// A4–A6).
struct FlowColumns: Sendable, Equatable {
  /// The columns' places across the scroll axis.
  let spans: RepeatedSpans
  /// The length of each line along the scroll axis.
  let thickness: Units
  /// Whether lines that are filled item by item (A2, A7) have the same columns to the last bit, so that sections with
  /// and without columns may share lines.
  let areFilled: Bool

  /// Finds the columns for `count` items of one valid size.
  init(_ metrics: FlowMetrics, _ size: FlowItemSize, count: Int) {
    spans = Self.spans(metrics, count: count, itemCross: size.cross)
    thickness = Units(points: size.main)
    areFilled = Self.areFilled(spans, metrics)
  }

  /// The number of items in each line but the last.
  var count: Int { spans.count }

  /// Returns the stretch across the scroll axis that the first columns cover.
  func extent(of columns: Int) -> (lower: Double, upper: Double) {
    let (first, last) = (spans.start, spans.position(of: columns - 1))
    return (min(first, last), max(first, last) + spans.length)
  }

  /// The number of a line's columns, and their positions across the scroll axis (LayoutRules A5, A6).
  private static func spans(
    _ metrics: FlowMetrics, count: Int, itemCross: Double
  ) -> RepeatedSpans {
    let n = columnCount(metrics, count: count, itemCross: itemCross)
    guard n > 1 else {
      return RepeatedSpans(
        start: metrics.centred(itemCross), step: 0, length: itemCross, count: 1)
    }
    let gap = (metrics.available - n * itemCross) / (n - 1)
    return RepeatedSpans(
      start: metrics.crossStart, step: itemCross + gap, length: itemCross, count: Int(n))
  }

  /// The number of columns: n = floor((A + s + ε) / (w + s)), at least 1 (LayoutRules A5).
  ///
  /// If w + s ≤ 0, a line never fills, so all items are on one line. This line has at least two columns, so
  /// that a section's only item is at the line's beginning. An item wider than A is alone on its line (A8).
  private static func columnCount(
    _ metrics: FlowMetrics, count: Int, itemCross: Double
  ) -> Double {
    guard itemCross <= metrics.available + metrics.tolerance else { return 1 }
    let step = itemCross + metrics.interitemSpacing
    guard step > 0 else { return Double(max(2, count)) }
    let room = metrics.available + metrics.interitemSpacing + metrics.tolerance
    return min(max(1, (room / step).rounded(.down)), LayoutLimits.maxContentLength)
  }

  private static func areFilled(_ spans: RepeatedSpans, _ metrics: FlowMetrics) -> Bool {
    guard spans.count <= LineTable.walkLength, metrics.keepsOrder else { return false }
    var (used, total) = (spans.length, spans.length)
    for _ in 1..<spans.count {
      used = used + metrics.interitemSpacing + spans.length
      total += spans.length
    }
    let longest = metrics.available + metrics.tolerance
    guard spans.count == 1 || used <= longest,
      !(used + metrics.interitemSpacing + spans.length <= longest)
    else { return false }
    guard spans.count > 1 else { return true }
    let gap = (metrics.available - total) / Double(spans.count - 1)
    var position = metrics.crossStart
    return (0..<spans.count).allSatisfy { number in
      defer { position = position + spans.length + gap }
      return position == spans.position(of: number)
    }
  }
}
