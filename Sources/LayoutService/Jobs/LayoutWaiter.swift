import LayoutAPI
import LayoutEngine

/// A layout as a waiter receives it: with its origin, and the times of the work on it.
struct LayoutDelivery: Sendable {
  var layout: StoredLayout
  var outcome: CacheOutcome
  var times = WorkTimes()
  /// The store's part in the response; nil if the store was not needed.
  var store: StoreStatus?
  /// The parent of a layout that an update has just derived; else nil.
  var parent: StoredLayout?
}

/// A request, or a step of work, that waits for a layout.
protocol LayoutWaiter: Sendable {
  /// Whether anyone still waits for the response; called under locks.
  var isWaiting: Bool { get }
  /// The layout that needs the awaited one; nil if the waiter counts by itself.
  ///
  /// A waiter with a dependent counts only while a client waits for that layout.
  var dependent: LayoutID? { get }
  /// Receives the layout, on the worker that finished it.
  ///
  /// - Parameter time: the time limit of the job that found the layout, of which the response may use the
  ///   rest.
  /// - Returns: the bytes of memory that the response used when it was sent; 0 if none was sent.
  func receive(_ delivery: LayoutDelivery, in time: JobTime) -> Int
  /// Receives the failure.
  func fail(_ failure: LayoutFailure)
  /// Called when the work is cancelled because nobody waits.
  func leave()
}

extension LayoutWaiter {
  var dependent: LayoutID? { nil }
  func leave() {}
}
