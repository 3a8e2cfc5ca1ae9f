import Dispatch
import HTTPMessage
import Testing

@testable import LayoutService

extension WorkQueue {
  /// Submits a job of no known client, without a response.
  func submit(byteCount: Int, _ run: @escaping @Sendable (_ waited: UInt64) -> Void) -> Bool {
    submit(Job(byteCount: byteCount, drop: {}, run: run), of: .unknown)
  }

  /// Holds the only worker until the semaphore is signalled.
  func hold() -> DispatchSemaphore {
    let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    #expect(
      submit(byteCount: 0) { _ in
        begun.signal()
        gate.wait()
      })
    begun.wait()
    return gate
  }
}
