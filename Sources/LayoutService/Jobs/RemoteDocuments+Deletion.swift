import HTTPMessage
import LayoutAPI

// A deletion removes a layout's text, leaves a tombstone, and adds an entry to the log of its day. The tombstone
// outlasts writes of the text that were under way; the log tells the other replicas what to drop.
extension RemoteDocuments {
  /// The bytes of an entry: the id, a space, the replica's name and a line feed.
  static let entryLength = 64 + 1 + 16 + 1

  /// Returns the key of a layout's tombstone.
  func tombstone(of id: LayoutID) -> [UInt8] {
    var key = prefix + Array("x1:".utf8)
    id.append(to: &key)
    return key
  }

  /// Returns the key of a day's log of deletions.
  ///
  /// - Parameter day: the days since 1970-01-01.
  func log(of day: Int) -> [UInt8] { prefix + Array("l1:\(day)".utf8) }

  /// The present day, in days since 1970-01-01.
  var today: Int { wallClock() / 86_400_000_000_000 }

  /// Deletes a layout's document or update, and leaves its tombstone.
  ///
  /// - Parameter completion: receives nil if the store has done everything, else the reason why not; then the
  ///   deletion may be incomplete and must be repeated. Called once, on any thread.
  func delete(_ id: LayoutID, completion: @escaping @Sendable (StoreError?) -> Void) {
    var entry: [UInt8] = []
    id.append(to: &entry)
    entry.append(UInt8(ascii: " "))
    entry.append(contentsOf: replica)
    entry.append(UInt8(ascii: "\n"))
    store.delete(
      StoreDeletion(
        keys: [key(.document, id), key(.update, id)], tombstone: tombstone(of: id),
        log: log(of: today), entry: entry, logLifetime: Self.logLifetime),
      completion: completion)
  }

  /// Finds out whether the store has a layout's tombstone.
  func findTombstone(
    of id: LayoutID, completion: @escaping @Sendable (StoreTouch) -> Void
  ) {
    store.touch(tombstone(of: id), completion: completion)
  }
}
