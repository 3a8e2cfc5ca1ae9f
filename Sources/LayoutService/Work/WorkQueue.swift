import Dispatch
import Synchronization

/// Runs jobs off the event loops, behind an admission limit.
///
/// At most `workers` jobs run at once; others wait in a line that is bounded by their number and by
/// the bytes they hold. Jobs must not block: Dispatch would add threads for those that do.
final class WorkQueue: Sendable {
  /// One piece of work.
  struct Job: Sendable {
    /// Bytes that the job holds while it waits.
    var byteCount: Int
    /// The work; told how many nanoseconds it waited.
    var run: @Sendable (_ waited: UInt64) -> Void
  }

  private struct Line: Sendable {
    var running = 0
    var waiting = JobRing()
    var waitingBytes = 0
    /// Bytes of the jobs run since memory was last given back, or since the line was last dry.
    var workedBytes = 0
    /// Whether giving memory back is planned already.
    var willGiveBack = false

    /// What a worker does next: the first of those who wait, if any, and whether it plans to give
    /// memory back.
    mutating func takeNext(after byteCount: Int) -> (next: JobRing.Entry?, plansGivingBack: Bool) {
      workedBytes += byteCount
      let plans = !willGiveBack && workedBytes >= WorkQueue.bytesToGiveBack
      if plans { willGiveBack = true }
      let next = waiting.popFirst()
      if let next { waitingBytes -= next.job.byteCount } else { running -= 1 }
      if running == 0, !willGiveBack { workedBytes = 0 }
      return (next, plans)
    }
  }

  /// Bytes of jobs in a row that leave so much free memory behind that it is given back.
  private static let bytesToGiveBack = 1 << 20

  /// How long after that: under steady load the next job uses the memory again, and giving it back
  /// holds those up who need some.
  private static let delayOfGivingBack = DispatchTimeInterval.seconds(1)

  private let line = Mutex(Line())
  private let queue = DispatchQueue(label: "tatami.work", attributes: .concurrent)
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
  ///     together, so at most once a second.
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

  /// Takes a job, unless the line is full.
  ///
  /// - Returns: false where the line is full: the job will not run.
  func submit(byteCount: Int, _ run: @escaping @Sendable (_ waited: UInt64) -> Void) -> Bool {
    let entry = JobRing.Entry(job: Job(byteCount: byteCount, run: run), since: Ticks.now)
    enum Admission { case starts, waits, refused }
    let admission = line.withLock { line -> Admission in
      if line.running < workers {
        line.running += 1
        return .starts
      }
      guard line.waiting.count < maxWaiting, byteCount <= maxWaitingBytes - line.waitingBytes
      else { return .refused }
      line.waiting.append(entry)
      line.waitingBytes += byteCount
      return .waits
    }
    switch admission {
    case .starts:
      queue.async { self.asWorker { self.work(from: entry) } }
      return true
    case .waits: return true
    case .refused: return false
    }
  }

  /// Jobs that run and jobs that wait, now.
  var depth: (running: Int, waiting: Int) {
    line.withLock { ($0.running, $0.waiting.count) }
  }

  /// Runs the job and then, on the same thread, what waits.
  private func work(from first: JobRing.Entry) {
    var next: JobRing.Entry? = first
    while let entry = next {
      entry.job.run(Ticks.now &- entry.since)
      let plansGivingBack: Bool
      (next, plansGivingBack) = line.withLock { $0.takeNext(after: entry.job.byteCount) }
      if plansGivingBack {
        queue.asyncAfter(deadline: .now() + Self.delayOfGivingBack) { self.giveBack() }
      }
    }
  }

  private func giveBack() {
    line.withLock {
      $0.workedBytes = 0
      $0.willGiveBack = false
    }
    // Not as a worker: it holds the allocator's locks, and would yield while others wait for them.
    giveMemoryBack()
  }
}

/// Waiting jobs, first in, first out.
private struct JobRing: Sendable {
  struct Entry: Sendable {
    var job: WorkQueue.Job
    /// When the job was submitted.
    var since: UInt64
  }

  private var entries: [Entry?] = []
  private var head = 0

  var count: Int { entries.count - head }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  /// Amortised O(1): the emptied front is cut off when it makes up half of the array.
  mutating func popFirst() -> Entry? {
    guard head < entries.count else { return nil }
    let entry = entries[head]
    entries[head] = nil
    head += 1
    if head * 2 >= entries.count {
      entries.removeFirst(head)
      head = 0
    }
    return entry
  }
}
