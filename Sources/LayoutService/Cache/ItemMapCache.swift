import LayoutAPI
import LayoutEngine
import Synchronization

/// Maps items between layouts, and caches the maps that are expensive: those of versions that are several updates apart,
/// and those of two documents, whose items are matched by ids.
///
/// All cached maps together may take as many bytes as the recorded updates of one version, in addition to the cache of
/// layouts.
final class ItemMapCache: Sendable {
  /// The bytes that the entry of a cached map takes beside the map.
  static let overhead = 256
  /// Maps larger than `share` divided by this number are not cached.
  static let mapShare = 2

  /// The maximum bytes of the recorded updates of one version.
  let share: Int
  private let maps: Mutex<LRUCache<VersionPair, ItemMap>>

  /// An ordered pair of layouts.
  private struct VersionPair: Hashable {
    var old: LayoutID
    var new: LayoutID
  }

  /// - Parameter cacheBytes: the maximum bytes of cached layouts.
  init(cacheBytes: Int) {
    share = cacheBytes / ItemMaps.cacheShare
    maps = Mutex(LRUCache(budget: share))
  }

  /// Returns the recorded updates of the version that one more update derives from `parent`.
  func history(of parent: StoredLayout, _ map: ItemMap) -> UpdateHistory {
    ItemMaps.history(of: parent.version, map, atMost: share)
  }

  /// Returns the map between two layouts if it can be found at once: if at most one update is between them, or if
  /// the map is cached.
  ///
  /// - Complexity: O(1); O(runs) if `old` was derived from `new`, because the update's map must be inverted.
  func foundMap(from old: StoredLayout, to new: StoredLayout) -> ItemMap? {
    ItemMaps.directMap(from: old.version, to: new.version) ?? cachedMap(from: old.id, to: new.id)
  }

  /// Returns the cached map between two layouts; nil if there is none.
  func cachedMap(from old: LayoutID, to new: LayoutID) -> ItemMap? {
    maps.withLock { $0.value(for: VersionPair(old: old, new: new)) }
  }

  /// Returns the map from a layout's items to those of another layout (`ItemMaps.map(from:to:_:)`), and caches it for the
  /// next request.
  ///
  /// - Throws: `unrelated` if too much lies between the versions; `cancelled` if the budget ended the work.
  func map(
    from old: StoredLayout, to new: StoredLayout, _ budget: LayoutBudget
  ) throws(LineageError) -> ItemMap {
    if let map = foundMap(from: old, to: new) { return map }
    let map = try ItemMaps.map(from: old.version, to: new.version, budget)
    keep(map, VersionPair(old: old.id, new: new.id))
    return map
  }

  private func keep(_ map: ItemMap, _ pair: VersionPair) {
    let cost = map.byteCount + Self.overhead
    guard cost <= share / Self.mapShare else { return }
    var evicted: [ItemMap] = []
    maps.withLock { maps in
      if let former = maps.insert(map, for: pair, cost: cost) { evicted.append(former) }
      while maps.totalCost > maps.budget, let oldest = maps.removeOldest() {
        evicted.append(oldest)
      }
    }
    // Freed after the lock has been released.
    evicted.removeAll()
  }
}
