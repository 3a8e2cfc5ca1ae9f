import LayoutAPI
import LayoutEngine
import Synchronization

/// Layouts by id: the cached ones, limited by bytes, and those being fetched or computed.
///
/// Each layout is fetched or computed once, however many requests wait for it. A layout that is evicted while
/// requests use it is freed when the last of them releases it.
final class LayoutCache<Waiter: Sendable>: Sendable {
  /// The result of requesting a layout.
  enum Outcome {
    /// The layout is cached; the waiter was not added.
    case stored(StoredLayout)
    /// The layout is being computed already; the waiter shares the result.
    case joined
    /// The caller must compute the layout, and then call `finish`, `fail` or `cancel`.
    case computes
  }

  /// The cache's counters since the start, and its present contents.
  struct Figures: Sendable, Equatable {
    var hits = 0
    var misses = 0
    var collapsed = 0
    var evictions = 0
    var bytes = 0
    var entries = 0
    var computing = 0
    /// The number of requests that wait for the store.
    var waitingForStore = 0
  }

  /// The receiver of reports that cached layouts are used, and the interval of these reports.
  struct UseReports: Sendable {
    /// The minimum nanoseconds between two reports of one layout.
    var interval: UInt64
    /// Called when a cached layout is used, at most once per `interval` for each layout; the cache holds no
    /// lock during the call.
    var report: @Sendable (StoredLayout, _ now: UInt64) -> Void
  }

  /// Returns whether a waiter still waits; called under the cache's lock.
  ///
  /// A waiter that needs its layout only for another layout waits while `isWanted` returns true for that
  /// layout.
  typealias WaiterCheck = @Sendable (Waiter, _ isWanted: (LayoutID) -> Bool) -> Bool

  /// The state in which event loops look layouts up; its lock is held only briefly.
  let state: Mutex<State>
  /// The bytes of the cached layouts, with those of shared parts counted once.
  ///
  /// Workers lock it, and always before `state`: counting the parts of 100,000 sections takes milliseconds,
  /// which no lookup must wait for.
  private let parts = Mutex(MemoryLedger())
  /// The maximum bytes of cached layouts.
  private let budget: Int
  let isWaiting: WaiterCheck
  /// The interval of `uses`; 0 if there are no reports.
  ///
  /// Stored a second time, because reading it together with the closure in `uses` costs a hit 10 ns.
  let useInterval: UInt64
  private let uses: UseReports?

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - budget: the maximum bytes of cached layouts; 0 caches none.
  ///   - uses: receives the uses of layouts that were cached with a `due` (`finish`); nil reports none.
  ///   - isWaiting: returns whether a waiter still waits.
  init(budget: Int, uses: UseReports? = nil, isWaiting: @escaping WaiterCheck) {
    state = Mutex(State(stored: LRUCache(budget: budget)))
    self.budget = budget
    self.uses = uses
    useInterval = uses?.interval ?? 0
    self.isWaiting = isWaiting
  }

  // MARK: Cached layouts

  /// Returns the cached layout of an id; nil if it is not cached.
  ///
  /// - Parameter now: the present time, for reports of uses; 0 reports none.
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

  /// Records the use of a layout, and makes it the most recently used one.
  ///
  /// For a response that is cached as bytes and needs no layout.
  ///
  /// - Returns: false if the layout is not cached; then nothing is counted.
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

  /// Passes the use of a layout to `uses`; the caller must hold none of the cache's locks.
  func report(_ layout: StoredLayout, _ now: UInt64) { uses?.report(layout, now) }

  /// Returns whether the layout of an id is cached.
  func contains(_ id: LayoutID) -> Bool {
    state.withLock { $0.stored.contains(id) }
  }

  /// Returns whether `UpdateHistory.maxLinks` layouts of this size take at most the bytes that one layout may.
  func isSmall(_ layout: StoredLayout) -> Bool {
    layout.sizeInCache <= budget / StoredLayout.cacheShare / UpdateHistory.maxLinks
  }

  // MARK: Computing

  /// Looks up a layout whose document the caller has.
  ///
  /// If the layout is being fetched, the caller's computation replaces the fetch and inherits its waiters. If
  /// `keeps` is true and the document is being written to the store, the waiter waits for that.
  ///
  /// - Parameters:
  ///   - now: the present time, for reports of uses; 0 reports none.
  ///   - keeps: whether the document is to be written to the store; it is written if one of the layout's
  ///     waiters passed true.
  ///   - waiter: makes the waiter if the layout is not cached; called under the cache's lock.
  func begin(
    _ id: LayoutID, at now: UInt64 = 0, keeps: Bool = true, _ waiter: () -> Waiter
  ) -> Outcome {
    var isDue = false
    let outcome: Outcome = state.withLock { state in
      if keeps, !state.persisting.isEmpty, state.persisting[id] != nil {
        state.persisting[id]?.append(waiter())
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
      // This waiter begins the computation; the others share it.
      state.work[id]?.waiters.insert(waiter(), at: 0)
      state.endFetch(id)
      state.figures.misses += 1
      return .computes
    }
    if isDue, case .stored(let layout) = outcome { report(layout, now) }
    return outcome
  }

  /// Returns whether anyone still waits for a layout that is being fetched or computed.
  func isWanted(_ id: LayoutID) -> Bool {
    state.withLock { $0.isWanted(id, isWaiting) }
  }

  /// Cancels a computation, unless a request has joined it meanwhile.
  ///
  /// - Returns: the waiters, which have all left; nil if somebody waits, so that the computation was not
  ///   cancelled.
  func cancel(_ id: LayoutID) -> [Waiter]? {
    state.withLock { state in
      state.isWanted(id, isWaiting) ? nil : state.end(id)
    }
  }

  /// Ends a computation that failed, or could not begin.
  ///
  /// - Returns: the waiters.
  func fail(_ id: LayoutID) -> [Waiter] {
    state.withLock { $0.end(id) }
  }

  /// Ends a computation, and caches its layout if it takes at most one layout's share of the budget.
  ///
  /// - Parameters:
  ///   - due: the time from which uses of the layout are reported.
  ///   - ticket: the fetch that found the layout's text; if the layout was deleted since, it is not cached, and
  ///     there are no waiters. nil if a request brought the text.
  ///   - isPassed: receives the waiters, and returns whether they get the layout without its being cached.
  /// - Returns: the waiters in the order of their arrival, and the outcome: `stored`, `tooLarge`, or `passed`
  ///   if `isPassed` returned true or the budget is 0.
  func finish(
    _ id: LayoutID, _ layout: StoredLayout, due: UInt64 = .max, of ticket: FetchTicket? = nil,
    isPassed: ([Waiter]) -> Bool = { _ in false }
  ) -> (waiters: [Waiter], outcome: CacheOutcome) {
    let isCurrent = { @Sendable (state: borrowing State) in
      ticket.map { state.isComputing($0) } ?? true
    }
    let passed: [Waiter]? = state.withLock { state in
      guard isCurrent(state) else { return [] }
      return isPassed(state.work[id]?.waiters ?? []) ? state.end(id) : nil
    }
    if let passed { return (passed, .passed) }
    let (waiters, outcome) = store(id, layout, due: due) { state in
      isCurrent(state) ? state.end(id) : nil
    }
    return (waiters ?? [], waiters == nil ? .passed : outcome)
  }

  /// Ends a computation and caches its layout as `finish` does, but retains its waiters.
  ///
  /// They receive the layout after the document has been written to the store (`kept`).
  ///
  /// - Returns: the waiters, if none of them wants the document to be written; nil if the caller must write
  ///   it.
  func finishBeforePersisting(
    _ id: LayoutID, _ layout: StoredLayout
  ) -> (waiters: [Waiter]?, outcome: CacheOutcome) {
    let (waiters, outcome) = store(id, layout, due: .max) { state -> [Waiter]?? in
      guard state.work[id]?.keeps ?? true else { return state.end(id) }
      state.persisting[id, default: []] += state.end(id)
      return .some(nil)
    }
    return (waiters ?? nil, outcome)
  }

  /// Caches a layout if it is small enough, evicts others to free memory, and ends the work on it.
  ///
  /// - Parameter end: ends the work on the layout; called once, under the lock of `state`. It returns nil if
  ///   the layout must not be cached.
  private func store<Ended: Sendable>(
    _ id: LayoutID, _ layout: StoredLayout, due: UInt64,
    _ end: @Sendable (inout State) -> Ended?
  ) -> (Ended?, CacheOutcome) {
    guard layout.sizeInCache <= budget / StoredLayout.cacheShare else {
      return (state.withLock { end(&$0) }, budget > 0 ? .tooLarge : .passed)
    }
    // Evicted layouts are freed after the locks have been released: freeing one of a million items takes
    // milliseconds.
    var evicted: [StoredLayout] = []
    let ended = parts.withLock { parts in
      let cost = parts.hold(layout)
      while parts.byteCount > budget, let oldest = state.withLock({ $0.stored.removeOldest() }) {
        parts.release(oldest)
        evicted.append(oldest)
      }
      let (ended, former) = state.withLock { state -> (Ended?, StoredLayout?) in
        guard let ended = end(&state) else { return (nil, layout) }
        return (ended, state.stored.insert(layout, for: id, cost: cost, due: due))
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

  /// Removes a layout, and ends its fetch, or its computation from a fetched text.
  ///
  /// Not for event loops: it waits for workers that are caching a layout.
  ///
  /// - Returns: the waiters of the fetch, which the caller must fail.
  func remove(_ id: LayoutID) -> [Waiter] {
    // The layout is freed after the locks have been released.
    var removed: StoredLayout?
    let waiters = parts.withLock { parts in
      let (layout, waiters) = state.withLock { ($0.stored.remove(id), $0.endFetched(id)) }
      guard let layout else { return waiters }
      parts.release(layout)
      state.withLock { $0.figures.bytes = parts.byteCount }
      removed = layout
      return waiters
    }
    _ = consume removed
    return waiters
  }

  // MARK: Figures

  /// The bytes of cached layouts: `once` counts a shared part once, `unshared` once for each layout that has
  /// it.
  ///
  /// Not for event loops: it waits for workers that are caching a layout.
  var heldBytes: (once: Int, unshared: Int) {
    parts.withLock { ($0.byteCount, $0.unsharedByteCount) }
  }

  /// The cache's counters since the start, and its present contents.
  var figures: Figures {
    state.withLock { state in
      var figures = state.figures
      figures.entries = state.stored.count
      figures.computing = state.work.count
      figures.waitingForStore =
        state.persisting.values.reduce(0) { $0 + $1.count }
        + (state.fetches.count == 0
          ? 0 : state.work.values.reduce(0) { $0 + ($1.place == nil ? 0 : $1.waiters.count) })
      return figures
    }
  }
}
