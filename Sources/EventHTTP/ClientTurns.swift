import HTTPMessage

/// The connections that wait for a turn, in one lane for each client.
///
/// Clients take turns, however many connections each of them has. A lane is in the ring while one
/// of its client's connections waits.
struct ClientTurns {
  private final class Lane {
    let client: HTTPClient
    var connections = Deque<Connection>()

    init(_ client: HTTPClient) {
      self.client = client
    }
  }

  private var lanes: [HTTPClient: Lane] = [:]
  private var ring = Deque<Lane>()

  /// The number of waiting connections.
  private(set) var count = 0

  /// Whether connections of a client other than this one wait.
  func haveOther(than client: HTTPClient) -> Bool {
    lanes.count > 1 || lanes.count == 1 && lanes[client] == nil
  }

  /// Adds a connection at the end of its client's lane.
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

  /// Removes and returns the longest waiting connection of the client whose turn it is; nil if none waits.
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

/// A first-in, first-out queue.
private struct Deque<Element> {
  /// The elements, oldest first; the first `taken` entries are nil, so that their elements are released.
  private var elements: [Element?] = []
  private var taken = 0

  var isEmpty: Bool { taken == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// - Complexity: amortised O(1): the taken entries are removed when they make up half of the array.
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
