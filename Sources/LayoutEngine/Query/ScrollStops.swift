/// The offsets at which scrolling stops along one axis (Contract §6): `first + k · step` for every
/// k below `count`, and `last` after them, which is number `count`.
///
/// Only these four are stored, so that millions of stops cost no more than two. A stop is searched
/// for among the very numbers that are returned, so that one that was returned is found again
/// exactly.
///
/// Numbers of stops have 64 bits wherever the engine runs: there are more of them than any array has
/// elements.
struct ScrollStops: Sendable {
  /// More stops than this are not distinguished; every number below it is exact as a double.
  private static let greatestCount = 0x1p52

  private let first: Double
  private let step: Double
  /// How many stops there are before the last; its number.
  private let count: Int64
  private let last: Double

  /// The stops from `first` on, `step` from one to the next, as far as they lie below `last`, and
  /// `last` itself.
  ///
  /// - Parameters:
  ///   - step: finite and > 0, in points.
  ///   - last: ≥ `first`, in points.
  ///   - limit: the most stops before the last; nil for any number.
  init(from first: Double, step: Double, through last: Double, limit: Int64? = nil) {
    let extent = last - first
    let step = max(step, extent / Self.greatestCount)
    // A stop at the last one but for rounding errors would be counted as one page more.
    let noise = max(step * 1e-9, (abs(first) + abs(last)) * 0x1p-48)
    let below = ((extent - noise) / step).rounded(.up)
    let fitting = Int64(min(max(below, 0), Self.greatestCount))
    self.init(first: first, step: step, count: min(fitting, limit ?? .max), last: last)
  }

  /// The stops `first + k · step` for k in `0...count`.
  ///
  /// - Parameters:
  ///   - step: finite and ≥ 0, in points.
  ///   - count: the last one's number, ≥ 0.
  init(from first: Double, step: Double, count: Int64) {
    self.init(first: first, step: step, count: count, last: first + Double(count) * step)
  }

  private init(first: Double, step: Double, count: Int64, last: Double) {
    self.first = first
    self.step = step
    self.count = count
    self.last = last
  }

  /// The offset of a stop; those before 0 and after the last are the first and the last.
  ///
  /// - Complexity: O(1).
  func offset(of number: Int64) -> Double {
    number < count ? first + Double(max(number, 0)) * step : last
  }

  /// The number of the stop nearest to an offset, of two equally near the later.
  ///
  /// - Complexity: O(1): at most 53 stops are tested.
  func nearest(to offset: Double) -> Int64 {
    let before = numberOfLast(notAfter: offset)
    let next = min(before + 1, count)
    let isNextNearer = self.offset(of: next) - offset <= offset - self.offset(of: before)
    return isNextNearer ? next : before
  }

  /// The number of the first stop at or after an offset; the last one's where there is none.
  ///
  /// - Complexity: as `nearest(to:)`.
  func numberOfFirst(notBefore offset: Double) -> Int64 {
    first { $0 >= offset }
  }

  /// The number of the last stop at or before an offset; 0 where there is none.
  ///
  /// Of stops too close for doubles to distinguish this is the last.
  ///
  /// - Complexity: as `nearest(to:)`.
  func numberOfLast(notAfter offset: Double) -> Int64 {
    guard offset < last else { return offset >= last ? count : 0 }
    return max(0, first { $0 > offset } - 1)
  }

  /// The number of the first stop whose offset passes a test, which all after it pass, too; the last
  /// one's where none before it does.
  private func first(where passes: (Double) -> Bool) -> Int64 {
    var (low, high) = (0 as Int64, count)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(offset(of: middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// How far content can be scrolled along one axis.
///
/// *Directed* offsets grow in the reading direction: they are the physical ones but in right-to-left
/// content along x, where they are those with the other sign, which takes no rounding.
struct ScrollExtent: Sendable {
  /// The least directed offset, and the greatest.
  let range: ClosedRange<Double>
  private let isMirrored: Bool

  /// The room that the content and the container's insets leave for scrolling.
  init(_ content: PreparedContent, along axis: Axis) {
    let least = -axis.mainStart(content.insets)
    let greatest = max(
      least,
      axis.main(content.contentSize) + axis.mainEnd(content.insets)
        - axis.main(content.container.size))
    isMirrored = content.isMirrored && axis == .horizontal
    range = isMirrored ? (-greatest)...(-least) : least...greatest
  }

  /// The directed offset or velocity of a physical one, and the other way round.
  func directed(_ physical: Double) -> Double {
    isMirrored ? -physical : physical
  }

  /// The physical offset of the content's start in the reading direction.
  var start: Double { directed(range.lowerBound) }

  /// The nearest physical offset at which the view can rest.
  func clamped(_ physical: Double) -> Double {
    directed(range.clamped(directed(physical)))
  }
}

extension ClosedRange<Double> {
  /// The nearest number of the range; its least for what is no number.
  func clamped(_ value: Double) -> Double {
    value > lowerBound ? Swift.min(value, upperBound) : lowerBound
  }
}
