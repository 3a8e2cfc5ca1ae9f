import LayoutEngine

/// The shortest decimal that reads back as the same double, and the closest one if there are several.
///
/// It covers numbers from 1/128 up to 2^52, as frames have. The algorithm is Raffaello Giulietti's
/// Schubfach ("The Schubfach way to render doubles", 2020). Here 64 bits suffice except for one 128-bit
/// product: as a double's last place is above 2^-60, no power of ten beyond 10^18 is needed. The
/// standard library's method handles every double, but is slower.
struct ShortestDecimalFormatter {
  /// All digits as one whole number; there are at most 17.
  private(set) var digits: UInt64
  /// The number of digits after the point, 0...18; the last digit after the point is not 0.
  private(set) var decimals: Int

  /// Finds the decimal; returns nil if the number is not from 1/128 up to 2^52, or is a power of 2.
  ///
  /// The algorithm here assumes that both neighbouring doubles are equally far away, but a power of 2 is
  /// nearer to its lower neighbour than to its upper neighbour.
  ///
  /// - Parameter magnitude: the number, ≥ 0.
  init?(_ magnitude: Double) {
    let bits = magnitude.bitPattern
    let fraction = bits & (1 << 52 - 1)
    // The number is `significand` · 2^-places.
    let significand = fraction | 1 << 52
    let places = 1075 &- Int(truncatingIfNeeded: bits >> 52)
    guard places >= 1, places <= 59, fraction != 0 else { return nil }

    // With this many decimals, the double's last place is worth 1 to 10 units of the last decimal.
    let decimals = (places &* 1233) >> 12 &+ 1
    let scale = Self.powers[decimals]
    // In units of 2^-shift of the last decimal: a decimal reads back if it is less than `scale` away,
    // or, if the significand is even, exactly `scale` away.
    let shift = UInt64(truncatingIfNeeded: places &+ 1)
    let product = significand.multipliedFullWidth(by: 2 &* scale)
    let whole = product.high &<< (64 &- shift) | product.low &>> shift
    let rest = product.low & (1 &<< shift &- 1)
    let reach = significand & 1 == 0 ? scale : scale &- 1

    // Use one digit less if such a decimal reads back; two never do.
    let below = (whole % 10) &<< shift | rest
    let above = 10 &<< shift &- below
    if below <= reach || above <= reach {
      digits = whole / 10 &+ (below <= reach ? 0 : 1)
      self.decimals = decimals &- 1
      dropZeros()
    } else {
      // Use the nearer decimal, which always reads back; of two equally near ones, the even one.
      let half = 1 &<< (shift &- 1)
      digits = whole &+ (rest > half || rest == half && whole & 1 == 1 ? 1 : 0)
      self.decimals = decimals
    }
  }

  /// Drops zeros at the end of the decimals.
  private mutating func dropZeros() {
    while decimals >= 4, digits % 10_000 == 0 {
      digits /= 10_000
      decimals &-= 4
    }
    while decimals >= 1, digits % 10 == 0 {
      digits /= 10
      decimals &-= 1
    }
  }

  /// 10^0 … 10^18.
  private static let powers: Nineteen<UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]

  /// The part before the point, and the part after it in units of 10^-18.
  var parts: (whole: UInt64, fraction: UInt64) {
    let scale = Self.powers[decimals]
    let whole = digits / scale
    return (whole, (digits &- whole &* scale) &* Self.powers[18 &- decimals])
  }
}
