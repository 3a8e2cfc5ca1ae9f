/// Equal lengths repeated at equal steps along one axis, such as the columns of a section:
/// positions are computed, none is stored.
struct RepeatedSpans: Sendable {
  /// Where the first span begins, in points.
  let start: Double
  /// The distance from one span's beginning to the next one's; any sign, so that spans may overlap or run
  /// backwards.
  let step: Double
  /// The length of each span; ≥ 0.
  let length: Double
  /// The number of spans.
  let count: Int

  /// Returns where a span begins.
  func position(of number: Int) -> Double {
    start + Double(number) * step
  }

  /// Returns the spans that may meet `lower..<upper`: none is missed, but one at either end may not meet
  /// it.
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

  /// Returns the number as an index in 0...count; 0 for NaN.
  static func clamped(_ number: Double, to count: Int) -> Int {
    guard number > 0 else { return 0 }
    return number < Double(count) ? Int(number) : count
  }
}

/// Equal lengths repeated at equal steps along the scroll axis, in units: the lines of a uniform section.
struct RepeatedLines: Sendable {
  /// Where the first line begins.
  let start: Units
  /// The distance from one line's beginning to the next one's; any sign.
  let step: Units
  /// The length of each line; ≥ 0.
  let length: Units
  /// The number of lines.
  let count: Int

  /// Returns where a line begins.
  func position(of number: Int) -> Units { start + number * step }

  /// The greatest end of all lines; `start` if there are none.
  var maxEnd: Units {
    count > 0 ? max(start, position(of: count - 1)) + length : start
  }

  /// Returns the lines that may meet `lower..<upper`, in points: none is missed, but one at either end
  /// may not meet it.
  ///
  /// - Complexity: O(1).
  func numbers(meeting lower: Double, _ upper: Double) -> Range<Int> {
    RepeatedSpans(
      start: start.points, step: step.points, length: length.points,
      count: count
    ).numbers(meeting: lower, upper)
  }
}
