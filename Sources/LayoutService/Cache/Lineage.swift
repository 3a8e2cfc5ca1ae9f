import LayoutEngine
import Synchronization

/// What two versions have in common that several updates lie between, and the last such maps that were
/// composed.
final class Lineage: Sendable {
  /// The part of the cache, one in so many, that the updates which one version remembers may take, and
  /// that all composed maps may take beside the cache.
  static let cacheShare = 32
  /// Bytes that an entry takes beside its map.
  static let overhead = 256
  /// A composed map of more than one part in so many is not kept.
  static let mapShare = 2
  /// The most updates between two versions that are compared.
  static let maxSteps = 1_000
  /// The most runs of neighbours that stay neighbours between two versions that are several updates
  /// apart.
  static let maxRuns = 1 << 16
  /// The most runs of all updates between two versions together: what composing them may cost.
  static let maxTotalRuns = 1 << 18

  /// Bytes of the updates that one version remembers.
  let share: Int
  private let composed: Mutex<LRUCache<VersionPair, ItemMap>>

  /// Two layouts, in that order.
  private struct VersionPair: Hashable {
    var old: LayoutID
    var new: LayoutID
  }

  /// - Parameter cacheBytes: what stored layouts may hold.
  init(cacheBytes: Int) {
    share = cacheBytes / Self.cacheShare
    composed = Mutex(LRUCache(budget: share))
  }

  /// The updates of a version that an update of a layout makes.
  func ancestry(of parent: StoredLayout, _ map: ItemMap) -> Ancestry {
    let record = LineageRecord(
      parent: parent.id, isParentVersion: parent.ancestry.last != nil, map: map)
    return parent.ancestry.followed(by: record, atMost: share)
  }

  /// Which item of a layout is which of another if one update lies between them, or none; nil if more
  /// do.
  ///
  /// - Complexity: O(1), and O(runs) against the update's direction.
  func directMap(from old: StoredLayout, to new: StoredLayout) -> ItemMap? {
    if old.id == new.id { return .identity(sectionCount: new.layout.sectionCount) }
    if let record = new.ancestry.last, record.parent == old.id { return record.map }
    if let record = old.ancestry.last, record.parent == new.id { return record.map.inverse }
    return nil
  }

  /// The map between two layouts that was composed before; nil if none is kept.
  func composedMap(from old: LayoutID, to new: LayoutID) -> ItemMap? {
    composed.withLock { $0.value(for: VersionPair(old: old, new: new)) }
  }

  /// Which item of a layout is which of another one of its family (LayoutRules M2).
  ///
  /// The map is kept for the next request.
  ///
  /// - Throws: if the two are too far apart, or not of one family; if the budget ended the work.
  /// - Complexity: O(r · log r · log updates) for r runs of all updates between, at most
  ///   `maxTotalRuns`.
  func map(
    from old: StoredLayout, to new: StoredLayout, _ budget: LayoutBudget
  ) throws(LineageError) -> ItemMap {
    if let map = directMap(from: old, to: new) ?? composedMap(from: old.id, to: new.id) {
      return map
    }
    guard old.id.family == new.id.family, let path = Path(from: old, to: new) else {
      throw .unrelated
    }
    guard path.runCount <= Self.maxTotalRuns else { throw .unrelated }
    // What is composed of halves takes no more than these, and is there twice at most.
    guard budget.holds(2 * path.byteCount), let map = path.composed(budget) else {
      throw .cancelled
    }
    guard map.runCount <= Self.maxRuns else { throw .unrelated }
    keep(map, VersionPair(old: old.id, new: new.id))
    return map
  }

  private func keep(_ map: ItemMap, _ pair: VersionPair) {
    let cost = map.byteCount + Self.overhead
    guard cost <= share / Self.mapShare else { return }
    var evicted: [ItemMap] = []
    composed.withLock { composed in
      if let former = composed.insert(map, for: pair, cost: cost) { evicted.append(former) }
      while composed.totalCost > composed.budget, let oldest = composed.removeOldest() {
        evicted.append(oldest)
      }
    }
    // Freed after the lock has been released.
    evicted.removeAll()
  }
}

/// The updates between two layouts of one family.
private struct Path {
  /// From what both are made of down to the old one, and to the new one.
  private let toOld: [ItemMap]
  private let toNew: [ItemMap]

  /// Bytes, and runs of neighbours, of all updates.
  let byteCount: Int
  let runCount: Int

  /// nil if there are too many updates, or not all are remembered.
  init?(from old: StoredLayout, to new: StoredLayout) {
    // How many updates lie between the new one and each layout that it is made of.
    var depths: [LayoutID: Int] = [new.id: 0]
    var depth = 0
    while depth < Lineage.maxSteps, let record = new.ancestry[back: depth] {
      depth += 1
      depths[record.parent] = depth
      if record.parent == old.id { break }
    }
    var height = 0
    var id = old.id
    while depths[id] == nil {
      guard height < Lineage.maxSteps, let record = old.ancestry[back: height] else { return nil }
      height += 1
      id = record.parent
    }
    guard let below = depths[id], height + below <= Lineage.maxSteps else { return nil }
    func maps(_ ancestry: Ancestry, _ count: Int) -> [ItemMap] {
      (0..<count).reversed().compactMap { ancestry[back: $0]?.map }
    }
    toOld = maps(old.ancestry, height)
    toNew = maps(new.ancestry, below)
    byteCount = (toOld + toNew).reduce(0) { $0 + $1.byteCount }
    runCount = (toOld + toNew).reduce(0) { $0 + $1.runCount }
  }

  /// The map from the old layout to the new one; nil if the budget ended the work.
  func composed(_ budget: LayoutBudget) -> ItemMap? {
    guard !toOld.isEmpty else { return ItemMap.composed(toNew, budget) }
    guard let up = ItemMap.composed(toOld, budget)?.inverse else { return nil }
    guard !toNew.isEmpty else { return up }
    guard let down = ItemMap.composed(toNew, budget) else { return nil }
    return ItemMap.composed([up, down], budget)
  }
}

/// Why there is no map between two layouts.
enum LineageError: Error {
  /// They are of two families, or too far apart.
  case unrelated
  /// The budget ended the work.
  case cancelled
}
