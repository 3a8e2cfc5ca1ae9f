@testable import LayoutEngine

/// A list with a stored beginning for every row, summed over one array of all of them: what rows in
/// chunks must equal to the last bit.
struct FlatList {
  /// The frames, in the items' order.
  let frames: [Rect]

  init(_ metrics: ListMetrics, _ items: ItemColumns, rowHeight: Double) {
    let lengths = (0..<items.count).map { item in
      let measured =
        metrics.axis == .vertical ? items.measuredHeights[item] : items.measuredWidths[item]
      let given = metrics.axis == .vertical ? nil : items.widths[item]
      return measured ?? given ?? items.heights[item] ?? items.numbers[item] ?? rowHeight
    }
    var start = metrics.top
    frames = lengths.map { length in
      let length = Units(points: length)
      defer { start += length + metrics.spacing }
      return metrics.placement.frame(metrics.row(from: start, length: length))
    }
  }
}
