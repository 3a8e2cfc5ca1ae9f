public import LayoutService
public import HTTPMessage
import Libevent
public import Logging

/// A store of documents that speaks Redis' protocol: Valkey, Redis, or a proxy before them.
///
/// One thread of its own talks to it, over two connections: one reads, one writes, so that no fetch
/// waits for a long value that is written. None of its calls blocks, and each completes once, within
/// the settings' timeout: on the store's thread, which a completion must not hold up, or before the
/// call returns where the store is stopped or has too much to do. A fetch of more than 256 KiB has the
/// timeout again for each 256 KiB. Values that are to be kept are asked for where `runsValues` runs them;
/// where nobody waits any more before one is begun, it is not asked for.
public final class ValkeyStore: DocumentStore {
  let thread: StoreThread

  /// What the system refused as the store was started.
  public struct StartError: Error, CustomStringConvertible {
    /// The call that failed.
    public let description: String
  }

  /// Starts the store's thread, which begins to connect; a store that cannot be reached is no error.
  ///
  /// - Parameters:
  ///   - settings: where the store is, and how long it is waited for.
  ///   - logger: gets a line where the store comes or goes or refuses, each sort once a minute.
  ///   - runsValues: runs what makes a value that is to be kept, on another thread, since that may take long.
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

  /// Fetches a value: `STRLEN` and `GETRANGE`, by slices of 256 KiB; clients take turns, slice by slice.
  public func fetch(
    _ key: [UInt8], for client: HTTPClient, admits: @escaping @Sendable (Int) -> Bool,
    completion: @escaping @Sendable (StoreFinding) -> Void
  ) {
    thread.post(StoreFetch(key: key, client: client, admits: admits, completion: completion))
  }

  /// Stores a value, by `SET`, unless the store has the key, which a touch tells, and it is not replaced.
  public func keep(
    _ key: [UInt8], replacing: Bool, value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (StoreReceipt) -> Void
  ) {
    let outage = thread.post(isCall: true) { thread in
      guard let writer = thread.writer else { return completion(.notStored(.down)) }
      writer.keep(key, replacing: replacing, value: value, completion: completion)
    }
    if let outage { completion(.notStored(outage)) }
  }

  /// Begins a key's lifetime anew, by `EXPIRE`, or by `TOUCH` where values have none.
  ///
  /// Touches fill no more than half of the room that calls have: nobody's request depends on them.
  public func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void) {
    let outage = thread.post(isCall: true, share: 2) { thread in
      guard let writer = thread.writer else { return completion(.unknown) }
      writer.touch(key, completion: completion)
    }
    if outage != nil { completion(.unknown) }
  }

  /// Whether the store answers, and what its connections counted.
  public var health: StoreHealthReport { thread.healthReport }

  /// Stops the store, and blocks until its thread has ended.
  ///
  /// Those who wait get their answers first; later calls are told that the store is down.
  ///
  /// - Parameter seconds: how long answers are waited for at most.
  public func stop(within seconds: Double) {
    thread.post { $0.beginStop(within: seconds) }
    thread.waitUntilStopped()
  }
}
