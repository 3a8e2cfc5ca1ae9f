/// What the application is told of its limits and manners (Contract §9).
public struct ServiceSettings: Sendable {
  /// Jobs that parse or lay out at once; at least 1.
  public var workers = 1
  /// Jobs that wait for a worker.
  public var maxQueue = 256
  /// Bytes that stored layouts may hold; 0 stores none.
  public var cacheBytes = 512 << 20
  /// Bytes of a request's body, counted after inflation.
  public var maxBodyBytes = 64 << 20
  /// Items of a document.
  public var maxItems = 2_000_000
  /// Bytes of bodies and answers held at once.
  public var maxInflightBytes = 512 << 20
  /// Seconds that a job may take, its waiting included.
  public var workTimeout = 30.0
  /// Seconds for which GETs by id may be cached.
  public var maxAge = 3_600
  /// The origins whose pages may read answers, `*` for any; none turns CORS off.
  public var corsOrigins: [String] = []
  /// The keys that open the service; none opens it to everyone.
  public var apiKeys: [String] = []
  /// The proxies whose X-Forwarded-For names the client, to whom waiting jobs are counted.
  public var trustedProxies = TrustedProxies()
  /// Whether `/` is the playground.
  public var isPlaygroundOn = true
  /// The program's version, for metrics.
  public var version = "0"

  /// The contract's defaults, with one worker.
  public init() {}
}

/// What the application asks of its surroundings, so that it reads no clock and opens no file.
public struct ServiceSurroundings: Sendable {
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

  /// Surroundings without clock and figures.
  public init(
    wallClock: @escaping @Sendable () -> Int = { 0 },
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void = { $0() },
    giveMemoryBack: @escaping @Sendable () -> Void = {},
    connections: @escaping @Sendable () -> ConnectionFigures = { ConnectionFigures() },
    droppedLogLines: @escaping @Sendable () -> Int = { 0 },
    process: @escaping @Sendable () -> ProcessFigures = { ProcessFigures() }
  ) {
    self.wallClock = wallClock
    self.asWorker = asWorker
    self.giveMemoryBack = giveMemoryBack
    self.connections = connections
    self.droppedLogLines = droppedLogLines
    self.process = process
  }
}

/// What a server has counted of its connections.
public struct ConnectionFigures: Sendable {
  /// Open now.
  public var open = 0
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
  /// When the process began, in seconds since 1970.
  public var startSeconds = 0.0

  /// All zero.
  public init() {}
}
