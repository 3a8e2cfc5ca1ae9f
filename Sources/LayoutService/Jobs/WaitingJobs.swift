import HTTPMessage
import LayoutAPI

/// The jobs that wait for a worker; clients take turns, however many jobs each has.
///
/// The next free worker serves a client that has no running job, if such a client waits. A job runs from
/// `popFirst` or `begin` until `end`.
struct WaitingJobs: Sendable {
  /// A waiting job.
  struct Entry: Sendable {
    var job: WorkQueue.Job
    /// The client in whose turn the job runs, and who is busy meanwhile.
    var client: HTTPClient
    /// The time when the job was submitted.
    var since: UInt64
  }

  private var lanes = FairQueue<Entry>()
  /// The place of each waiting computation, by the id of its layout.
  private var computations: [LayoutID: FairQueue<Entry>.Place] = [:]

  /// The bytes that the waiting jobs take.
  private(set) var byteCount = 0

  /// The number of waiting jobs, without resumed ones.
  var count: Int { lanes.count }
  /// The number of waiting jobs that were resumed.
  var resumedCount: Int { lanes.aheadCount }
  /// The number of clients that the waiting jobs belong to.
  var clientCount: Int { lanes.clientCount }

  /// Returns the number of the client's waiting jobs, without resumed ones.
  func count(of client: HTTPClient) -> Int { lanes.count(of: client) }

  /// Returns the job to refuse for a new one of `client` when there is no space.
  ///
  /// It is the newest job of the client that has most waiting jobs, resumed ones not counted; nil if `client`
  /// would then have more waiting jobs than that client.
  ///
  /// - Complexity: O(1).
  func givingWay(to client: HTTPClient) -> Entry? { lanes.givingWay(to: client) }

  /// Removes the job that `givingWay` returns.
  ///
  /// - Complexity: amortised O(1).
  mutating func popGivingWay() -> Entry? { left(lanes.popGivingWay()) }

  /// Adds a job after its client's other jobs.
  ///
  /// - Complexity: amortised O(1).
  mutating func append(_ entry: Entry) {
    let place = lanes.append(entry, of: entry.client)
    came(entry, place)
  }

  /// Adds a job that continues earlier work, ahead of its client's other jobs.
  ///
  /// Jobs of the client that were resumed before stay ahead of it.
  ///
  /// - Complexity: amortised O(1).
  mutating func resume(_ entry: Entry) {
    let place = lanes.putAhead(entry, of: entry.client)
    came(entry, place)
  }

  /// Removes the first job of the client whose turn it is; nil if none waits.
  ///
  /// The job counts as running from now until `end`.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirst() -> Entry? {
    begins(lanes.popFirst())
  }

  /// Removes the job whose turn it is among those of clients with nothing running and no resumed job; nil if
  /// there is none.
  ///
  /// The job counts as running from now until `end`.
  ///
  /// - Complexity: amortised O(1).
  mutating func popFirstFresh() -> Entry? { begins(lanes.popFirstFresh()) }

  private mutating func begins(_ popped: (element: Entry, client: HTTPClient)?) -> Entry? {
    guard let (first, client) = popped, var entry = left(first) else { return nil }
    lanes.begin(client)
    entry.client = client
    return entry
  }

  /// Returns waiting jobs, at most `most`, of any clients.
  ///
  /// - Complexity: O(most).
  func some(_ most: Int) -> [Entry] { lanes.some(most) }

  /// Returns whether a client has no running and no waiting job.
  func isIdle(_ client: HTTPClient) -> Bool { lanes.isIdle(client) }

  /// Returns whether the client has a running job.
  func isBusy(_ client: HTTPClient) -> Bool { lanes.isBusy(client) }

  /// Records that a job of a client begins without having waited.
  ///
  /// - Complexity: amortised O(1), as that of `end`.
  mutating func begin(_ client: HTTPClient) { lanes.begin(client) }

  /// Records that a job of a client has ended.
  mutating func end(_ client: HTTPClient) { lanes.end(client) }

  /// Moves a computation to the lane of another client that waits for it, if fewer jobs are ahead of it
  /// there.
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

  private mutating func came(_ entry: Entry, _ place: FairQueue<Entry>.Place) {
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
