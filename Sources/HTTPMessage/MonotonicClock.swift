import Glibc

/// The clock of every duration and deadline, in nanoseconds: it never jumps when the time of day is
/// set.
package enum MonotonicClock {
  /// Now.
  package static var now: UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Nanoseconds of CPU that the calling thread has taken so far: what others take meanwhile is not among
  /// them.
  package static var threadCPU: UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Seconds of a setting in nanoseconds; at most some 30 years.
  package static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64(max(0, min(seconds.isFinite ? seconds : 1e9, 1e9)) * 1e9)
  }
}
