import Dispatch
import Synchronization

/// Takes log lines without ever making their writers wait: lines are kept in a bounded buffer, and
/// a thread of their own writes them out some milliseconds later.
///
/// Lines that find the buffer full, because the disk or the terminal is slow, are dropped and
/// counted; so are those that cannot be written.
///
/// Safe: the bytes that `write` gets live for the call.
@safe public final class LogBuffer: Sendable {
  private struct Lines {
    var bytes: [UInt8] = []
    var isFlushScheduled = false
    var dropped = 0
  }

  /// The most bytes that wait to be written.
  private static let capacity = 4 << 20
  /// How long a line waits for others to be written with.
  private static let delay = DispatchTimeInterval.milliseconds(20)

  private let lines = Mutex(Lines())
  private let queue = DispatchQueue(label: "tatami.log")
  private let write: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Creates an empty buffer.
  ///
  /// - Parameter write: writes bytes out, called on one thread at a time; false where it cannot.
  public init(write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) {
    unsafe self.write = unsafe write
  }

  /// Lines dropped so far.
  public var dropped: Int { lines.withLock { $0.dropped } }

  /// Appends one line, its line feed included, that `make` appends to what it is given.
  func append(_ make: (inout [UInt8]) -> Void) {
    let isFirst = lines.withLock { lines in
      guard lines.bytes.count < Self.capacity else {
        lines.dropped += 1
        return false
      }
      make(&lines.bytes)
      defer { lines.isFlushScheduled = true }
      return !lines.isFlushScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeOut() } }
  }

  /// Writes out all lines appended so far; returns when that is done, or the time is over.
  ///
  /// The reader of the lines may have stopped for good: then the write that waits for it goes on
  /// waiting, on the buffer's own thread.
  ///
  /// - Parameter seconds: how long to wait; nil for ever.
  /// - Returns: whether they are written.
  @discardableResult
  public func flush(within seconds: Double? = nil) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async {
      self.writeOut()
      done.signal()
    }
    return done.wait(timeout: seconds.map { .now() + max(0, $0) } ?? .distantFuture) == .success
  }

  private func writeOut() {
    let bytes = lines.withLock { lines in
      lines.isFlushScheduled = false
      let bytes = lines.bytes
      lines.bytes = []
      return bytes
    }
    guard !bytes.isEmpty else { return }
    guard unsafe !bytes.withUnsafeBytes({ unsafe write($0) }) else { return }
    let lost = bytes.count { $0 == UInt8(ascii: "\n") }
    lines.withLock { $0.dropped += lost }
  }
}
