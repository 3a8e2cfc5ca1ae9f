import HTTPMessage
import LayoutAPI
import Synchronization

extension LayoutCache {
  /// The result of requesting a layout whose document may be in the store.
  enum FetchOutcome {
    /// The layout is cached; the waiter was not added.
    case stored(StoredLayout)
    /// The layout is being fetched or computed already; the waiter shares the result.
    case joined
    /// The caller must fetch the document, and then call `fetched`, `missing` or `cancel`.
    ///
    /// `insteadOf` has the waiters of a fetch that was refused in favour of this one: the caller must fail
    /// them with `tooManyFetches`.
    case fetches(FetchTicket, insteadOf: [Waiter])
    /// `limit` fetches are in progress, and no other client has enough of them to refuse one in favour of the
    /// caller's (`FairQueue.givingWay`); the waiter was not added.
    case refused
  }

  /// Looks up a layout, or begins its fetch if it is not cached; the caller does not have its document.
  ///
  /// - Parameters:
  ///   - now: the present time, for reports of uses; 0 reports none.
  ///   - limit: the maximum number of fetches at once; nil if another fetch needs the layout: such a fetch is
  ///     not counted.
  ///   - client: returns the client to whom the fetch counts; called under the cache's lock.
  ///   - waiter: makes the waiter; called under the cache's lock.
  func beginFetch(
    _ id: LayoutID, at now: UInt64 = 0, limit: Int?, for client: () -> HTTPClient,
    _ waiter: () -> Waiter
  ) -> FetchOutcome {
    var isDue = false
    let outcome: FetchOutcome = state.withLock { state in
      if let layout = state.layout(id, at: now, useInterval, &isDue) { return .stored(layout) }
      if state.persisting[id] != nil {
        // The layout was too large to be cached; its document is on its way to the store.
        state.persisting[id]?.append(waiter())
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
      var place: FairQueue<LayoutID>.Place?
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

  /// Returns the first clients, at most `FetchTicket.maxClients`, that requested a layout while it was
  /// fetched.
  func clients(of id: LayoutID) -> [HTTPClient] {
    state.withLock { $0.work[id]?.clients ?? [] }
  }

  /// Returns whether a fetch is still in progress: it has not ended, and no request with the document has
  /// taken it over.
  func isOpen(_ ticket: FetchTicket) -> Bool {
    state.withLock { $0.isOpen(ticket) }
  }

  /// Ends a fetch that has found the document, or the update and its parent's layout.
  ///
  /// - Returns: true if the caller must compute the layout, and then call `finish`, `fail` or `cancel`; false
  ///   if a request with the document has taken the fetch over and computes the layout.
  func fetched(_ ticket: FetchTicket) -> Bool {
    state.withLock { state in
      guard state.isOpen(ticket) else { return false }
      state.endFetch(ticket.id)
      state.work[ticket.id]?.source = ticket.number
      return true
    }
  }

  /// Ends the computation of a layout that was fetched, unless the layout was deleted meanwhile.
  ///
  /// - Returns: the waiters.
  func fail(_ ticket: FetchTicket) -> [Waiter] {
    state.withLock { $0.isComputing(ticket) ? $0.end(ticket.id) : [] }
  }

  /// Ends a fetch that found nothing, or failed.
  ///
  /// - Returns: the waiters; none if a request with the document has taken the fetch over.
  func missing(_ ticket: FetchTicket) -> [Waiter] {
    state.withLock { $0.isOpen(ticket) ? $0.end(ticket.id) : [] }
  }

  /// Cancels a fetch, unless a request has joined it meanwhile.
  ///
  /// - Returns: the waiters, which have all left; an empty array if a request with the document has taken the
  ///   fetch over; nil if somebody waits, so that the fetch was not cancelled.
  func cancel(_ ticket: FetchTicket) -> [Waiter]? {
    state.withLock { state in
      guard state.isOpen(ticket) else { return [] }
      return state.isWanted(ticket.id, isWaiting) ? nil : state.end(ticket.id)
    }
  }

  /// Adds a waiter that receives a cached layout once its document has been written to the store.
  ///
  /// - Returns: true if the caller must write the document to the store, and then call `kept`; false if it is
  ///   being written already.
  func beginPersisting(_ id: LayoutID, _ waiter: () -> Waiter) -> Bool {
    state.withLock { state in
      let isFirst = state.persisting[id] == nil
      state.persisting[id, default: []].append(waiter())
      return isFirst
    }
  }

  /// Adds a waiter that receives a layout once its document has been written, if it is being written now.
  ///
  /// - Returns: false if the document is not being written to the store; then the waiter was not added.
  func joinPersisting(_ id: LayoutID, _ waiter: () -> Waiter) -> Bool {
    state.withLock { state in
      guard state.persisting[id] != nil else { return false }
      state.persisting[id]?.append(waiter())
      return true
    }
  }

  /// Records that writing a document to the store has ended, successfully or not.
  ///
  /// - Parameter due: the time from which uses of the layout are reported.
  /// - Returns: the waiters, to which the caller must deliver the layout.
  func kept(_ id: LayoutID, due: UInt64) -> [Waiter] {
    state.withLock { state in
      state.stored.setDue(due, for: id)
      return state.persisting.removeValue(forKey: id) ?? []
    }
  }
}
