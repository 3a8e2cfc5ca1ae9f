/// A position or length along the scroll axis in whole units (LayoutRules I1), so that sums are exact
/// and don't depend on where they begin.
///
/// Arithmetic never traps: products end at `limit`, and sums of what lies within it cannot overflow.
/// What lies beyond what content may reach is refused when a section has been laid out.
struct Units: Sendable, Hashable, Comparable, AdditiveArithmetic {
  /// How many units there are.
  var count: Int64

  static let zero = Units(count: 0)

  /// Farther than content reaches, by either unit; what is still farther is held as this.
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

/// How many units a point has: one number for a whole document (LayoutRules I1, I4).
struct UnitScale: Sendable, Hashable {
  /// Units a point.
  let perPoint: Double

  /// 2^14·3·5^3 units: halves, thirds, and decimals of three places are whole.
  static let fine = UnitScale(perPoint: 6_144_000)
  /// For documents whose lengths could pass `fineReach` together (LayoutRules I4).
  static let coarse = UnitScale(perPoint: 32)

  /// The points that fine units hold exactly.
  static let fineReach = 0x1p36

  /// Whether lengths that come to so many points together can be held.
  func holds(_ points: Double) -> Bool { self == .coarse || points <= Self.fineReach }

  /// The nearest whole number of units, ties to even; `Units.limit` for what is farther, 0 for NaN.
  @inline(__always)
  func units(_ points: Double) -> Units {
    let exact = points * perPoint
    return exact.magnitude < Self.nearLimit ? Self.near(exact) : far(points, exact)
  }

  /// Below so many units a sum rounds to whole ones.
  static let nearLimit = 0x1p51

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
  private func far(_ points: Double, _ exact: Double) -> Units {
    guard exact.magnitude < Double(Units.limit.count) else {
      return exact.isNaN ? .zero : exact < 0 ? -.limit : .limit
    }
    let whole = points.rounded(.towardZero)
    return Units(count: Int64(whole) * Int64(perPoint)) + Self.near((points - whole) * perPoint)
  }

  /// A little before a distance in points, whatever the rounding: for searches.
  func units(before points: Double) -> Units { units(points) - Units(count: 2) }

  /// A little after it.
  func units(after points: Double) -> Units { units(points) + Units(count: 2) }

  /// The quotient in points, correctly rounded.
  @inline(__always)
  func points(_ units: Units) -> Double {
    units.count.magnitude <= 1 << 53
      ? Double(units.count) / perPoint : farPoints(units)
  }

  /// More units than a double holds exactly: more bits of the quotient than it holds, the last one
  /// set where others follow, rounded once.
  @inline(never)
  private func farPoints(_ units: Units) -> Double {
    guard self == .fine else { return Double(units.count) / perPoint }
    let (quotient, rest) = (UInt128(units.limited.count.magnitude) << 12)
      .quotientAndRemainder(dividingBy: 375)
    let points = Double(UInt64(quotient) | (rest == 0 ? 0 : 1)) * 0x1p-26
    return units < .zero ? -points : points
  }
}

extension PixelGrid {
  /// The nearest multiple of 1/scale, halves away from zero: exact where a pixel is a whole number of
  /// units (LayoutRules C18, I5).
  func rounded(_ units: Units, _ unit: UnitScale) -> Double {
    let unitsAPixel = unit.perPoint / scale
    // Pixels of more units than there are would be no whole numbers of 64 bits.
    guard unitsAPixel >= 1, unitsAPixel <= Double(Units.limit.count),
      unitsAPixel == unitsAPixel.rounded()
    else {
      return rounded(unit.points(units))
    }
    let pixel = UInt64(unitsAPixel)
    let pixels = Double((units.count.magnitude + pixel / 2) / pixel) / scale
    return units < .zero ? -pixels : pixels
  }
}
