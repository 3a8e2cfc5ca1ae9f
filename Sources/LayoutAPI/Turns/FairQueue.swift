package import HTTPMessage

/// Waiting elements of many clients, who take turns regardless of how many elements each has.
///
/// Each client has a lane of its own, oldest element first. The lanes of clients with nothing running
/// (`begin`, `end`) form one ring. The lanes of clients with running work form a second ring, which has turns
/// while the first is empty. When a client's last running work ends, its lane moves to the first ring, so it
/// waits for one round at most. Idle clients' lanes without an element that was put ahead form a third ring,
/// beside the first. A lane exists as long as an element waits in it, so there are no more lanes than
/// elements. If there is no space for a new element, `givingWay` chooses a waiting one to refuse, of the
/// client that has most.
package struct FairQueue<Element> {
  /// The place of a waiting element; valid until the element leaves.
  package struct Place: Sendable {
    fileprivate var lane: Int
    fileprivate var isAhead: Bool
    fileprivate var number: Int
  }

  fileprivate struct Lane {
    var client = HTTPClient.unknown
    /// The elements that have their turn before the client's others, and are never refused for new ones.
    var ahead = NumberedQueue<Element>()
    var others = NumberedQueue<Element>()
    /// Whether the client has something running.
    var isBusy = false
    /// The lane's number in its ring, `turns` or `busyTurns`.
    var turn = 0
    /// The lane's number in `freshTurns`; nil if it is not in that ring.
    var freshTurn: Int?
    /// The lane's index in its list of `lanesByCount`.
    var place = 0

    var count: Int { ahead.count + others.count }
  }

  private var lanes: [Lane] = []
  private var freeLanes: [Int] = []
  private var laneOfClient: [HTTPClient: Int] = [:]
  /// The ring of the lanes of clients with nothing running, in the order of their turns.
  private var turns = NumberedQueue<Int>()
  /// The ring of those lanes of `turns` in which nothing was put ahead, in the order of their turns.
  private var freshTurns = NumberedQueue<Int>()
  /// The ring of the lanes of clients with running work, in the order of their turns.
  private var busyTurns = NumberedQueue<Int>()
  /// The number of running pieces of work of each client.
  private var running: [HTTPClient: Int] = [:]
  /// Lists of the lanes with one, two, … `others`, in this order; the last list is not empty.
  private var lanesByCount: [[Int]] = []

  /// The number of waiting elements, without those put ahead.
  package private(set) var count = 0
  /// The number of waiting elements that were put ahead.
  package private(set) var aheadCount = 0

  package init() {}

  /// The number of clients with waiting elements.
  package var clientCount: Int { laneOfClient.count }

  /// Whether an element waits whose client has nothing running; it then has the next turn.
  package var isNextIdle: Bool { turns.count > 0 }

  /// Returns whether the client has nothing running and no waiting element.
  package func isIdle(_ client: HTTPClient) -> Bool {
    running[client] == nil && laneOfClient[client] == nil
  }

  /// Returns whether the client has something running.
  package func isBusy(_ client: HTTPClient) -> Bool { running[client] != nil }

  /// Returns the number of the client's waiting elements, without those put ahead.
  package func count(of client: HTTPClient) -> Int { lane(of: client)?.others.count ?? 0 }

  private func lane(of client: HTTPClient) -> Lane? { laneOfClient[client].map { lanes[$0] } }

  /// Returns waiting elements, at most `most`, of any clients.
  ///
  /// - Complexity: O(most): where many lanes or places are empty, fewer elements are returned.
  package func some(_ most: Int) -> [Element] {
    var found: [Element] = []
    for lane in lanes.prefix(16 * most) where lane.count > 0 {
      found += lane.ahead.some(most - found.count)
      found += lane.others.some(most - found.count)
      if found.count >= most { break }
    }
    return found
  }

  // MARK: Coming

  /// Adds an element at the end of its client's lane.
  ///
  /// - Complexity: amortised O(1).
  package mutating func append(_ element: Element, of client: HTTPClient) -> Place {
    let lane = laneOfClient[client] ?? makeLane(for: client)
    count += 1
    let number = lanes[lane].others.append(element)
    move(lane, from: lanes[lane].others.count - 1)
    return Place(lane: lane, isAhead: false, number: number)
  }

  /// Adds an element ahead of its client's others, behind those that were put ahead before.
  ///
  /// - Complexity: amortised O(1).
  package mutating func putAhead(_ element: Element, of client: HTTPClient) -> Place {
    let lane = laneOfClient[client] ?? makeLane(for: client)
    aheadCount += 1
    let number = lanes[lane].ahead.append(element)
    updateFreshTurn(of: lane)
    return Place(lane: lane, isAhead: true, number: number)
  }

  // MARK: Leaving

  /// Removes the first element of the client whose turn it is; returns nil if none waits.
  ///
  /// - Returns: the element, and the client whose turn it had: the one that was passed to `advance`, if that
  ///   moved the element.
  /// - Complexity: amortised O(1).
  package mutating func popFirst() -> (element: Element, client: HTTPClient)? {
    guard let lane = turns.oldest ?? busyTurns.oldest else { return nil }
    leaveRing(lane)
    queue(lane)
    let client = lanes[lane].client
    return leave(lane) { $0.ahead.popFirst() ?? $0.others.popFirst() }.map { ($0, client) }
  }

  /// Removes the first element of the client whose turn it is among those that have nothing running and nothing
  /// put ahead; returns nil if there is no such client.
  ///
  /// - Complexity: amortised O(1).
  package mutating func popFirstFresh() -> (element: Element, client: HTTPClient)? {
    guard let lane = freshTurns.oldest else { return nil }
    leaveRing(lane)
    queue(lane)
    let client = lanes[lane].client
    return leave(lane) { $0.others.popFirst() }.map { ($0, client) }
  }

  /// Returns the element to refuse for a new one of `client`: the newest of the client that has most.
  ///
  /// nil if `client` would then have more elements than that client: the lack of room would only pass to
  /// another client, and a waiting element would be refused for one that has just come.
  ///
  /// - Complexity: O(1).
  package func givingWay(to client: HTTPClient) -> Element? {
    guard count(of: client) + 1 < lanesByCount.count, let greediest = lanesByCount.last?.last else {
      return nil
    }
    return lanes[greediest].others.last
  }

  /// Removes the element that `givingWay` returns.
  ///
  /// - Complexity: amortised O(1).
  package mutating func popGivingWay() -> Element? {
    guard let lane = lanesByCount.last?.last else { return nil }
    return leave(lane) { $0.others.popLast() }
  }

  /// Removes an element before its turn.
  ///
  /// - Complexity: amortised O(1).
  package mutating func remove(_ place: Place) -> Element? {
    leave(place.lane) {
      place.isAhead ? $0.ahead.remove(place.number) : $0.others.remove(place.number)
    }
  }

  /// Moves an element to the lane of another client who waits for it too, if fewer elements are ahead of it
  /// there.
  ///
  /// In its present lane it would get none of `client`'s turns.
  ///
  /// - Returns: the new place; nil if the element stays.
  /// - Complexity: amortised O(1).
  package mutating func advance(_ place: Place, for client: HTTPClient) -> Place? {
    guard laneOfClient[client] != place.lane else { return nil }
    let wouldBeAhead =
      (place.isAhead ? lane(of: client)?.ahead.count : lane(of: client)?.count) ?? 0
    guard wouldBeAhead < ahead(of: place), let element = remove(place) else { return nil }
    return place.isAhead ? putAhead(element, of: client) : append(element, of: client)
  }

  /// Returns an upper bound of the number of elements ahead of a place in its lane.
  private func ahead(of place: Place) -> Int {
    let lane = lanes[place.lane]
    return place.isAhead
      ? lane.ahead.ahead(of: place.number)
      : lane.ahead.count + lane.others.ahead(of: place.number)
  }

  // MARK: Running

  /// Records that a piece of a client's work has begun.
  ///
  /// - Complexity: amortised O(1), as that of `end`.
  package mutating func begin(_ client: HTTPClient) {
    running[client, default: 0] += 1
    setBusy(true, client)
  }

  /// Records that a piece of a client's work has ended.
  package mutating func end(_ client: HTTPClient) {
    let left = running[client, default: 1] - 1
    running[client] = left > 0 ? left : nil
    setBusy(left > 0, client)
  }

  /// Moves a client's lane, if it has one, to the end of the ring for clients that are busy, or idle.
  private mutating func setBusy(_ isBusy: Bool, _ client: HTTPClient) {
    guard let lane = laneOfClient[client], lanes[lane].isBusy != isBusy else { return }
    leaveRing(lane)
    lanes[lane].isBusy = isBusy
    queue(lane)
  }

  // MARK: Lanes

  private mutating func makeLane(for client: HTTPClient) -> Int {
    let lane = freeLanes.popLast() ?? lanes.count
    if lane == lanes.count { lanes.append(Lane()) }
    lanes[lane].client = client
    lanes[lane].isBusy = running[client] != nil
    queue(lane)
    laneOfClient[client] = lane
    return lane
  }

  /// Adds a lane at the end of its ring.
  private mutating func queue(_ lane: Int) {
    lanes[lane].turn = lanes[lane].isBusy ? busyTurns.append(lane) : turns.append(lane)
    updateFreshTurn(of: lane)
  }

  private mutating func leaveRing(_ lane: Int) {
    let turn = lanes[lane].turn
    _ = lanes[lane].isBusy ? busyTurns.remove(turn) : turns.remove(turn)
    leaveFreshRing(lane)
  }

  /// Adds a lane at the end of `freshTurns`, or removes it from there, if that is due.
  private mutating func updateFreshTurn(of lane: Int) {
    guard !lanes[lane].isBusy, lanes[lane].ahead.count == 0 else { return leaveFreshRing(lane) }
    if lanes[lane].freshTurn == nil { lanes[lane].freshTurn = freshTurns.append(lane) }
  }

  private mutating func leaveFreshRing(_ lane: Int) {
    guard let turn = lanes[lane].freshTurn else { return }
    _ = freshTurns.remove(turn)
    lanes[lane].freshTurn = nil
  }

  /// Removes an element from its lane, and removes the lane if it is empty then.
  private mutating func leave(_ lane: Int, _ take: (inout Lane) -> Element?) -> Element? {
    let (others, all) = (lanes[lane].others.count, lanes[lane].count)
    guard let element = take(&lanes[lane]) else { return nil }
    if lanes[lane].others.count < others {
      count -= 1
      move(lane, from: others)
    } else {
      aheadCount -= 1
      updateFreshTurn(of: lane)
    }
    guard all == 1 else { return element }
    laneOfClient[lanes[lane].client] = nil
    leaveRing(lane)
    lanes[lane] = Lane()
    freeLanes.append(lane)
    return element
  }

  /// Moves a lane to the list for its new number of `others`, which differs by one from the `former` number.
  private mutating func move(_ lane: Int, from former: Int) {
    if former > 0, let last = lanesByCount[former - 1].popLast(), last != lane {
      lanesByCount[former - 1][lanes[lane].place] = last
      lanes[last].place = lanes[lane].place
    }
    let others = lanes[lane].others.count
    if others > 0 {
      if lanesByCount.count < others { lanesByCount.append([]) }
      lanes[lane].place = lanesByCount[others - 1].count
      lanesByCount[others - 1].append(lane)
    }
    if lanesByCount.last?.isEmpty ?? false { lanesByCount.removeLast() }
  }
}

extension FairQueue.Lane: Sendable where Element: Sendable {}
extension FairQueue: Sendable where Element: Sendable {}
