package import LayoutEngine

/// The update by which a version was derived.
///
/// Many versions share a record, so it counts its holders: its bytes count once. Only one ledger may read and
/// write that count, under the ledger's lock (`MemoryLedger`).
package final class LineageRecord: @unchecked Sendable {
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
package struct Ancestry: Sendable {
  /// The maximum number of updates that are fetched from the store for one version.
  package static let maxLinks = 256

  /// Consecutive records, which versions share and drop together.
  package final class Part: @unchecked Sendable {
    /// The number of records in each part.
    package static let length = 32

    package let records: [LineageRecord]
    private var holders: Int32 = 0

    fileprivate init(_ records: [LineageRecord]) {
      self.records = records
    }

    /// The bytes of the part's list, without those of the records in it.
    package var byteCount: Int { 64 + records.count * MemoryLayout<LineageRecord>.stride }

    /// Adds `change` to the number of versions that hold the part, and returns the new number.
    package func countHolder(_ change: Int32) -> Int32 {
      holders += change
      return holders
    }
  }

  /// The records before `recent`, oldest first.
  package private(set) var parts: [Part] = []
  /// The most recent records, oldest first; at most `Part.length`.
  package private(set) var recent: [LineageRecord] = []
  /// The bytes of all records together.
  package private(set) var recordBytes = 0

  /// Creates the ancestry of a document's layout.
  package init() {}

  /// The number of recorded updates.
  package var count: Int { parts.count * Part.length + recent.count }

  /// The update that derived the version itself; nil if it is a document's layout.
  package var last: LineageRecord? { recent.last }

  /// The record of the update that is `number` updates before the last one; nil if there is none.
  ///
  /// - Complexity: O(1).
  package subscript(back number: Int) -> LineageRecord? {
    if number < recent.count { return recent[recent.count - 1 - number] }
    let (part, place) = (number - recent.count).quotientAndRemainder(dividingBy: Part.length)
    guard part < parts.count else { return nil }
    return parts[parts.count - 1 - part].records[Part.length - 1 - place]
  }

  /// Returns the ancestry of a version that one more update derives from this ancestry's version.
  ///
  /// - Parameters:
  ///   - record: the new update; it is recorded however many bytes it takes.
  ///   - most: the maximum bytes of all records together; beyond it, the earliest records are dropped.
  /// - Complexity: O(1), and O(records dropped).
  package func followed(by record: LineageRecord, atMost most: Int) -> Ancestry {
    var next = self
    if next.recent.count == Part.length {
      next.parts.append(Part(next.recent))
      next.recent = []
    }
    next.recent.append(record)
    next.recordBytes += record.byteCount
    while let first = next.parts.first,
      next.recordBytes > most || next.count - Part.length >= Lineage.maxSteps
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
    (recent.count + parts.count) * MemoryLayout<LineageRecord>.stride
  }

  /// The bytes that the records and lists take, shared or not.
  package var byteCount: Int {
    parts.reduce(ownByteCount + recordBytes) { $0 + $1.byteCount }
  }
}
