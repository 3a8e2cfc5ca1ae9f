/// The gaps that items over several columns have left in a waterfall's columns, and where the columns end
/// (LayoutRules F11).
///
/// A distance counts from where the columns begin.
struct ColumnGaps: Sendable {
  /// A free stretch of a column above its last item.
  struct Gap: Sendable, Equatable {
    var start: Units
    var end: Units

    var length: Units { end - start }
  }

  /// The greatest number of gaps that a column remembers: a further one drops the column's first.
  ///
  /// So an item takes a bounded number of steps, and the state between two items a bounded memory.
  static let limit = 64

  /// The steps of a document's allowance that covering a column takes, beside one for each of its gaps.
  private static let stepsPerColumn = 4

  /// The beginning of each column's next item if that item is in no gap.
  private(set) var bottoms: [Units]
  /// Each column's gaps, ascending; no two overlap.
  private var gaps: [[Gap]]
  /// The length of each column's longest gap; 0 if it has none.
  private var longest: [Units]
  /// The number of all gaps.
  private(set) var count = 0

  /// The columns before the first item: free between their stamps (LayoutRules F14).
  ///
  /// - Complexity: O(columns + columns that stamps cover).
  init(_ metrics: WaterfallMetrics) {
    bottoms = Array(repeating: .zero, count: metrics.columnCount)
    gaps = Array(repeating: [], count: metrics.columnCount)
    longest = bottoms
    for stamp in metrics.stamps?.stretches ?? [] {
      for column in stamp.columns where stamp.bottom > bottoms[column] {
        let gap = Gap(start: bottoms[column], end: max(stamp.top, bottoms[column]))
        bottoms[column] = stamp.bottom
        guard gap.length > ColumnRule.tie else { continue }
        if gaps[column].count == Self.limit { gaps[column].removeFirst() }
        gaps[column].append(gap)
      }
    }
    for column in gaps.indices where !gaps[column].isEmpty {
      count += gaps[column].count
      longest[column] = gaps[column].reduce(.zero) { max($0, $1.length) }
    }
  }

  /// The bytes that the arrays take, as if they were not shared.
  var byteCount: Int { bottoms.count * 40 + count * MemoryLayout<Gap>.stride }

  /// Returns the distance by which every column and every gap is moved from its place in `other`; nil if the
  /// distances differ.
  func shift(from other: ColumnGaps) -> Units? {
    guard count == other.count, bottoms.count == other.bottoms.count else { return nil }
    let shift = bottoms[0] - other.bottoms[0]
    for column in bottoms.indices {
      guard bottoms[column] - other.bottoms[column] == shift,
        gaps[column].count == other.gaps[column].count
      else { return nil }
      for (gap, twin) in zip(gaps[column], other.gaps[column]) {
        guard gap.start - twin.start == shift, gap.end - twin.end == shift else { return nil }
      }
    }
    return shift
  }

  /// Moves every column and every gap.
  mutating func move(by shift: Units) {
    guard shift != .zero else { return }
    for column in bottoms.indices {
      bottoms[column] += shift
      for gap in gaps[column].indices {
        gaps[column][gap].start += shift
        gaps[column][gap].end += shift
      }
    }
  }

  /// Returns the top of an item at the end of these columns.
  func end(of columns: Range<Int>) -> Units {
    columns.reduce(bottoms[columns.lowerBound]) { max($0, bottoms[$1]) }
  }

  /// Whether a gap of one of these columns is long enough for an item.
  func mayHold(_ step: Units, in columns: Range<Int>) -> Bool {
    count > 0 && columns.contains { step <= longest[$0] + ColumnRule.tie }
  }

  /// Returns the least top at which all of these columns have space for an item; nil if it is greater than
  /// `farthest`.
  ///
  /// - Parameters:
  ///   - step: the item's length and the spacing after it; at least 0.
  ///   - columns: the columns that the item covers.
  /// - Throws: if the search needs more steps than the document has left; `LayoutError.cancelled`.
  func top(
    of step: Units, in columns: Range<Int>, notBelow farthest: Units, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> Units? {
    var (top, before) = (Units.zero, Units(count: -1))
    // Each round begins where the last one ended, until one moves the item in no column.
    while top > before {
      before = top
      for column in columns {
        try budget.spend(gaps[column].count + 1, at: path)
        top = freeTop(of: step, in: column, from: top)
        guard top <= farthest else { return nil }
      }
      if columns.count == 1 { break }
    }
    return top
  }

  private func freeTop(of step: Units, in column: Int, from top: Units) -> Units {
    for gap in gaps[column] where Self.holds(gap, step, from: top) { return max(gap.start, top) }
    return max(top, bottoms[column])
  }

  /// Whether an item that begins at `top` or below fits into a gap (or ends at most a tie below it).
  private static func holds(_ gap: Gap, _ step: Units, from top: Units) -> Bool {
    max(gap.start, top) + step <= gap.end + ColumnRule.tie
  }

  /// Puts an item into these columns: into the gaps that it fits into, else at their end.
  ///
  /// - Parameters:
  ///   - top: the item's top, as `top(of:in:notBelow:at:_:)` or `end(of:)` found it.
  ///   - step: the item's length and the spacing after it; at least 0.
  /// - Throws: if it needs more steps than the document has left; `LayoutError.cancelled`.
  mutating func cover(
    _ columns: Range<Int>, top: Units, step: Units, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    for column in columns {
      try budget.spend(Self.stepsPerColumn + gaps[column].count, at: path)
      let number = gaps[column].firstIndex { Self.holds($0, step, from: top) && $0.start <= top }
      if let number, top < bottoms[column] {
        let gap = gaps[column][number]
        let rest = [
          Gap(start: gap.start, end: min(top, gap.end)), Gap(start: top + step, end: gap.end),
        ]
        replace(number..<number + 1, in: column, by: rest)
      } else {
        if top - bottoms[column] > ColumnRule.tie {
          let end = gaps[column].count
          replace(end..<end, in: column, by: [Gap(start: bottoms[column], end: top)])
        }
        bottoms[column] = top + step
      }
    }
  }

  /// Replaces some of a column's gaps by those of others that are longer than a tie.
  private mutating func replace(_ numbers: Range<Int>, in column: Int, by others: [Gap]) {
    let others = others.filter { $0.length > ColumnRule.tie }
    guard !(numbers.isEmpty && others.isEmpty) else { return }
    count -= gaps[column].count
    gaps[column].replaceSubrange(numbers, with: others)
    if gaps[column].count > Self.limit { gaps[column].removeFirst() }
    count += gaps[column].count
    longest[column] = gaps[column].reduce(.zero) { max($0, $1.length) }
  }
}
