import TextMeasure

/// The application's settings (Contract §9).
public struct ServiceSettings: Sendable {
  /// Maximum jobs that parse or lay out at once; at least 1.
  public var workers = 1
  /// Maximum jobs that wait for a worker.
  public var maxQueue = 256
  /// Maximum bytes of cached layouts; 0 caches none.
  public var cacheBytes = 512 << 20
  /// Maximum bytes of a request's body, counted after inflation.
  public var maxBodyBytes = 64 << 20
  /// Maximum items of a document.
  public var maxItems = 2_000_000
  /// Maximum bytes of request and response bodies in flight.
  public var maxInflightBytes = 512 << 20
  /// Maximum seconds of a job, its waiting time included.
  public var workTimeout = 30.0
  /// Seconds for which responses to GETs by id may be cached.
  public var maxAge = 3_600
  /// The origins whose pages may read responses, `*` for any; an empty list turns CORS off.
  public var corsOrigins: [String] = []
  /// The API keys that give access to the service; an empty list gives access to everyone.
  ///
  /// An entry `name:key` names its key, for limits and metrics.
  public var apiKeys: [String] = []
  /// What the clients of each API key may use in a minute.
  public var keyLimits = KeyLimits()
  /// The keys that sign URLs, which then need no API key; the first one signs.
  public var urlKeys: [String] = []
  /// Whether shared caches may keep pictures and style sheets whose URLs are signed, until these expire.
  public var sharesSignedPictures = true
  /// The proxies whose X-Forwarded-For is trusted to name a request's client.
  public var trustedProxies = TrustedProxies()
  /// The prefix of the keys in the store of documents.
  public var storePrefix = "tatami:"
  /// Seconds for which the store retains a document after its last use; 0 disables expiry.
  public var storeLifetime = 604_800
  /// Maximum seconds between a replica's touches of a document in use, and until it drops a layout that another
  /// replica has deleted.
  public var storeTouch = 60
  /// Maximum bytes of a document in its stored form; larger ones are not stored.
  public var storeMaxBytes = 16 << 20
  /// The files and folders of the fonts in which text is measured.
  public var fontPaths = ["/usr/share/fonts", "/usr/local/share/fonts"]
  /// The families that follow those of every text style.
  public var fallbackFonts: [String] = []
  /// The families in place of CSS's generic ones, by the names in `genericFamilyNames`; a generic family without one is
  /// refused.
  public var genericFamilies: [String: String] = [:]
  /// Maximum bytes of measured texts that are kept for the next measurement.
  public var textCacheBytes = 64 << 20
  /// Whether `/` serves the playground.
  public var isPlaygroundOn = true
  /// The program's version, for metrics.
  public var version = "0"

  /// The font files that are compressed for the web, which the service does not read.
  public var compressedFonts: [String] { FontLibrary.compressedFiles(in: fontPaths) }

  /// The generic families that may be mapped.
  public static var genericFamilyNames: [String] { GenericFamily.allCases.map(\.rawValue) }

  /// Creates the contract's defaults, with one worker.
  public init() {}
}
