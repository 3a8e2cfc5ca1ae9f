import Glibc

/// Starts threads for event loops.
package enum LoopThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Runs `body` on a new thread, which ends when `body` returns (`pthread_create`).
  package static func start(
    _ body: @escaping @Sendable () -> Void
  ) throws(EventError) {
    let start = unsafe Unmanaged.passRetained(Start(body)).toOpaque()
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { start in
        guard let start = unsafe start else { return nil }
        let thread = unsafe Unmanaged<Start>.fromOpaque(start).takeRetainedValue()
        thread.body()
        return nil
      }, start)
    guard result == 0 else {
      unsafe Unmanaged<Start>.fromOpaque(start).release()
      throw EventError(call: "pthread_create", number: result)
    }
    _ = pthread_detach(thread)
  }

  /// Lets threads that wait for the caller's processor run first; returns at once if none waits.
  ///
  /// A client that was just served may be woken on the loop's own processor and stay there, even if
  /// another one is idle. While uploads and pipelined requests leave the loop no pause, that client
  /// would wait for the system's next tick, up to 4 ms. The price: if a program that computes waits for
  /// the processor, it may occupy it for as long.
  package static func giveWay() {
    sched_yield()
  }
}

/// A gate at which threads wait until it is opened, once and for all.
///
/// Wraps `sem_t`.
// @unchecked: POSIX semaphores may be used by several threads.
@safe
package final class Gate: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// Creates a closed gate.
  package init() {
    unsafe semaphore = .allocate(capacity: 1)
    _ = unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    _ = unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Opens the gate for all waiting threads.
  package func open() {
    _ = unsafe sem_post(semaphore)
  }

  /// Blocks until the gate is open.
  package func wait() {
    while unsafe sem_wait(semaphore) != 0, errno == EINTR {}
    open()
  }
}
