import LayoutEngine

/// The update by which a version was derived.
///
/// Many versions share a record, so its bytes count once, by a count of its holders. Only one ledger reads
/// and writes that count, under its lock (`MemoryLedger`).
final class LineageRecord: @unchecked Sendable {
  /// The layout that the update was applied to.
  let parent: LayoutID
  /// Whether the parent is a version itself.
  let isParentVersion: Bool
  /// The map from the parent's items to the version's.
  let map: ItemMap
  private var holders: Int32 = 0

  init(parent: LayoutID, isParentVersion: Bool = false, map: ItemMap) {
    self.parent = parent
    self.isParentVersion = isParentVersion
    self.map = map
  }

  /// The bytes that the record takes.
  var byteCount: Int { map.byteCount + 128 }

  /// Changes the number of holders, and returns the new number.
  func countHolder(_ change: Int32) -> Int32 {
    holders += change
    return holders
  }
}

/// The updates by which a version was derived from a document: the last ones, up to a limit.
///
/// Each version carries its updates, so two cached versions can be compared even if all others have been
/// evicted. Versions share the records and most of the lists; one more update adds some hundred bytes.
struct Ancestry: Sendable {
  /// The maximum number of updates that are fetched for one version.
  static let maxLinks = 256

  /// Consecutive records, which are dropped together.
  final class Part: @unchecked Sendable {
    /// The number of records in each part.
    static let length = 32

    let records: [LineageRecord]
    private var holders: Int32 = 0

    fileprivate init(_ records: [LineageRecord]) {
      self.records = records
    }

    /// The bytes of the list, without those of its records.
    var byteCount: Int { 64 + records.count * MemoryLayout<LineageRecord>.stride }

    /// Changes the number of holders, as a record does.
    func countHolder(_ change: Int32) -> Int32 {
      holders += change
      return holders
    }
  }

  /// The earlier records, oldest first.
  private(set) var parts: [Part] = []
  /// The last records, oldest first: at most as many as a part has.
  private(set) var recent: [LineageRecord] = []
  /// The bytes of all records.
  private(set) var recordBytes = 0

  /// The number of recorded updates.
  var count: Int { parts.count * Part.length + recent.count }

  /// The update that derived the version itself; nil if it is a document's layout.
  var last: LineageRecord? { recent.last }

  /// The record of an update, counted back from the last one, which is 0; nil if there is none.
  ///
  /// - Complexity: O(1).
  subscript(back number: Int) -> LineageRecord? {
    if number < recent.count { return recent[recent.count - 1 - number] }
    let (part, place) = (number - recent.count).quotientAndRemainder(dividingBy: Part.length)
    guard part < parts.count else { return nil }
    return parts[parts.count - 1 - part].records[Part.length - 1 - place]
  }

  /// Returns the updates of a version that one more update derives.
  ///
  /// - Parameters:
  ///   - record: that update, which is recorded whatever it takes.
  ///   - most: the maximum bytes of all records together; the earliest are dropped first.
  /// - Complexity: O(1), and O(records dropped).
  func followed(by record: LineageRecord, atMost most: Int) -> Ancestry {
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
  var ownByteCount: Int {
    (recent.count + parts.count) * MemoryLayout<LineageRecord>.stride
  }

  /// The bytes that the records and lists take, shared or not.
  var byteCount: Int {
    parts.reduce(ownByteCount + recordBytes) { $0 + $1.byteCount }
  }
}
