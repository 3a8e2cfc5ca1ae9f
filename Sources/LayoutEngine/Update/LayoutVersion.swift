/// A layout that an update derived from its parent, with the map from the parent's items to its items.
public struct LayoutVersion: Sendable {
  /// The layout.
  public let layout: PreparedLayout
  /// The map from the parent's items to the version's.
  public let map: ItemMap
  /// The number of items that were placed one by one.
  ///
  /// The places of all other items are shared with the parent, or computed by a rule, as in a grid.
  public let placedItemCount: Int
  /// Whether items that the update wanted to keep their columns have lost them, because a section has
  /// another number of columns, or is no waterfall any more (LayoutRules K9).
  public let losesAssignedColumns: Bool
}

extension PreparedLayout {
  /// Returns the version that an update derives from this layout (LayoutRules J).
  ///
  /// - Parameters:
  ///   - update: the changes to this layout.
  ///   - maxItems: the maximum number of items in the version.
  ///   - budget: the budget for the work.
  /// - Returns: the version, with the map from this layout's items to its items.
  /// - Throws: the faults of the update, or of the resulting document; `UpdateError.cancelled`.
  public func updated(
    by update: LayoutUpdate, maxItems: Int, _ budget: LayoutBudget = LayoutBudget()
  ) throws(UpdateError) -> LayoutVersion {
    let updated = try document.updated(by: update, maxItems: maxItems, placed: content, budget)
    do throws(LayoutError) {
      let (layout, placedItemCount) = try PreparedLayout.version(
        updated.document, of: earlier(update, updated), budget)
      return LayoutVersion(
        layout: layout, map: updated.map, placedItemCount: placedItemCount,
        losesAssignedColumns: updated.losesAssignedColumns)
    } catch {
      throw .document(error)
    }
  }

  /// Returns this layout in the form from which the version reuses unchanged sections.
  ///
  /// Returns nil if the configuration or the document's layout changes, or the container in more than its
  /// length along the scroll axis.
  private func earlier(_ update: LayoutUpdate, _ updated: UpdatedDocument) -> EarlierLayout? {
    let (container, axis) = (updated.document.container, content.axis)
    guard update.configuration == nil, update.layout == nil,
      container.differsOnly(along: axis, from: content.container)
    else { return nil }
    let relaid = Set(
      update.sectionReplacements.compactMap { $0.layout == nil ? nil : $0.section.nearestInt })
    let runs = updated.sections.runs.compactMap { run -> EarlierLayout.Run? in
      guard case .parent(let before) = run.source else { return nil }
      return EarlierLayout.Run(start: run.start, count: run.count, before: before)
    }
    return EarlierLayout(
      content,
      EarlierLayout.Changes(
        runs: runs, changed: updated.changed, relaid: relaid, mixed: updated.mixed,
        count: updated.sections.count, length: updated.changedLength))
  }
}
