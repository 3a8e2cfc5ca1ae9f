@testable import LayoutEngine

/// Dense packing as LayoutRules F11 reads: every item tries every gap of every column.
extension WaterfallReference {
  /// The column and the top of the gap that an item goes to; nil if it goes to the end.
  ///
  /// - Parameters:
  ///   - own: the column in which the document puts the item.
  ///   - end: the column in which the item begins without gaps.
  func gap(for step: Int, span: Int, own: Int?, end: Int) -> (column: Int, start: Int)? {
    let bottom = highestBottom(end, span)
    let starts = own == nil ? Array(0...(columnCount - span)) : [end]
    let tops = starts.compactMap { column -> (column: Int, start: Int)? in
      let columns = column..<(column + span)
      let possible = columns.flatMap { gaps[$0].map(\.lowerBound) + [bottoms[$0]] }.sorted()
      let top = possible.first { top in columns.allSatisfy { isFree($0, from: top, step) } }
      guard let top, top < highestBottom(column, span) else { return nil }
      let isBefore = column < end ? top <= bottom + Self.tie : top < bottom - Self.tie
      return isBefore ? (column, top) : nil
    }
    guard let least = tops.map(\.start).min() else { return nil }
    let slack: Int? =
      switch placement {
      case .shortestColumn, .roundRobin, .balanced: 0
      case .gridLanes(.infinity): nil
      case .gridLanes(let tolerance): Self.units(tolerance)
      }
    return tops.first { top in slack.map { top.start <= least + $0 + Self.tie } ?? true }
  }

  /// Whether an item fits below a top, into a gap or at the column's end.
  private func isFree(_ column: Int, from top: Int, _ step: Int) -> Bool {
    bottoms[column] <= top || gapNumber(of: column, from: top, step) != nil
  }

  private func gapNumber(of column: Int, from top: Int, _ step: Int) -> Int? {
    gaps[column].firstIndex { $0.lowerBound <= top && top + step <= $0.upperBound + Self.tie }
  }

  /// Updates a column's gaps for an item that is put below `top`.
  mutating func fillGap(of column: Int, from top: Int, _ step: Int) {
    var rest = gaps[column]
    var parts: [(Int, Int)] = [(bottoms[column], top)]
    if top < bottoms[column], let number = gapNumber(of: column, from: top, step) {
      let gap = rest.remove(at: number)
      parts = [(gap.lowerBound, min(top, gap.upperBound)), (top + step, gap.upperBound)]
    }
    rest += parts.filter { $0.1 - $0.0 > Self.tie }.map { $0.0..<$0.1 }
    gaps[column] = Array(rest.sorted { $0.lowerBound < $1.lowerBound }.suffix(64))
  }
}
