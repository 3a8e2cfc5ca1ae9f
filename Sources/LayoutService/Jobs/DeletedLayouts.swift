import LayoutAPI
import Synchronization

/// The ids of the layouts that were deleted last, on this replica or on another one.
///
/// A listed id does not say that the layout is gone: its document may have been uploaded again. It says that
/// this replica must check before it responds from anything but the cached layout.
final class DeletedLayouts: Sendable {
  /// The maximum number of ids; all together take about 2 MiB.
  static let maxIDs = 16_384

  private struct State {
    var ids: Set<LayoutID> = []
    /// The ids in the order of their deletion; a new one replaces the oldest once there are `maxIDs`.
    var order: [LayoutID] = []
    /// The index in `order` of the next id to replace.
    var next = 0
  }

  private let state = Mutex(State())
  /// Whether the list has no ids, so that a service that deletes nothing takes no lock.
  private let isEmpty = Atomic<Bool>(true)

  /// Returns whether a layout is listed.
  ///
  /// - Complexity: O(1); without a lock if the list is empty.
  func contains(_ id: LayoutID) -> Bool {
    guard !isEmpty.load(ordering: .acquiring) else { return false }
    return state.withLock { $0.ids.contains(id) }
  }

  /// Adds a layout; the one that was added first leaves if there are `maxIDs`.
  ///
  /// - Complexity: amortised O(1).
  func insert(_ id: LayoutID) {
    state.withLock { state in
      guard state.ids.insert(id).inserted else { return }
      if state.order.count < Self.maxIDs {
        state.order.append(id)
      } else {
        state.ids.remove(state.order[state.next])
        state.order[state.next] = id
        state.next = (state.next + 1) % Self.maxIDs
      }
    }
    isEmpty.store(false, ordering: .releasing)
  }

  /// Removes a layout whose document was uploaded again.
  ///
  /// - Complexity: O(1).
  func remove(_ id: LayoutID) { _ = state.withLock { $0.ids.remove(id) } }
}
