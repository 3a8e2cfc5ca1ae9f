import Dispatch
import Logging
import Synchronization

/// Takes log lines without ever making their writers wait: lines are kept in a bounded buffer, and
/// a thread of their own writes them out some milliseconds later.
///
/// Lines that find the buffer full, because the disk or the terminal is slow, are dropped and
/// counted; so are those that cannot be written. Where lines are missing, a line says how many.
///
/// Safe: the bytes that `write` gets live for the call.
@safe public final class LogBuffer: Sendable {
  private struct Lines {
    var bytes: [UInt8] = []
    /// The array that was written out last, empty: what comes next is put there, so that no memory is
    /// asked of the system while lines come at an even pace.
    var spare: [UInt8] = []
    var time = LogTime()
    var isFlushScheduled = false
    var dropped = 0
    /// Lines dropped that no line has told of yet.
    var untold = 0

    mutating func drop(_ count: Int) {
      dropped += count
      untold += count
    }
  }

  /// The most bytes that wait to be written.
  private static let capacity = 4 << 20
  /// The most room that is kept for lines to come.
  private static let spareCapacity = 1 << 20
  /// How long a line waits for others to be written with.
  private static let delay = DispatchTimeInterval.milliseconds(20)

  private let lines = Mutex(Lines())
  private let queue = DispatchQueue(label: "tatami.log")
  private let format: LogFormat
  private let write: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - format: how the buffer's own lines are written.
  ///   - write: writes bytes out, called on one thread at a time; false if it cannot.
  public init(
    format: LogFormat = .json, write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) {
    self.format = format
    unsafe self.write = unsafe write
  }

  /// Lines dropped so far.
  public var dropped: Int { lines.withLock { $0.dropped } }

  /// Appends one line, its line feed included, that `make` appends to what it is given.
  ///
  /// - Parameter time: the line's, in nanoseconds since 1970; `make` gets its text.
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

  /// Appends a line that says how many are missing where it stands.
  private func tell(of lines: inout Lines) {
    LogLine(
      level: .warning, message: "log lines were dropped: they could not be written in time",
      metadata: [("lines", "\(lines.untold)")]
    ).append(at: lines.time, format, to: &lines.bytes)
    lines.untold = 0
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
