/// Equal lengths repeated at equal steps along one axis, such as the columns of a section:
/// positions are computed, none is stored.
struct RepeatedSpans: Sendable {
  /// Where the first begins, in points.
  let start: Double
  /// From one's beginning to the next one's; any sign, so that they may overlap or run backwards.
  let step: Double
  /// The length of each; ≥ 0.
  let length: Double
  /// How many there are.
  let count: Int

  /// Where the span of that number begins.
  func position(of number: Int) -> Double {
    start + Double(number) * step
  }

  /// The spans that may meet `lower..<upper`: none is missed, one at either end may not meet.
  ///
  /// - Complexity: O(1).
  func numbers(meeting lower: Double, _ upper: Double) -> Range<Int> {
    guard step != 0 else { return 0..<count }
    // start + number · step lies in (lower − length, upper); one step is added against rounding.
    let one = (lower - length - start) / step
    let other = (upper - start) / step
    let first = Self.clamped(min(one, other).rounded(.down) - 1, to: count)
    let end = Self.clamped(max(one, other).rounded(.up) + 2, to: count)
    return first..<max(first, end)
  }

  /// The number as an index in 0...count; 0 for NaN.
  static func clamped(_ number: Double, to count: Int) -> Int {
    guard number > 0 else { return 0 }
    return number < Double(count) ? Int(number) : count
  }
}

/// The same along the scroll axis, in units: the lines of a uniform section.
struct RepeatedLines: Sendable {
  /// Where the first begins.
  let start: Units
  /// From one's beginning to the next one's; any sign.
  let step: Units
  /// The length of each; ≥ 0.
  let length: Units
  /// How many there are.
  let count: Int

  /// Where the line of that number begins.
  func position(of number: Int) -> Units { start + number * step }

  /// The greatest of all ends; `start` where there are none.
  var maxEnd: Units {
    count > 0 ? max(start, position(of: count - 1)) + length : start
  }

  /// The lines that may meet `lower..<upper`, in points: none is missed, one at either end may not
  /// meet.
  ///
  /// - Complexity: O(1).
  func numbers(meeting lower: Double, _ upper: Double) -> Range<Int> {
    RepeatedSpans(
      start: start.points, step: step.points, length: length.points,
      count: count
    ).numbers(meeting: lower, upper)
  }
}
