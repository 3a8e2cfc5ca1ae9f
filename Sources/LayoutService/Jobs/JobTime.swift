import HTTPMessage
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

  /// Creates the time limit of a job that a worker begins now.
  ///
  /// - Parameters:
  ///   - waited: nanoseconds that the job waited for a worker.
  ///   - spent: nanoseconds already spent by the jobs that this job continues.
  ///   - seconds: the limit for this job, its wait and those earlier jobs together.
  ///   - memory: the memory of all jobs; nil if it is not counted.
  init(waited: UInt64, after spent: UInt64 = 0, seconds: Double, memory: InflightBytes? = nil) {
    self.memory = memory
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

  /// The failure of a job whose deadline has passed.
  var failure: LayoutFailure { .timedOut(seconds) }

  /// Returns a budget that ends the work after the deadline, when nobody waits for it, or when memory runs
  /// out.
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
        return !poll.isDue(at: now) || now < end && isWanted()
      },
      takeMemory: { count in
        let rest = max(0, count - ahead)
        ahead -= count - rest
        return rest == 0 || memory?.grow(by: rest) ?? true
      })
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
