import Dispatch
import LayoutAPI
import Synchronization

/// Reads the store's log of deletions, and drops the layouts that other replicas have deleted.
///
/// Each day has a log of its own, to which replicas append. The logs of yesterday and tomorrow are read too,
/// because clocks differ. Reads take place twice per `TATAMI_STORE_TOUCH`, so a layout is dropped within
/// that time if the store responds.
final class DeletionLog: Sendable {
  /// The state of reading one day's log.
  private struct Reading {
    /// The number of bytes that have been read.
    var count = 0
    /// The last entry that was read, which shows that the store still has the same log.
    var last: [UInt8] = []
  }

  /// The maximum number of entries that one read returns.
  private static let maxEntries = 3_000

  private let store: RemoteDocuments
  private let interval: Double
  private let drop: @Sendable ([LayoutID]) -> Void
  private let readings = Mutex<[Int: Reading]>([:])

  /// - Parameters:
  ///   - interval: seconds between two reads.
  ///   - drop: receives layouts that other replicas have deleted; called on the store's thread, which it must
  ///     not block.
  init(
    _ store: RemoteDocuments, every interval: Double,
    drop: @escaping @Sendable ([LayoutID]) -> Void
  ) {
    self.store = store
    self.interval = interval
    self.drop = drop
  }

  /// Begins to read the log, until the object is released.
  func begin() { schedule() }

  private func schedule() {
    let queue = DispatchQueue.global(qos: .userInitiated)
    queue.asyncAfter(deadline: .now() + interval) { [weak self] in
      guard let self else { return }
      read { [weak self] in self?.schedule() }
    }
  }

  /// Reads the entries that were added since the last read.
  ///
  /// - Parameter completion: called once, when all have been read, or the store did not respond.
  func read(completion: @escaping @Sendable () -> Void) {
    let today = store.today
    readings.withLock { $0 = $0.filter { abs($0.key - today) <= 1 } }
    read([today - 1, today, today + 1], completion)
  }

  private func read(_ days: ArraySlice<Int>, _ completion: @escaping @Sendable () -> Void) {
    guard let day = days.first else { return completion() }
    let reading = readings.withLock { $0[day] ?? Reading() }
    // The last entry is read again, to be compared.
    let start = reading.count - reading.last.count
    let most = Self.maxEntries * RemoteDocuments.entryLength
    store.store.read(store.log(of: day), in: start..<start + most) { finding in
      guard case .found(let bytes) = finding else {
        // Without a response the next read begins here again.
        if case .missing = finding { return self.read(days.dropFirst(), completion) }
        return completion()
      }
      guard bytes.starts(with: reading.last) else {
        // The store has lost the log, and replicas have begun another one.
        self.readings.withLock { $0[day] = nil }
        return self.read(days, completion)
      }
      let count = self.take(bytes.dropFirst(reading.last.count), of: day, reading)
      self.read(count >= Self.maxEntries - 1 ? days : days.dropFirst(), completion)
    }
  }

  /// Drops the layouts that new entries name, except for those that this replica has deleted itself.
  ///
  /// - Returns: the number of entries.
  private func take(_ bytes: ArraySlice<UInt8>, of day: Int, _ reading: Reading) -> Int {
    let length = RemoteDocuments.entryLength
    let count = bytes.count / length
    guard count > 0 else { return 0 }
    var ids: [LayoutID] = []
    for number in 0..<count {
      let entry = Array(bytes.dropFirst(number * length).prefix(length))
      guard let id = LayoutID(entry, in: 0..<64), !entry[65..<81].elementsEqual(store.replica)
      else { continue }
      ids.append(id)
    }
    let end = bytes.dropFirst((count - 1) * length).prefix(length)
    readings.withLock { readings in
      readings[day] = Reading(count: reading.count + count * length, last: Array(end))
    }
    if !ids.isEmpty { drop(ids) }
    return count
  }
}
