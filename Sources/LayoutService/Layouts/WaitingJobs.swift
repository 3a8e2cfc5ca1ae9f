/// The jobs that wait for a worker; clients take turns, whatever the number of their jobs.
struct WaitingJobs: Sendable {
  /// A job that waits.
  struct Entry: Sendable {
    var job: WorkQueue.Job
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
  func count(of client: WorkClient) -> Int { lanes.count(of: client) }

  /// The job that gives way to one of the client's where there is no room: the newest of the client that has
  /// most jobs waiting, of those that were not resumed.
  ///
  /// nil if the client would then have more of them than that one.
  ///
  /// - Complexity: O(1).
  func givingWay(to client: WorkClient) -> Entry? { lanes.givingWay(to: client) }

  /// Takes the job that `givingWay` names.
  ///
  /// - Complexity: amortised O(1).
  mutating func popGivingWay() -> Entry? { left(lanes.popGivingWay()) }

  /// Adds a job as its client's last one.
  ///
  /// - Complexity: amortised O(1).
  mutating func append(_ entry: Entry, of client: WorkClient) {
    let place = lanes.append(entry, of: client)
    came(entry, place)
  }

  /// Adds a job that goes on with earlier work: ahead of its client's others, behind those that were
  /// resumed before.
  ///
  /// - Complexity: amortised O(1).
  mutating func resume(_ entry: Entry, of client: WorkClient) {
    let place = lanes.putAhead(entry, of: client)
    came(entry, place)
  }

  /// Takes the first job of the client whose turn it is; nil if none waits.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Entry? { left(lanes.popFirst()) }

  /// Moves a computation to the lane of a client who waits for it too, if fewer jobs stand ahead of
  /// it there.
  ///
  /// - Returns: whether it was moved.
  /// - Complexity: amortised O(1).
  mutating func advance(_ id: LayoutID, for client: WorkClient) -> Bool {
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
