import Dispatch
import Glibc
import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

extension WorkQueue {
  /// Submits a job of no known client, without a response.
  func submit(byteCount: Int, _ run: @escaping @Sendable (Turn) -> Void) -> Bool {
    submit(Job(byteCount: byteCount, drop: {}, run: run), of: .unknown)
  }

  /// Holds the only worker until the semaphore is signalled, and the spare place until nothing waits any more.
  func hold() -> DispatchSemaphore {
    let gate = DispatchSemaphore(value: 0)
    while !holdWorker(until: gate) {}
    holdSparePlace()
    return gate
  }

  /// Holds the only worker until the semaphore is signalled.
  ///
  /// - Returns: false, with nothing held, if the job ran in the spare place, because the worker was still ending
  ///   another job.
  private func holdWorker(until gate: DispatchSemaphore) -> Bool {
    let (begun, lent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    #expect(
      submit(byteCount: 0) { turn in
        if turn.isLent { lent.signal() }
        begun.signal()
        if !turn.isLent { gate.wait() }
      })
    begun.wait()
    return lent.wait(timeout: .now()) == .timedOut
  }

  /// Takes the spare place and keeps it until no other job runs or waits.
  private func holdSparePlace() {
    let begun = DispatchSemaphore(value: 0)
    let job = Job(byteCount: 0, drop: {}) { _ in
      begun.signal()
      waitUntil { self.depth == (1, 0) }
    }
    #expect(submit(job, of: HTTPClient(ipv4: 0xCB00_71FE)))
    begun.wait()
  }
}

extension InflightBytes {
  /// Sets aside all that is left but `count` bytes, as many small jobs would.
  func fill(leaving count: Int) -> [Reservation] {
    var reservations: [Reservation] = []
    while case let rest = limit - self.count - count, rest > 0,
      let reservation = reserve(min(rest, Self.smallJob))
    {
      reservations.append(reservation)
    }
    #expect(self.count == limit - count)
    return reservations
  }
}
