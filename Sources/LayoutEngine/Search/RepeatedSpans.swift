/// Spans of equal length at equal steps along one axis, such as the columns of a section.
///
/// Their positions are computed, not stored.
struct RepeatedSpans: Sendable, Equatable {
  /// The start of the first span, in points.
  let start: Double
  /// The distance from the start of a span to the start of the next, in points.
  ///
  /// It may have any sign, so spans may overlap or run backwards.
  let step: Double
  /// The length of each span, in points; ≥ 0.
  let length: Double
  /// The number of spans.
  let count: Int

  /// Returns the start of a span, in points.
  func position(of number: Int) -> Double {
    start + Double(number) * step
  }

  /// Returns the numbers of the spans that may intersect `lower..<upper`.
  ///
  /// No span is missed, but a few at either end of the range may not intersect it.
  ///
  /// - Complexity: O(1).
  func indices(intersecting lower: Double, _ upper: Double) -> Range<Int> {
    guard step != 0 else { return 0..<count }
    // start + number · step lies in (lower − length, upper); one step is added against rounding.
    let one = (lower - length - start) / step
    let other = (upper - start) / step
    let first = Self.clamped(min(one, other).rounded(.down) - 1, to: count)
    let end = Self.clamped(max(one, other).rounded(.up) + 2, to: count)
    return first..<max(first, end)
  }

  /// Returns the number, rounded down and clamped to `0...count`; 0 if it is NaN.
  static func clamped(_ number: Double, to count: Int) -> Int {
    guard number > 0 else { return 0 }
    return number < Double(count) ? Int(number) : count
  }
}
