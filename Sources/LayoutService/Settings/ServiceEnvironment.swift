/// What the application needs of the process around it, so that it reads no time of day and opens no file.
public struct ServiceEnvironment: Sendable {
  /// The time, in nanoseconds since 1970-01-01 00:00:00 UTC.
  public var wallClock: @Sendable () -> Int
  /// Does work on the calling thread as a worker, one that gives way to the event loops.
  public var asWorker: @Sendable (_ work: () -> Void) -> Void
  /// Gives freed memory back to the system; called on a thread of Dispatch a second after work on
  /// large documents.
  public var giveMemoryBack: @Sendable () -> Void
  /// Open, accepted and refused connections and bytes in and out, for metrics.
  public var connections: @Sendable () -> ConnectionFigures
  /// Log lines that could not be written, for metrics.
  public var droppedLogLines: @Sendable () -> Int
  /// Memory, processor time and open files of the process, for metrics.
  public var process: @Sendable () -> ProcessFigures
  /// Where documents are kept for all replicas; nil if each has its own only.
  public var store: (any DocumentStore)?

  /// An environment without time, figures and store.
  public init(
    wallClock: @escaping @Sendable () -> Int = { 0 },
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() },
    giveMemoryBack: @escaping @Sendable () -> Void = {},
    connections: @escaping @Sendable () -> ConnectionFigures = { ConnectionFigures() },
    droppedLogLines: @escaping @Sendable () -> Int = { 0 },
    process: @escaping @Sendable () -> ProcessFigures = { ProcessFigures() },
    store: (any DocumentStore)? = nil
  ) {
    self.wallClock = wallClock
    self.asWorker = asWorker
    self.giveMemoryBack = giveMemoryBack
    self.connections = connections
    self.droppedLogLines = droppedLogLines
    self.process = process
    self.store = store
  }
}

/// What a server has counted of its connections.
public struct ConnectionFigures: Sendable {
  /// Open now.
  public var open = 0
  /// That may be open at once.
  public var most = 0
  /// Accepted so far.
  public var accepted = 0
  /// Refused so far because too many were open.
  public var refused = 0
  /// Times that accepting paused because the system had no file left.
  public var pauses = 0
  /// Bytes read so far.
  public var bytesReceived = 0
  /// Bytes written so far.
  public var bytesSent = 0

  /// All zero.
  public init() {}
}

/// What the system says of the process.
public struct ProcessFigures: Sendable {
  /// Resident memory, in bytes.
  public var residentBytes = 0
  /// Processor time used, in seconds.
  public var cpuSeconds = 0.0
  /// Open files.
  public var openFiles = 0
  /// Files that may be open.
  public var mostFiles = 0
  /// When the process began, in seconds since 1970.
  public var startSeconds = 0.0

  /// All zero.
  public init() {}
}
