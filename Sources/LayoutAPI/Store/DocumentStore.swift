public import HTTPMessage

/// A store of documents for all replicas: bytes by key, whose meaning the store does not interpret.
///
/// A conforming type must call each completion once, on any thread, within the store's timeout, and no method
/// may block. If a store fails, its callers get a ``StoreError``; requests never fail because of it.
public protocol DocumentStore: Sendable {
  /// Fetches a value.
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - client: the client in whose turn the fetch waits if fetches wait for one another.
  ///   - admits: receives the value's number of bytes before any of them is read; false cancels the fetch.
  ///   - completion: receives the result.
  func fetch(
    _ key: [UInt8], for client: HTTPClient, admits: @escaping @Sendable (Int) -> Bool,
    completion: @escaping @Sendable (FetchResult) -> Void)

  /// Stores a value; if the store already has the key and `replacing` is false, only restarts the key's lifetime.
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - replacing: whether the value replaces the value that the store may already have for the key.
  ///   - tombstone: the key that a deletion sets (``StoreDeletion``). It is removed before the value is stored;
  ///     if it is there again afterwards, the value is deleted again. nil if nothing is ever deleted.
  ///   - value: makes the value, which may take time (it may compress); called once, and only if the value is
  ///     to be stored. It returns nil if no value may be stored.
  ///   - completion: receives the result.
  func set(
    _ key: [UInt8], replacing: Bool, tombstone: [UInt8]?,
    value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (SetResult) -> Void)

  /// Deletes values, and records their deletion.
  ///
  /// - Parameters:
  ///   - deletion: the keys to delete, and the tombstone to set.
  ///   - completion: receives nil if everything was done; otherwise the reason why not, and the
  ///     deletion may be incomplete.
  func delete(
    _ deletion: StoreDeletion, completion: @escaping @Sendable (StoreError?) -> Void)

  /// Reads a part of a value, at most 256 KiB.
  ///
  /// - Parameters:
  ///   - key: the key of the value.
  ///   - range: the bytes to read.
  ///   - completion: receives the bytes, which are fewer if the value ends before the range does, and
  ///     none if there is no value; or the reason why the store could not be queried.
  func read(
    _ key: [UInt8], in range: Range<Int>, completion: @escaping @Sendable (FetchResult) -> Void)

  /// Restarts a key's lifetime, and finds out whether the store has the key.
  func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void)

  /// The state of the store's connections, for `/metrics`; read on any thread.
  var health: StoreHealthReport { get }
}

/// The deletion of one layout's text, in this order: its tombstone is set, its values are removed, and an entry is
/// appended to a log.
///
/// Each step waits for the one before it, so that the tombstone is there before the values are gone.
public struct StoreDeletion: Sendable {
  /// The keys to remove.
  public var keys: [[UInt8]]
  /// The key that tells later writes of these values that they were deleted.
  public var tombstone: [UInt8]
  /// The key of the log.
  public var log: [UInt8]
  /// The bytes to append to the log.
  public var entry: [UInt8]
  /// Seconds until the log expires after its last entry.
  public var logLifetime: Int

  /// Creates a deletion.
  public init(
    keys: [[UInt8]], tombstone: [UInt8], log: [UInt8], entry: [UInt8], logLifetime: Int
  ) {
    self.keys = keys
    self.tombstone = tombstone
    self.log = log
    self.entry = entry
    self.logLifetime = logLifetime
  }
}

/// A report by a store's connections: whether the store responds, and what they counted since the start.
public struct StoreHealthReport: Sendable, Equatable {
  /// Whether every connection is up: it has answered `PING`, and no reply has been late since.
  public var isUp = false
  /// The number of connections that came up.
  public var connects = 0
  /// The number of attempts to connect that failed.
  public var failedConnects = 0
  /// The number of touches of keys that the store had.
  public var touchesThere = 0
  /// The number of touches of keys that the store no longer had.
  public var touchesGone = 0

  /// Creates the report of a store that was never reached.
  public init() {}
}

/// The result of a touch.
public enum StoreTouch: Sendable {
  /// The store has the key.
  case there
  /// The store does not have the key, or no longer has it.
  case gone
  /// The store could not be queried.
  case unknown
}

/// The result of a fetch.
public enum FetchResult: Sendable {
  /// The value's bytes, as they were stored.
  case found([UInt8])
  /// The store has no such key.
  case missing
  /// The store could not be queried in time.
  case unavailable(StoreError)
  /// The value has more bytes than the caller admits, or than any store accepts; then `admits` may
  /// not have been called.
  case notAdmitted
}

/// The result of storing a value.
public enum SetResult: Sendable {
  /// The value has been stored.
  case stored
  /// The store had the value already.
  case there
  /// The value has not been stored, as far as the service can tell.
  case notStored(StoreError)
}

/// The reason why a store did not do its work.
public enum StoreError: String, Sendable {
  /// The store cannot be reached, or does not answer `PING`.
  case down
  /// The store did not respond within `TATAMI_STORE_TIMEOUT`.
  case timeout
  /// Too much already waits for the store.
  case busy
  /// The value has more bytes than `TATAMI_STORE_MAX_BYTES`.
  case tooLarge = "too-large"
  /// The store responded with an error.
  case refused
}
