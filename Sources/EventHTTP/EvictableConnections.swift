import HTTPMessage

/// A connection's links in a list of connections that may be closed for new ones.
@safe
struct EvictableConnectionNode {
  // The references are not counted, because every request moves its connection from list to list. This is
  // safe, because a connection leaves its list before it closes.
  unowned(unsafe) var list: EvictableConnections?
  unowned(unsafe) var previous: Connection?
  unowned(unsafe) var next: Connection?
}

/// A list of a loop's connections of one kind that may be closed for new ones, longest waiting first.
///
/// The kinds are: connections that wait for a request, connections whose last response has been
/// sent, and connections of one client whose requests are under way. A connection is in at most one
/// list, and leaves it before it closes.
///
/// - Complexity: O(1) for each operation.
@safe
final class EvictableConnections {
  /// Maximum number of connections to search for one of a given client.
  private static let searchLength = 64

  private unowned(unsafe) var head: Connection?
  private unowned(unsafe) var tail: Connection?
  /// The group that owns this list; nil if the list is in no group.
  private unowned(unsafe) let group: ClientConnections?
  /// The client of the connections, if the list is in a group.
  fileprivate(set) var client = HTTPClient.unknown
  /// The list's index in the group's entry of `listsByCount` for its count.
  fileprivate var place = 0
  /// The number of connections in the list.
  private(set) var count = 0

  /// Creates an empty list.
  ///
  /// - Parameter group: the group that owns the list; nil if the list is in no group.
  init(of group: ClientConnections? = nil) {
    unsafe self.group = group
  }

  /// The connection that has waited longest.
  var first: Connection? { unsafe head }

  /// Returns a client's longest waiting connection; nil if none is among the list's first `searchLength`.
  func first(of client: HTTPClient) -> Connection? {
    var connection = unsafe head
    for _ in 0..<Self.searchLength {
      guard let next = connection, next.peer != client else { return connection }
      connection = unsafe next.yieldingLinks.next
    }
    return nil
  }

  /// Moves a connection to the end of this list, out of any other list.
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

  /// Removes a connection, if it is in this list.
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

/// A loop's connections whose requests are under way, by client.
///
/// If no place is free, the client with the most of them loses the connection whose request began first.
///
/// - Complexity: amortised O(1) for each operation.
@safe
final class ClientConnections {
  private var lists: [HTTPClient: EvictableConnections] = [:]
  /// The lists by count: entry 0 has the lists of one connection.
  ///
  /// The last entry is not empty.
  private var listsByCount: [[EvictableConnections]] = []
  /// Emptied lists, for reuse.
  private var spares: [EvictableConnections] = []

  /// The number of connections of the client that has the most; 0 if there is no connection.
  var maxCount: Int { listsByCount.count }

  /// Adds a connection at the end of its client's list, unless it is in that list.
  func add(_ connection: Connection, of client: HTTPClient) {
    let list = lists[client] ?? makeList(of: client)
    if unsafe connection.yieldingLinks.list !== list { list.append(connection) }
  }

  /// Returns the connection to close for a new one of `client`.
  ///
  /// nil if `client`, with one more, would have as many connections here as the client with the most:
  /// the place would only change hands.
  func givingWay(to client: HTTPClient) -> Connection? {
    guard (lists[client]?.count ?? 0) + 1 < maxCount else { return nil }
    return listsByCount.last?.last?.first
  }

  private func makeList(of client: HTTPClient) -> EvictableConnections {
    let list = spares.popLast() ?? EvictableConnections(of: self)
    list.client = client
    lists[client] = list
    return list
  }

  /// Moves a list to the entry for its new count, which is `former` plus or minus one; drops an empty list.
  fileprivate func countChanged(of list: EvictableConnections, from former: Int) {
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
