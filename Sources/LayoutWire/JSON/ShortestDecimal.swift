/// The shortest decimal that reads back as the same double, of those the closest one, for the numbers
/// that frames have: from 1/128 up to 2^52.
///
/// After Raffaello Giulietti's Schubfach ("The Schubfach way to render doubles", 2020). Here everything is
/// exact in 64 bits beside one product of 128: with a double's last place above 2^-60 no power of ten
/// beyond 10^18 is needed. The standard library's way takes any double, and twice the time.
struct ShortestDecimal {
  /// All its digits as one number, at most 17.
  private(set) var digits: UInt64
  /// How many of them stand after the point, the last of which is not 0: 0...18.
  private(set) var decimals: Int

  /// Nil where the number is outside the range, or a power of 2, whose lower neighbour is nearer than the
  /// upper one.
  ///
  /// - Parameter magnitude: ≥ 0.
  init?(_ magnitude: Double) {
    let bits = magnitude.bitPattern
    let fraction = bits & (1 << 52 - 1)
    // The number is `significand` · 2^-places.
    let significand = fraction | 1 << 52
    let places = 1075 &- Int(truncatingIfNeeded: bits >> 52)
    guard places >= 1, places <= 59, fraction != 0 else { return nil }

    // Between 1 and 10 of the last of so many decimals are as much as the double's last place.
    let decimals = (places &* 1233) >> 12 &+ 1
    let scale = Self.powers[decimals]
    // In units of 2^-shift of that decimal: what reads back lies less than `scale` away, or just as much
    // where the significand is even.
    let shift = UInt64(truncatingIfNeeded: places &+ 1)
    let product = significand.multipliedFullWidth(by: 2 &* scale)
    let whole = product.high &<< (64 &- shift) | product.low &>> shift
    let rest = product.low & (1 &<< shift &- 1)
    let reach = significand & 1 == 0 ? scale : scale &- 1

    // One digit less, where one such decimal reads back: two never do.
    let below = (whole % 10) &<< shift | rest
    let above = 10 &<< shift &- below
    if below <= reach || above <= reach {
      digits = whole / 10 &+ (below <= reach ? 0 : 1)
      self.decimals = decimals &- 1
      dropZeros()
    } else {
      // The nearer one, which always reads back; the even one of two.
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
  private static let powers: InlineArray<19, UInt64> = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]

  /// What stands before the point, and what after it in units of 10^-18.
  var parts: (whole: UInt64, fraction: UInt64) {
    let scale = Self.powers[decimals]
    let whole = digits / scale
    return (whole, (digits &- whole &* scale) &* Self.powers[18 &- decimals])
  }
}
