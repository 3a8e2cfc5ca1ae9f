import HTTPMessage
import Synchronization

/// Which connections give way to new ones where there are as many as may be open.
extension EventLoop {
  /// Publishes to the other loops how many connections could give way: at a turn's end, so that a
  /// connection that is served within its turn counts all the time.
  func publishYieldingCounts() {
    yieldingCounts.store(idle.count << 32 | lingering.count, ordering: .relaxed)
  }

  /// Closes the connection that has been idle longest, so that a new one of a client may have its
  /// place.
  ///
  /// A client that has more than its share of the connections takes places of its own alone: new
  /// connections of one client must not close those of everyone else.
  ///
  /// - Returns: whether there was one. Those whose request has just arrived, some of which are looked at, are
  ///   served instead.
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
      // It comes back once it has been served.
      idle.remove(connection)
    }
    return false
  }

  /// Closes a connection for a new one of a client: an idle one, or if the loop has none, one that is not.
  ///
  /// A client that may not take the places of idle connections takes no others either.
  ///
  /// - Returns: whether there was one.
  func makePlace(for client: HTTPClient) -> Bool {
    closeLongestIdle(for: client) || idle.count == 0 && closeBusy(for: client)
  }

  /// Closes a connection that is not idle for a new one of a client: the one that has lingered longest,
  /// whose client may lose the rest of its response; else, of the client that has the most requests
  /// under way, the one whose request began first.
  ///
  /// - Returns: whether there was one.
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

  /// Asks the loop with the most idle connections to close one, else that with the most lingering
  /// ones; false if none has any.
  ///
  /// The answer is the acceptor's `placeWasSought`.
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

  /// Gives a connection beyond the cap a place, if there is one by now.
  func findPlace(for connection: Connection) -> Bool {
    guard context.counters.takePlace(of: context.limits.maxConnections) else { return false }
    acceptor?.surplusEnded(connection)
    connection.holdsPlace = true
    return true
  }
}
