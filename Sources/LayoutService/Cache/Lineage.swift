import LayoutEngine
import Synchronization

/// Maps items between layouts, and caches the maps that take work: those of versions that are several updates apart,
/// and those of two documents, whose items are matched by ids.
final class Lineage: Sendable {
  /// The share of the cache, as a divisor, that the recorded updates of one version may take: 1/32.
  ///
  /// All cached composed maps together may take as many bytes again, in addition to the cache.
  static let cacheShare = 32
  /// The bytes that the entry of a cached composed map takes beside the map.
  static let overhead = 256
  /// Composed maps larger than `share` divided by this number are not cached.
  static let mapShare = 2
  /// The maximum number of updates between two versions that are compared.
  static let maxSteps = 1_000
  /// The maximum number of runs in the map between two versions that are several updates apart.
  ///
  /// A run is neighbouring items that stay neighbours.
  static let maxRuns = 1 << 16
  /// The maximum number of runs in all updates between two versions, which limits the cost of composing them.
  static let maxTotalRuns = 1 << 18

  /// The maximum bytes of the recorded updates of one version.
  let share: Int
  private let composed: Mutex<LRUCache<VersionPair, ItemMap>>

  /// An ordered pair of layouts.
  private struct VersionPair: Hashable {
    var old: LayoutID
    var new: LayoutID
  }

  /// - Parameter cacheBytes: the maximum bytes of cached layouts.
  init(cacheBytes: Int) {
    share = cacheBytes / Self.cacheShare
    composed = Mutex(LRUCache(budget: share))
  }

  /// Returns the recorded updates of the version that one more update derives from `parent`.
  func ancestry(of parent: StoredLayout, _ map: ItemMap) -> Ancestry {
    let record = LineageRecord(
      parent: parent.id, isParentVersion: parent.ancestry.last != nil, map: map)
    return parent.ancestry.followed(by: record, atMost: share)
  }

  /// Returns the map between two layouts if at most one update is between them, else nil.
  ///
  /// - Complexity: O(1); O(runs) if `old` was derived from `new`, because the update's map must be inverted.
  func directMap(from old: StoredLayout, to new: StoredLayout) -> ItemMap? {
    if old.id == new.id { return .identity(sectionCount: new.layout.sectionCount) }
    if let record = new.ancestry.last, record.parent == old.id { return record.map }
    if let record = old.ancestry.last, record.parent == new.id { return record.map.inverse }
    return nil
  }

  /// Returns the cached composed map between two layouts; nil if there is none.
  func composedMap(from old: LayoutID, to new: LayoutID) -> ItemMap? {
    composed.withLock { $0.value(for: VersionPair(old: old, new: new)) }
  }

  /// Returns the map from a layout's items to those of another layout.
  ///
  /// Versions of one document are mapped by the updates between them (LayoutRules M1), other layouts by ids (M7).
  ///
  /// The map is cached for the next request.
  ///
  /// - Throws: `unrelated` if too much lies between the versions; `cancelled` if the budget ended the work.
  /// - Complexity: O(r · log r · log updates) for r runs in all updates between the versions, at most
  ///   `maxTotalRuns`; O(items of both layouts · log sections) for layouts of two families.
  func map(
    from old: StoredLayout, to new: StoredLayout, _ budget: LayoutBudget
  ) throws(LineageError) -> ItemMap {
    if let map = directMap(from: old, to: new) ?? composedMap(from: old.id, to: new.id) {
      return map
    }
    guard old.id.family == new.id.family else {
      guard let map = ItemMap.matching(from: old.layout, to: new.layout, budget) else {
        throw budget.isEnded ? .cancelled : .unrelated
      }
      keep(map, VersionPair(old: old.id, new: new.id))
      return map
    }
    guard let path = Path(from: old, to: new) else { throw .unrelated }
    guard path.runCount <= Self.maxTotalRuns else { throw .unrelated }
    // The intermediate maps take no more bytes than the updates, and exist twice at most.
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
  /// The updates from the common ancestor to the old layout, first one first.
  private let toOld: [ItemMap]
  /// The updates from the common ancestor to the new layout, first one first.
  private let toNew: [ItemMap]

  /// The bytes of all updates of the path.
  let byteCount: Int
  /// The number of runs of neighbours in all updates of the path.
  let runCount: Int

  /// Creates the path from `old` to `new`; nil if it has more than `Lineage.maxSteps` updates, or if not all
  /// of them are recorded.
  init?(from old: StoredLayout, to new: StoredLayout) {
    // The number of updates between the new layout and each of its ancestors.
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

  /// Returns the map from the old layout to the new one; nil if the budget ended the work.
  func composed(_ budget: LayoutBudget) -> ItemMap? {
    guard !toOld.isEmpty else { return ItemMap.composed(toNew, budget) }
    guard let up = ItemMap.composed(toOld, budget)?.inverse else { return nil }
    guard !toNew.isEmpty else { return up }
    guard let down = ItemMap.composed(toNew, budget) else { return nil }
    return ItemMap.composed([up, down], budget)
  }
}

/// The reason why there is no map between two layouts.
enum LineageError: Error {
  /// Too many or too large updates lie between the layouts, or not all of these updates are recorded; or one has
  /// too many items.
  case unrelated
  /// The budget ended the work.
  case cancelled
}
