/// The kinds of supplementaries on the items and groups of a section, and whether they may have bodies.
struct ItemSupplementaryKinds {
  /// The first kinds, for errors.
  private(set) var first: [String] = []
  /// The kinds for which the section's `supplementaries` have text, each with the reason why it can't have any; nil if it can.
  private var reasons: [String: String?] = [:]
  private let wanted: Set<String>
  private let budget: LayoutBudget

  /// Finds the kinds in a section's own group.
  ///
  /// - Parameter wanted: the kinds that bodies name.
  /// - Complexity: O(size of the group).
  init(
    _ group: LayoutGroup, wanted: Set<String>, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    self.wanted = wanted
    self.budget = budget
    var groups = [group]
    while let group = groups.popLast() {
      try add(group.supplementaryItems, at: path)
      guard case .subitems(_, let subitems, _) = group.content else { continue }
      try budget.spend(subitems.count, at: path)
      for subitem in subitems {
        switch subitem {
        case .item(let item): try add(item.supplementaryItems, at: path)
        case .group(let group): groups.append(group)
        }
      }
    }
  }

  /// Whether an item or a group has a supplementary of a kind that bodies name.
  func contains(_ kind: String) -> Bool { reasons[kind] != nil }

  /// Returns why a kind cannot have a body; nil if it can.
  func reason(against kind: String) -> String? { reasons[kind] ?? nil }

  private mutating func add(
    _ items: [SupplementaryItem], at path: DocumentPath
  ) throws(LayoutError) {
    guard !items.isEmpty else { return }
    // A document may have as many sections as supplementaries, and each section looks for its own.
    try budget.spend(items.count, at: path)
    for item in items {
      if first.count < 8, !first.contains(item.kind) { first.append(item.kind) }
      guard wanted.contains(item.kind) else { continue }
      if let reason = item.reasonAgainstBody {
        reasons[item.kind] = .some(reason)
      } else if reasons[item.kind] == nil {
        reasons[item.kind] = .some(nil)
      }
    }
  }
}

extension SupplementaryItem {
  /// The reason why the supplementary cannot have a body; nil if it can.
  fileprivate var reasonAgainstBody: String? {
    if !size.height.isEstimated {
      return "needs supplementary items whose height is estimated"
    }
    if case .fractionalHeight = size.width {
      return "needs supplementary items whose width is not a fraction of a height"
    }
    return nil
  }
}
