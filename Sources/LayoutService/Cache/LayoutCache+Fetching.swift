import HTTPMessage
import Synchronization

extension LayoutCache {
  /// What becomes of a request for a layout whose document may be in the store.
  enum FetchOutcome {
    /// The layout is stored; the waiter was not taken.
    case stored(StoredLayout)
    /// It is being fetched or computed already; the waiter gets it with the others.
    case joined
    /// The caller must fetch its document, and call `fetched`, `missing` or `cancel`.
    ///
    /// It must tell the others, who wait for a fetch that has given way, that too many fetches wait.
    case fetches(FetchTicket, insteadOf: [Waiter])
    /// Too many fetches wait, and no client has more of them than the caller's; the waiter was not taken.
    case refused
  }

  /// Looks up a layout that only the store may have the document of.
  ///
  /// - Parameters:
  ///   - limit: the most layouts that are fetched at once; nil for one that another fetch needs, which is
  ///     not counted.
  ///   - client: whom the fetch is counted to; called under the cache's lock.
  ///   - waiter: makes the one who waits; called under the cache's lock.
  func beginFetch(
    _ id: LayoutID, at now: UInt64 = 0, limit: Int?, for client: () -> HTTPClient,
    _ waiter: () -> Waiter
  ) -> FetchOutcome {
    var isDue = false
    let outcome: FetchOutcome = state.withLock { state in
      if let layout = state.layout(id, at: now, useInterval, &isDue) { return .stored(layout) }
      if state.keeping[id] != nil {
        // It was too large to be stored here; its document is on its way to the store.
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

  /// The clients, a few of them, that asked for a layout while only the store might have its document.
  func clients(of id: LayoutID) -> [HTTPClient] {
    state.withLock { $0.work[id]?.clients ?? [] }
  }

  /// Whether a fetch has not been taken over by someone who has the document.
  func isOpen(_ ticket: FetchTicket) -> Bool {
    state.withLock { $0.isOpen(ticket) }
  }

  /// Ends a fetch that has all that the layout is made of.
  ///
  /// - Returns: whether the caller must compute the layout, and call `finish`, `fail` or `cancel`;
  ///   else another one does, who had the document earlier.
  func fetched(_ ticket: FetchTicket) -> Bool {
    state.withLock { state in
      guard state.isOpen(ticket) else { return false }
      state.endFetch(ticket.id)
      return true
    }
  }

  /// Ends a fetch that found nothing, or failed.
  ///
  /// - Returns: those who wait; none where someone who has the document has taken over.
  func missing(_ ticket: FetchTicket) -> [Waiter] {
    state.withLock { $0.isOpen(ticket) ? $0.end(ticket.id) : [] }
  }

  /// Cancels a fetch, unless someone has begun to wait for it meanwhile.
  ///
  /// - Returns: those who waited and have left, none where it was taken over; nil if someone waits.
  func cancel(_ ticket: FetchTicket) -> [Waiter]? {
    state.withLock { state in
      guard state.isOpen(ticket) else { return [] }
      return state.isWanted(ticket.id, isWaiting) ? nil : state.end(ticket.id)
    }
  }

  /// Waits until a stored layout's document is kept.
  ///
  /// - Returns: whether the caller must have it kept, and call `kept`; else that is being done.
  func beginKeeping(_ id: LayoutID, _ waiter: () -> Waiter) -> Bool {
    state.withLock { state in
      let isFirst = state.keeping[id] == nil
      state.keeping[id, default: []].append(waiter())
      return isFirst
    }
  }

  /// Waits until a layout's document is kept, where it is on its way to the store.
  ///
  /// - Returns: false if it is not; the waiter was not taken.
  func joinKeeping(_ id: LayoutID, _ waiter: () -> Waiter) -> Bool {
    state.withLock { state in
      guard state.keeping[id] != nil else { return false }
      state.keeping[id]?.append(waiter())
      return true
    }
  }

  /// Ends the keeping of a document, whatever came of it.
  ///
  /// - Parameter due: from when on the layout's uses are reported.
  /// - Returns: those who wait for it.
  func kept(_ id: LayoutID, due: UInt64) -> [Waiter] {
    state.withLock { state in
      state.stored.setDue(due, for: id)
      return state.keeping.removeValue(forKey: id) ?? []
    }
  }
}
