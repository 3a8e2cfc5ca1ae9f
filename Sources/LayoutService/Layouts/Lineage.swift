import LayoutEngine
import Synchronization

/// What a version was made of.
final class LineageRecord: Sendable {
  /// The layout that the update was of.
  let parent: LayoutID
  /// Whether that one is a version itself.
  let isParentVersion: Bool
  /// Which item of it is which of the version.
  let map: ItemMap

  init(parent: LayoutID, isParentVersion: Bool = false, map: ItemMap) {
    self.parent = parent
    self.isParentVersion = isParentVersion
    self.map = map
  }

  /// Bytes held.
  var byteCount: Int { map.byteCount + 128 }
}

/// Which version was made of which layout: of those that are stored, and of those that were a while
/// ago.
final class Lineage: Sendable {
  /// It takes this part of the cache at most, one in so many.
  static let cacheShare = 32
  /// Bytes that an entry takes beside its record.
  static let overhead = 128
  /// The most updates between two versions that are compared.
  static let maxSteps = 1_000
  /// The most runs of neighbours that stay neighbours between two versions that are several updates
  /// apart.
  static let maxRuns = 1 << 16

  private let records: Mutex<LRUCache<LayoutID, LineageRecord>>

  /// - Parameter cacheBytes: what stored layouts may hold.
  init(cacheBytes: Int) {
    records = Mutex(LRUCache(budget: cacheBytes / Self.cacheShare))
  }

  /// Keeps what a version was made of.
  func keep(_ record: LineageRecord, of id: LayoutID) {
    var evicted: [LineageRecord] = []
    let cost = record.byteCount + Self.overhead
    records.withLock { records in
      guard cost <= records.budget else { return }
      if let former = records.insert(record, for: id, cost: cost) { evicted.append(former) }
      while records.totalCost > records.budget, let oldest = records.removeOldest() {
        evicted.append(oldest)
      }
    }
    // Freed after the lock has been released.
    evicted.removeAll()
  }

  /// What a version was made of: its parent, that one's parent, and so on, as far as it is known, to a
  /// document.
  func ancestors(
    _ record: LineageRecord, atMost count: Int
  ) -> [(id: LayoutID, isVersion: Bool)] {
    var ancestors: [(id: LayoutID, isVersion: Bool)] = []
    var next: LineageRecord? = record
    while let record = next, ancestors.count < count {
      ancestors.append((record.parent, record.isParentVersion))
      next = record.isParentVersion ? self.record(of: record.parent) : nil
    }
    return ancestors
  }

  private func record(of id: LayoutID) -> LineageRecord? {
    records.withLock { $0.value(for: id) }
  }

  /// Which item of a layout is which of another where one update lies between them, or none; nil where
  /// more do.
  ///
  /// - Complexity: O(1), and O(runs · log runs) against the update's direction.
  func directMap(from old: StoredLayout, to new: StoredLayout) -> ItemMap? {
    if old.id == new.id { return .identity(sectionCount: new.layout.sectionCount) }
    if let record = new.record, record.parent == old.id { return record.map }
    if let record = old.record, record.parent == new.id { return record.map.inverse }
    return nil
  }

  /// Which item of a layout is which of another one of its family (LayoutRules M2).
  ///
  /// - Throws: where they are too far apart, or not of one family; where the budget ended the work.
  /// - Complexity: O(updates between · runs · log runs).
  func map(
    from old: StoredLayout, to new: StoredLayout, _ budget: LayoutBudget
  ) throws(LineageError) -> ItemMap {
    if let map = directMap(from: old, to: new) { return map }
    guard old.id.family == new.id.family, let path = path(from: old, to: new) else {
      throw .unrelated
    }
    var map: ItemMap?
    for (record, isUp) in path {
      guard budget.goesOn(after: 16 * (record.map.runCount + (map?.runCount ?? 0))) else {
        throw .cancelled
      }
      let step = isUp ? record.map.inverse : record.map
      map = map?.followed(by: step) ?? step
      guard map.map({ $0.runCount <= Self.maxRuns }) ?? true else { throw .unrelated }
    }
    return map ?? .identity(sectionCount: new.layout.sectionCount)
  }

  /// The updates from a layout up to what both are made of, and down to the other one; nil where there
  /// are too many, or one is not known any more.
  private func path(
    from old: StoredLayout, to new: StoredLayout
  ) -> [(record: LineageRecord, isUp: Bool)]? {
    // From the new one up: how many updates lie between it and each layout that it is made of.
    var depths: [LayoutID: Int] = [new.id: 0]
    var down: [LineageRecord] = []
    var next = new.record
    while let record = next, down.count < Self.maxSteps {
      down.append(record)
      depths[record.parent] = down.count
      if record.parent == old.id { break }
      next = self.record(of: record.parent)
    }
    var up: [LineageRecord] = []
    var id = old.id
    var own = old.record
    while true {
      if let depth = depths[id] {
        guard up.count + depth <= Self.maxSteps else { return nil }
        return up.map { ($0, true) } + down[..<depth].reversed().map { ($0, false) }
      }
      guard let record = own, up.count < Self.maxSteps else { return nil }
      up.append(record)
      id = record.parent
      own = self.record(of: id)
    }
  }
}

/// Why there is no map between two layouts.
enum LineageError: Error {
  /// They are of two families, or too far apart.
  case unrelated
  /// The budget ended the work.
  case cancelled
}
