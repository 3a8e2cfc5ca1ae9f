/// The combined properties of several lines, so that the lines of a shared chunk need not be read again.
///
/// A layout sets only the properties that it needs.
struct LineSummary: Sendable {
  /// The greatest length of a line along the scroll axis, in points.
  var maxLength = 0.0
  /// The greatest height of a complete row before it is clamped (LayoutRules G3).
  var maxFreeHeight = 0.0
  /// The greatest number of cells in a complete row.
  var maxCount = 0
  /// The height of the last complete row before it is clamped (LayoutRules G3).
  var lastHeight = 0.0
  /// The least start of a cell across the scroll axis; infinity if there are no cells.
  var minCross = Double.infinity
  /// The greatest end of a cell across the scroll axis; minus infinity if there are no cells.
  var maxCross = -Double.infinity
  /// Whether some line of several cells spans its whole room; `minCross` and `maxCross` leave out such
  /// lines, which are not walked.
  var reachesEnd = false
  /// The width modes in use, one bit for each.
  var modes: UInt64 = 0

  /// Adds the properties of the lines that follow these.
  mutating func add(_ next: LineSummary) {
    maxLength = max(maxLength, next.maxLength)
    maxFreeHeight = max(maxFreeHeight, next.maxFreeHeight)
    maxCount = max(maxCount, next.maxCount)
    if next.maxCount > 0 { lastHeight = next.lastHeight }
    include(next.minCross, next.maxCross)
    reachesEnd = reachesEnd || next.reachesEnd
    modes |= next.modes
  }

  /// Extends `minCross` and `maxCross` by cells from `lower` to `upper`.
  @inline(__always)
  mutating func include(_ lower: Double, _ upper: Double) {
    minCross = min(minCross, lower)
    maxCross = max(maxCross, upper)
  }
}
