import LayoutEngine

/// The time that a job has, its waiting for a worker included (`TATAMI_WORK_TIMEOUT`).
struct JobTime: Sendable {
  /// When it is up; nanoseconds of `Ticks`.
  private let end: UInt64
  private let seconds: Double
  /// Nanoseconds that the job has waited.
  let waited: UInt64

  /// The time of a job that a worker begins now.
  ///
  /// - Parameters:
  ///   - waited: nanoseconds that it has waited.
  ///   - seconds: what it has in all.
  init(waited: UInt64, seconds: Double) {
    let all = UInt64(min(max(0, seconds), 1e9) * 1e9)
    end = Ticks.now &+ (all > waited ? all - waited : 0)
    self.seconds = seconds
    self.waited = waited
  }

  /// Whether it is up.
  var isUp: Bool { Ticks.now >= end }

  /// What its client is told when it is up.
  var problem: Problem {
    .overloaded(
      "the work was not done within \(seconds) seconds, its waiting included"
        + " (TATAMI_WORK_TIMEOUT)")
  }

  /// A budget that ends the work when its time is up, or nobody waits for it.
  ///
  /// - Parameters:
  ///   - memory: grows by what the work holds; nil where that is not counted.
  ///   - isWanted: whether anyone waits; may take a lock.
  func budget(
    memory: Reservation? = nil, isWanted: @escaping () -> Bool
  ) -> LayoutBudget {
    var poll = CancellationPoll()
    return LayoutBudget(
      isWanted: {
        let now = Ticks.now
        return !poll.isDue(at: now) || now < end && isWanted()
      },
      takeMemory: { memory?.grow(by: $0) ?? true })
  }

  /// Why the work of a budget was ended, where that is not for want of anyone who waits.
  func problem(of budget: LayoutBudget) -> Problem? {
    switch budget.end {
    case .outOfMemory: .tooManyInflight
    case .unwanted where isUp: problem
    case .unwanted, nil: nil
    }
  }
}
