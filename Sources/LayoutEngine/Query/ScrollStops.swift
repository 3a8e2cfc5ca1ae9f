/// The offsets at which scrolling stops along one axis (Contract §6): `first + k · step` for every
/// k below `count`, and `last` after them, which is number `count`.
///
/// The groups of a shelf may be of different lengths (LayoutRules K10); then a function returns the offsets
/// before the last.
///
/// Only these values are stored, so that millions of stops take no more memory than two. Searches
/// compare exactly the offsets that `offset(of:)` returns, so that an offset it returned finds its stop
/// again.
///
/// Numbers of stops have 64 bits on every platform, because there are more stops than any array has
/// elements.
struct ScrollStops: Sendable {
  /// The maximum number of stops that are distinguished; every number below it is exact as a double.
  private static let maxCount = 0x1p52
  /// The distance, in points, below which a stop is not distinguished from the last one.
  private static let minDistance = 0x1p-10

  private let first: Double
  private let step: Double
  /// The number of stops before the last one; it is also the number of the last stop.
  private let count: Int64
  private let last: Double
  /// Returns the offsets before the last, which ascend; nil if they are `step` apart.
  private let unequal: (@Sendable (Int64) -> Double)?

  /// Creates the stops from `first` on, `step` from one to the next, that are less than `last`, and
  /// `last` itself.
  ///
  /// - Parameters:
  ///   - step: finite and > 0, in points.
  ///   - last: ≥ `first`, in points.
  ///   - limit: the maximum number of stops before the last; nil if there is no limit.
  init(from first: Double, step: Double, through last: Double, limit: Int64? = nil) {
    let extent = last - first
    let step = max(step, extent / Self.maxCount)
    // Leave out a stop that cannot be distinguished from the last one: it would count as a further page.
    let noise = max(Self.minDistance, step * 1e-9, (abs(first) + abs(last)) * 0x1p-48)
    let below = ((extent - noise) / step).rounded(.up)
    let fitting = Int64(min(max(below, 0), Self.maxCount))
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

  /// Creates the stops of ascending offsets that are less than `last`, and `last` itself.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of stops before the last, ≥ 0.
  ///   - offset: returns the offset of a stop below `limit`, in points.
  /// - Complexity: O(log `limit`) offsets.
  init(through last: Double, limit: Int64, offset: @escaping @Sendable (Int64) -> Double) {
    let noise = max(Self.minDistance, abs(last) * 0x1p-48)
    let all = ScrollStops(first: 0, step: 0, count: limit, last: last, unequal: offset)
    let count = all.first { $0 >= last - noise }
    self.init(first: 0, step: 0, count: count, last: last, unequal: offset)
  }

  private init(
    first: Double, step: Double, count: Int64, last: Double,
    unequal: (@Sendable (Int64) -> Double)? = nil
  ) {
    self.first = first
    self.step = step
    self.count = count
    self.last = last
    self.unequal = unequal
  }

  /// Returns the offset of a stop; numbers below 0 give the first stop, numbers above `count` the last.
  ///
  /// - Complexity: O(1); O(log groups) in a shelf whose groups have different lengths.
  func offset(of number: Int64) -> Double {
    guard number < count else { return last }
    return unequal?(max(number, 0)) ?? first + Double(max(number, 0)) * step
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

  /// Returns the number of the first stop at or after an offset; the last stop's number if there is none.
  ///
  /// - Complexity: O(1): at most 53 stops are tested.
  func numberOfFirst(notBefore offset: Double) -> Int64 {
    first { $0 >= offset }
  }

  /// Returns the number of the last stop at or before an offset; 0 if there is none.
  ///
  /// If several stops have the same offset in floating point, it is the last of them.
  ///
  /// - Complexity: O(1): at most 53 stops are tested.
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

/// The range of offsets to which content can be scrolled along one axis.
///
/// *Directed* offsets grow in the reading direction. They equal the physical offsets, except along x in
/// right-to-left content: there they are the negated physical offsets. Negation needs no rounding.
struct ScrollExtent: Sendable {
  /// The directed offsets at which the view can rest.
  let range: ClosedRange<Double>
  private let isMirrored: Bool

  /// Creates the range from the sizes of the content and the container and from the container's insets.
  init(_ content: PreparedContent, along axis: LayoutAxis) {
    let left = -axis.mainStart(content.insets)
    let right =
      axis.main(content.contentSize) + axis.mainEnd(content.insets)
      - axis.main(content.container.size)
    isMirrored = content.isMirrored && axis == .horizontal
    // Content shorter than the view rests at its start.
    range = isMirrored ? -right...max(-right, -left) : left...max(left, right)
  }

  /// Converts a physical offset or velocity to a directed one, or a directed one to a physical one.
  func directed(_ physical: Double) -> Double {
    isMirrored ? -physical : physical
  }

  /// The physical offset of the content's start in the reading direction.
  var start: Double { directed(range.lowerBound) }

  /// Returns an offset limited to the scrollable range.
  ///
  /// - Parameter physical: an offset in left-to-right coordinates, in points.
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
