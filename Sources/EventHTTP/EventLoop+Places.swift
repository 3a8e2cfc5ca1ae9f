import HTTPMessage
import Synchronization

/// Chooses the connections that are closed for new ones when `maxConnections` are open.
extension EventLoop {
  /// Publishes to the other loops how many connections could be closed for new ones.
  ///
  /// Runs at the end of a turn, so that a connection served within its turn counts all the time.
  func publishYieldingCounts() {
    yieldingCounts.store(idle.count << 32 | lingering.count, ordering: .relaxed)
  }

  /// Closes the connection that has been idle longest, to free its place for a client's new connection.
  ///
  /// A client with more than its share of the connections frees only its own places: its new
  /// connections must not close those of everyone else.
  ///
  /// - Returns: whether a connection was closed. At most 8 are checked; one whose request has just
  ///   arrived is served instead.
  func closeLongestIdle(for client: HTTPClient) -> Bool {
    now = MonotonicClock.now
    defer { publishYieldingCounts() }
    let limits = context.limits
    let share = limits.maxConnections / ServerLimits.clientShare / max(1, limits.eventLoops)
    let isGreedy = connectionCounts[client, default: 0] > share
    for _ in 0..<8 {
      guard let connection = isGreedy ? idle.first(of: client) : idle.first else { return false }
      if connection.awaitsRequest {
        connection.close()
        return true
      }
      // The connection joins the list again once it has been served.
      idle.remove(connection)
    }
    return false
  }

  /// Closes a connection for a client's new one: an idle one, or a busy one if the loop has no idle one.
  ///
  /// A client that may not close the idle connections may not close busy ones either.
  ///
  /// - Returns: whether a connection was closed.
  func makePlace(for client: HTTPClient) -> Bool {
    closeLongestIdle(for: client) || idle.count == 0 && closeBusy(for: client)
  }

  /// Closes a lingering or busy connection to make room for a client's new one.
  ///
  /// This is the connection that has lingered longest, whose client may lose the rest of its
  /// response; else, of the client with the most requests under way, the connection whose request
  /// began first.
  ///
  /// - Returns: whether a connection was closed.
  func closeBusy(for client: HTTPClient) -> Bool {
    if let connection = lingering.first {
      connection.close()
      return true
    }
    guard let connection = busy.givingWay(to: client) else { return false }
    now = MonotonicClock.now
    connection.giveWay()
    return true
  }

  /// Whether another loop has an idle connection.
  var hasIdleSibling: Bool {
    siblings.contains { $0.yieldingCounts.load(ordering: .relaxed) >> 32 > 0 }
  }

  /// Asks another loop to close a connection for a client's new one; returns false if none can.
  ///
  /// Asks the loop with the most idle connections, else the loop with the most lingering ones. That
  /// loop answers through the acceptor's `placeWasSought`.
  func askForPlace(for client: HTTPClient) -> Bool {
    guard !isDraining else { return false }
    var most = 0
    var asked: EventLoop?
    for sibling in siblings {
      let count = sibling.yieldingCounts.load(ordering: .relaxed)
      if count > most { (most, asked) = (count, sibling) }
    }
    asked?.post(.makePlace(for: self, client))
    return asked != nil
  }

  /// Gives a place to a connection without one, if a place is free now.
  func findPlace(for connection: Connection) -> Bool {
    guard context.counters.takePlace(of: context.limits.maxConnections) else { return false }
    acceptor?.surplusEnded(connection)
    connection.holdsPlace = true
    return true
  }
}
