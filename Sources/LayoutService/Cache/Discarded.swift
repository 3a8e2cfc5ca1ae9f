import Dispatch
import Synchronization

/// Something that is freed on another thread than the event loops': tens of megabytes take
/// milliseconds.
///
/// The caller must not hold it any more.
final class Discarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  private init(_ value: consuming sending Value) {
    self.value = Mutex(value)
  }

  /// Has a value freed.
  static func free(_ value: consuming sending Value) {
    let discarded = Discarded(value)
    DispatchQueue.global(qos: .utility).async { discarded.value.withLock { $0 = nil } }
  }
}
