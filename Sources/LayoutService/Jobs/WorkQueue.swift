import Dispatch
import HTTPMessage
import Synchronization

/// Runs jobs off the event loops, up to an admission limit.
///
/// At most `workers` jobs run at once; others wait in a queue that is bounded by their number and by
/// the bytes they hold, in which clients take turns. Jobs must not block: Dispatch would add threads
/// for those that do.
///
/// While all workers are busy, one short job of a client who has nothing running runs beside them, in the spare
/// place: otherwise it would wait for as long as the others' longest job takes.
final class WorkQueue: Sendable {
  /// One piece of work, of which either `run` or `drop` is called, once.
  struct Job: Sendable {
    /// Bytes that the job holds while it waits.
    var byteCount: Int
    /// Whether it may run beside busy workers: it has a small document to lay out.
    var isShort = false
    /// The layout that it computes, for which others may come to wait, too.
    var id: LayoutID?
    /// Called, on the thread of a later `submit` and under no lock, when it has given way to another
    /// client's job.
    var drop: @Sendable () -> Void
    /// The work; gets the nanoseconds that it waited.
    var run: @Sendable (_ waited: UInt64) -> Void
  }

  private struct State: Sendable {
    /// Jobs that run on workers.
    var running = 0
    /// Whether a job runs in the spare place.
    var isSpareTaken = false
    var waiting = WaitingJobs()
    /// Bytes of the jobs run, and more for each that held much, since memory was last given back, or
    /// since no job was left.
    var workedBytes = 0
    /// Whether giving memory back is planned already.
    var willGiveBack = false

    /// Notes that a job has ended, and returns what its thread does next, if anything, and whether it plans to
    /// give memory back.
    mutating func takeNext(
      after ended: WaitingJobs.Entry, inSparePlace isSpare: Bool
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
      if running == 0, !isSpareTaken, !willGiveBack { workedBytes = 0 }
      return (next, plans)
    }

    /// The job that has the spare place from now on, if that is free and one may run there.
    mutating func takeSpare() -> WaitingJobs.Entry? {
      guard !isSpareTaken, let entry = waiting.popFirstSpare() else { return nil }
      isSpareTaken = true
      return entry
    }
  }

  /// The most bytes of a document whose job is short.
  static let shortJobBytes = 64 << 10
  /// The most bytes of a compressed one: it may inflate to a thousand times as many.
  static let shortGzipBytes = 8 << 10

  /// Bytes of jobs in a row that leave so much memory free that it is given back.
  private static let bytesToGiveBack = 1 << 20
  /// Bytes that a job has held beside its own, of which the same is true.
  private static let heldBytesToGiveBack = 4 << 20

  /// How long after that: under steady load the next job uses the memory again, and giving it back
  /// holds those up who need some.
  private static let delayOfGivingBack = DispatchTimeInterval.seconds(1)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tatami.work", attributes: .concurrent)
  /// The spare place: a serial queue has a thread of its own, whatever the workers do.
  private let spareQueue = DispatchQueue(label: "tatami.work.spare")
  private let asWorker: @Sendable (_ work: () -> Void) -> Void
  private let giveMemoryBack: @Sendable () -> Void

  /// The most jobs that run at once.
  let workers: Int
  /// The most jobs that wait.
  let maxWaiting: Int
  /// The most bytes that waiting jobs hold.
  let maxWaitingBytes: Int

  /// Creates an idle queue.
  ///
  /// - Parameters:
  ///   - asWorker: does work on the calling thread as a worker, one that gives way to others.
  ///   - giveMemoryBack: called on a thread of Dispatch a second after jobs in a row had a MiB
  ///     together, or one has held four (`noteHeld`), so at most once a second.
  init(
    workers: Int, maxWaiting: Int, maxWaitingBytes: Int,
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() },
    giveMemoryBack: @escaping @Sendable () -> Void = {}
  ) {
    self.workers = max(1, workers)
    self.maxWaiting = maxWaiting
    self.maxWaitingBytes = maxWaitingBytes
    self.asWorker = asWorker
    self.giveMemoryBack = giveMemoryBack
  }

  /// The queue for these settings.
  convenience init(_ settings: ServiceSettings, _ environment: ServiceEnvironment) {
    self.init(
      workers: settings.workers, maxWaiting: settings.maxQueue,
      maxWaitingBytes: settings.maxInflightBytes, asWorker: environment.asWorker,
      giveMemoryBack: environment.giveMemoryBack)
  }

  /// What becomes of a job.
  private enum Admission {
    case starts
    /// It starts beside the workers.
    case startsInSparePlace
    /// It waits, in the place of another where the queue was full.
    case waits(insteadOf: WaitingJobs.Entry?)
    case refused
  }

  /// Takes a job, unless the queue is full and no client has more jobs in it than the job's own.
  ///
  /// - Returns: false if the queue is full: neither the job's `run` nor its `drop` is called.
  /// - Complexity: amortised O(1), under one short lock.
  func submit(_ job: Job, of client: HTTPClient) -> Bool {
    let entry = WaitingJobs.Entry(job: job, client: client, since: MonotonicClock.now)
    switch state.withLock({ admit(entry, to: &$0) }) {
    case .starts:
      queue.async { self.asWorker { self.work(from: entry) } }
      return true
    case .startsInSparePlace:
      spareQueue.async { self.asWorker { self.work(from: entry, inSparePlace: true) } }
      return true
    case .waits(let dropped):
      dropped?.job.drop()
      return true
    case .refused: return false
    }
  }

  /// Takes a job that goes on with what an earlier one began.
  ///
  /// It has its turn before its client's other jobs, and is never refused. It gives way to no job but those
  /// of other clients whose turn it is.
  ///
  /// - Parameter id: the layout that others may come to wait for, too; nil for none.
  /// - Complexity: amortised O(1), under one short lock.
  func resume(
    _ id: LayoutID? = nil, of client: HTTPClient,
    _ run: @escaping @Sendable (_ waited: UInt64) -> Void
  ) {
    let job = Job(byteCount: 0, id: id, drop: {}, run: run)
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
    if !state.isSpareTaken, entry.job.isShort, state.waiting.isIdle(entry.client) {
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

  /// Lets a computation that waits have the turn of another client who waits for it now, where that
  /// comes earlier.
  func advance(_ id: LayoutID, for client: HTTPClient) {
    state.withLock { _ = $0.waiting.advance(id, for: client) }
  }

  /// Returns the client whose turn a new job takes that several clients wait for: one who has nothing running, if
  /// there is any; of those the one with the fewest jobs waiting, of equals the first.
  func leastWaiting(of client: HTTPClient, or others: [HTTPClient]) -> HTTPClient {
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

  /// Jobs that run and jobs that wait, now.
  var depth: (running: Int, waiting: Int) {
    state.withLock {
      ($0.running + ($0.isSpareTaken ? 1 : 0), $0.waiting.count + $0.waiting.resumedCount)
    }
  }

  /// Notes what the job that calls has held beside its bytes: a small document may take much, and what
  /// it frees is given back a second later, too.
  func noteHeld(_ byteCount: Int) {
    guard byteCount >= Self.heldBytesToGiveBack else { return }
    state.withLock { $0.workedBytes += Self.bytesToGiveBack }
  }

  /// Has the job that may run in the spare place begin there, if that is free.
  private func startSpare() {
    guard let entry = state.withLock({ $0.takeSpare() }) else { return }
    spareQueue.async { self.asWorker { self.work(from: entry, inSparePlace: true) } }
  }

  /// Runs the job and then, on the same thread, what waits.
  private func work(from first: WaitingJobs.Entry, inSparePlace isSpare: Bool = false) {
    var next: WaitingJobs.Entry? = first
    while let entry = next {
      entry.job.run(MonotonicClock.now &- entry.since)
      let plansGivingBack: Bool
      (next, plansGivingBack) = state.withLock { $0.takeNext(after: entry, inSparePlace: isSpare) }
      // The job's client may have nothing running now.
      startSpare()
      if plansGivingBack {
        queue.asyncAfter(deadline: .now() + Self.delayOfGivingBack) { self.giveBack() }
      }
    }
  }

  private func giveBack() {
    state.withLock {
      $0.workedBytes = 0
      $0.willGiveBack = false
    }
    // Not as a worker: it holds the allocator's locks, and would yield while others wait for them.
    giveMemoryBack()
  }
}
