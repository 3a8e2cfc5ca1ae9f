/// A length of a style sheet as a function of the wall's width: `points + share · width`.
///
/// Both numbers are rounded to the decimals that sheets write, so that lengths which are written alike are equal.
struct FluidLength: Sendable, Hashable {
  /// The part that every width shares, in pixels, rounded to 4 decimals.
  var points: Double
  /// The part of the wall's width, in percent, rounded to 4 decimals.
  var percent: Double

  /// Creates the length that is `value` at a wall of `width`, and grows by `slope` for each further pixel.
  ///
  /// - Parameter roundedUp: whether neither number is rounded down, so that no text has less room than it was
  ///   measured for.
  init(_ value: Double, at width: Double, slope: Double, roundedUp: Bool = false) {
    let (percent, points) = (slope * 100, value - slope * width)
    self.percent = roundedUp ? percent.roundedUpForSheets : percent.roundedForSheets
    self.points = roundedUp ? points.roundedUpForSheets : points.roundedForSheets
  }

  /// Creates the length that is the same share of every width; 0 if the wall has no width.
  ///
  /// - Parameter roundedUp: whether the share is not rounded down.
  init(_ value: Double, shareOf width: Double, roundedUp: Bool = false) {
    let percent = width > 0 ? value * 100 / width : 0
    self.percent = roundedUp ? percent.roundedUpForSheets : percent.roundedForSheets
    points = 0
  }

  /// Returns the length at a wall of `width`.
  func value(at width: Double) -> Double { points + percent * width / 100 }
}

/// A cell's frame as a function of the wall's width.
struct FluidFrame: Sendable, Hashable {
  var x, y, width, height: FluidLength
}

extension Double {
  /// The number of units in a pixel to which sheets round lengths: browsers store lengths in 1/64 pixel.
  private static let sheetUnits = 10_000.0
  /// Lengths of at least this magnitude are not rounded: a double is not precise enough for four decimals.
  private static let longestRounded = 0x1p36

  /// The number of units by which a number may exceed a decimal that it is rounded up to: differences of the
  /// engine's lengths are not exact.
  private static let sheetTolerance = 0.05

  /// The number rounded up to 4 decimals; 0 if it is not finite.
  var roundedUpForSheets: Double {
    guard isFinite else { return 0 }
    guard magnitude < Self.longestRounded else { return self }
    return (self * Self.sheetUnits - Self.sheetTolerance).rounded(.up) / Self.sheetUnits
  }

  /// The number rounded to 4 decimals; 0 if it is not finite.
  var roundedForSheets: Double {
    guard isFinite else { return 0 }
    guard magnitude < Self.longestRounded else { return self }
    return (self * Self.sheetUnits).rounded() / Self.sheetUnits
  }
}
