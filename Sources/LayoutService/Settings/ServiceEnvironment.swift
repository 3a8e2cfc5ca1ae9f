import Dispatch
public import LayoutAPI

/// The functions that the application needs from the process, so that it reads no clock and opens no file.
public struct ServiceEnvironment: Sendable {
  /// The time, in nanoseconds since 1970-01-01 00:00:00 UTC.
  public var wallClock: @Sendable () -> Int
  /// Does work on the calling thread as a worker, which yields to the event loops.
  public var asWorker: @Sendable (_ work: () -> Void) -> Void
  /// Does a piece of work of some milliseconds, one after the other, however busy the workers are.
  public var inSparePlace: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
  /// Returns freed memory to the system; called on a Dispatch thread a second after work on large documents.
  public var giveMemoryBack: @Sendable () -> Void
  /// The server's connection figures, for metrics.
  public var connections: @Sendable () -> ConnectionFigures
  /// The number of log lines that could not be written, for metrics.
  public var droppedLogLines: @Sendable () -> Int
  /// The process's memory, processor time and open files, for metrics.
  public var process: @Sendable () -> ProcessFigures
  /// The store of documents for all replicas; nil if each replica has only its own documents.
  public var store: (any DocumentStore)?

  /// Creates an environment without a clock, figures and a store.
  public init(
    wallClock: @escaping @Sendable () -> Int = { 0 },
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() },
    inSparePlace: (@Sendable (_ work: @escaping @Sendable () -> Void) -> Void)? = nil,
    giveMemoryBack: @escaping @Sendable () -> Void = {},
    connections: @escaping @Sendable () -> ConnectionFigures = { ConnectionFigures() },
    droppedLogLines: @escaping @Sendable () -> Int = { 0 },
    process: @escaping @Sendable () -> ProcessFigures = { ProcessFigures() },
    store: (any DocumentStore)? = nil
  ) {
    self.wallClock = wallClock
    self.asWorker = asWorker
    self.inSparePlace = inSparePlace ?? Self.serialQueue()
    self.giveMemoryBack = giveMemoryBack
    self.connections = connections
    self.droppedLogLines = droppedLogLines
    self.process = process
    self.store = store
  }

  /// Returns a function that does work on a serial queue, which has a thread even if all workers are busy.
  static func serialQueue() -> @Sendable (_ work: @escaping @Sendable () -> Void) -> Void {
    let queue = DispatchQueue(label: "tatami.work.spare")
    return { work in queue.async(execute: work) }
  }
}

/// A server's figures about its connections.
public struct ConnectionFigures: Sendable {
  /// Connections open now.
  public var open = 0
  /// The limit of connections that are open at once.
  public var most = 0
  /// Connections accepted so far.
  public var accepted = 0
  /// Connections refused so far because too many were open.
  public var refused = 0
  /// The number of times that accepting paused because the system had no file left.
  public var pauses = 0
  /// Bytes read so far.
  public var bytesReceived = 0
  /// Bytes written so far.
  public var bytesSent = 0

  /// Creates figures of zero.
  public init() {}
}

/// The system's figures about the process.
public struct ProcessFigures: Sendable {
  /// Resident memory, in bytes.
  public var residentBytes = 0
  /// Processor time used, in seconds.
  public var cpuSeconds = 0.0
  /// Open files.
  public var openFiles = 0
  /// The limit of files that are open at once.
  public var maxFiles = 0
  /// The start of the process, in seconds since 1970.
  public var startSeconds = 0.0

  /// Creates figures of zero.
  public init() {}
}
