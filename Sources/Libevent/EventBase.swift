import CLibevent
import Glibc

/// A failed call of libevent or of the system.
package struct EventError: Error, CustomStringConvertible {
  /// The C function.
  package let call: StaticString
  /// The system's error number.
  package let number: Int32

  /// Creates the error of a call that has just returned.
  package init(call: StaticString, number: Int32 = errno) {
    self.call = call
    self.number = number
  }

  package var description: String { "\(call) failed" }
}

/// An event base: waits for sockets, timers and signals, and calls back on the thread that runs it.
///
/// Wraps `struct event_base`. Create and free a base's events on its own thread, or while no thread
/// runs it. `WakeUp.activate()` alone may be called from any thread, also after the base has stopped.
@safe
package final class EventBase {
  let pointer: OpaquePointer

  /// Creates a base on epoll, with locks so that another thread can wake it (`event_base_new`).
  package init() throws(EventError) {
    guard Self.hasThreads else { throw EventError(call: "evthread_use_pthreads") }
    guard let pointer = unsafe event_base_new() else { throw EventError(call: "event_base_new") }
    unsafe self.pointer = unsafe pointer
    // Connections are edge-triggered, and notice a peer's shutdown without reading.
    let needed = Int32(EV_FEATURE_ET.rawValue | EV_FEATURE_EARLY_CLOSE.rawValue)
    guard unsafe event_base_get_features(pointer) & needed == needed else {
      throw EventError(call: "event_base_get_features")
    }
  }

  deinit {
    unsafe event_base_free(pointer)
  }

  /// Runs until `stop()` is called (`event_base_loop`).
  package func run() {
    _ = unsafe event_base_loop(pointer, EVLOOP_NO_EXIT_ON_EMPTY)
  }

  /// Makes `run()` return after the current callback (`event_base_loopbreak`).
  package func stop() {
    _ = unsafe event_base_loopbreak(pointer)
  }

  /// Whether libevent's locks are enabled; without them `event_active` from another thread silently
  /// fails to wake a base.
  private static let hasThreads = evthread_use_pthreads() == 0
}
