import Dispatch
import Glibc
import Synchronization
import Testing

@testable import tatami

/// Threads that give way to the event loops.
@Suite struct WorkerThreadTests {
  /// Sleeps 20 ms; false where a signal ended that earlier.
  private static func sleepsThrough() -> Bool {
    var time = timespec(tv_sec: 0, tv_nsec: 20_000_000)
    return nanosleep(&time, nil) == 0
  }

  private static var niceValue: Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
  }

  @Test func `A thread of Dispatch is interrupted while it works, and only then`() {
    let done = DispatchSemaphore(value: 0)
    let findings = Mutex<[Bool]>([])
    // A thread keeps its timer: the third and the fourth time may be any thread's second.
    for _ in 0..<4 {
      DispatchQueue.global().async {
        var slept: [Bool] = []
        WorkerThread.run {
          slept.append(Self.niceValue < 10)
          slept.append(Self.sleepsThrough())
          slept.append(Self.sleepsThrough())
        }
        slept.append(!Self.sleepsThrough())
        findings.withLock { $0 += slept }
        done.signal()
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
    #expect(findings.withLock { $0 } == Array(repeating: false, count: 16))
  }

  @Test func `A worker that is interrupted computes and writes as others do`() {
    var pipeEnds: [Int32] = [0, 0]
    #expect(pipe(&pipeEnds) == 0)
    let (reading, writing) = (pipeEnds[0], pipeEnds[1])
    let read = DispatchSemaphore(value: 0)
    let received = Mutex<[UInt8]>([])
    DispatchQueue.global().async {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = Glibc.read(reading, &bytes, bytes.count)
        guard count > 0 else { break }
        received.withLock { $0 += bytes[..<count] }
        usleep(300)
      }
      read.signal()
    }
    // More than a pipe holds: the write waits in the kernel, is interrupted there and goes on.
    let sent = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    WorkerThread.run {
      var written = 0
      while written < sent.count {
        let count = sent[written...].withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        written += count
      }
    }
    close(writing)
    #expect(read.wait(timeout: .now() + 20) == .success)
    close(reading)
    #expect(received.withLock { $0 } == sent)
  }
}
