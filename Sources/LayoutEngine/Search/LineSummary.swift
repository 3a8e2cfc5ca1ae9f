/// The properties of several lines together, so that the lines of a chunk need not be read again.
///
/// A layout sets the properties that it needs; the others keep their defaults.
struct LineSummary: Sendable {
  /// The greatest length of a line along the scroll axis, in points.
  var greatestLength = 0.0
  /// The greatest height of a complete row before it is clamped (LayoutRules G3).
  var greatestFreeHeight = 0.0
  /// The most cells of a complete row.
  var greatestCount = 0
  /// The last complete row's height before it is clamped.
  var lastHeight = 0.0
  /// The least beginning and the greatest end of cells across the scroll axis.
  var minCross = Double.infinity
  var maxCross = -Double.infinity
  /// Whether some line of several cells fills its room without being walked.
  var reachesEnd = false
  /// Width modes in use, as bits.
  var modes: UInt64 = 0

  /// Adds the properties of the lines that follow.
  mutating func add(_ next: LineSummary) {
    greatestLength = max(greatestLength, next.greatestLength)
    greatestFreeHeight = max(greatestFreeHeight, next.greatestFreeHeight)
    greatestCount = max(greatestCount, next.greatestCount)
    if next.greatestCount > 0 { lastHeight = next.lastHeight }
    include(next.minCross, next.maxCross)
    reachesEnd = reachesEnd || next.reachesEnd
    modes |= next.modes
  }

  /// Widens the span of cells across the scroll axis.
  @inline(__always)
  mutating func include(_ lower: Double, _ upper: Double) {
    minCross = min(minCross, lower)
    maxCross = max(maxCross, upper)
  }
}
