import Glibc

/// How a case is timed: warmed up, then run an odd number of times, of which the median counts.
///
/// What is counted is the thread's processor time: what else runs on the machine then falls on the
/// figures only through shared caches.
struct Measurement {
  /// How many timed runs a case gets.
  var runs = 9
  /// How many runs go before them, so that pages are there and caches warm.
  var warmUps = 2

  /// The median time of `body` in nanoseconds.
  ///
  /// What `body` returns is kept until the clock has stopped, so that neither making it can be left
  /// out nor freeing it is counted.
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

  /// The median time of one of `count` calls of `body` in nanoseconds, for what is too short to be
  /// timed by itself.
  func nanoseconds<Result>(each count: Int, _ body: (Int) -> Result) -> Double {
    nanoseconds {
      for number in 0..<count { keep(body(number)) }
    } / Double(count)
  }

  /// The processor time of this thread so far, in nanoseconds.
  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// The value in the middle; of an even number, the higher of the two.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// Takes a value, so that the compiler must make it.
@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
