import Dispatch
import Logging
import Synchronization

/// A bounded buffer of log lines, whose writers never wait.
///
/// A separate thread writes the lines out some milliseconds later. Lines are dropped and counted if
/// the buffer is full, because the disk or the terminal is slow, or if they cannot be written. A
/// log line then gives the number of missing lines.
///
/// Safe: the bytes passed to `write` are valid during the call.
@safe public final class LogBuffer: Sendable {
  private struct Lines {
    var bytes: [UInt8] = []
    /// The array that was written out last, emptied.
    ///
    /// It becomes the next `bytes`, so that a steady flow of lines allocates no memory.
    var spare: [UInt8] = []
    var time = LogTime()
    var isFlushScheduled = false
    var dropped = 0
    /// The number of dropped lines that no log line has reported yet.
    var untold = 0

    mutating func drop(_ count: Int) {
      dropped += count
      untold += count
    }
  }

  /// Maximum bytes that wait to be written.
  private static let capacity = 4 << 20
  /// Maximum capacity that is retained for further lines.
  private static let spareCapacity = 1 << 20
  /// How long a line waits to be written together with others.
  private static let delay = DispatchTimeInterval.milliseconds(20)

  private let lines = Mutex(Lines())
  private let queue = DispatchQueue(label: "tatami.log")
  private let format: LogFormat
  private let write: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - format: the format of the buffer's own lines.
  ///   - write: writes bytes out, and returns false if it cannot; called on one thread at a time.
  public init(
    format: LogFormat = .json, write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.format = format
    unsafe self.write = unsafe write
  }

  /// The number of lines dropped so far.
  public var dropped: Int { lines.withLock { $0.dropped } }

  /// Appends one line; `make` appends its bytes, line feed included, to the array that it receives.
  ///
  /// - Parameter time: the line's time, in nanoseconds since 1970; `make` receives its text.
  func append(at time: Int, _ make: (inout [UInt8], LogTime) -> Void) {
    let isFirst = lines.withLock { lines in
      guard lines.bytes.count < Self.capacity else {
        lines.drop(1)
        return false
      }
      lines.time.set(time)
      if lines.untold > 0 { tell(of: &lines) }
      make(&lines.bytes, lines.time)
      defer { lines.isFlushScheduled = true }
      return !lines.isFlushScheduled
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { self.writeOut() } }
  }

  /// Appends a line that says how many lines are missing at this point.
  private func tell(of lines: inout Lines) {
    LogLine(
      level: .warning, message: "log lines were dropped: they could not be written in time",
      metadata: [("lines", .number("\(lines.untold)"))]
    ).append(at: lines.time, format, to: &lines.bytes)
    lines.untold = 0
  }

  /// Writes out all lines appended so far; returns when that is done, or after `seconds`.
  ///
  /// The lines' reader may have stopped for good: then the write continues to wait for it, on the buffer's
  /// own thread.
  ///
  /// - Parameter seconds: the maximum time to wait; nil waits for ever.
  /// - Returns: whether the lines have been written.
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
    var bytes: [UInt8] = []
    lines.withLock { lines in
      lines.isFlushScheduled = false
      swap(&bytes, &lines.bytes)
      swap(&lines.bytes, &lines.spare)
    }
    guard !bytes.isEmpty else { return }
    let isWritten = unsafe bytes.withUnsafeBytes { unsafe write($0) }
    let lost = isWritten ? 0 : bytes.count { $0 == UInt8(ascii: "\n") }
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.spareCapacity)
    lines.withLock { lines in
      lines.drop(lost)
      swap(&bytes, &lines.spare)
    }
  }
}
