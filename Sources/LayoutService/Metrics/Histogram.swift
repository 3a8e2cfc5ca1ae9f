/// Counts durations in the buckets of a Prometheus histogram.
final class Histogram: Sendable {
  /// Upper bounds in nanoseconds, inclusive; longer durations are counted in a last bucket.
  static let bounds: [UInt64] = [
    10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
    25_000_000, 50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000,
    5_000_000_000, 10_000_000_000,
  ]
  /// The bounds as Prometheus writes them, in seconds.
  static let boundTexts: [StaticString] = [
    "1e-05", "2.5e-05", "5e-05", "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01",
    "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10",
  ]

  private let buckets = CounterTable<20>()
  private let total = CounterTable<1>()

  /// Counts a duration in nanoseconds.
  func record(_ nanoseconds: UInt64) {
    var index = 0
    while index < Self.bounds.count, nanoseconds > Self.bounds[index] { index += 1 }
    buckets.add(at: index)
    total.add(Int(clamping: nanoseconds), at: 0)
  }

  /// Returns the number of durations in a bucket; the last bucket is beyond all bounds.
  func count(inBucket index: Int) -> Int { buckets[index] }

  /// Whether a duration has been recorded.
  var hasAny: Bool { (0...Self.bounds.count).contains { buckets[$0] > 0 } }

  /// The sum of all durations, in nanoseconds.
  var sum: Int { total[0] }
}
