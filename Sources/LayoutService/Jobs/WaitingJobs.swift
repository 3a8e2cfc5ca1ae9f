import HTTPMessage

/// The jobs that wait for a worker; clients take turns, whatever the number of their jobs.
///
/// The next free worker is for a client none of whose jobs is running: a job runs from `popFirst` or `begin`
/// until `end`.
struct WaitingJobs: Sendable {
  /// A job that waits.
  struct Entry: Sendable {
    var job: WorkQueue.Job
    /// Whose turn it has, and who is busy while it runs.
    var client: HTTPClient
    /// When the job was submitted.
    var since: UInt64
  }

  private var lanes = ClientLanes<Entry>()
  /// Where the computations wait.
  private var computations: [LayoutID: ClientLanes<Entry>.Place] = [:]

  /// The bytes that the jobs hold.
  private(set) var byteCount = 0

  /// How many jobs wait, those that were resumed left out.
  var count: Int { lanes.count }
  /// How many jobs wait that were resumed.
  var resumedCount: Int { lanes.aheadCount }
  /// How many clients the jobs belong to.
  var clientCount: Int { lanes.clientCount }

  /// How many jobs of the client wait, those that were resumed left out.
  func count(of client: HTTPClient) -> Int { lanes.count(of: client) }

  /// The job that gives way to one of the client's where there is no room: the newest of the client that has
  /// most jobs waiting, of those that were not resumed.
  ///
  /// nil if the client would then have more of them than that one.
  ///
  /// - Complexity: O(1).
  func givingWay(to client: HTTPClient) -> Entry? { lanes.givingWay(to: client) }

  /// Takes the job that `givingWay` names.
  ///
  /// - Complexity: amortised O(1).
  mutating func popGivingWay() -> Entry? { left(lanes.popGivingWay()) }

  /// Adds a job as its client's last one.
  ///
  /// - Complexity: amortised O(1).
  mutating func append(_ entry: Entry) {
    let place = lanes.append(entry, of: entry.client)
    came(entry, place)
  }

  /// Adds a job that goes on with earlier work: ahead of its client's others, behind those that were
  /// resumed before.
  ///
  /// - Complexity: amortised O(1).
  mutating func resume(_ entry: Entry) {
    let place = lanes.putAhead(entry, of: entry.client)
    came(entry, place)
  }

  /// Takes the first job of the client whose turn it is, which runs from now on until `end`; nil if none
  /// waits.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Entry? {
    guard let (first, client) = lanes.popFirst(), var entry = left(first) else { return nil }
    lanes.begin(client)
    entry.client = client
    return entry
  }

  /// Takes the job whose turn it is, if it is short and its client has nothing running; it runs from now on
  /// until `end`.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirstSpare() -> Entry? {
    guard let first = lanes.firstIdle, first.job.isShort else { return nil }
    return popFirst()
  }

  /// Whether a client has nothing running and nothing waiting.
  func isIdle(_ client: HTTPClient) -> Bool { lanes.isIdle(client) }

  /// Whether the client has a job running.
  func isBusy(_ client: HTTPClient) -> Bool { lanes.isBusy(client) }

  /// Notes that a job of a client runs, one that did not wait.
  ///
  /// - Complexity: amortised O(1), as that of `end`.
  mutating func begin(_ client: HTTPClient) { lanes.begin(client) }

  /// Notes that a job of a client has ended.
  mutating func end(_ client: HTTPClient) { lanes.end(client) }

  /// Moves a computation to the lane of a client who waits for it too, if fewer jobs stand ahead of
  /// it there.
  ///
  /// - Returns: whether it was moved.
  /// - Complexity: amortised O(1).
  mutating func advance(_ id: LayoutID, for client: HTTPClient) -> Bool {
    guard let place = computations[id], let moved = lanes.advance(place, for: client) else {
      return false
    }
    computations[id] = moved
    return true
  }

  private mutating func came(_ entry: Entry, _ place: ClientLanes<Entry>.Place) {
    if let id = entry.job.id { computations[id] = place }
    byteCount += entry.job.byteCount
  }

  private mutating func left(_ entry: Entry?) -> Entry? {
    guard let entry else { return nil }
    if let id = entry.job.id { computations[id] = nil }
    byteCount -= entry.job.byteCount
    return entry
  }
}
