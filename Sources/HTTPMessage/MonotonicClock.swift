// The engine in pages has no clock.
#if canImport(Glibc)
  import Glibc

  /// The clock of all durations and deadlines, in nanoseconds; setting the time of day does not affect it.
  package enum MonotonicClock {
    /// The nanoseconds since an unspecified moment; only the difference of two times has a meaning.
    package static var now: UInt64 {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// The CPU time that the calling thread has used so far, in nanoseconds.
    ///
    /// The CPU time of other threads is not included.
    package static var threadCPU: UInt64 {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Converts a setting's seconds to nanoseconds, clamped to 0 to 10^9 seconds (some 30 years).
    package static func nanoseconds(_ seconds: Double) -> UInt64 {
      UInt64(max(0, min(seconds.isFinite ? seconds : 1e9, 1e9)) * 1e9)
    }
  }
#endif
