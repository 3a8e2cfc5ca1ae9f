import Glibc

/// The timing of a case: warm-up runs, then an odd number of timed runs, whose median counts.
///
/// The thread's processor time is measured, so that other programs affect the figures only through
/// shared caches.
struct Measurement {
  /// The number of timed runs of a case.
  var runs = 9
  /// The number of untimed runs before the timed runs, which map the memory and warm the caches.
  var warmUps = 2

  /// Returns the median time of `body` in nanoseconds.
  ///
  /// The result of `body` is retained until the clock has stopped, so that the compiler cannot omit it,
  /// and freeing it is not timed.
  func nanoseconds<Result>(_ body: () -> Result) -> Double {
    var times: [Double] = []
    for run in -warmUps..<runs {
      let start = Self.now()
      let result = body()
      let took = Self.now() - start
      keep(result)
      if run >= 0 { times.append(took) }
    }
    return median(times)
  }

  /// Returns the time of one call of `body` in nanoseconds: the median of `count` calls, divided by `count`.
  ///
  /// Use it for calls that are too short to be timed individually.
  func nanoseconds<Result>(each count: Int, _ body: (Int) -> Result) -> Double {
    nanoseconds {
      for number in 0..<count { keep(body(number)) }
    } / Double(count)
  }

  /// Returns the processor time of this thread so far, in nanoseconds.
  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Returns the median; of an even number of values, the higher of the two in the middle.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// Uses a value, so that the compiler must compute it.
@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
