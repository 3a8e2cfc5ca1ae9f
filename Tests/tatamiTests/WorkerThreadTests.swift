import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import tatami

/// Threads that give way to the event loops.
@Suite(.waits) struct WorkerThreadTests {
  /// Begins work on a thread of its own, which takes no signals, as Dispatch's do not; a worker's
  /// nice value is for good.
  private static func begin(_ work: @escaping @Sendable () -> Void) -> pthread_t {
    final class Work: Sendable {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, nil,
      { work in
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
        // The thread takes over the work that its maker let go of.
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
        }
        return nil
      }, unsafe Unmanaged.passRetained(Work(work)).toOpaque())
    #expect(status == 0)
    return thread
  }

  /// Sleeps; false if a signal ended that earlier.
  private static func sleepsThrough(milliseconds: Int) -> Bool {
    var time = timespec(
      tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
    return unsafe nanosleep(&time, nil) == 0
  }

  private static var niceValue: Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  @Test func `A thread is interrupted while it works, and only then`() {
    #expect(WorkerThread.niceValue > 0)
    let findings = Mutex<[Bool]>([])
    let thread = Self.begin {
      // It keeps its timer from one work to the next.
      for _ in 0..<3 {
        var found: [Bool] = []
        WorkerThread.run {
          found.append(Self.niceValue >= WorkerThread.niceValue)
          found.append(!Self.sleepsThrough(milliseconds: 10_000))
          found.append(!Self.sleepsThrough(milliseconds: 10_000))
        }
        found.append(Self.sleepsThrough(milliseconds: 20))
        findings.withLock { $0 += found }
      }
    }
    pthread_join(thread, nil)
    #expect(findings.withLock { $0 } == Array(repeating: true, count: 12))
  }

  @Test func `The spare thread yields like a worker, but keeps the loops' priority`() {
    let done = DispatchSemaphore(value: 0)
    let found = Mutex<[Bool]>([])
    let spare = SpareThread()
    let own = Self.niceValue
    for _ in 0..<2 {
      spare.perform {
        found.withLock { $0 += [Self.niceValue == own, !Self.sleepsThrough(milliseconds: 10_000)] }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 120) == .success)
    }
    #expect(found.withLock { $0 } == [true, true, true, true])
  }

  @Test func `What a worker writes arrives whole, however often it is interrupted`() {
    var ends: [Int32] = [0, 0]
    unsafe #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    // More than a pipe holds: the write waits in the kernel, is interrupted there and goes on.
    let sent = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let received = Mutex<[UInt8]>([])
    let reader = Self.begin {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while case let count = unsafe read(reading, &bytes, bytes.count), count > 0 {
        received.withLock { $0 += bytes[..<count] }
        usleep(500)
      }
    }
    let writer = Self.begin {
      WorkerThread.run {
        var written = 0
        while written < sent.count {
          let count = unsafe sent[written...].withUnsafeBytes {
            unsafe write(writing, $0.baseAddress, $0.count)
          }
          guard count > 0 else { break }
          written += count
        }
      }
    }
    pthread_join(writer, nil)
    close(writing)
    pthread_join(reader, nil)
    close(reading)
    #expect(received.withLock { $0 } == sent)
  }
}
