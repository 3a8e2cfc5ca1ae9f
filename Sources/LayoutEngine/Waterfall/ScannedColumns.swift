/// The shortest column of a few, found by looking at all bottoms without a branch (`semantics.md`
/// F2): for lengths of any fraction.
enum ScannedColumns {
  /// More columns than these are faster in a `ColumnTree`.
  static let maxCount = 16

  /// Places the items; `columnCount` in 1...maxCount.
  static func place(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, in places: inout WaterfallPlaces
  ) {
    switch metrics.columnCount {
    case 1: Scan<1>.place(items.lengths, metrics.rowSpacing, &places.tops, &places.columns)
    case 2: Scan<2>.place(items.lengths, metrics.rowSpacing, &places.tops, &places.columns)
    case 3: Scan<3>.place(items.lengths, metrics.rowSpacing, &places.tops, &places.columns)
    case 4: Scan<4>.place(items.lengths, metrics.rowSpacing, &places.tops, &places.columns)
    case 5: Scan<5>.place(items.lengths, metrics.rowSpacing, &places.tops, &places.columns)
    case 6: Scan<6>.place(items.lengths, metrics.rowSpacing, &places.tops, &places.columns)
    case 7...8:
      Scan<8>.place(
        items.lengths, metrics.rowSpacing, &places.tops, &places.columns, metrics.columnCount)
    case 9...12:
      Scan<12>.place(
        items.lengths, metrics.rowSpacing, &places.tops, &places.columns, metrics.columnCount)
    default:
      Scan<16>.place(
        items.lengths, metrics.rowSpacing, &places.tops, &places.columns, metrics.columnCount)
    }
  }

  /// The loop for K columns, K known when it is compiled so that the bottoms stay in registers.
  private enum Scan<let K: Int> {
    static func place(
      _ lengths: [Double], _ rowSpacing: Double, _ tops: inout [Double], _ columns: inout [UInt16],
      _ columnCount: Int = K
    ) {
      // Columns beyond those that exist are never the shortest.
      var bottoms = InlineArray<K, Double>(repeating: .infinity)
      for column in 0..<columnCount { bottoms[column] = 0 }
      let lengths = lengths.span
      var tops = tops.mutableSpan
      var columns = columns.mutableSpan
      for item in lengths.indices {
        var least = bottoms[0]
        var shortest = 0
        for column in 1..<K {
          let bottom = bottoms[column]
          shortest = bottom < least ? column : shortest
          least = bottom < least ? bottom : least
        }
        tops[item] = least
        columns[item] = UInt16(truncatingIfNeeded: shortest)
        bottoms[shortest] = least + lengths[item] + rowSpacing
      }
    }
  }
}
