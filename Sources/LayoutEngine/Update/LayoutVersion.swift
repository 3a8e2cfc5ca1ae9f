/// A layout that an update made of another, and which item of one is which of the other.
public struct LayoutVersion: Sendable {
  /// The layout.
  public let layout: PreparedLayout
  /// From the parent to the version.
  public let map: ItemMap
  /// How many items were placed for it; all others stand where their parent's do.
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
    let updated = try document.updated(
      by: update, maxItems: maxItems, columns: { waterfallColumn(of: $0) }, budget)
    do throws(LayoutError) {
      let layout = try PreparedLayout(updated.document, budget)
      return LayoutVersion(layout: layout, map: updated.map, placedItemCount: layout.itemCount)
    } catch {
      throw .document(error)
    }
  }

  /// The waterfall column in which an item begins; nil where its section is none.
  private func waterfallColumn(of path: ItemPath) -> Int? {
    let cells = content.sections[path.section].solution.cells
    return path.item < cells.count ? cells.column(of: path.item) : nil
  }
}
