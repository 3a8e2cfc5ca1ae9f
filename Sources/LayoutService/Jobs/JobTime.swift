import HTTPMessage
import LayoutEngine

/// The time that a job has, its waiting for a worker included (`TATAMI_WORK_TIMEOUT`).
struct JobTime: Sendable {
  /// When it is up, by `MonotonicClock`.
  private let end: UInt64
  private let seconds: Double
  /// Nanoseconds that the job has waited.
  let waited: UInt64
  /// What jobs hold together; nil if that is not counted.
  let memory: InflightBytes?

  /// The time of a job that a worker begins now.
  ///
  /// - Parameters:
  ///   - waited: nanoseconds that it has waited.
  ///   - spent: nanoseconds that the jobs took which it goes on with.
  ///   - seconds: what all have together.
  ///   - memory: what jobs hold together.
  init(waited: UInt64, after spent: UInt64 = 0, seconds: Double, memory: InflightBytes? = nil) {
    self.memory = memory
    let all = MonotonicClock.nanoseconds(seconds)
    let (over, isOver) = waited.addingReportingOverflow(spent)
    end = MonotonicClock.now &+ (!isOver && all > over ? all - over : 0)
    self.seconds = seconds
    self.waited = waited
  }

  /// Nanoseconds of it that are over.
  var spent: UInt64 {
    let (all, now) = (MonotonicClock.nanoseconds(seconds), MonotonicClock.now)
    let left = end > now ? end - now : 0
    return all > left ? all - left : 0
  }

  /// Whether it is up.
  var isUp: Bool { MonotonicClock.now >= end }

  /// What the job fails with when it is up.
  var failure: LayoutFailure { .timedOut(seconds) }

  /// A budget that ends the work when its time is up, or no one waits for it.
  ///
  /// - Parameters:
  ///   - memory: grows by what the work holds; nil if that is not counted.
  ///   - ahead: bytes of it that were set aside for the work before.
  ///   - isWanted: whether anyone waits; may take a lock.
  func budget(
    memory: Reservation? = nil, ahead: Int = 0, isWanted: @escaping () -> Bool
  ) -> LayoutBudget {
    var poll = CancellationPoll()
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

  /// Why the work of a budget was ended; nil if it was not, or no one waits any more.
  func failure(of budget: LayoutBudget) -> LayoutFailure? {
    switch budget.end {
    case .outOfMemory: .outOfMemory
    case .unwanted where isUp: failure
    case .unwanted, nil: nil
    }
  }
}
