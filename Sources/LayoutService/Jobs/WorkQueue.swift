import Dispatch
import HTTPMessage
import LayoutAPI
import Synchronization

/// Runs jobs off the event loops, up to an admission limit.
///
/// At most `workers` jobs run at once. Other jobs wait in a queue, in which clients take turns; the number
/// and the bytes of waiting jobs are limited. Jobs must not block, because Dispatch would add threads for
/// blocked ones.
///
/// While all workers are busy, jobs of clients with nothing running and nothing resumed are tried beside them,
/// one at a time, in the spare place. Otherwise a short job would wait as long as the longest jobs of other
/// clients take. Nobody knows which job is short before it has run, so the place is only lent: a job that has
/// used a slice of processor time there stops, and resumes as one of its client's waiting jobs.
final class WorkQueue: Sendable {
  /// What a job does, for operators.
  enum Kind: String, Sendable {
    /// Lays out a document, or applies an update.
    case layout
    /// Inflates and hashes a compressed body, then lays it out.
    case inflate
    /// Reads a document from a URL, then draws it.
    case picture
    /// Measures texts, or lists fonts.
    case texts
    /// Composes the response of a layout that is cached.
    case answer
    /// Opens a document that has come from the store, then lays it out.
    case fetched
    /// Continues earlier work.
    case resumed
  }

  /// How long a job waited, and where it runs.
  struct Turn: Sendable {
    /// The nanoseconds that the job waited.
    var waited: UInt64 = 0
    /// Whether the job runs in the spare place, which it must leave after a slice (`JobTime.isLent`).
    var isLent = false
  }

  /// One piece of work; if `submit` accepts it, either `run` or `drop` is called, once.
  struct Job: Sendable {
    var kind = Kind.layout
    /// The bytes that the job takes while it waits.
    var byteCount: Int
    /// The layout that the job computes, which other clients may request too; nil if the job computes none.
    var id: LayoutID?
    /// Called, instead of `run`, when the job is refused in favour of another client's job.
    ///
    /// It is called on the thread of a later `submit`, under no lock.
    var drop: @Sendable () -> Void
    /// The work.
    var run: @Sendable (Turn) -> Void
  }

  private struct State: Sendable {
    /// The number of jobs that run on workers.
    var running = 0
    /// Whether a job runs in the spare place.
    var isSpareTaken = false
    var waiting = WaitingJobs()
    /// The bytes of the finished jobs, plus a fixed amount for each job that took much more memory.
    ///
    /// Counted from when memory was last returned to the system, or from when no job was left.
    var workedBytes = 0
    /// Whether returning memory to the system is scheduled already.
    var willGiveBack = false
    /// The jobs that run, by the numbers of the threads' turns on which they run.
    private(set) var runningJobs: [Int: ListedJob] = [:]
    private var lastNumber = 0

    /// Lists the first job of a thread's turn, and returns the turn's number.
    mutating func list(_ entry: WaitingJobs.Entry) -> Int {
      lastNumber += 1
      runningJobs[lastNumber] = ListedJob(entry, began: MonotonicClock.now)
      return lastNumber
    }

    /// Records that a job has ended.
    ///
    /// - Returns: the job that its thread runs next, or nil; and whether the caller must schedule returning
    ///   memory.
    mutating func takeNext(
      after ended: WaitingJobs.Entry, number: Int, inSparePlace isSpare: Bool
    ) -> (next: WaitingJobs.Entry?, plansGivingBack: Bool) {
      waiting.end(ended.client)
      workedBytes += ended.job.byteCount
      let plans = !willGiveBack && workedBytes >= WorkQueue.bytesToGiveBack
      if plans { willGiveBack = true }
      let next: WaitingJobs.Entry?
      if isSpare {
        isSpareTaken = false
        next = takeSpare()
      } else {
        next = waiting.popFirst()
        if next == nil { running -= 1 }
      }
      runningJobs[number] = next.map { ListedJob($0, began: MonotonicClock.now) }
      if running == 0, !isSpareTaken, !willGiveBack { workedBytes = 0 }
      return (next, plans)
    }

    /// Takes the spare place for a waiting job and returns the job; nil if the place is taken or no waiting
    /// job may run there.
    mutating func takeSpare() -> WaitingJobs.Entry? {
      guard !isSpareTaken, let entry = waiting.popFirstFresh() else { return nil }
      isSpareTaken = true
      return entry
    }
  }

  /// The nanoseconds of processor time for which the spare place is lent to a job.
  ///
  /// A small document takes less than one millisecond, one of 10,000 items two. Sixteen clients whose jobs need more
  /// delay the next client by a sixth of a second at most.
  static let slice: UInt64 = 10_000_000

  /// The bytes of finished jobs after which memory is returned to the system.
  private static let bytesToGiveBack = 1 << 20
  /// The bytes that a single job must take beside its own bytes so that memory is returned after it.
  private static let heldBytesToGiveBack = 4 << 20

  /// The delay before memory is returned.
  ///
  /// Under steady load the next job reuses the memory, and returning it delays threads that allocate.
  private static let delayOfGivingBack = DispatchTimeInterval.seconds(1)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tatami.work", attributes: .concurrent)
  /// The thread of the spare place.
  private let inSparePlace: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  private let asWorker: @Sendable (_ work: () -> Void) -> Void
  private let giveMemoryBack: @Sendable () -> Void
  /// Receives the processor time of jobs whose clients have an account.
  private let charge: @Sendable (HTTPClient.Account, _ nanoseconds: UInt64) -> Void

  /// The maximum number of jobs that run on workers at once.
  let workers: Int
  /// The maximum number of waiting jobs.
  let maxWaiting: Int
  /// The maximum bytes that waiting jobs take.
  let maxWaitingBytes: Int

  /// Creates an idle queue.
  ///
  /// - Parameters:
  ///   - asWorker: runs work on the calling thread as a worker, which yields to other threads.
  ///   - inSparePlace: runs work on another thread, even if all workers are busy.
  ///   - giveMemoryBack: called on a Dispatch thread one second after finished jobs add up to 1 MiB, or after one
  ///     job took 4 MiB (`noteHeld`); at most once a second.
  ///   - charge: called after each job of a client that has an account, with the nanoseconds of processor time.
  init(
    workers: Int, maxWaiting: Int, maxWaitingBytes: Int,
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() },
    inSparePlace: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void =
      ServiceEnvironment.serialQueue(),
    giveMemoryBack: @escaping @Sendable () -> Void = {},
    charge: @escaping @Sendable (HTTPClient.Account, UInt64) -> Void = { _, _ in }
  ) {
    self.workers = max(1, workers)
    self.maxWaiting = maxWaiting
    self.maxWaitingBytes = maxWaitingBytes
    self.asWorker = asWorker
    self.inSparePlace = inSparePlace
    self.giveMemoryBack = giveMemoryBack
    self.charge = charge
  }

  /// Creates the queue for the settings.
  convenience init(
    _ settings: ServiceSettings, _ environment: ServiceEnvironment, _ accounts: KeyAccounts
  ) {
    self.init(
      workers: settings.workers, maxWaiting: settings.maxQueue,
      maxWaitingBytes: settings.maxInflightBytes, asWorker: environment.asWorker,
      inSparePlace: environment.inSparePlace,
      giveMemoryBack: environment.giveMemoryBack,
      charge: { accounts.charge($0, cpu: $1) })
  }

  /// The result of submitting a job.
  private enum Admission {
    case starts
    /// The job starts beside the workers.
    case startsInSparePlace
    /// The job waits; if the queue was full, another job was removed, which the caller must drop.
    case waits(insteadOf: WaitingJobs.Entry?)
    case refused
  }

  /// Runs or queues a job; if the queue is full, another client's job may be dropped for it.
  ///
  /// The dropped job is the newest one of the client with the most waiting jobs. It is dropped only if the
  /// new job's client has fewer waiting jobs, and if dropping it makes enough room.
  ///
  /// - Returns: false if there is no space; then neither the job's `run` nor its `drop` is called.
  /// - Complexity: amortised O(1), under one short lock.
  func submit(_ job: Job, of client: HTTPClient) -> Bool {
    let entry = WaitingJobs.Entry(job: job, client: client, since: MonotonicClock.now)
    switch state.withLock({ admit(entry, to: &$0) }) {
    case .starts:
      queue.async { self.asWorker { self.work(from: entry) } }
      return true
    case .startsInSparePlace:
      inSparePlace { self.work(from: entry, inSparePlace: true) }
      return true
    case .waits(let dropped):
      dropped?.job.drop()
      return true
    case .refused: return false
    }
  }

  /// Runs or queues a job that continues earlier work.
  ///
  /// It runs before its client's other jobs, and is never refused. Only jobs of other clients whose turn
  /// comes earlier run before it.
  ///
  /// - Parameter id: the layout that the job computes, which other clients may request too; nil if none.
  /// - Complexity: amortised O(1), under one short lock.
  func resume(
    _ id: LayoutID? = nil, of client: HTTPClient,
    _ run: @escaping @Sendable (Turn) -> Void
  ) {
    let job = Job(kind: .resumed, byteCount: 0, id: id, drop: {}, run: run)
    let entry = WaitingJobs.Entry(job: job, client: client, since: MonotonicClock.now)
    let starts = state.withLock { state in
      guard state.running >= workers else {
        state.running += 1
        state.waiting.begin(client)
        return true
      }
      state.waiting.resume(entry)
      return false
    }
    if starts { queue.async { self.asWorker { self.work(from: entry) } } }
  }

  private func admit(_ entry: WaitingJobs.Entry, to state: inout State) -> Admission {
    guard state.running >= workers else {
      state.running += 1
      state.waiting.begin(entry.client)
      return .starts
    }
    if !state.isSpareTaken, state.waiting.isIdle(entry.client) {
      state.isSpareTaken = true
      state.waiting.begin(entry.client)
      return .startsInSparePlace
    }
    let room = maxWaitingBytes - state.waiting.byteCount
    if state.waiting.count < maxWaiting, entry.job.byteCount <= room {
      state.waiting.append(entry)
      return .waits(insteadOf: nil)
    }
    guard let other = state.waiting.givingWay(to: entry.client),
      entry.job.byteCount <= room + other.job.byteCount
    else { return .refused }
    let dropped = state.waiting.popGivingWay()
    state.waiting.append(entry)
    return .waits(insteadOf: dropped)
  }

  /// Moves a waiting computation to the lane of another client that has requested its layout, if its turn
  /// then comes earlier.
  func advance(_ id: LayoutID, for client: HTTPClient) {
    state.withLock { _ = $0.waiting.advance(id, for: client) }
  }

  /// Returns the client whose turn a new job takes if several clients wait for its result.
  ///
  /// It is a client with nothing running, if there is one; among such clients, the one with the fewest
  /// waiting jobs; among equals, the first.
  func minWaiting(of client: HTTPClient, or others: [HTTPClient]) -> HTTPClient {
    guard !others.isEmpty else { return client }
    return state.withLock { state in
      others.reduce(client) { least, other in
        let (isBusy, isLeastBusy) = (state.waiting.isBusy(other), state.waiting.isBusy(least))
        let isEarlier =
          isBusy == isLeastBusy
          ? state.waiting.count(of: other) < state.waiting.count(of: least) : isLeastBusy
        return isEarlier ? other : least
      }
    }
  }

  /// The numbers of running and waiting jobs.
  var depth: (running: Int, waiting: Int) {
    state.withLock {
      ($0.running + ($0.isSpareTaken ? 1 : 0), $0.waiting.count + $0.waiting.resumedCount)
    }
  }

  /// Returns running and waiting jobs, at most `most` of each, those that have waited longest first.
  ///
  /// If more jobs wait, the list has any `most` of them.
  ///
  /// - Complexity: O(workers + most), under one short lock.
  func jobs(most: Int) -> (running: [ListedJob], waiting: [ListedJob]) {
    let (running, waiting) = state.withLock { state in
      (Array(state.runningJobs.values), state.waiting.some(most))
    }
    return (
      Array(running.sorted { $0.since < $1.since }.prefix(most)),
      waiting.map { ListedJob($0) }.sorted { $0.since < $1.since }
    )
  }

  /// Records the memory that the calling job took beside its own bytes.
  ///
  /// Even a job for a small document may take much memory; a second later, that is returned to the system
  /// too.
  func noteHeld(_ byteCount: Int) {
    guard byteCount >= Self.heldBytesToGiveBack else { return }
    state.withLock { $0.workedBytes += Self.bytesToGiveBack }
  }

  /// Starts the job that may run in the spare place, if the place is free.
  private func startSpare() {
    guard let entry = state.withLock({ $0.takeSpare() }) else { return }
    inSparePlace { self.work(from: entry, inSparePlace: true) }
  }

  /// Runs a job, and then waiting jobs, on the calling thread.
  private func work(from first: WaitingJobs.Entry, inSparePlace isSpare: Bool = false) {
    var next: WaitingJobs.Entry? = first
    let number = state.withLock { $0.list(first) }
    while let entry = next {
      run(entry, inSparePlace: isSpare)
      let plansGivingBack: Bool
      (next, plansGivingBack) = state.withLock {
        $0.takeNext(after: entry, number: number, inSparePlace: isSpare)
      }
      // The job's client may have nothing running now, so its next job may take the spare place.
      startSpare()
      if plansGivingBack {
        queue.asyncAfter(deadline: .now() + Self.delayOfGivingBack) { self.giveBack() }
      }
    }
  }

  private func run(_ entry: WaitingJobs.Entry, inSparePlace isSpare: Bool) {
    let account = entry.client.account
    let cpu = account == 0 ? 0 : MonotonicClock.threadCPU
    entry.job.run(Turn(waited: MonotonicClock.now &- entry.since, isLent: isSpare))
    if account != 0 { charge(account, MonotonicClock.threadCPU &- cpu) }
  }

  private func giveBack() {
    state.withLock {
      $0.workedBytes = 0
      $0.willGiveBack = false
    }
    // Not as a worker: it holds the allocator's locks, and a worker would yield while other threads wait for
    // them.
    giveMemoryBack()
  }
}
