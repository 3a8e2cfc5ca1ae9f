/// What the socket side of the server allows.
///
/// The defaults are the contract's (section 9); times are in seconds and each is a total, however
/// the bytes dribble.
public struct ServerLimits: Sendable {
  /// Bytes of a request's head, inclusive; beyond it 431, or 414 within the request line.
  public var headerBytes = 16 * 1024
  /// Header fields of a request, inclusive; beyond it 431.
  public var headerCount = 100
  /// From a head's first byte (the first one's: from the connection's begin) to its last; 408.
  public var headerTimeout = 10.0
  /// From a head's end to the body's last byte; 408.
  public var bodyTimeout = 30.0
  /// For the response; starts again with every 64 KiB that the client takes.
  public var writeTimeout = 30.0
  /// From a response's end to the next request's first byte.
  public var idleTimeout = 75.0
  /// Open connections, inclusive; for one more the longest idle one is closed, else the oldest request
  /// of the client that has most under way, if another client's is the new one.
  ///
  /// If none gives way, a few more may be open, which may ask whether the server lives; any other
  /// request of theirs is refused by 503.
  public var maxConnections = 4096
  /// Connections beyond `maxConnections` that may be open at once, shared out among the loops.
  ///
  /// One half is served as above, the other waits for a place of another loop. For the next
  /// connection the oldest of them is closed.
  public var surplusConnections = 64
  /// The part of `maxConnections` beyond which a client's new connections take no idle connection's
  /// place but the client's own, one in so many.
  static let clientShare = 4
  /// Event loops, each a thread; at least 1.
  public var eventLoops = 1
  /// Whether every connection begins with a PROXY protocol header (version 1 or 2), which names the
  /// client.
  ///
  /// Only for servers that such a proxy alone can reach: a client that connects by itself could name
  /// any address as its own. A connection without the header is closed.
  public var acceptsProxyProtocol = false
  /// How long `HTTPServer.drain` waits for requests in flight unless its call says otherwise.
  public var shutdownTimeout = 20.0
  /// How long idle connections stay open once draining has begun: a request that was on its way is
  /// served instead of reset.
  package var drainGrace = 0.25
  /// Longest lingering of a connection whose client may still be sending, counted from its last
  /// response's end.
  package var lingerTime = 2.0

  /// The contract's defaults.
  public init() {}
}

/// Where and how a server listens.
public struct ServerSettings: Sendable {
  /// Where to listen: `host:port`, `[::]:port` or `unix:///path`; port 0 lets the system choose.
  public var addresses: [String]
  /// The limits.
  public var limits: ServerLimits
  /// The Server field's value; no field where it is empty.
  public var serverName: String

  /// Creates settings.
  public init(
    addresses: [String] = ["127.0.0.1:8080"], limits: ServerLimits = ServerLimits(),
    serverName: String = "tatami"
  ) {
    self.addresses = addresses
    self.limits = limits
    self.serverName = serverName
  }
}
