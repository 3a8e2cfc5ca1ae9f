extension Array {
  /// Returns whether all elements pass a test; checks the budget before each stretch of elements.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  func allSatisfy(
    _ budget: LayoutBudget, _ holds: (Element) -> Bool
  ) throws(LayoutError) -> Bool {
    for stretch in indices.stretches {
      try budget.count(stretch.count)
      guard self[stretch].allSatisfy(holds) else { return false }
    }
    return true
  }

  /// Returns a copy without spare capacity; the array itself if its spare capacity is small.
  func trimmed() -> [Element] {
    guard capacity > count + count / 16 else { return self }
    // `Array(self[...])` would keep the buffer.
    var copy: [Element] = []
    copy.reserveCapacity(count)
    copy.append(contentsOf: self)
    return copy
  }
}
