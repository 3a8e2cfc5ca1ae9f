public import HTTPMessage
public import LayoutAPI
import Libevent
public import Logging

/// A store of documents that speaks the Redis protocol: Valkey, Redis, or a proxy in front of them.
///
/// A thread of its own talks to the store over two connections, one for reading and one for
/// writing, so that no fetch waits while a long value is written. No call blocks, and each
/// completes once, within the settings' timeout: on the store's thread, which a completion must not
/// block, or before the call returns if the store is stopped or too busy; a fetch whose place a later fetch
/// takes ends on that caller's thread. A fetch of more than 256
/// KiB gets the timeout again for each 256 KiB. `runsValues` runs the closures that make the values
/// to store; if the caller no longer waits before a closure begins, it does not run.
public final class ValkeyStore: DocumentStore {
  let thread: StoreThread

  /// The system's error when the store was started.
  public struct StartError: Error, CustomStringConvertible {
    /// The call that failed.
    public let description: String
  }

  /// Starts the store's thread, which begins to connect; an unreachable store is not an error.
  ///
  /// - Parameters:
  ///   - settings: the store's address, and how long calls wait for it.
  ///   - logger: receives a line when the store goes up or down or refuses a command; each kind
  ///     once a minute.
  ///   - runsValues: runs a closure that makes a value to store, on another thread, because that
  ///     may take long.
  public init(
    _ settings: ValkeyStoreSettings, logger: Logger,
    runsValues: @escaping @Sendable (_ make: @escaping @Sendable () -> Void) -> Void
  ) throws(StartError) {
    do throws(EventError) {
      thread = try StoreThread(settings, logger: logger, runsValues: runsValues)
      try thread.start()
    } catch {
      throw StartError(description: "\(error)")
    }
  }

  deinit {
    thread.post { $0.beginStop(within: 0) }
  }

  /// Fetches a value with `STRLEN` and `GETRANGE`, in slices of 256 KiB for which clients take turns.
  public func fetch(
    _ key: [UInt8], for client: HTTPClient, admits: @escaping @Sendable (Int) -> Bool,
    completion: @escaping @Sendable (FetchResult) -> Void
  ) {
    thread.post(StoreFetch(key: key, client: client, admits: admits, completion: completion))
  }

  /// Stores a value with `SET`, unless a touch finds that the store has the key and it must not be replaced.
  public func set(
    _ key: [UInt8], replacing: Bool, tombstone: [UInt8]? = nil,
    value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (SetResult) -> Void
  ) {
    let outage = thread.post(isCall: true) { thread in
      guard let writer = thread.writer else { return completion(.notStored(.down)) }
      writer.set(
        key, replacing: replacing, tombstone: tombstone, value: value, completion: completion)
    }
    if let outage { completion(.notStored(outage)) }
  }

  /// Deletes values with `SET` of the tombstone, `DEL`, `APPEND` and `EXPIRE`, each after the reply to the last.
  public func delete(
    _ deletion: StoreDeletion, completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    let outage = thread.post(isCall: true) { thread in
      guard let writer = thread.writer else { return completion(.down) }
      writer.delete(deletion, completion: completion)
    }
    if let outage { completion(outage) }
  }

  /// Reads a part of a value with `GETRANGE`.
  public func read(
    _ key: [UInt8], in range: Range<Int>, completion: @escaping @Sendable (FetchResult) -> Void
  ) {
    let outage = thread.post(isCall: true, share: 2) { thread in
      guard let writer = thread.writer else { return completion(.unavailable(.down)) }
      writer.read(key, in: range, completion: completion)
    }
    if let outage { completion(.unavailable(outage)) }
  }

  /// Restarts a key's lifetime with `EXPIRE`, or with `TOUCH` if values have no lifetime.
  ///
  /// Touches use at most half of the space for calls, because no request depends on them.
  public func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void) {
    let outage = thread.post(isCall: true, share: 2) { thread in
      guard let writer = thread.writer else { return completion(.unknown) }
      writer.touch(key, completion: completion)
    }
    if outage != nil { completion(.unknown) }
  }

  /// Sets the password for the connections that follow; open connections stay as they are.
  public func setPassword(_ password: String) {
    thread.post { $0.password = password }
  }

  /// Whether the store responds, and its connections' counters.
  public var health: StoreHealthReport { thread.healthReport }

  /// Stops the store, and blocks until its thread has ended.
  ///
  /// Waiting calls get their answers first; later calls end as `down`.
  ///
  /// - Parameter seconds: the maximum time to wait for answers.
  public func stop(within seconds: Double) {
    thread.post { $0.beginStop(within: seconds) }
    thread.waitUntilStopped()
  }
}
