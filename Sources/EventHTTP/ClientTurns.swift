import HTTPMessage

/// The connections that wait for a turn; clients take turns, however many connections each of them has.
///
/// Each client has a lane of its own, which is in the ring as long as one of its connections waits.
struct ClientTurns {
  private final class Lane {
    let client: HTTPClient
    var connections = Line<Connection>()

    init(_ client: HTTPClient) {
      self.client = client
    }
  }

  private var lanes: [HTTPClient: Lane] = [:]
  private var ring = Line<Lane>()

  /// How many connections wait.
  private(set) var count = 0

  /// Adds a connection as its client's last one.
  ///
  /// - Complexity: amortised O(1).
  mutating func append(_ connection: Connection, of client: HTTPClient) {
    count += 1
    if let lane = lanes[client] { return lane.connections.append(connection) }
    let lane = Lane(client)
    lane.connections.append(connection)
    lanes[client] = lane
    ring.append(lane)
  }

  /// Takes the connection that has waited longest of the client whose turn it is.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Connection? {
    guard let lane = ring.popFirst(), let connection = lane.connections.popFirst() else {
      return nil
    }
    count -= 1
    if lane.connections.isEmpty { lanes[lane.client] = nil } else { ring.append(lane) }
    return connection
  }
}

/// Elements, first in, first out.
private struct Line<Element> {
  /// nil once an element has been taken, so that it is not held.
  private var elements: [Element?] = []
  private var taken = 0

  var isEmpty: Bool { taken == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// - Complexity: amortised O(1): the emptied front is cut off when it makes up half of the array.
  mutating func popFirst() -> Element? {
    guard taken < elements.count else { return nil }
    let element = elements[taken].take()
    taken += 1
    if taken * 2 >= elements.count {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }
}
