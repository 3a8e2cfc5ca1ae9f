import HTTPMessage

/// A connection's place among those of its loop that may give way, and its neighbours there.
@safe
struct YieldingLinks {
  // Not counted: every request moves its connection, and a connection leaves its list before it
  // closes.
  unowned(unsafe) var list: YieldingConnections?
  unowned(unsafe) var previous: Connection?
  unowned(unsafe) var next: Connection?
}

/// A loop's connections of one sort that may give way to another, the one that has waited longest
/// first: those that wait for a request, those whose last response has been sent, or those of one
/// client whose requests are under way.
///
/// A connection is in one such list at a time, and leaves it before it closes.
///
/// - Complexity: O(1) each.
@safe
final class YieldingConnections {
  /// How many connections are looked at for one of a client's.
  private static let searchLength = 64

  private unowned(unsafe) var head: Connection?
  private unowned(unsafe) var tail: Connection?
  /// The lists by client that this one is of, which own it; nil if it is of none.
  private unowned(unsafe) let group: ClientConnections?
  /// The client whose connections they are, in such a group.
  fileprivate(set) var client = HTTPClient.unknown
  /// The list's index among the group's lists of as many connections.
  fileprivate var place = 0
  /// How many there are.
  private(set) var count = 0

  /// Creates an empty list.
  init(of group: ClientConnections? = nil) {
    unsafe self.group = group
  }

  /// The connection that has waited longest.
  var first: Connection? { unsafe head }

  /// The connection of a client's that has waited longest, if it is among those that have waited
  /// longest of all.
  func first(of client: HTTPClient) -> Connection? {
    var connection = unsafe head
    for _ in 0..<Self.searchLength {
      guard let next = connection, next.peer != client else { return connection }
      connection = unsafe next.yieldingLinks.next
    }
    return nil
  }

  /// Puts a connection last, and takes it out of another list.
  func append(_ connection: Connection) {
    if let list = unsafe connection.yieldingLinks.list {
      guard unsafe tail !== connection else { return }
      list.remove(connection)
    }
    count += 1
    unsafe connection.yieldingLinks.list = self
    unsafe connection.yieldingLinks.previous = unsafe tail
    unsafe connection.yieldingLinks.next = nil
    if let tail = unsafe tail {
      unsafe tail.yieldingLinks.next = connection
    } else {
      unsafe head = connection
    }
    unsafe tail = connection
    unsafe group?.countChanged(of: self, from: count - 1)
  }

  /// Takes a connection out, if it is in this list.
  func remove(_ connection: Connection) {
    guard unsafe connection.yieldingLinks.list === self else { return }
    count -= 1
    unsafe connection.yieldingLinks.list = nil
    if let previous = unsafe connection.yieldingLinks.previous {
      unsafe previous.yieldingLinks.next = unsafe connection.yieldingLinks.next
    } else {
      unsafe head = unsafe connection.yieldingLinks.next
    }
    if let next = unsafe connection.yieldingLinks.next {
      unsafe next.yieldingLinks.previous = unsafe connection.yieldingLinks.previous
    } else {
      unsafe tail = unsafe connection.yieldingLinks.previous
    }
    unsafe group?.countChanged(of: self, from: count + 1)
  }
}

/// A loop's connections whose requests are under way, by client: if no place is left, the client that
/// has the most of them gives way, by the one whose request began first.
///
/// - Complexity: amortised O(1) each.
@safe
final class ClientConnections {
  private var lists: [HTTPClient: YieldingConnections] = [:]
  /// The lists by how many connections they hold, those of one connection first; the last is not empty.
  private var listsByCount: [[YieldingConnections]] = []
  /// Emptied lists, to be used again.
  private var spares: [YieldingConnections] = []

  /// How many connections the client has that has the most.
  var greatestCount: Int { listsByCount.count }

  /// Adds a connection as its client's last one, unless it is one of the client's already.
  func add(_ connection: Connection, of client: HTTPClient) {
    let list = lists[client] ?? makeList(of: client)
    if unsafe connection.yieldingLinks.list !== list { list.append(connection) }
  }

  /// The connection that gives way to a new one of the client.
  ///
  /// nil if the client would then have as many as any other: the place would only change hands.
  func givingWay(to client: HTTPClient) -> Connection? {
    guard (lists[client]?.count ?? 0) + 1 < greatestCount else { return nil }
    return listsByCount.last?.last?.first
  }

  private func makeList(of client: HTTPClient) -> YieldingConnections {
    let list = spares.popLast() ?? YieldingConnections(of: self)
    list.client = client
    lists[client] = list
    return list
  }

  /// Moves a list to those of as many connections as it holds now: one more or one fewer than before.
  fileprivate func countChanged(of list: YieldingConnections, from former: Int) {
    if former > 0, let last = listsByCount[former - 1].popLast(), last !== list {
      listsByCount[former - 1][list.place] = last
      last.place = list.place
    }
    if list.count > 0 {
      if listsByCount.count < list.count { listsByCount.append([]) }
      list.place = listsByCount[list.count - 1].count
      listsByCount[list.count - 1].append(list)
    } else {
      lists[list.client] = nil
      spares.append(list)
    }
    if listsByCount.last?.isEmpty ?? false { listsByCount.removeLast() }
  }
}
