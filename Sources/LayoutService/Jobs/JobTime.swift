import HTTPMessage
import LayoutAPI
import LayoutEngine

/// The time limit of a job, including its wait for a worker (`TATAMI_WORK_TIMEOUT`).
struct JobTime: Sendable {
  /// The job's deadline, in nanoseconds of `MonotonicClock`.
  private let end: UInt64
  private let seconds: Double
  /// The nanoseconds that the job waited for a worker.
  let waited: UInt64
  /// The memory of all jobs; nil if it is not counted.
  let memory: InflightBytes?
  /// The thread's processor time at which the job must leave the spare place; nil if it runs on a worker.
  private let sliceEnd: UInt64?

  /// Creates the time limit of a job that a worker begins now.
  ///
  /// - Parameters:
  ///   - turn: how long the job waited, and whether it runs in the spare place.
  ///   - spent: nanoseconds already spent by the jobs that this job continues.
  ///   - seconds: the limit for this job, its wait and those earlier jobs together.
  ///   - memory: the memory of all jobs; nil if it is not counted.
  init(
    _ turn: WorkQueue.Turn, after spent: UInt64 = 0, seconds: Double,
    memory: InflightBytes? = nil
  ) {
    self.memory = memory
    let waited = turn.waited
    sliceEnd = turn.isLent ? MonotonicClock.threadCPU &+ WorkQueue.slice : nil
    let all = MonotonicClock.nanoseconds(seconds)
    let (over, isOver) = waited.addingReportingOverflow(spent)
    end = MonotonicClock.now &+ (!isOver && all > over ? all - over : 0)
    self.seconds = seconds
    self.waited = waited
  }

  /// The nanoseconds of the limit that have been used, by waiting and by the earlier jobs too.
  var spent: UInt64 {
    let (all, now) = (MonotonicClock.nanoseconds(seconds), MonotonicClock.now)
    let left = end > now ? end - now : 0
    return all > left ? all - left : 0
  }

  /// Whether the deadline has passed.
  var isUp: Bool { MonotonicClock.now >= end }

  /// Whether the job runs in the spare place, and may have to resume on a worker.
  var isLent: Bool { sliceEnd != nil }

  /// Whether the job has used its slice of the spare place: its work has ended, or is about to, and must
  /// resume on a worker (`WorkQueue.resume`).
  var isSliceOver: Bool {
    guard let sliceEnd else { return false }
    return MonotonicClock.threadCPU >= sliceEnd
  }

  /// The failure of a job whose deadline has passed.
  var failure: LayoutFailure { .timedOut(seconds) }

  /// Returns a budget that ends the work after the deadline, after the slice of the spare place, when nobody
  /// waits for it, or when memory runs out.
  ///
  /// - Parameters:
  ///   - memory: grows by the bytes that the work takes; nil if they are not counted.
  ///   - ahead: bytes of `memory` that were reserved before the work began.
  ///   - isWanted: returns whether anyone waits for the work; may take a lock.
  func budget(
    memory: Reservation? = nil, ahead: Int = 0, isWanted: @escaping () -> Bool
  ) -> LayoutBudget {
    var poll = CheckThrottle()
    var ahead = ahead
    return LayoutBudget(
      isWanted: {
        let now = MonotonicClock.now
        return !poll.isDue(at: now) || now < end && !isSliceOver && isWanted()
      },
      takeMemory: { count in
        let rest = max(0, count - ahead)
        ahead -= count - rest
        return rest == 0 || memory?.grow(by: rest) ?? true
      })
  }

  /// Returns whether a budget ended its work because the job must leave the spare place.
  ///
  /// If nobody waits for the work any more, the result may be true, too.
  func endsSlice(_ budget: LayoutBudget) -> Bool {
    budget.end == .unwanted && isSliceOver && !isUp
  }

  /// Returns the failure for which a budget ended its work; nil if the budget did not end it, or ended it
  /// because nobody waits.
  func failure(of budget: LayoutBudget) -> LayoutFailure? {
    switch budget.end {
    case .outOfMemory: .outOfMemory
    case .unwanted where isUp: failure
    case .unwanted, nil: nil
    }
  }
}
