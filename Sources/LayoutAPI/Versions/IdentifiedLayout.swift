package import LayoutEngine
package import LayoutWire

/// A layout with its id, the updates that led to it, and the summary that every response begins with.
///
/// A class, so that what is said of a layout changes one reference count, not one for each part.
package final class IdentifiedLayout: Sendable {
  package let id: LayoutID
  package let layout: PreparedLayout
  /// The updates by which the layout was derived; empty for the layout of a document.
  package let history: UpdateHistory
  package let summary: LayoutSummary
  /// The bytes that the layout and its history take, including parts that other layouts share.
  package let byteCount: Int
  /// Whether all elements are cells, so that none has a kind.
  package let hasOnlyCells: Bool

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - losesAssignedColumns: whether the update moved items to other columns although it was to keep them.
  ///   - textWarnings: what the summary warns of.
  package init(
    _ id: LayoutID, _ layout: PreparedLayout, _ history: UpdateHistory = UpdateHistory(),
    losesAssignedColumns: Bool = false, textWarnings: [TextWarning] = []
  ) {
    self.id = id
    self.layout = layout
    self.history = history
    summary = LayoutSummary(
      id: id.digits, layout: layout, parent: history.last?.parent.digits,
      losesAssignedColumns: losesAssignedColumns, textWarnings: textWarnings)
    byteCount = layout.byteCount + history.byteCount
    hasOnlyCells = layout.hasElements(atMost: layout.itemCount + layout.sectionCount)
  }
}

extension LayoutID {
  /// The 64 digits in ASCII.
  fileprivate var digits: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    append(to: &digits)
    return digits
  }
}
