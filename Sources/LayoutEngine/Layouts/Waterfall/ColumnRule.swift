/// The rule that chooses among columns that end at about the same distance (LayoutRules F2, F3, F5).
///
/// The candidates are the columns whose bottoms exceed the least bottom by at most `slack`.
struct ColumnRule: Sendable {
  /// The difference up to which two bottoms are a tie: 1/1024 point.
  ///
  /// Rounding to units moves a bottom by less, up to some 12,000 items, and nobody can see so small a
  /// difference.
  static let tie = Units(count: 6_000)

  /// The greatest distance of a candidate's bottom from the least bottom.
  let slack: Units
  /// Whether the first candidate at or after the cursor is taken if there is one (F5), instead of the
  /// leading-most candidate (F2, F3).
  let usesCursor: Bool

  /// The leading-most of the shortest columns (F2, F3).
  static let shortest = ColumnRule(slack: tie, usesCursor: false)

  /// The grid lanes of a flow tolerance of these points (F5).
  static func lanes(tolerance: Double) -> ColumnRule {
    ColumnRule(slack: (Units(points: tolerance) + tie).limited, usesCursor: true)
  }

  /// Returns the column of the next item.
  ///
  /// - Parameters:
  ///   - bottoms: for each column in which the item may begin, the top that it would have there.
  ///   - cursor: the column right after the most recent item without a `column`.
  /// - Complexity: O(log c) for c columns.
  func column(_ bottoms: ColumnTree, cursor: Int) -> Int {
    let farthest = bottoms.least + slack
    if usesCursor, let column = bottoms.first(notAbove: farthest, from: cursor) { return column }
    return bottoms.first(notAbove: farthest, from: 0) ?? 0
  }
}
