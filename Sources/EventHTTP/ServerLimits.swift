/// The limits of the server's connections.
///
/// The defaults are the contract's (section 9). Times are in seconds, and each limits a total,
/// however slowly the bytes arrive.
public struct ServerLimits: Sendable {
  /// Maximum bytes of a request's head, inclusive; beyond it 431, or 414 within the request line.
  public var headerBytes = 16 * 1024
  /// Maximum header fields of a request, inclusive; beyond it 431.
  public var headerCount = 100
  /// Maximum time from a head's first byte to its last, else 408; the first head's time starts with
  /// the connection.
  public var headerTimeout = 10.0
  /// Maximum time from a head's end to the body's last byte, else 408.
  public var bodyTimeout = 30.0
  /// Maximum time for the client to take the response; restarts with every 64 KiB taken.
  public var writeTimeout = 30.0
  /// Maximum time from a response's end to the next request's first byte.
  public var idleTimeout = 75.0
  /// Maximum number of open connections, inclusive.
  ///
  /// For one more, one of them is closed: the one that has been idle longest; else one that lingers after
  /// its last response; else the oldest request of the client with the most under way is refused, if the
  /// new connection is another client's.
  ///
  /// If no connection can be closed, a few more may be open and may send probes; any other request
  /// of theirs is refused with 503.
  public var maxConnections = 4096
  /// Maximum number of connections open beyond `maxConnections`, divided among the loops.
  ///
  /// One half is for the connections that may send only probes (`maxConnections`); for one more of
  /// them, the oldest is closed. The other half is for new connections that wait until another loop
  /// has looked for a connection to close.
  public var surplusConnections = 64
  /// The divisor of `maxConnections` that gives one client's share.
  ///
  /// Beyond its share, a client's new connections take only the places of its own idle connections.
  static let clientShare = 4
  /// The number of event loops, each with its own thread; at least 1.
  public var eventLoops = 1
  /// Whether every connection begins with a PROXY protocol header (version 1 or 2), which names the
  /// client.
  ///
  /// Enable this only if such a proxy alone can reach the server: a client that connects directly
  /// could name any address as its own. A connection without the header is closed.
  public var acceptsProxyProtocol = false
  /// How long `HTTPServer.drain` waits for requests in flight unless its call sets a timeout.
  public var shutdownTimeout = 20.0
  /// How long idle connections stay open after draining begins, so that a request on its way is
  /// served instead of reset.
  package var drainGrace = 0.25
  /// Maximum time that a connection lingers while its client may still be sending, from its last
  /// response's end.
  package var lingerTime = 2.0

  /// The contract's defaults.
  public init() {}
}

/// The settings of a server: its addresses, limits and name.
public struct ServerSettings: Sendable {
  /// The addresses to listen at: `host:port`, `[::]:port` or `unix:///path`; with port 0 the system chooses.
  public var addresses: [String]
  /// The limits.
  public var limits: ServerLimits
  /// The Server field's value; the field is omitted if this is empty.
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
