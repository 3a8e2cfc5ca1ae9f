import HTTPMessage
import Synchronization

extension LayoutCache {
  /// The result of requesting a layout whose document may be in the store.
  enum FetchOutcome {
    /// The layout is cached; the waiter was not added.
    case stored(StoredLayout)
    /// The layout is being fetched or computed already; the waiter shares the result.
    case joined
    /// The caller must fetch the document, and call `fetched`, `missing` or `cancel`.
    ///
    /// The other waiters belong to a fetch that was refused in favour of this one: the caller must fail them
    /// with `tooManyFetches`.
    case fetches(FetchTicket, insteadOf: [Waiter])
    /// Too many fetches wait, and no client has more of them than the caller's; the waiter was not added.
    case refused
  }

  /// Looks up a layout whose document only the store may have.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of fetches at once; nil if another fetch needs the layout, which is
  ///     not counted.
  ///   - client: the client to whom the fetch counts; called under the cache's lock.
  ///   - waiter: makes the waiter; called under the cache's lock.
  func beginFetch(
    _ id: LayoutID, at now: UInt64 = 0, limit: Int?, for client: () -> HTTPClient,
    _ waiter: () -> Waiter
  ) -> FetchOutcome {
    var isDue = false
    let outcome: FetchOutcome = state.withLock { state in
      if let layout = state.layout(id, at: now, useInterval, &isDue) { return .stored(layout) }
      if state.keeping[id] != nil {
        // The layout was too large to be cached; its document is on its way to the store.
        state.keeping[id]?.append(waiter())
        state.figures.collapsed += 1
        return .joined
      }
      if let work = state.work[id] {
        state.work[id]?.waiters.append(waiter())
        state.figures.collapsed += 1
        guard work.fetch != nil else { return .joined }
        let client = client()
        state.work[id]?.note(client)
        if let place = work.place, let moved = state.fetches.advance(place, for: client) {
          state.work[id]?.place = moved
        }
        return .joined
      }
      state.figures.misses += 1
      var others: [Waiter] = []
      var place: ClientLanes<LayoutID>.Place?
      let client = client()
      if let limit {
        if state.fetches.count >= limit {
          guard let other = state.fetches.givingWay(to: client) else { return .refused }
          others = state.end(other)
        }
        place = state.fetches.append(id, of: client)
      }
      state.lastFetch += 1
      state.work[id] = Work(
        waiters: [waiter()], fetch: state.lastFetch, place: place, keeps: false)
      state.work[id]?.note(client)
      return .fetches(FetchTicket(id: id, number: state.lastFetch), insteadOf: others)
    }
    if isDue, case .stored(let layout) = outcome { report(layout, now) }
    return outcome
  }

  /// Returns some of the clients that requested a layout while only the store might have its document.
  func clients(of id: LayoutID) -> [HTTPClient] {
    state.withLock { $0.work[id]?.clients ?? [] }
  }

  /// Returns whether a fetch is still open: no request with the document has taken it over.
  func isOpen(_ ticket: FetchTicket) -> Bool {
    state.withLock { $0.isOpen(ticket) }
  }

  /// Ends a fetch that has everything the layout is computed from.
  ///
  /// - Returns: true if the caller must compute the layout, and call `finish`, `fail` or `cancel`; false if a
  ///   request that had the document earlier does.
  func fetched(_ ticket: FetchTicket) -> Bool {
    state.withLock { state in
      guard state.isOpen(ticket) else { return false }
      state.endFetch(ticket.id)
      return true
    }
  }

  /// Ends a fetch that found nothing, or failed.
  ///
  /// - Returns: the waiters; none if a request with the document has taken the fetch over.
  func missing(_ ticket: FetchTicket) -> [Waiter] {
    state.withLock { $0.isOpen(ticket) ? $0.end(ticket.id) : [] }
  }

  /// Cancels a fetch, unless a request has joined it meanwhile.
  ///
  /// - Returns: the waiters, which have all left; none if the fetch was taken over; nil if somebody waits.
  func cancel(_ ticket: FetchTicket) -> [Waiter]? {
    state.withLock { state in
      guard state.isOpen(ticket) else { return [] }
      return state.isWanted(ticket.id, isWaiting) ? nil : state.end(ticket.id)
    }
  }

  /// Adds a waiter for the writing of a cached layout's document to the store.
  ///
  /// - Returns: true if the caller must have the document written, and call `kept`; false if that is in
  ///   progress.
  func beginKeeping(_ id: LayoutID, _ waiter: () -> Waiter) -> Bool {
    state.withLock { state in
      let isFirst = state.keeping[id] == nil
      state.keeping[id, default: []].append(waiter())
      return isFirst
    }
  }

  /// Adds a waiter for the writing of a layout's document to the store, if that is in progress.
  ///
  /// - Returns: false if it is not; then the waiter was not added.
  func joinKeeping(_ id: LayoutID, _ waiter: () -> Waiter) -> Bool {
    state.withLock { state in
      guard state.keeping[id] != nil else { return false }
      state.keeping[id]?.append(waiter())
      return true
    }
  }

  /// Ends the writing of a document to the store, whatever the result.
  ///
  /// - Parameter due: the time from which uses of the layout are reported.
  /// - Returns: the waiters.
  func kept(_ id: LayoutID, due: UInt64) -> [Waiter] {
    state.withLock { state in
      state.stored.setDue(due, for: id)
      return state.keeping.removeValue(forKey: id) ?? []
    }
  }
}
