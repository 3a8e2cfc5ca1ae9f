import HTTPMessage

/// The jobs that wait for a worker; clients take turns, whatever the number of their jobs.
///
/// Each client has a lane of its own, oldest job first. The lanes of clients none of whose jobs is running
/// stand in one ring, those of the others in a second one, which has its turn when the first is empty: the
/// next free worker is for a client who has none yet. A client goes to the first ring with the end of
/// its last running job, so it waits for one round at most. A lane is there as long as a job waits in
/// it, so there are no more lanes than jobs.
struct WaitingJobs: Sendable {
  /// A job that waits.
  struct Entry: Sendable {
    var job: WorkQueue.Job
    /// When the job was submitted.
    var since: UInt64
    /// Whose job it is; nil if it goes on with what was admitted before.
    var client: WorkClient?
  }

  private struct Lane: Sendable {
    var client = WorkClient.unknown
    var entries = NumberedQueue<Entry>()
    /// Whether one of the client's jobs is running.
    var isBusy = false
    /// The lane's number in `turns`, or in `busyTurns`.
    var turn = 0
    /// Where the lane stands among those of as many jobs.
    var place = 0
  }

  /// Where a job waits.
  private struct Place: Sendable {
    var lane: Int
    var number: Int
  }

  private var lanes: [Lane] = []
  private var freeLanes: [Int] = []
  private var laneOfClient: [WorkClient: Int] = [:]
  /// The lanes of clients without a running job, in the order of their turns, and those of the others.
  private var turns = NumberedQueue<Int>()
  private var busyTurns = NumberedQueue<Int>()
  /// How many jobs of each client are running.
  private var running: [WorkClient: Int] = [:]
  /// The lanes by how many jobs they hold, those of one job first; the last list is not empty.
  private var lanesByCount: [[Int]] = []
  /// Where the computations wait.
  private var computations: [LayoutID: Place] = [:]

  /// How many jobs wait.
  private(set) var count = 0
  /// The bytes that they hold.
  private(set) var byteCount = 0

  /// How many clients they belong to.
  var clientCount: Int { laneOfClient.count }

  /// How many jobs of the client wait.
  func count(of client: WorkClient) -> Int {
    laneOfClient[client].map { lanes[$0].entries.count } ?? 0
  }

  /// The job that gives way to one of the client's where there is no room: the newest of the client that has
  /// most jobs waiting.
  ///
  /// nil where the client would then have more of them than that one: the place would only change
  /// hands, and a job that waits would be refused for one that has just come.
  ///
  /// - Complexity: O(1).
  func givingWay(to client: WorkClient) -> Entry? {
    guard count(of: client) + 1 < lanesByCount.count, let greediest = lanesByCount.last?.last else {
      return nil
    }
    return lanes[greediest].entries.last
  }

  /// Takes the job that `givingWay` names.
  ///
  /// - Complexity: amortised O(1).
  mutating func popGivingWay() -> Entry? {
    guard let lane = lanesByCount.last?.last, let entry = lanes[lane].entries.popLast() else {
      return nil
    }
    leave(entry, lane)
    return entry
  }

  /// Adds a job as its client's last one.
  ///
  /// - Complexity: amortised O(1).
  mutating func append(_ entry: Entry, of client: WorkClient) {
    var entry = entry
    entry.client = client
    let lane = laneOfClient[client] ?? makeLane(for: client)
    let number = lanes[lane].entries.append(entry)
    if let id = entry.job.id { computations[id] = Place(lane: lane, number: number) }
    count += 1
    byteCount += entry.job.byteCount
    let jobs = lanes[lane].entries.count
    move(lane, from: jobs - 1, to: jobs)
  }

  /// Takes the oldest job of the client whose turn it is, which runs from now on until `end`.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Entry? {
    guard let lane = turns.count > 0 ? turns.popFirst() : busyTurns.popFirst(),
      let entry = lanes[lane].entries.popFirst()
    else { return nil }
    let client = lanes[lane].client
    queue(lane)
    leave(entry, lane)
    begin(client)
    return entry
  }

  /// Notes that a job of a client runs.
  ///
  /// - Complexity: amortised O(1), as that of `end`.
  mutating func begin(_ client: WorkClient) {
    running[client, default: 0] += 1
    setBusy(true, client)
  }

  /// Notes that a job of a client runs no more.
  mutating func end(_ client: WorkClient) {
    let left = running[client, default: 1] - 1
    running[client] = left > 0 ? left : nil
    setBusy(left > 0, client)
  }

  /// Moves a client's lane, if it has one, to the end of the other ring.
  private mutating func setBusy(_ isBusy: Bool, _ client: WorkClient) {
    guard let lane = laneOfClient[client], lanes[lane].isBusy != isBusy else { return }
    leaveRing(lane)
    lanes[lane].isBusy = isBusy
    queue(lane)
  }

  /// Puts a lane at the end of its ring.
  private mutating func queue(_ lane: Int) {
    lanes[lane].turn = lanes[lane].isBusy ? busyTurns.append(lane) : turns.append(lane)
  }

  private mutating func leaveRing(_ lane: Int) {
    if lanes[lane].isBusy {
      _ = busyTurns.remove(lanes[lane].turn)
    } else {
      _ = turns.remove(lanes[lane].turn)
    }
  }

  /// Moves a computation to the lane of a client who waits for it too, if fewer jobs stand ahead of
  /// it there: after another client's jobs it would have no turn of this client's.
  ///
  /// - Complexity: amortised O(1).
  mutating func advance(_ id: LayoutID, for client: WorkClient) {
    guard let place = computations[id], laneOfClient[client] != place.lane,
      count(of: client) < lanes[place.lane].entries.ahead(of: place.number),
      let entry = lanes[place.lane].entries.remove(place.number)
    else { return }
    leave(entry, place.lane)
    append(entry, of: client)
  }

  // MARK: Lanes

  private mutating func makeLane(for client: WorkClient) -> Int {
    let lane = freeLanes.popLast() ?? lanes.count
    if lane == lanes.count { lanes.append(Lane()) }
    lanes[lane].client = client
    lanes[lane].isBusy = running[client] != nil
    queue(lane)
    laneOfClient[client] = lane
    return lane
  }

  /// Notes that a job has left its lane, which goes with its last job.
  private mutating func leave(_ entry: Entry, _ lane: Int) {
    if let id = entry.job.id { computations[id] = nil }
    count -= 1
    byteCount -= entry.job.byteCount
    let jobs = lanes[lane].entries.count
    move(lane, from: jobs + 1, to: jobs)
    guard jobs == 0 else { return }
    laneOfClient[lanes[lane].client] = nil
    leaveRing(lane)
    lanes[lane] = Lane()
    freeLanes.append(lane)
  }

  /// Moves a lane to those of as many jobs as it holds now: one more or one fewer than before.
  private mutating func move(_ lane: Int, from former: Int, to jobs: Int) {
    if former > 0, let last = lanesByCount[former - 1].popLast(), last != lane {
      lanesByCount[former - 1][lanes[lane].place] = last
      lanes[last].place = lanes[lane].place
    }
    if jobs > 0 {
      if lanesByCount.count < jobs { lanesByCount.append([]) }
      lanes[lane].place = lanesByCount[jobs - 1].count
      lanesByCount[jobs - 1].append(lane)
    }
    if lanesByCount.last?.isEmpty ?? false { lanesByCount.removeLast() }
  }
}
