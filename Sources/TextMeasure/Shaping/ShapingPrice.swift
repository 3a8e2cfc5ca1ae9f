import Glibc
import Synchronization

/// What it costs to shape a unit in the glyphs of one face, learned from the clock.
///
/// Faces differ by a factor of a hundred, and no table of a font tells: the rules of Noto Nastaliq Urdu look at many
/// letters at once, those of Noto Sans CJK at none. So some of the pieces that are shaped are timed, by the thread's
/// processor time, in relation to reading a long number, which makes prices alike on fast and slow machines.
final class ShapingPrice: Sendable {
  /// The steps of a call of HarfBuzz, however few units it shapes.
  private static let stepsPerCall = 300
  /// The steps of what is done around a call.
  private static let stepsAroundACall = 100
  /// A piece of so many units is timed, and costs what it took.
  private static let timedLength = 512
  /// The first shorter pieces are timed, and after them one of `period`.
  private static let firstCount = 64
  private static let period = 16

  /// The steps of 16 units.
  private let steps = Atomic<Int>(480)
  /// The number of shorter pieces so far.
  private let count = Atomic<Int>(0)

  /// Performs a call of HarfBuzz for a piece of so many units, and counts it.
  func count(_ units: Int, _ work: TextWork, _ shape: () -> Void) {
    if units >= Self.timedLength {
      return work.count(shapedUnits: units, steps: Self.stepsAroundACall + Self.steps(of: shape))
    }
    let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
    if number < Self.firstCount || number % Self.period == 0 {
      learn(Self.steps(of: shape), units)
    } else {
      shape()
    }
    let price = steps.load(ordering: .relaxed)
    work.count(
      shapedUnits: units,
      steps: Self.stepsPerCall + Self.stepsAroundACall + (units * price) >> 4)
  }

  /// Moves the price an eighth of the way to what a piece has cost, or to four times the price if it cost more: the
  /// first use of a page of a font's file may take a thousand times as long as the next.
  ///
  /// Threads that learn at once may lose one of their prices, which does no harm.
  private func learn(_ cost: Int, _ units: Int) {
    let costOfUnits = max(cost - Self.stepsPerCall, cost / 8)
    let known = steps.load(ordering: .relaxed)
    let seen = min(costOfUnits * 16 / max(1, units), 4 * known)
    let change = (seen - known) / 8
    steps.store(max(16, known + change), ordering: .relaxed)
  }

  private static func steps(of shape: () -> Void) -> Int {
    let start = threadTime
    shape()
    return Int(Double(threadTime &- start) * MachineSpeed.stepsPerNanosecond)
  }
}

/// How fast this machine is now, by what reading a long number takes it.
///
/// A machine that shares its processor and caches with others is several times slower at one time than at another.
/// Shaping gets slower with it, but is no more work; so the number is read again after every 64 times.
private enum MachineSpeed {
  /// What glibc takes to read the number on the machine for which the steps of a document were chosen.
  private static let nanosecondsThere = 10_500.0
  private static let number = "0." + String(repeating: "7", count: 20_000)

  /// What it takes here at best, in nanoseconds: the shortest of the first five times.
  private static let nanosecondsAtBest = max(1, (0..<5).map { _ in read() }.min() ?? 1)
  /// What it takes here now: an average of the latest times, at most `maxSlowdown` times the best.
  private static let nanosecondsHere = Atomic<UInt64>(nanosecondsAtBest)
  /// A machine that is slower than that makes texts dearer, so that a job's work stays bounded.
  private static let maxSlowdown: UInt64 = 8
  private static let count = Atomic<Int>(0)

  /// The steps of a nanosecond: a third where reading the number takes `nanosecondsThere`.
  static var stepsPerNanosecond: Double {
    var here = nanosecondsHere.load(ordering: .relaxed)
    if count.wrappingAdd(1, ordering: .relaxed).newValue % 64 == 0 {
      // A pause of the thread is not its speed.
      here = (7 * here + min(read(), 4 * here)) / 8
      here = max(1, min(here, maxSlowdown * nanosecondsAtBest))
      nanosecondsHere.store(here, ordering: .relaxed)
    }
    return nanosecondsThere / Double(here) / 3
  }

  private static func read() -> UInt64 {
    let start = threadTime
    _ = unsafe strtod(number, nil)
    return threadTime &- start
  }
}

/// The CPU time that the calling thread has used so far, in nanoseconds.
private var threadTime: UInt64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}
