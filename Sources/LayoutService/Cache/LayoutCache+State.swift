import HTTPMessage

extension LayoutCache {
  /// A layout that is being fetched or computed.
  struct Work {
    var waiters: [Waiter]
    /// The fetch's number; nil if the layout is being computed.
    var fetch: Int?
    /// The place among the limited fetches; nil if the work is not one of them.
    var place: ClientLanes<LayoutID>.Place?
    /// Whether the document is to be written to the store.
    var keeps = true
    /// Some of the clients that requested the layout while only the store might have its document.
    private(set) var clients: [HTTPClient] = []

    /// Records a client that requests the layout.
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
    /// The waiters for the writing of each layout's document to the store.
    var keeping: [LayoutID: [Waiter]] = [:]
    /// The layouts that are being fetched for requests, by the clients to whom the fetches count.
    var fetches = ClientLanes<LayoutID>()
    /// The number of the most recent fetch.
    var lastFetch = 0
    var figures = Figures()

    init(stored: LRUCache<LayoutID, StoredLayout>) {
      self.stored = stored
    }

    /// Returns a cached layout, and records its use.
    mutating func layout(
      _ id: LayoutID, at now: UInt64, _ interval: UInt64, _ isDue: inout Bool
    ) -> StoredLayout? {
      guard let place = stored.use(id) else { return nil }
      figures.hits += 1
      isDue = stored.isDue(place, at: now, interval: interval)
      return stored.value(at: place)
    }

    /// Returns whether anyone waits for a layout, or for a version derived from it.
    ///
    /// Also true if none of the first layouts that are visited has a waiter, and others are left.
    ///
    /// - Complexity: O(waiters), including those of all versions derived from the layout.
    func isWanted(_ id: LayoutID, _ isWaiting: @escaping WaiterCheck) -> Bool {
      var left = Self.maxVisits
      func visit(_ id: LayoutID) -> Bool {
        left -= 1
        guard left >= 0 else { return true }
        return work[id]?.waiters.contains { isWaiting($0, visit) } ?? false
      }
      return visit(id)
    }

    /// The length of two chains of updates.
    ///
    /// Chains that join others may be so long that visiting all layouts would take milliseconds, and overflow
    /// the stack.
    private static var maxVisits: Int { 2 * Ancestry.maxLinks }

    func isOpen(_ ticket: FetchTicket) -> Bool { work[ticket.id]?.fetch == ticket.number }

    /// Ends the work on a layout.
    mutating func end(_ id: LayoutID) -> [Waiter] {
      endFetch(id)
      return work.removeValue(forKey: id)?.waiters ?? []
    }

    /// Ends the fetch of a layout, if it is being fetched; its waiters stay.
    mutating func endFetch(_ id: LayoutID) {
      guard let ended = work[id], ended.fetch != nil else { return }
      work[id]?.fetch = nil
      work[id]?.place = nil
      if let place = ended.place { _ = fetches.remove(place) }
    }
  }
}

/// Identifies one fetch of a layout's document.
struct FetchTicket: Sendable {
  /// The maximum number of clients whose waiting jobs are compared to decide whose turn a job of the fetch
  /// takes.
  static let mostClients = 16

  let id: LayoutID
  let number: Int
}
