package import LayoutEngine

/// The update by which a version was derived.
///
/// Many versions share a record, so it counts its holders: its bytes count once. Only one ledger may read and
/// write that count, under the ledger's lock (`MemoryLedger`).
package final class UpdateRecord: @unchecked Sendable {
  /// The layout that the update was applied to.
  package let parent: LayoutID
  /// Whether the parent is a version itself.
  package let isParentVersion: Bool
  /// The map from the parent's items to the version's.
  package let map: ItemMap
  private var holders: Int32 = 0

  package init(parent: LayoutID, isParentVersion: Bool = false, map: ItemMap) {
    self.parent = parent
    self.isParentVersion = isParentVersion
    self.map = map
  }

  /// The bytes that the record takes.
  package var byteCount: Int { map.byteCount + 128 }

  /// Adds `change` to the number of versions and parts that hold the record, and returns the new number.
  package func countHolder(_ change: Int32) -> Int32 {
    holders += change
    return holders
  }
}

/// The last updates, up to a limit, by which a version was derived from a document.
///
/// Each version carries its updates, so two cached versions can be compared even if all versions between them
/// have been evicted. Versions share the records and most of the lists of records; one more update adds some
/// hundred bytes.
package struct UpdateHistory: Sendable {
  /// The maximum number of updates that are fetched from the store for one version.
  package static let maxLinks = 256

  /// Consecutive records, which versions share and drop together.
  package final class Segment: @unchecked Sendable {
    /// The number of records in each part.
    package static let length = 32

    package let records: [UpdateRecord]
    private var holders: Int32 = 0

    fileprivate init(_ records: [UpdateRecord]) {
      self.records = records
    }

    /// The bytes of the part's list, without those of the records in it.
    package var byteCount: Int { 64 + records.count * MemoryLayout<UpdateRecord>.stride }

    /// Adds `change` to the number of versions that hold the part, and returns the new number.
    package func countHolder(_ change: Int32) -> Int32 {
      holders += change
      return holders
    }
  }

  /// The records before `recent`, oldest first.
  package private(set) var parts: [Segment] = []
  /// The most recent records, oldest first; at most `Segment.length`.
  package private(set) var recent: [UpdateRecord] = []
  /// The bytes of all records together.
  package private(set) var recordBytes = 0

  /// Creates the history of a document's layout.
  package init() {}

  /// The number of recorded updates.
  package var count: Int { parts.count * Segment.length + recent.count }

  /// The update that derived the version itself; nil if it is a document's layout.
  package var last: UpdateRecord? { recent.last }

  /// The record of the update that is `number` updates before the last one; nil if there is none.
  ///
  /// - Complexity: O(1).
  package subscript(back number: Int) -> UpdateRecord? {
    if number < recent.count { return recent[recent.count - 1 - number] }
    let (part, place) = (number - recent.count).quotientAndRemainder(dividingBy: Segment.length)
    guard part < parts.count else { return nil }
    return parts[parts.count - 1 - part].records[Segment.length - 1 - place]
  }

  /// Returns the history of a version that one more update derives from this history's version.
  ///
  /// - Parameters:
  ///   - record: the new update; it is recorded however many bytes it takes.
  ///   - most: the maximum bytes of all records together; beyond it, the earliest records are dropped.
  /// - Complexity: O(1), and O(records dropped).
  package func followed(by record: UpdateRecord, atMost most: Int) -> UpdateHistory {
    var next = self
    if next.recent.count == Segment.length {
      next.parts.append(Segment(next.recent))
      next.recent = []
    }
    next.recent.append(record)
    next.recordBytes += record.byteCount
    while let first = next.parts.first,
      next.recordBytes > most || next.count - Segment.length >= ItemMaps.maxSteps
    {
      next.parts.removeFirst()
      for record in first.records { next.recordBytes -= record.byteCount }
    }
    while next.recordBytes > most, next.recent.count > 1 {
      next.recordBytes -= next.recent.removeFirst().byteCount
    }
    return next
  }

  /// The bytes of the lists that no other version shares.
  package var ownByteCount: Int {
    (recent.count + parts.count) * MemoryLayout<UpdateRecord>.stride
  }

  /// The bytes that the records and lists take, shared or not.
  package var byteCount: Int {
    parts.reduce(ownByteCount + recordBytes) { $0 + $1.byteCount }
  }
}
