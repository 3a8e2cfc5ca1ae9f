import HTTPMessage
import LayoutAPI

extension LayoutCache {
  /// A layout that is being fetched or computed.
  struct Work {
    var waiters: [Waiter]
    /// The fetch's number; nil if the layout is being computed.
    var fetch: Int?
    /// The number of the fetch that found the text of which the layout is computed; nil if a request brought
    /// the text.
    var source: Int?
    /// The place of the fetch in `State.fetches`; nil if the work is a computation, or a fetch that is not
    /// counted.
    var place: FairQueue<LayoutID>.Place?
    /// Whether the document is to be written to the store once the layout has been computed.
    var keeps = true
    /// The first clients that requested the layout while it was fetched; at most `FetchTicket.maxClients`.
    private(set) var clients: [HTTPClient] = []

    /// Adds a client that requests the layout to `clients`, unless that list is full.
    ///
    /// - Complexity: O(`FetchTicket.maxClients`).
    mutating func note(_ client: HTTPClient) {
      guard clients.count < FetchTicket.maxClients, !clients.contains(client) else { return }
      clients.append(client)
    }
  }

  struct State {
    var stored: LRUCache<LayoutID, StoredLayout>
    var work: [LayoutID: Work] = [:]
    /// The waiters for the writing of each layout's document to the store.
    var persisting: [LayoutID: [Waiter]] = [:]
    /// The fetches that are counted, in lanes of the clients to whom they count.
    var fetches = FairQueue<LayoutID>()
    /// The number of the most recent fetch.
    var lastFetch = 0
    var figures = Figures()

    init(stored: LRUCache<LayoutID, StoredLayout>) {
      self.stored = stored
    }

    /// Returns a cached layout and records its use; nil if it is not cached.
    ///
    /// - Parameters:
    ///   - interval: the nanoseconds between two reports of its use.
    ///   - isDue: set to whether the caller must report the use.
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
    /// Also returns true if `maxVisits` layouts have been visited without finding a waiter and others are
    /// left.
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

    /// The maximum number of layouts that `isWanted` visits: twice the number of links in a chain of updates.
    ///
    /// Chains that join other chains may be so long that visiting all their layouts would take milliseconds,
    /// and overflow the stack.
    private static var maxVisits: Int { 2 * UpdateHistory.maxLinks }

    func isOpen(_ ticket: FetchTicket) -> Bool { work[ticket.id]?.fetch == ticket.number }

    /// Returns whether the layout is still being computed from the text that this fetch found.
    func isComputing(_ ticket: FetchTicket) -> Bool { work[ticket.id]?.source == ticket.number }

    /// Ends the work on a layout whose text comes from the store, and returns its waiters.
    ///
    /// Work on a text that a request brought goes on.
    mutating func endFetched(_ id: LayoutID) -> [Waiter] {
      guard let work = work[id], work.fetch != nil || work.source != nil else { return [] }
      return end(id)
    }

    /// Ends the fetch or computation of a layout, and returns its waiters.
    mutating func end(_ id: LayoutID) -> [Waiter] {
      endFetch(id)
      return work.removeValue(forKey: id)?.waiters ?? []
    }

    /// Ends the fetch of a layout, if it is being fetched; its waiters stay in `work`.
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
  static let maxClients = 16

  let id: LayoutID
  let number: Int
}
