import Dispatch

/// Nanoseconds of a clock that never goes back, for durations.
enum Ticks {
  /// Now.
  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
