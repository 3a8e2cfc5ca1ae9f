/// A layout that an update made of another, and which item of one is which of the other.
public struct LayoutVersion: Sendable {
  /// The layout.
  public let layout: PreparedLayout
  /// From the parent to the version.
  public let map: ItemMap
}

extension LayoutDocument {
  /// The layout of the version of the document that an update makes (LayoutRules J).
  ///
  /// - Parameters:
  ///   - maxItems: the most items that it may have.
  ///   - budget: what the work is counted against.
  /// - Throws: what is wrong with the update, or with the document that comes of it;
  ///   `UpdateError.cancelled`.
  public func version(
    by update: LayoutUpdate, maxItems: Int, columns: @escaping (ItemPath) -> Int?,
    _ budget: LayoutBudget = LayoutBudget()
  ) throws(UpdateError) -> LayoutVersion {
    let updated = try updated(by: update, maxItems: maxItems, columns: columns, budget)
    do throws(LayoutError) {
      return LayoutVersion(
        layout: try PreparedLayout(updated.document, budget), map: updated.map)
    } catch {
      throw .document(error)
    }
  }
}

extension PreparedLayout {
  /// The waterfall column in which an item begins; nil where its section is none.
  func waterfallColumn(of path: ItemPath) -> Int? {
    let cells = content.sections[path.section].solution.cells
    return path.item < cells.count ? cells.column(of: path.item) : nil
  }
}
