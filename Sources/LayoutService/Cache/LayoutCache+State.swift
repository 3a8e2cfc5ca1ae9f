import HTTPMessage

extension LayoutCache {
  /// A layout that is being fetched or computed.
  struct Work {
    var waiters: [Waiter]
    /// The fetch's number; nil if the layout is being computed.
    var fetch: Int?
    /// Its place among the fetches that are limited; nil if it is none of them.
    var place: ClientLanes<LayoutID>.Place?
    /// Whether its document is to be kept in the store.
    var keeps = true
    /// The clients that asked for it while only the store might have its document; a few of them.
    private(set) var clients: [HTTPClient] = []

    /// Notes a client that asks for it.
    ///
    /// - Complexity: O(`FetchTicket.mostClients`).
    mutating func note(_ client: HTTPClient) {
      guard clients.count < FetchTicket.mostClients, !clients.contains(client) else { return }
      clients.append(client)
    }
  }

  struct State {
    var stored: LRUCache<LayoutID, StoredLayout>
    var work: [LayoutID: Work] = [:]
    /// Who waits until a layout's document is kept in the store.
    var keeping: [LayoutID: [Waiter]] = [:]
    /// The layouts that are being fetched for requests, by the clients that they are counted to.
    var fetches = ClientLanes<LayoutID>()
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

    /// Whether anyone waits for a layout, or for one that is made of it; also where that is not found
    /// among the first layouts that are looked at.
    ///
    /// - Complexity: O(waiters); of a version also those of all that are made of it.
    func isWanted(_ id: LayoutID, _ isWaiting: @escaping WaiterCheck) -> Bool {
      var left = Self.maxVisits
      func visit(_ id: LayoutID) -> Bool {
        left -= 1
        guard left >= 0 else { return true }
        return work[id]?.waiters.contains { isWaiting($0, visit) } ?? false
      }
      return visit(id)
    }

    /// Two chains of updates: chains that join others may be so long that looking at all of them takes
    /// milliseconds, and more stack than there is.
    private static var maxVisits: Int { 2 * Ancestry.maxLinks }

    func isOpen(_ ticket: FetchTicket) -> Bool { work[ticket.id]?.fetch == ticket.number }

    /// Ends the work on a layout.
    mutating func end(_ id: LayoutID) -> [Waiter] {
      endFetch(id)
      return work.removeValue(forKey: id)?.waiters ?? []
    }

    /// Ends the fetch of a layout, if it is one that is being fetched; work on it goes on.
    mutating func endFetch(_ id: LayoutID) {
      guard let ended = work[id], ended.fetch != nil else { return }
      work[id]?.fetch = nil
      work[id]?.place = nil
      if let place = ended.place { _ = fetches.remove(place) }
    }
  }
}

/// Which fetch of a layout's document it is.
struct FetchTicket: Sendable {
  /// The most clients whose waiting jobs are compared to decide whose turn a job of the fetch takes.
  static let mostClients = 16

  let id: LayoutID
  let number: Int
}
