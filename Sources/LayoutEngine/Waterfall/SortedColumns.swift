/// The shortest column of a few, kept sorted as whole numbers (`semantics.md` F2): bottoms in
/// 1/1024 points above the column's number, so that the least key is the leading-most shortest
/// column and sorting needs no branch.
///
/// It is exact, and used, only where every length and the spacing are multiples of 1/1024 point and
/// the content stays below 2^43 points; else keys could not tell bottoms apart that doubles do.
enum SortedColumns {
  /// More columns than these don't fit beside the bottom, and sorting in a row would be slower than
  /// a tree.
  static let maxCount = 16
  /// Points whose multiples of 1/1024 a double holds exactly.
  static let maxContent = 0x1p43
  private static let unit = 1024.0

  /// Places the items; false, and nothing of use in `places`, where keys would not be exact.
  static func place(
    _ items: WaterfallItems, _ metrics: WaterfallMetrics, in places: inout WaterfallPlaces
  ) -> Bool {
    let spacing = metrics.rowSpacing * unit
    guard metrics.columnCount <= maxCount, metrics.rowSpacing >= 0,
      (items.greatest + metrics.rowSpacing) * Double(items.count) < maxContent,
      spacing == spacing.rounded()
    else { return false }
    let step = Int64(spacing)
    switch metrics.columnCount {
    case 1: return Network<1>.place(items.lengths, step, &places.tops, &places.columns)
    case 2: return Network<2>.place(items.lengths, step, &places.tops, &places.columns)
    case 3: return Network<3>.place(items.lengths, step, &places.tops, &places.columns)
    case 4: return Network<4>.place(items.lengths, step, &places.tops, &places.columns)
    case 5: return Network<5>.place(items.lengths, step, &places.tops, &places.columns)
    case 6: return Network<6>.place(items.lengths, step, &places.tops, &places.columns)
    case 7: return Network<7>.place(items.lengths, step, &places.tops, &places.columns)
    case 8: return Network<8>.place(items.lengths, step, &places.tops, &places.columns)
    case 9...10:
      return Network<10>.place(
        items.lengths, step, &places.tops, &places.columns, metrics.columnCount)
    case 11...12:
      return Network<12>.place(
        items.lengths, step, &places.tops, &places.columns, metrics.columnCount)
    default:
      return Network<16>.place(
        items.lengths, step, &places.tops, &places.columns, metrics.columnCount)
    }
  }

  /// The loop for K columns, K known when it is compiled so that the keys stay in registers.
  private enum Network<let K: Int> {
    static func place(
      _ lengths: [Double], _ spacing: Int64, _ tops: inout [Double], _ columns: inout [UInt16],
      _ columnCount: Int = K
    ) -> Bool {
      // Keys ascend; columns beyond those that exist stay behind all others.
      var keys = InlineArray<K, Int64>(repeating: .max)
      for column in 0..<columnCount { keys[column] = Int64(column) }
      let lengths = lengths.span
      var tops = tops.mutableSpan
      var columns = columns.mutableSpan
      var areExact = true
      for item in lengths.indices {
        let length = lengths[item] * unit
        let units = Int64(length)
        areExact = areExact && Double(units) == length
        let shortest = keys[0]
        tops[item] = Double(shortest >> 4) / unit
        columns[item] = UInt16(truncatingIfNeeded: shortest & 15)
        var moving = shortest &+ (units &+ spacing) << 4
        for place in 1..<K {
          let other = keys[place]
          keys[place - 1] = min(moving, other)
          moving = max(moving, other)
        }
        keys[K - 1] = moving
      }
      return areExact
    }
  }
}
