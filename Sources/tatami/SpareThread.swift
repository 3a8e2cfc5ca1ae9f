import Dispatch
import Libevent
import Synchronization

/// A thread of its own for work that is tried beside busy workers, in slices of a few milliseconds.
///
/// Dispatch's threads have a worker's low priority, and other programs may leave those little processor time. This
/// thread keeps the event loops' priority, but yields to them like a worker.
final class SpareThread: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let count = DispatchSemaphore(value: 0)
  private let hasBegun = Atomic(false)

  /// Performs work on the thread, after all that was passed before.
  ///
  /// The first call starts the thread. If the system has no thread left, the work is done by a worker.
  func perform(_ piece: @escaping @Sendable () -> Void) {
    if !hasBegun.exchange(true, ordering: .relaxed) {
      do {
        try LoopThread.start { self.run() }
      } catch {
        hasBegun.store(false, ordering: .relaxed)
        DispatchQueue.global().async { WorkerThread.run(piece) }
        return
      }
    }
    work.withLock { $0.append(piece) }
    count.signal()
  }

  private func run() {
    while true {
      count.wait()
      let piece = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let piece { WorkerThread.runInTurns(piece) }
    }
  }
}
