import Dispatch
import Foundation
import Synchronization
package import Testing

/// A suite whose tests wait: for a socket, another process, a timeout or a job of Dispatch.
///
/// Swift Testing runs tests on as many threads as there are processors, and a test that blocks one keeps it
/// from those that compute. They are Dispatch's threads: if as many tests as processors look in a loop for what
/// a job has done, no job begins. These tests run on threads of their own, some at once.
package struct WaitingTests: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTests {
  /// Runs the suite's tests on threads that may block.
  package static var waits: WaitingTests { WaitingTests() }
}

/// A few threads that run one task's part after another, each to its end.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads(count: 6)

  private let jobs = Mutex<[UnownedJob]>([])
  private let given = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in
        while true {
          given.wait()
          let job = jobs.withLock { $0.removeFirst() }
          unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    given.signal()
  }
}

/// Waits for what is not told: looks each half a millisecond, and sleeps in between.
///
/// A loop that does not sleep counts as a busy thread, and Dispatch begins no job beside as many of them as the
/// machine has processors.
package func waitUntil(_ condition: () -> Bool) {
  while !condition() { usleep(500) }
}
