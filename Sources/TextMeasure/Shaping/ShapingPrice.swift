import Glibc
import Synchronization

/// What it costs to shape a unit in the glyphs of one face, learned from the clock.
///
/// Faces differ by a factor of a hundred, and no table of a font tells: the rules of Noto Nastaliq Urdu look at many
/// letters at once, those of Noto Sans CJK at none. So some of the pieces that are shaped are timed, by the thread's
/// processor time, in relation to reading a long number, which makes prices alike on fast and slow machines.
final class ShapingPrice: Sendable {
  /// The steps of a call of HarfBuzz, however few units it shapes.
  private static let stepsACall = 300
  /// The steps of what is done around a call.
  private static let stepsAroundACall = 100
  /// Every piece of so many units is timed, and one of `period` shorter ones.
  private static let timedLength = 512
  private static let period = 16

  /// The steps of 16 units; 0 before any was timed.
  private let steps = Atomic<Int>(0)
  private let calls = Atomic<Int>(0)

  /// Performs a call of HarfBuzz for a piece of so many units, and counts it.
  func count(_ units: Int, _ work: TextWork, _ shape: () -> Void) {
    let number = calls.wrappingAdd(1, ordering: .relaxed).oldValue
    if units >= Self.timedLength || number % Self.period == 0 {
      let start = Self.threadTime
      shape()
      learn(Double(Self.threadTime &- start) * Self.stepsANanosecond, units)
    } else {
      shape()
    }
    let price = steps.load(ordering: .relaxed)
    work.count(
      shapedUnits: units,
      steps: Self.stepsACall + Self.stepsAroundACall + (units * price) >> 4)
  }

  /// Moves the price a quarter of the way to what a piece has cost.
  ///
  /// Threads that learn at once may lose one of their prices, which does no harm.
  private func learn(_ cost: Double, _ units: Int) {
    let costOfUnits = max(cost - Double(Self.stepsACall), cost / 8)
    let seen = Int((costOfUnits * 16 / Double(max(1, units))).rounded(.up))
    let known = steps.load(ordering: .relaxed)
    steps.store(known == 0 ? max(1, seen) : max(1, known + (seen - known) / 4), ordering: .relaxed)
  }

  private static var threadTime: UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The steps of a nanosecond on this machine: a third where reading a long number takes `readingNanoseconds`.
  private static let stepsANanosecond: Double = {
    let number = "0." + String(repeating: "7", count: 20_000)
    let times = (0..<5).map { _ in
      let start = threadTime
      _ = unsafe strtod(number, nil)
      return threadTime &- start
    }
    return readingNanoseconds / Double(max(1, times.min() ?? 1)) / 3
  }()

  /// What glibc takes to read that number on the machine for which the steps of a document were chosen.
  private static let readingNanoseconds = 10_500.0
}
