import LayoutEngine
import Synchronization

/// Layouts by id: the stored ones, bounded by bytes, and those that are being fetched or computed,
/// each once however many requests wait for it.
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
    /// Requests that wait for the store of documents.
    var waitingForStore = 0
  }

  /// Who hears of stored layouts that are used, and how often.
  struct UseReports: Sendable {
    /// Nanoseconds between two reports of one layout.
    var interval: UInt64
    /// Called with the time, under no lock of the cache's.
    var report: @Sendable (StoredLayout, _ now: UInt64) -> Void
  }

  /// Whether a waiter still waits, by itself or since someone wants another layout; called under the
  /// cache's lock.
  typealias WaiterCheck = @Sendable (Waiter, _ isWanted: (LayoutID) -> Bool) -> Bool

  /// What event loops look layouts up in: held for some numbers only.
  let state: Mutex<State>
  /// What the stored layouts take together.
  ///
  /// Taken by workers only, before `state`: counting the parts of 100,000 sections takes milliseconds,
  /// which no lookup must wait for.
  private let parts = Mutex(HeldParts())
  /// Bytes that stored layouts may hold.
  private let budget: Int
  let isWaiting: WaiterCheck
  /// Nanoseconds between two reports of one layout's use; a number by itself, since the closure beside it
  /// costs a hit 10 ns to read.
  let useInterval: UInt64
  private let uses: UseReports?

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - budget: bytes that stored layouts may hold; 0 stores none.
  ///   - uses: hears of the use of layouts that were stored with a `due`.
  ///   - isWaiting: whether a waiter still waits.
  init(budget: Int, uses: UseReports? = nil, isWaiting: @escaping WaiterCheck) {
    state = Mutex(State(stored: LRUCache(budget: budget)))
    self.budget = budget
    self.uses = uses
    useInterval = uses?.interval ?? 0
    self.isWaiting = isWaiting
  }

  // MARK: What is stored

  /// The stored layout of the id.
  ///
  /// - Parameter now: the time, for reports of uses; 0 makes none.
  /// - Complexity: O(1), under one short lock.
  func layout(_ id: LayoutID, at now: UInt64 = 0) -> StoredLayout? {
    var isDue = false
    let layout = state.withLock { state in
      guard let layout = state.layout(id, at: now, useInterval, &isDue) else {
        state.figures.misses += 1
        return nil as StoredLayout?
      }
      return layout
    }
    if isDue, let layout { report(layout, now) }
    return layout
  }

  /// Makes the id's layout the one most recently used, for a response that is kept ready.
  ///
  /// - Returns: false if the layout is not stored: nothing is counted then.
  /// - Complexity: O(1), under one short lock.
  func use(_ id: LayoutID, at now: UInt64 = 0) -> Bool {
    var due: StoredLayout?
    let isStored = state.withLock { state in
      guard let place = state.stored.use(id) else { return false }
      state.figures.hits += 1
      if state.stored.isDue(place, at: now, interval: useInterval) {
        due = state.stored.value(at: place)
      }
      return true
    }
    if let due { report(due, now) }
    return isStored
  }

  /// Reports the use of a layout.
  func report(_ layout: StoredLayout, _ now: UInt64) { uses?.report(layout, now) }

  /// Whether a layout of the id is stored.
  func contains(_ id: LayoutID) -> Bool {
    state.withLock { $0.stored.contains(id) }
  }

  /// Whether a chain of versions as large takes no more of the budget than one layout may.
  func isSmall(_ layout: StoredLayout) -> Bool {
    layout.sizeInCache <= budget / StoredLayout.cacheShare / Ancestry.maxLinks
  }

  // MARK: Computing

  /// Looks up a layout whose document the caller has.
  ///
  /// One that is only being fetched is taken over: all who wait for it come along, and the fetch is
  /// over. One whose document is on its way to the store is waited for until it is there.
  ///
  /// - Parameters:
  ///   - keeps: whether the document is to be kept in the store; it is where one of all who wait
  ///     wants it.
  ///   - waiter: makes the one who waits where the layout is not stored; called under the cache's
  ///     lock.
  func begin(
    _ id: LayoutID, at now: UInt64 = 0, keeps: Bool = true, _ waiter: () -> Waiter
  ) -> Outcome {
    var isDue = false
    let outcome: Outcome = state.withLock { state in
      if keeps, !state.keeping.isEmpty, state.keeping[id] != nil {
        state.keeping[id]?.append(waiter())
        state.figures.collapsed += 1
        return .joined
      }
      if let layout = state.layout(id, at: now, useInterval, &isDue) { return .stored(layout) }
      guard let work = state.work[id] else {
        state.work[id] = Work(waiters: [waiter()], keeps: keeps)
        state.figures.misses += 1
        return .computes
      }
      if keeps { state.work[id]?.keeps = true }
      guard work.fetch != nil else {
        state.work[id]?.waiters.append(waiter())
        state.figures.collapsed += 1
        return .joined
      }
      // It begins the computation, the others share it.
      state.work[id]?.waiters.insert(waiter(), at: 0)
      state.endFetch(id)
      state.figures.misses += 1
      return .computes
    }
    if isDue, case .stored(let layout) = outcome { report(layout, now) }
    return outcome
  }

  /// Whether anyone still waits for a layout that is being fetched or computed.
  func isWanted(_ id: LayoutID) -> Bool {
    state.withLock { $0.isWanted(id, isWaiting) }
  }

  /// Cancels a computation, unless someone has begun to wait for it meanwhile.
  ///
  /// - Returns: those who waited and have left; nil if someone waits.
  func cancel(_ id: LayoutID) -> [Waiter]? {
    state.withLock { state in
      state.isWanted(id, isWaiting) ? nil : state.end(id)
    }
  }

  /// Ends a computation that failed, or could not begin.
  ///
  /// - Returns: those who wait.
  func fail(_ id: LayoutID) -> [Waiter] {
    state.withLock { $0.end(id) }
  }

  /// Ends a computation and stores its layout, if it takes no more than its part of the budget.
  ///
  /// - Parameters:
  ///   - due: from when on its uses are reported.
  ///   - isPassed: whether those who wait are to have it without its being stored.
  /// - Returns: those who wait, in the order in which they came, and what became of the layout:
  ///   `stored`, `tooLarge`, or `passed` where it was, or without a budget.
  func finish(
    _ id: LayoutID, _ layout: StoredLayout, due: UInt64 = .max,
    isPassed: ([Waiter]) -> Bool = { _ in false }
  ) -> (waiters: [Waiter], origin: LayoutOrigin) {
    let passed = state.withLock { state in
      isPassed(state.work[id]?.waiters ?? []) ? state.end(id) : nil
    }
    if let passed { return (passed, .passed) }
    let (waiters, origin) = store(id, layout, due: due) { $0.end(id) }
    return (waiters, origin)
  }

  /// Ends a computation as `finish` does, but for its waiters: they wait until its document is kept
  /// (`kept`).
  ///
  /// - Returns: those who wait, where none of them lets the document be kept; else nil.
  func finishBeforeKeeping(
    _ id: LayoutID, _ layout: StoredLayout
  ) -> (waiters: [Waiter]?, origin: LayoutOrigin) {
    let (waiters, origin) = store(id, layout, due: .max) { state -> [Waiter]? in
      guard state.work[id]?.keeps ?? true else { return state.end(id) }
      state.keeping[id, default: []] += state.end(id)
      return nil
    }
    return (waiters, origin)
  }

  /// - Parameter end: ends the work on the layout, at the moment when it is stored.
  private func store<Ended: Sendable>(
    _ id: LayoutID, _ layout: StoredLayout, due: UInt64,
    _ end: @Sendable (inout State) -> Ended
  ) -> (Ended, LayoutOrigin) {
    guard layout.sizeInCache <= budget / StoredLayout.cacheShare else {
      return (state.withLock { end(&$0) }, budget > 0 ? .tooLarge : .passed)
    }
    // Evicted layouts are freed after the locks have been released: that of a million items takes
    // milliseconds.
    var evicted: [StoredLayout] = []
    let ended = parts.withLock { parts in
      let cost = parts.hold(layout)
      while parts.byteCount > budget, let oldest = state.withLock({ $0.stored.removeOldest() }) {
        parts.release(oldest)
        evicted.append(oldest)
      }
      let (ended, former) = state.withLock { state in
        (end(&state), state.stored.insert(layout, for: id, cost: cost, due: due))
      }
      if let former {
        parts.release(former)
        evicted.append(former)
      }
      state.withLock { state in
        state.figures.evictions += evicted.count
        state.figures.bytes = parts.byteCount
      }
      return ended
    }
    evicted.removeAll()
    return (ended, .stored)
  }

  // MARK: Figures

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
      figures.computing = state.work.count
      figures.waitingForStore =
        state.keeping.values.reduce(0) { $0 + $1.count }
        + (state.fetches.count == 0
          ? 0 : state.work.values.reduce(0) { $0 + ($1.place == nil ? 0 : $1.waiters.count) })
      return figures
    }
  }
}
