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
    /// Bytes of the jobs run since the line was last dry.
    var worked = 0

    /// The next job, or the bytes worked on since the line was last dry, if it is dry now.
    mutating func takeNext(after byteCount: Int) -> (next: JobRing.Entry?, dryAfter: Int?) {
      worked += byteCount
      if let entry = waiting.popFirst() {
        waitingBytes -= entry.job.byteCount
        return (entry, nil)
      }
      running -= 1
      guard running == 0 else { return (nil, nil) }
      defer { worked = 0 }
      return (nil, worked)
    }
  }

  private let line = Mutex(Line())
  private let queue = DispatchQueue(label: "tatami.work", attributes: .concurrent)
  private let willWork: @Sendable () -> Void
  private let ranDry: @Sendable (_ bytes: Int) -> Void

  /// The most jobs that run at once.
  let workers: Int
  /// The most jobs that wait.
  let maxWaiting: Int
  /// The most bytes that waiting jobs hold.
  let maxWaitingBytes: Int

  /// Creates an idle queue.
  ///
  /// - Parameters:
  ///   - willWork: called on a worker's thread before it runs jobs, to lower its priority.
  ///   - ranDry: called on a worker's thread when nothing runs or waits any more, with the bytes of
  ///     all jobs since the last time.
  init(
    workers: Int, maxWaiting: Int, maxWaitingBytes: Int,
    willWork: @escaping @Sendable () -> Void = {},
    ranDry: @escaping @Sendable (_ bytes: Int) -> Void = { _ in }
  ) {
    self.workers = max(1, workers)
    self.maxWaiting = maxWaiting
    self.maxWaitingBytes = maxWaitingBytes
    self.willWork = willWork
    self.ranDry = ranDry
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
      queue.async { self.work(from: entry) }
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
    willWork()
    var next: JobRing.Entry? = first
    var dryAfter: Int?
    while let entry = next {
      entry.job.run(Ticks.now &- entry.since)
      (next, dryAfter) = line.withLock { $0.takeNext(after: entry.job.byteCount) }
    }
    if let dryAfter { ranDry(dryAfter) }
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
