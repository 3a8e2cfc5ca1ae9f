/// A length of a style sheet as a function of the wall's width: `points + share · width`.
///
/// Both numbers are rounded to the decimals that sheets write, so that lengths which are written alike are equal.
struct FluidLength: Sendable, Hashable {
  /// The part that every width shares, in pixels, rounded to 4 decimals.
  var points: Double
  /// The part of the wall's width, in percent, rounded to 4 decimals.
  var percent: Double

  /// Creates the length that is `value` at a wall of `width`, and grows by `slope` for each further pixel.
  init(_ value: Double, at width: Double, slope: Double) {
    percent = (slope * 100).roundedForSheets
    points = (value - slope * width).roundedForSheets
  }

  /// Creates the length that is the same share of every width; 0 if the wall has no width.
  init(_ value: Double, shareOf width: Double) {
    percent = (width > 0 ? value * 100 / width : 0).roundedForSheets
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

  /// The number rounded to 4 decimals; 0 if it is not finite.
  var roundedForSheets: Double {
    guard isFinite else { return 0 }
    guard magnitude < Self.longestRounded else { return self }
    return (self * Self.sheetUnits).rounded() / Self.sheetUnits
  }
}
