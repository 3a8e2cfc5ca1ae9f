package import LayoutEngine

/// Maps items between layouts: between versions of one document by the updates between them (LayoutRules M1), between
/// two documents by the items' ids (M7).
package enum ItemMaps {
  /// The maximum number of updates between two versions that are compared.
  package static let maxSteps = 1_000
  /// The maximum number of runs in the map between two versions that are several updates apart.
  ///
  /// A run is neighbouring items that stay neighbours.
  package static let maxRuns = 1 << 16
  /// The maximum number of runs in all updates between two versions, which limits the cost of composing them.
  package static let maxTotalRuns = 1 << 18
  /// The share of the cached layouts' bytes, as a divisor, that the recorded updates of one version may take.
  package static let cacheShare = 32

  /// Returns the recorded updates of the version that one more update derives from `parent`.
  ///
  /// - Parameter most: the maximum bytes of the recorded updates.
  package static func history(
    of parent: IdentifiedLayout, _ map: ItemMap, atMost most: Int
  ) -> UpdateHistory {
    let record = UpdateRecord(
      parent: parent.id, isParentVersion: parent.history.last != nil, map: map)
    return parent.history.followed(by: record, atMost: most)
  }

  /// Returns the map between two layouts if at most one update is between them, else nil.
  ///
  /// - Complexity: O(1); O(runs) if `old` was derived from `new`, because the update's map must be inverted.
  package static func directMap(from old: IdentifiedLayout, to new: IdentifiedLayout) -> ItemMap? {
    if old.id == new.id { return .identity(sectionCount: new.layout.sectionCount) }
    if let record = new.history.last, record.parent == old.id { return record.map }
    if let record = old.history.last, record.parent == new.id { return record.map.inverse }
    return nil
  }

  /// Returns the map from a layout's items to those of another layout.
  ///
  /// - Throws: `unrelated` if too much lies between the versions; `cancelled` if the budget ended the work.
  /// - Complexity: O(r · log r · log updates) for r runs in all updates between the versions, at most
  ///   `maxTotalRuns`; O(items of both layouts · log sections) for layouts of two families.
  package static func map(
    from old: IdentifiedLayout, to new: IdentifiedLayout, _ budget: LayoutBudget
  ) throws(LineageError) -> ItemMap {
    if let map = directMap(from: old, to: new) { return map }
    guard old.id.family == new.id.family else {
      guard let map = ItemMap.matching(from: old.layout, to: new.layout, budget) else {
        throw budget.isEnded ? .cancelled : .unrelated
      }
      return map
    }
    guard let path = Path(from: old, to: new) else { throw .unrelated }
    guard path.runCount <= maxTotalRuns else { throw .unrelated }
    // The intermediate maps take no more bytes than the updates, and exist twice at most.
    guard budget.tryReserve(2 * path.byteCount), let map = path.composed(budget) else {
      throw .cancelled
    }
    guard map.runCount <= maxRuns else { throw .unrelated }
    return map
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

  /// Creates the path from `old` to `new`; nil if it has more than `ItemMaps.maxSteps` updates, or if not all
  /// of them are recorded.
  init?(from old: IdentifiedLayout, to new: IdentifiedLayout) {
    // The number of updates between the new layout and each of its ancestors.
    var depths: [LayoutID: Int] = [new.id: 0]
    var depth = 0
    while depth < ItemMaps.maxSteps, let record = new.history[back: depth] {
      depth += 1
      depths[record.parent] = depth
      if record.parent == old.id { break }
    }
    var height = 0
    var id = old.id
    while depths[id] == nil {
      guard height < ItemMaps.maxSteps, let record = old.history[back: height] else { return nil }
      height += 1
      id = record.parent
    }
    guard let below = depths[id], height + below <= ItemMaps.maxSteps else { return nil }
    func maps(_ history: UpdateHistory, _ count: Int) -> [ItemMap] {
      (0..<count).reversed().compactMap { history[back: $0]?.map }
    }
    toOld = maps(old.history, height)
    toNew = maps(new.history, below)
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
package enum LineageError: Error {
  /// Too many or too large updates lie between the layouts, or not all of these updates are recorded; or one has
  /// too many items.
  case unrelated
  /// The budget ended the work.
  case cancelled
}
