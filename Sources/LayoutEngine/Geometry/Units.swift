/// A position or length along the scroll axis in whole units (LayoutRules I1), so that sums are exact
/// and don't depend on where they begin.
///
/// Arithmetic never traps: products end at `limit`, and sums of what lies within it cannot overflow.
/// A document whose lengths could come to more than `LayoutLimits.maxScrollLength` together is refused
/// before they are summed (LayoutRules I4).
struct Units: Sendable, Hashable, Comparable, AdditiveArithmetic {
  /// How many units there are.
  var count: Int64

  static let zero = Units(count: 0)

  /// Farther than content reaches; what is still farther is held as this.
  static let limit = Units(count: 1 << 60)

  static func < (one: Units, other: Units) -> Bool { one.count < other.count }

  static func + (one: Units, other: Units) -> Units { Units(count: one.count &+ other.count) }

  static func - (one: Units, other: Units) -> Units { Units(count: one.count &- other.count) }

  static prefix func - (units: Units) -> Units { Units(count: 0 &- units.count) }

  /// So many times the length, at most `limit` either way.
  static func * (number: Int, units: Units) -> Units {
    let (product, overflow) = units.count.multipliedReportingOverflow(by: Int64(number))
    if overflow { return (number < 0) == (units < .zero) ? limit : -limit }
    return Units(count: product).limited
  }

  /// The half, rounded towards the start.
  var half: Units { Units(count: count >> 1) }

  /// The same within `limit` either way.
  var limited: Units { min(max(self, -Self.limit), Self.limit) }
}

extension Units {
  /// Units a point, 2^14·3·5^3: halves, thirds, and decimals of three places are whole.
  static let perPoint = 6_144_000.0

  /// Below so many units a sum rounds to whole ones.
  static let nearLimit = 0x1p51

  /// The nearest whole number of units, ties to even; `limit` for what is farther, 0 for NaN.
  @inline(__always)
  init(points: Double) {
    let exact = points * Self.perPoint
    self = exact.magnitude < Self.nearLimit ? Self.near(exact) : Self.far(points, exact)
  }

  /// The nearest whole number of units of fewer than `nearLimit`: the bits of the sum with a number
  /// whose last bit is one unit.
  @inline(__always)
  static func near(_ exact: Double) -> Units {
    let rounding = 0x1.8p52
    return Units(
      count: Int64(bitPattern: (exact + rounding).bitPattern)
        &- Int64(bitPattern: rounding.bitPattern))
  }

  /// More units than a double holds exactly: whole points are whole units, of which there is an even
  /// number, and only what is left is rounded.
  @inline(never)
  private static func far(_ points: Double, _ exact: Double) -> Units {
    guard exact.magnitude < Double(limit.count) else {
      return exact.isNaN ? .zero : exact < 0 ? -limit : limit
    }
    let whole = points.rounded(.towardZero)
    return Units(count: Int64(whole) * Int64(perPoint)) + near((points - whole) * perPoint)
  }

  /// A little before a distance in points, whatever the rounding: for searches.
  init(before points: Double) { self = Units(points: points) - Units(count: 2) }

  /// A little after it.
  init(after points: Double) { self = Units(points: points) + Units(count: 2) }

  /// The quotient in points, correctly rounded.
  @inline(__always)
  var points: Double {
    count.magnitude <= 1 << 53 ? Double(count) / Self.perPoint : farPoints
  }

  /// More units than a double holds exactly: more bits of the quotient than it holds, the last one
  /// set if others follow, rounded once.
  private var farPoints: Double {
    @inline(never) get {
      let (quotient, rest) = (UInt128(limited.count.magnitude) << 12)
        .quotientAndRemainder(dividingBy: 375)
      let points = Double(UInt64(quotient) | (rest == 0 ? 0 : 1)) * 0x1p-26
      return self < .zero ? -points : points
    }
  }
}

extension PixelGrid {
  /// The nearest multiple of 1/scale, halves away from zero: exact where a pixel is a whole number of
  /// units (LayoutRules C18, I5).
  func rounded(_ units: Units) -> Double {
    let unitsAPixel = Units.perPoint / scale
    // Pixels of more units than there are would be no whole numbers of 64 bits.
    guard unitsAPixel >= 1, unitsAPixel <= Double(Units.limit.count),
      unitsAPixel == unitsAPixel.rounded()
    else {
      return rounded(units.points)
    }
    let pixel = UInt64(unitsAPixel)
    let pixels = Double((units.count.magnitude + pixel / 2) / pixel) / scale
    return units < .zero ? -pixels : pixels
  }
}
