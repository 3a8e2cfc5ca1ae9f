/// The application's settings (Contract §9).
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
  /// Bytes of request and response bodies held at once.
  public var maxInflightBytes = 512 << 20
  /// Seconds that a job may take, its waiting included.
  public var workTimeout = 30.0
  /// Seconds for which GETs by id may be cached.
  public var maxAge = 3_600
  /// The origins whose pages may read responses, `*` for any; none turns CORS off.
  public var corsOrigins: [String] = []
  /// The keys that open the service; none opens it to everyone.
  public var apiKeys: [String] = []
  /// The proxies whose X-Forwarded-For names the client, to whom waiting jobs are counted.
  public var trustedProxies = TrustedProxies()
  /// What the keys of the store of documents begin with.
  public var storePrefix = "tatami:"
  /// Seconds for which the store keeps a document after its last use; 0 for no end.
  public var storeLifetime = 604_800
  /// Bytes of a document as it is kept in the store; larger ones are not.
  public var storeMaxBytes = 16 << 20
  /// Whether `/` is the playground.
  public var isPlaygroundOn = true
  /// The program's version, for metrics.
  public var version = "0"

  /// The contract's defaults, with one worker.
  public init() {}
}
