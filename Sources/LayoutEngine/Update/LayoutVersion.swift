/// A layout that an update derived from its parent, with the map from the parent's items to its items.
public struct LayoutVersion: Sendable {
  /// The layout.
  public let layout: PreparedLayout
  /// The map from the parent to the version.
  public let map: ItemMap
  /// The number of items that were placed one by one.
  ///
  /// All others have their places from the parent, or by a rule, as in a grid.
  public let placedItemCount: Int
}

extension PreparedLayout {
  /// Returns the version that an update derives from this layout (LayoutRules J).
  ///
  /// - Parameters:
  ///   - maxItems: the maximum number of items in the version.
  ///   - budget: the budget for the work.
  /// - Throws: the faults of the update, or of the resulting document; `UpdateError.cancelled`.
  public func updated(
    by update: LayoutUpdate, maxItems: Int, _ budget: LayoutBudget = LayoutBudget()
  ) throws(UpdateError) -> LayoutVersion {
    let updated = try document.updated(by: update, maxItems: maxItems, placed: content, budget)
    do throws(LayoutError) {
      let (layout, placedItemCount) = try PreparedLayout.version(
        updated.document, of: earlier(update, updated), budget)
      return LayoutVersion(layout: layout, map: updated.map, placedItemCount: placedItemCount)
    } catch {
      throw .document(error)
    }
  }

  /// Returns what a version may share with this layout; nil if container, configuration or layout
  /// change.
  private func earlier(_ update: LayoutUpdate, _ updated: EditedDocument) -> EarlierLayout? {
    guard update.container == nil, update.configuration == nil, update.layout == nil else {
      return nil
    }
    let relaid = Set(
      update.sectionReplacements.compactMap { $0.layout == nil ? nil : $0.section.nearestInt })
    let runs = updated.sections.runs.compactMap { run -> EarlierLayout.Run? in
      guard case .parent(let before) = run.origin else { return nil }
      return EarlierLayout.Run(start: run.start, count: run.count, before: before)
    }
    return EarlierLayout(
      content,
      EarlierLayout.Changes(
        runs: runs, changed: updated.changed, relaid: relaid, mixed: updated.mixed,
        count: updated.sections.count))
  }
}
