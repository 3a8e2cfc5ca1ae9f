import LayoutEngine

/// An update that a version was made by.
///
/// Many versions hold it, so whoever adds up bytes counts it once, by its holders: they are read and
/// written by one ledger only, under its lock (`HeldParts`).
final class LineageRecord: @unchecked Sendable {
  /// The layout that the update was of.
  let parent: LayoutID
  /// Whether that one is a version itself.
  let isParentVersion: Bool
  /// Which item of it is which of the version.
  let map: ItemMap
  private var holders: Int32 = 0

  init(parent: LayoutID, isParentVersion: Bool = false, map: ItemMap) {
    self.parent = parent
    self.isParentVersion = isParentVersion
    self.map = map
  }

  /// Bytes held.
  var byteCount: Int { map.byteCount + 128 }

  /// Counts a holder more or less, and returns how many there are then.
  func countHolder(_ change: Int32) -> Int32 {
    holders += change
    return holders
  }
}

/// The updates that a version was made by, from a document on: as many of the last ones as are
/// remembered.
///
/// Each version carries them, so two cached versions can be compared whatever else has been evicted.
/// Versions share the records, and most of the lists of them: one more update adds some hundred bytes.
struct Ancestry: Sendable {
  /// The most updates that are fetched for one version.
  static let maxLinks = 256

  /// Records that stand in a row, and are dropped together.
  final class Part: @unchecked Sendable {
    /// How many there are in each.
    static let length = 32

    let records: [LineageRecord]
    private var holders: Int32 = 0

    fileprivate init(_ records: [LineageRecord]) {
      self.records = records
    }

    /// Bytes of the list, those of its records not among them.
    var byteCount: Int { 64 + records.count * MemoryLayout<LineageRecord>.stride }

    /// Counts a holder more or less, as a record does.
    func countHolder(_ change: Int32) -> Int32 {
      holders += change
      return holders
    }
  }

  /// The earlier records, oldest first.
  private(set) var parts: [Part] = []
  /// The last records, oldest first: fewer than a part has, beside the last one of all.
  private(set) var recent: [LineageRecord] = []
  /// Bytes of all records.
  private(set) var recordBytes = 0

  /// How many updates are remembered.
  var count: Int { parts.count * Part.length + recent.count }

  /// The update that made the version itself; nil for a document's layout.
  var last: LineageRecord? { recent.last }

  /// The record of an update, counted from the last one, which is 0; nil if it is not remembered.
  ///
  /// - Complexity: O(1).
  subscript(back number: Int) -> LineageRecord? {
    if number < recent.count { return recent[recent.count - 1 - number] }
    let (part, place) = (number - recent.count).quotientAndRemainder(dividingBy: Part.length)
    guard part < parts.count else { return nil }
    return parts[parts.count - 1 - part].records[Part.length - 1 - place]
  }

  /// The updates of a version that one more update makes.
  ///
  /// - Parameters:
  ///   - record: that update, which is remembered whatever it takes.
  ///   - most: bytes that all records may take together: the earliest are forgotten first.
  /// - Complexity: O(1), and O(records forgotten).
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

  /// Bytes of the lists that no other version shares.
  var ownByteCount: Int {
    (recent.count + parts.count) * MemoryLayout<LineageRecord>.stride
  }

  /// Bytes held, shared or not.
  var byteCount: Int {
    parts.reduce(ownByteCount + recordBytes) { $0 + $1.byteCount }
  }
}
