/// The offsets at which scrolling stops along one axis (Contract §6): `first + k · step` for every
/// k below `count`, and `last` after them, which is number `count`.
///
/// Only these four values are stored, so that millions of stops cost no more than two. Searches compare
/// the very offsets that are returned, so that a returned offset finds its stop again exactly.
///
/// Numbers of stops have 64 bits on every platform, because there are more stops than any array has
/// elements.
struct ScrollStops: Sendable {
  /// The maximum number of stops that are distinguished; every number below it is exact as a double.
  private static let greatestCount = 0x1p52

  private let first: Double
  private let step: Double
  /// The number of stops before the last one, which is also the last one's number.
  private let count: Int64
  private let last: Double

  /// Creates the stops from `first` on, `step` from one to the next, that are less than `last`, and
  /// `last` itself.
  ///
  /// - Parameters:
  ///   - step: finite and > 0, in points.
  ///   - last: ≥ `first`, in points.
  ///   - limit: the maximum number of stops before the last; nil if there is no limit.
  init(from first: Double, step: Double, through last: Double, limit: Int64? = nil) {
    let extent = last - first
    let step = max(step, extent / Self.greatestCount)
    // A stop that differs from the last one only by rounding errors would count as one page more.
    let noise = max(step * 1e-9, (abs(first) + abs(last)) * 0x1p-48)
    let below = ((extent - noise) / step).rounded(.up)
    let fitting = Int64(min(max(below, 0), Self.greatestCount))
    self.init(first: first, step: step, count: min(fitting, limit ?? .max), last: last)
  }

  /// Creates the stops `first + k · step` for k in `0...count`.
  ///
  /// - Parameters:
  ///   - step: finite and ≥ 0, in points.
  ///   - count: the number of the last stop, ≥ 0.
  init(from first: Double, step: Double, count: Int64) {
    self.init(first: first, step: step, count: count, last: first + Double(count) * step)
  }

  private init(first: Double, step: Double, count: Int64, last: Double) {
    self.first = first
    self.step = step
    self.count = count
    self.last = last
  }

  /// Returns the offset of a stop; a number before 0 gives the first stop, one after the last the last.
  ///
  /// - Complexity: O(1).
  func offset(of number: Int64) -> Double {
    number < count ? first + Double(max(number, 0)) * step : last
  }

  /// Returns the number of the stop nearest to an offset; the later one if two are equally near.
  ///
  /// - Complexity: O(1): at most 53 stops are tested.
  func nearest(to offset: Double) -> Int64 {
    let before = numberOfLast(notAfter: offset)
    let next = min(before + 1, count)
    let isNextNearer = self.offset(of: next) - offset <= offset - self.offset(of: before)
    return isNextNearer ? next : before
  }

  /// Returns the number of the first stop at or after an offset; the last stop's if there is none.
  ///
  /// - Complexity: as `nearest(to:)`.
  func numberOfFirst(notBefore offset: Double) -> Int64 {
    first { $0 >= offset }
  }

  /// Returns the number of the last stop at or before an offset; 0 if there is none.
  ///
  /// If doubles cannot distinguish stops that are close to each other, it is the last of them.
  ///
  /// - Complexity: as `nearest(to:)`.
  func numberOfLast(notAfter offset: Double) -> Int64 {
    guard offset < last else { return offset >= last ? count : 0 }
    return max(0, first { $0 > offset } - 1)
  }

  /// Returns the number of the first stop whose offset passes a test; all stops after it must pass, too.
  ///
  /// Returns the last stop's number if no stop before it passes.
  private func first(where passes: (Double) -> Bool) -> Int64 {
    var (low, high) = (0 as Int64, count)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(offset(of: middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The range in which content can be scrolled along one axis.
///
/// *Directed* offsets grow in the reading direction. They are the physical offsets, except in
/// right-to-left content along x: there they are the negated physical offsets, which takes no rounding.
struct ScrollExtent: Sendable {
  /// The least directed offset, and the greatest.
  let range: ClosedRange<Double>
  private let isMirrored: Bool

  /// Creates the range that the content and the container's insets leave for scrolling.
  init(_ content: PreparedContent, along axis: Axis) {
    let least = -axis.mainStart(content.insets)
    let greatest = max(
      least,
      axis.main(content.contentSize) + axis.mainEnd(content.insets)
        - axis.main(content.container.size))
    isMirrored = content.isMirrored && axis == .horizontal
    range = isMirrored ? (-greatest)...(-least) : least...greatest
  }

  /// Converts a physical offset or velocity to a directed one, and back.
  func directed(_ physical: Double) -> Double {
    isMirrored ? -physical : physical
  }

  /// The physical offset of the content's start in the reading direction.
  var start: Double { directed(range.lowerBound) }

  /// Returns the nearest physical offset at which the view can rest.
  func clamped(_ physical: Double) -> Double {
    directed(range.clamped(directed(physical)))
  }
}

extension ClosedRange<Double> {
  /// Returns the nearest number in the range; the lower bound if `value` is NaN.
  func clamped(_ value: Double) -> Double {
    value > lowerBound ? Swift.min(value, upperBound) : lowerBound
  }
}
