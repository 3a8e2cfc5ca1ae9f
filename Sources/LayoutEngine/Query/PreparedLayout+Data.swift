extension PreparedLayout {
  /// Returns an item's data as JSON text; nil if the item has none, or does not exist.
  ///
  /// - Complexity: O(log n).
  public func data(ofSection section: Int, item: Int) -> ArraySlice<UInt8>? {
    guard content.sections.indices ~= section else { return nil }
    let placed = content.sections[section]
    guard placed.itemsHaveData, placed.items.count > item, item >= 0 else { return nil }
    return placed.items.data(of: item)
  }
}
