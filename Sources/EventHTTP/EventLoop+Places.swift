import HTTPMessage
import Synchronization

/// Chooses the connections that are closed for new ones when `maxConnections` are open.
extension EventLoop {
  /// Publishes to the other loops how many connections could be closed for new ones.
  ///
  /// Called at the end of a turn, so that a connection whose request is answered within its turn counts as
  /// idle all the time.
  func publishYieldingCounts() {
    yieldingCounts.store(idle.count << 32 | lingering.count, ordering: .relaxed)
  }

  /// Closes the connection that has been idle longest, to free its place for a client's new connection.
  ///
  /// For a client with more than its share of the loop's connections, only its own idle connections
  /// may be closed.
  ///
  /// - Returns: whether a connection was closed. At most 8 idle connections are checked; one whose
  ///   request has just arrived is not closed but served.
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

  /// Closes a connection of this loop for a client's new one.
  ///
  /// This is an idle connection; a lingering or busy one only if no connection is idle. So a client that
  /// may not close the idle connections may not close others either.
  ///
  /// - Returns: whether a connection was closed.
  func makePlace(for client: HTTPClient) -> Bool {
    closeLongestIdle(for: client) || idle.count == 0 && closeBusy(for: client)
  }

  /// Closes a lingering or busy connection to make space for a client's new one.
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
    connection.evict()
    return true
  }

  /// Whether another loop had an idle connection when it last published its counts.
  var hasIdleSibling: Bool {
    siblings.contains { $0.yieldingCounts.load(ordering: .relaxed) >> 32 > 0 }
  }

  /// Requests that another loop closes a connection for a client's new one.
  ///
  /// The request goes to the loop with the most idle connections, else to the loop with the most
  /// lingering ones. That loop responds through the acceptor's `placeWasSought`.
  ///
  /// - Returns: false if no other loop has idle or lingering connections.
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

  /// Gives a place to a connection that has none; returns false if no place is free.
  func findPlace(for connection: Connection) -> Bool {
    guard !isDraining, context.counters.takePlace(of: context.limits.maxConnections) else {
      return false
    }
    acceptor?.surplusEnded(connection)
    connection.holdsPlace = true
    return true
  }
}
