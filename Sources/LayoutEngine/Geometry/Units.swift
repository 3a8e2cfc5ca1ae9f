/// A position or length along the scroll axis, in whole units (LayoutRules I1).
///
/// Sums of units are exact and don't depend on where they begin.
///
/// Arithmetic never traps: products are clamped to `limit`, and sums of values within it cannot overflow.
/// A document whose lengths could add up to more than `LayoutLimits.maxScrollLength` is refused before
/// they are summed (LayoutRules I4).
struct Units: Sendable, Hashable, Comparable, AdditiveArithmetic {
  /// The number of units.
  var count: Int64

  static let zero = Units(count: 0)

  /// A distance beyond any content; greater distances are clamped to it.
  static let limit = Units(count: 1 << 60)

  static func < (one: Units, other: Units) -> Bool { one.count < other.count }

  static func + (one: Units, other: Units) -> Units { Units(count: one.count &+ other.count) }

  static func - (one: Units, other: Units) -> Units { Units(count: one.count &- other.count) }

  static prefix func - (units: Units) -> Units { Units(count: 0 &- units.count) }

  /// The length times a number, clamped to `limit` and `-limit`.
  static func * (number: Int, units: Units) -> Units {
    let (product, overflow) = units.count.multipliedReportingOverflow(by: Int64(number))
    if overflow { return (number < 0) == (units < .zero) ? limit : -limit }
    return Units(count: product).limited
  }

  /// The half, rounded towards the start.
  var half: Units { Units(count: count >> 1) }

  /// The value, clamped to `limit` and `-limit`.
  var limited: Units { min(max(self, -Self.limit), Self.limit) }
}

extension Units {
  /// Units per point, 2^14·3·5^3: halves, thirds and decimals of three places are whole.
  static let perPoint = 6_144_000.0

  /// The number of units below which `near(_:)` can round.
  static let nearLimit = 0x1p51

  /// Creates the nearest whole number of units, ties to even, clamped to `limit` and `-limit`; 0 for NaN.
  @inline(__always)
  init(points: Double) {
    let exact = points * Self.perPoint
    self = exact.magnitude < Self.nearLimit ? Self.near(exact) : Self.far(points, exact)
  }

  /// The nearest whole number of units, for fewer than `nearLimit` units.
  ///
  /// It adds a constant whose last bit is one unit, so that the addition rounds to whole units; the bits of
  /// the sum contain the whole number.
  @inline(__always)
  static func near(_ exact: Double) -> Units {
    let rounding = 0x1.8p52
    return Units(
      count: Int64(bitPattern: (exact + rounding).bitPattern)
        &- Int64(bitPattern: rounding.bitPattern))
  }

  /// The nearest whole number of units, for `nearLimit` units or more.
  ///
  /// A whole point is an even whole number of units, so only the fraction of a point is rounded.
  @inline(never)
  private static func far(_ points: Double, _ exact: Double) -> Units {
    guard exact.magnitude < Double(limit.count) else {
      return exact.isNaN ? .zero : exact < 0 ? -limit : limit
    }
    let whole = points.rounded(.towardZero)
    return Units(count: Int64(whole) * Int64(perPoint)) + near((points - whole) * perPoint)
  }

  /// Creates a position that is certainly before `points`, however `points` is rounded; for searches.
  init(before points: Double) { self = Units(points: points) - Units(count: 2) }

  /// Creates a position that is certainly after `points`, however `points` is rounded; for searches.
  init(after points: Double) { self = Units(points: points) + Units(count: 2) }

  /// The value in points, correctly rounded.
  @inline(__always)
  var points: Double {
    count.magnitude <= 1 << 53 ? Double(count) / Self.perPoint : farPoints
  }

  /// The value in points, for more units than a double stores exactly.
  ///
  /// It computes more bits of the quotient than a double has, sets the last bit if other bits follow, and
  /// rounds once.
  private var farPoints: Double {
    @inline(never) get {
      let magnitude = UInt64(limited.count.magnitude)
      // The magnitude times 2^12, in two words: it is at most 2^72, so the quotient fits in one.
      let (quotient, rest) = UInt64(375).dividingFullWidth((magnitude >> 52, magnitude << 12))
      let points = Double(quotient | (rest == 0 ? 0 : 1)) * 0x1p-26
      return self < .zero ? -points : points
    }
  }
}

extension PixelGrid {
  /// The nearest multiple of 1/scale, halves away from zero; exact if a pixel is a whole number of units
  /// (LayoutRules C18, I5).
  func rounded(_ units: Units) -> Double {
    let unitsPerPixel = Units.perPoint / scale
    // A pixel of more than `limit` units might not fit in 64 bits.
    guard unitsPerPixel >= 1, unitsPerPixel <= Double(Units.limit.count),
      unitsPerPixel == unitsPerPixel.rounded()
    else {
      return rounded(units.points)
    }
    let pixel = UInt64(unitsPerPixel)
    let pixels = Double((units.count.magnitude + pixel / 2) / pixel) / scale
    return units < .zero ? -pixels : pixels
  }
}
