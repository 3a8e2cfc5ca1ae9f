import LayoutEngine
import Synchronization

/// Layouts by id: the stored ones, bounded by bytes, and those that are being computed, each once
/// however many requests wait for it.
///
/// A layout that is given up while someone still uses it lives until they are done: layouts are
/// values.
final class LayoutCache<Waiter: Sendable>: Sendable {
  /// What becomes of a request for a layout.
  enum Outcome {
    /// The layout is stored; the waiter was not taken.
    case stored(StoredLayout)
    /// It is being computed already; the waiter gets it with the others.
    case joined
    /// The caller must compute it, and call `finish`, `fail` or `cancel`.
    case computes
  }

  /// What the cache has done so far and what it holds.
  struct Figures: Sendable, Equatable {
    var hits = 0
    var misses = 0
    var collapsed = 0
    var evictions = 0
    var bytes = 0
    var entries = 0
    var computing = 0
  }

  private struct State {
    var stored: LRUCache<LayoutID, StoredLayout>
    var computing: [LayoutID: [Waiter]] = [:]
    var figures = Figures()
  }

  /// What event loops look layouts up in: held for some numbers only.
  private let state: Mutex<State>
  /// What the stored layouts take together.
  ///
  /// Taken by workers only, before `state`: counting the parts of 100,000 sections takes milliseconds,
  /// which no lookup must wait for.
  private let parts = Mutex(HeldParts())
  /// Bytes that stored layouts may hold.
  private let budget: Int
  private let isWaiting: @Sendable (Waiter) -> Bool

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - budget: bytes that stored layouts may hold; 0 stores none.
  ///   - isWaiting: whether a waiter still waits. Called under the cache's lock.
  init(budget: Int, isWaiting: @escaping @Sendable (Waiter) -> Bool) {
    state = Mutex(State(stored: LRUCache(budget: budget)))
    self.budget = budget
    self.isWaiting = isWaiting
  }

  /// The stored layout of the id.
  ///
  /// - Complexity: O(1), under one short lock.
  func layout(_ id: LayoutID) -> StoredLayout? {
    state.withLock { state in
      guard let layout = state.stored.value(for: id) else {
        state.figures.misses += 1
        return nil
      }
      state.figures.hits += 1
      return layout
    }
  }

  /// Makes the id's layout the one most recently used, for a response that is kept ready.
  ///
  /// - Returns: false where the layout is not stored: nothing is counted then.
  /// - Complexity: O(1), under one short lock.
  func use(_ id: LayoutID) -> Bool {
    state.withLock { state in
      guard state.stored.use(id) else { return false }
      state.figures.hits += 1
      return true
    }
  }

  /// Whether a layout of the id is stored.
  func contains(_ id: LayoutID) -> Bool {
    state.withLock { $0.stored.contains(id) }
  }

  /// Looks up a layout whose document the caller has.
  ///
  /// - Parameter waiter: makes the one who waits where the layout is not stored; called under the
  ///   cache's lock.
  func begin(_ id: LayoutID, _ waiter: () -> Waiter) -> Outcome {
    state.withLock { state in
      if let layout = state.stored.value(for: id) {
        state.figures.hits += 1
        return .stored(layout)
      }
      if state.computing[id] != nil {
        state.computing[id]?.append(waiter())
        state.figures.collapsed += 1
        return .joined
      }
      state.computing[id] = [waiter()]
      state.figures.misses += 1
      return .computes
    }
  }

  /// Whether anyone still waits for a layout that is being computed.
  func isWanted(_ id: LayoutID) -> Bool {
    state.withLock { state in
      state.computing[id]?.contains(where: isWaiting) ?? false
    }
  }

  /// Cancels a computation, unless someone has begun to wait for it meanwhile.
  ///
  /// - Returns: whether it is cancelled; all who waited have left.
  func cancel(_ id: LayoutID) -> Bool {
    state.withLock { state in
      if state.computing[id]?.contains(where: isWaiting) ?? false { return false }
      state.computing[id] = nil
      return true
    }
  }

  /// Ends a computation that failed, or could not begin.
  ///
  /// - Returns: those who wait.
  func fail(_ id: LayoutID) -> [Waiter] {
    state.withLock { $0.computing.removeValue(forKey: id) ?? [] }
  }

  /// Ends a computation and stores its layout, if it takes no more than its part of the budget.
  ///
  /// - Returns: those who wait, in the order in which they came, and what became of the layout:
  ///   `stored`, `tooLarge`, or `passed` without a budget.
  func finish(_ id: LayoutID, _ layout: StoredLayout) -> (waiters: [Waiter], origin: LayoutOrigin) {
    let most = layout.byteCount + StoredLayout.overhead
    guard most <= budget / StoredLayout.cacheShare else {
      return (fail(id), budget > 0 ? .tooLarge : .passed)
    }
    // Evicted layouts are freed after the locks have been released: that of a million items takes
    // milliseconds.
    var evicted: [StoredLayout] = []
    let waiters = parts.withLock { parts in
      let cost = parts.hold(layout)
      while parts.byteCount > budget, let oldest = state.withLock({ $0.stored.removeOldest() }) {
        parts.release(oldest)
        evicted.append(oldest)
      }
      let (waiters, former) = state.withLock { state in
        (
          state.computing.removeValue(forKey: id) ?? [],
          state.stored.insert(layout, for: id, cost: cost)
        )
      }
      if let former {
        parts.release(former)
        evicted.append(former)
      }
      state.withLock { state in
        state.figures.evictions += evicted.count
        state.figures.bytes = parts.byteCount
      }
      return waiters
    }
    evicted.removeAll()
    return (waiters, .stored)
  }

  /// Bytes that stored layouts hold, each part counted once, and those that they would hold if they
  /// shared nothing.
  ///
  /// Not for event loops: it waits for workers that are storing a layout.
  var heldBytes: (once: Int, unshared: Int) {
    parts.withLock { ($0.byteCount, $0.unsharedByteCount) }
  }

  /// What the cache has done so far and what it holds.
  var figures: Figures {
    state.withLock { state in
      var figures = state.figures
      figures.entries = state.stored.count
      figures.computing = state.computing.count
      return figures
    }
  }
}
