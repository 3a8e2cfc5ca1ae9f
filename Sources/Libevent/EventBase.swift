import CLibevent
import Glibc

/// A call of libevent or of the system that failed.
package struct EventError: Error, CustomStringConvertible {
  /// The C function.
  package let call: StaticString
  /// The system's error number.
  package let number: Int32

  /// The failure of a call that has just returned.
  package init(call: StaticString, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  package var description: String { "\(call) failed" }
}

/// One event base: waits for sockets, timers and signals, and calls back on the thread that runs it.
///
/// Wraps `struct event_base`. Events of a base are made and freed on its own thread, or while no thread
/// runs it; only `WakeUp.activate()` may be called from elsewhere, even when it no longer runs.
@safe
package final class EventBase {
  let pointer: OpaquePointer

  /// Makes a base on epoll, with locks so that another thread can wake it (`event_base_new`).
  package init() throws(EventError) {
    guard Self.hasThreads else { throw EventError(call: "evthread_use_pthreads") }
    guard let pointer = unsafe event_base_new() else { throw EventError(call: "event_base_new") }
    unsafe self.pointer = unsafe pointer
    // Connections are edge-triggered and learn of a peer's shutdown without reading.
    let needed = Int32(EV_FEATURE_ET.rawValue | EV_FEATURE_EARLY_CLOSE.rawValue)
    guard unsafe event_base_get_features(pointer) & needed == needed else {
      throw EventError(call: "event_base_get_features")
    }
  }

  deinit {
    unsafe event_base_free(pointer)
  }

  /// Runs until `stop()` (`event_base_loop`).
  package func run() {
    _ = unsafe event_base_loop(pointer, EVLOOP_NO_EXIT_ON_EMPTY)
  }

  /// Makes `run()` return once the callback at work has (`event_base_loopbreak`).
  package func stop() {
    _ = unsafe event_base_loopbreak(pointer)
  }

  /// Without it `event_active` from another thread silently fails to wake a base.
  private static let hasThreads = evthread_use_pthreads() == 0
}
