@testable import LayoutService

extension WorkQueue {
  /// Submits a job for nobody in particular, which nobody waits for.
  func submit(byteCount: Int, _ run: @escaping @Sendable (_ waited: UInt64) -> Void) -> Bool {
    submit(Job(byteCount: byteCount, drop: {}, run: run), of: .unknown)
  }
}
