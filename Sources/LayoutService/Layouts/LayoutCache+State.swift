extension LayoutCache {
  /// A layout that is being fetched or computed.
  struct Work {
    var waiters: [Waiter]
    /// The fetch's number; nil where the layout is being computed.
    var fetch: Int?
    /// Whether its document is to be kept in the store.
    var keeps = true
  }

  struct State {
    var stored: LRUCache<LayoutID, StoredLayout>
    var work: [LayoutID: Work] = [:]
    /// Who waits until a layout's document is kept in the store.
    var keeping: [LayoutID: [Waiter]] = [:]
    /// How many layouts are being fetched.
    var fetchCount = 0
    /// The number of the fetch begun last.
    var lastFetch = 0
    var figures = Figures()

    init(stored: LRUCache<LayoutID, StoredLayout>) {
      self.stored = stored
    }

    /// A stored layout, which is used.
    mutating func layout(
      _ id: LayoutID, at now: UInt64, _ interval: UInt64, _ isDue: inout Bool
    ) -> StoredLayout? {
      guard let place = stored.use(id) else { return nil }
      figures.hits += 1
      isDue = stored.isDue(place, at: now, interval: interval)
      return stored.value(at: place)
    }

    func isWanted(_ id: LayoutID, _ isWaiting: (Waiter) -> Bool) -> Bool {
      work[id]?.waiters.contains(where: isWaiting) ?? false
    }

    func isOpen(_ ticket: FetchTicket) -> Bool { work[ticket.id]?.fetch == ticket.number }

    /// Ends the work on a layout.
    mutating func end(_ id: LayoutID) -> [Waiter] {
      guard let work = work.removeValue(forKey: id) else { return [] }
      if work.fetch != nil { fetchCount -= 1 }
      return work.waiters
    }
  }
}

/// Which fetch of a layout's document it is.
struct FetchTicket: Sendable {
  let id: LayoutID
  let number: Int
}
