/// A layout that an update made of another, and which item of one is which of the other.
public struct LayoutVersion: Sendable {
  /// The layout.
  public let layout: PreparedLayout
  /// From the parent to the version.
  public let map: ItemMap
  /// How many items were placed for it one by one; all others stand where their parent's do, or by a
  /// rule as those of a grid.
  public let placedItemCount: Int
}

extension PreparedLayout {
  /// The version of the layout that an update makes (LayoutRules J).
  ///
  /// - Parameters:
  ///   - maxItems: the most items that it may have.
  ///   - budget: what the work is counted against.
  /// - Throws: what is wrong with the update, or with the document that comes of it;
  ///   `UpdateError.cancelled`.
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

  /// What a version may share of this layout; nil if its surroundings change.
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
