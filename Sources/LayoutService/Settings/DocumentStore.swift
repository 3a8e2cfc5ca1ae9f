public import HTTPMessage

/// Keeps documents where every replica finds them: bytes by key, and nothing known of either.
///
/// Each call with a completion completes once, on any thread, within the store's timeout, and none of
/// them blocks. A store that fails costs its callers a ``StoreOutage``, never an error of a request.
public protocol DocumentStore: Sendable {
  /// Fetches a value.
  ///
  /// - Parameters:
  ///   - client: whose turn it takes where fetches wait for one another.
  ///   - admits: told how many bytes the value has before any of them is read; false gives it up.
  ///   - completion: gets what was found.
  func fetch(
    _ key: [UInt8], for client: HTTPClient, admits: @escaping @Sendable (Int) -> Bool,
    completion: @escaping @Sendable (StoreFinding) -> Void)

  /// Stores a value, unless the store has the key already: then the key's lifetime begins anew.
  ///
  /// - Parameters:
  ///   - replacing: whether it is stored in place of what the key has.
  ///   - value: called once, on the caller's own terms (it may compress), only where it is stored; nil
  ///     if there is nothing that may be.
  ///   - completion: gets what became of it.
  func keep(
    _ key: [UInt8], replacing: Bool, value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (StoreReceipt) -> Void)

  /// Begins a key's lifetime anew, and tells whether the store has the key.
  func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void)

  /// What only the store's connections know, for `/metrics`; read on any thread.
  var health: StoreHealthReport { get }
}

/// What a store's connections know of it: whether it answers, and what was counted since the start.
public struct StoreHealthReport: Sendable, Equatable {
  /// Whether every connection is up: it has answered `PING`, and nothing since was too late.
  public var isUp = false
  /// Connections that came up.
  public var connects = 0
  /// Attempts to connect that did not come up.
  public var failedConnects = 0
  /// Touches of keys that the store has.
  public var touchesThere = 0
  /// Touches of keys that the store has no more.
  public var touchesGone = 0

  /// The report of a store that was never reached.
  public init() {}
}

/// What a touch found.
public enum StoreTouch: Sendable {
  /// The store has the key.
  case there
  /// It has not, or no more.
  case gone
  /// It could not be asked.
  case unknown
}

/// What a fetch found.
public enum StoreFinding: Sendable {
  /// The value's bytes, as they were stored.
  case found([UInt8])
  /// The store has no such key.
  case missing
  /// The store could not be asked in time.
  case unavailable(StoreOutage)
  /// The value has more bytes than the caller admits, or than any store takes: then the caller may not
  /// have been told how many.
  case notAdmitted
}

/// What became of a value that was to be stored.
public enum StoreReceipt: Sendable {
  /// It is stored now.
  case stored
  /// The store had it already.
  case there
  /// It is not stored, as far as is known.
  case notStored(StoreOutage)
}

/// Why a store did not do what it was to do.
public enum StoreOutage: String, Sendable {
  /// It cannot be reached, or does not answer `PING`.
  case down
  /// It did not answer within `TATAMI_STORE_TIMEOUT`.
  case timeout
  /// Too much waits for it already.
  case busy
  /// The value has more bytes than `TATAMI_STORE_MAX_BYTES`.
  case tooLarge = "too-large"
  /// It answered with an error of its own.
  case refused
}
