import Dispatch
import Synchronization

/// A value that is freed off the event loops, because freeing tens of megabytes takes milliseconds.
///
/// The caller must not retain another reference to the value: its release might free the value on an event
/// loop.
final class DeferredFree<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  private init(_ value: consuming sending Value) {
    self.value = Mutex(value)
  }

  /// Frees a value on a background thread.
  static func free(_ value: consuming sending Value) {
    let discarded = DeferredFree(value)
    DispatchQueue.global(qos: .utility).async { discarded.value.withLock { $0 = nil } }
  }
}
