/// Positions in one item of a prepared text, in 1/64 from the item's left edge.
///
/// Widths are added in 16.16 and rounded up one by one, so that a position is never left of its glyph.
struct InlineItemPositions {
  let text: PreparedText
  let item: InlineItem
  let work: TextWork
  /// The width of the text before the item.
  private let origin: Int64
  private let total: Int64

  /// Creates the positions of an item.
  init(_ text: PreparedText, _ item: InlineItem, _ work: TextWork) {
    self.work = work
    self.text = text
    self.item = item
    origin = text.widths[Int(item.start)]
    total = text.widths[Int(item.end)] - origin
  }

  private var start: Int { Int(item.start) }
  private var end: Int { Int(item.end) }

  /// Returns the width of the clusters that start in a range.
  func width(_ range: Range<Int>) -> Int64 {
    text.widths[range.upperBound] - text.widths[range.lowerBound]
  }

  /// Returns the edge of a character that comes first in reading order.
  func edge(_ offset: Int) -> Int32 {
    if offset >= end { return item.isRightToLeft ? 0 : Pixels.ceiling(total) }
    let before = text.widths[clusterStart(offset)] - origin
    return Pixels.ceiling(item.isRightToLeft ? total - before : before)
  }

  /// Returns the distance between two edges.
  func distance(_ from: Int, _ to: Int) -> Int32 { abs(edge(to) - edge(from)) }

  /// Returns how far a position is after another one in reading order.
  func distance(from: Int32, to: Int32) -> Int32 {
    item.isRightToLeft ? from - to : to - from
  }

  /// Returns the position that is `distance` further in reading order.
  func advanced(_ position: Int32, by distance: Int32) -> Int32 {
    item.isRightToLeft ? position - distance : position + distance
  }

  /// Returns the last character that starts at or before a position.
  func offset(at position: Int32) -> Int {
    if item.isRightToLeft { return offsetFromRight(position) }
    if position <= 0 { return start }
    // Edges end at the greatest length, and so does a line that may have any width.
    if position >= Pixels.ceiling(total) { return end }
    var low = start
    var high = end - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if edge(middle) <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func offsetFromRight(_ position: Int32) -> Int {
    if position <= 0 { return end }
    if Int64(position) << 10 >= total { return start }
    // The first character whose left side is not right of the position.
    var low = start
    var high = end - 1
    while low < high {
      let middle = (low + high) / 2
      if left(middle) <= position { high = middle } else { low = middle + 1 }
    }
    return left(low) == position ? low + 1 : low
  }

  /// Returns the left side of a character of right-to-left text.
  private func left(_ offset: Int) -> Int32 {
    var next = offset + 1
    while next < end, text.flags[next] & CharacterFlag.cluster == 0 { next += 1 }
    return Pixels.ceiling(total - (text.widths[next] - origin))
  }

  private func clusterStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > start, text.flags[offset] & CharacterFlag.cluster == 0 { offset -= 1 }
    return offset
  }

  /// Returns the first offset at or after `offset` that is safe to break before; nil if it is after `limit`.
  func nextSafe(_ offset: Int, limit: Int) -> Int? {
    var offset = offset
    while offset < end, text.flags[offset] & CharacterFlag.safe == 0 {
      if offset >= limit { return nil }
      offset += 1
    }
    return offset
  }

  /// Returns the first offset at or after `offset` that a cluster starts at.
  func nextCluster(_ offset: Int) -> Int {
    var offset = offset
    while offset < end, text.flags[offset] & CharacterFlag.cluster == 0 { offset += 1 }
    return min(offset, end)
  }

  /// Returns the last offset at or before `offset`, but not before `limit`, that is safe to break before.
  ///
  /// - Returns: an offset less than `limit` if there is none.
  func previousSafe(_ offset: Int, limit: Int) -> Int {
    guard offset < end else { return end }
    var offset = offset
    while offset >= limit, offset > start, text.flags[offset] & CharacterFlag.safe == 0 {
      offset -= 1
    }
    return offset
  }

  /// Returns the width in 16.16 of a range that is shaped on its own.
  ///
  /// - Parameter context: how many characters after the range are shaped with it.
  func shapedWidth(
    _ range: Range<Int>, _ edges: HanKerning.Edges = HanKerning.Edges(), context: Int = 0
  ) -> Int64 {
    let shaper = Shaper(
      units: text.shownUnits, runs: text.runs, style: text.style(of: item), work: work)
    let contextEnd = nextCluster(min(end, range.upperBound + context))
    let shapedRange = range.lowerBound..<(context > 0 ? contextEnd : range.upperBound)
    let shaped = shaper.shape(shapedRange, isRightToLeft: item.isRightToLeft, edges)
    return shaped.advances.prefix(range.count).reduce(0) { $0 + Int64($1) }
  }
}
