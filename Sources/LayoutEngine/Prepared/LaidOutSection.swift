/// A laid out section with its items and its own layout; it doesn't depend on the section's place in the
/// content.
///
/// One object may represent several sections that are alike.
final class LaidOutSection: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The section's items, including those without a cell.
  let items: Items
  /// The section's own layout; nil if it uses the document's.
  let layout: LayoutVariants?
  /// The text of the header, the footer and boundary items; nil if there are none.
  let bodies: SupplementaryBodies?
  /// The solver's result; sections whose items are laid out alike may share it.
  let solution: SolvedSection
  /// Whether some item has its own id, data or stacking order.
  let itemsHaveFields: Bool
  /// Whether some item has data.
  let itemsHaveData: Bool
  /// Whether some item has its own stacking order.
  let itemsHaveZIndexes: Bool
  /// Whether any item keeps a column (LayoutRules K7).
  let haveKeptColumns: Bool
  /// Whether any item begins in a column that it doesn't keep yet.
  let canKeepMoreColumns: Bool
  /// The number of frames solved for the groups of the section's own layout; a document has a limit for
  /// their sum.
  let templateFrames: Int
  /// Whether the solution stores this section's items, so that visiting the solution and the items would
  /// visit them twice.
  private let areItemsHeld: Bool

  /// Creates a placed section from a section of a document.
  ///
  /// - Parameters:
  ///   - isSolved: whether the solution was made from this section's items, not from those of another
  ///     section.
  ///   - templateFrames: the number of frames solved for the groups of the section's own layout.
  /// - Complexity: O(chunks of items).
  init(
    _ section: LayoutSection, _ solution: SolvedSection, isSolved: Bool, templateFrames: Int = 0
  ) {
    self.templateFrames = templateFrames
    areItemsHeld = isSolved && solution.heldItems != nil && solution.bodies == nil
    items = section.items
    layout = section.layout
    bodies = section.bodies
    self.solution = solution
    itemsHaveFields = section.items.haveOwnFields
    itemsHaveZIndexes = itemsHaveFields && section.items.chunks.contains { $0.haveZIndexes }
    itemsHaveData = itemsHaveFields && section.items.chunks.contains { $0.haveData }
    haveKeptColumns = section.items.haveKeptColumns
    canKeepMoreColumns = solution.cells.inColumns != nil && !section.items.haveAllColumns
  }

  /// The items of another section from which the solution was made; nil if there are none.
  ///
  /// The solution stores these items even if the other section no longer exists.
  var itemsOfOther: Items? { areItemsHeld ? nil : solution.heldItems }

  /// The number of items in the section.
  var itemCount: Int { items.count }

  /// Whether the section scrolls by itself.
  var isOrthogonal: Bool { solution.orthogonal != nil }

  /// Returns the item's own stacking order, which overrides all other orders (LayoutRules C15); nil if it
  /// has none.
  func ownZIndex(of item: Int) -> WholeNumber? {
    items.zIndex(of: item).flatMap { WholeNumber(exactly: $0) }
  }

  /// Returns a cell's stacking order: the item's own, else the order that the layout gives the item, else
  /// the section's (LayoutRules C15).
  func zIndex(ofCell item: Int) -> WholeNumber {
    (itemsHaveFields ? ownZIndex(of: item) : nil)
      ?? solution.cells.zIndex(of: item) ?? solution.cellZIndex
  }

  /// Whether both sections share one solution and have the same items.
  func isSame(as other: LaidOutSection) -> Bool {
    self === other
      || solution === other.solution && items.isSame(as: other.items) && bodies === other.bodies
  }

  var byteCount: Int {
    128 + items.listByteCount + (layout?.byteCount ?? 0) + (bodies?.byteCount ?? 0)
  }

  /// Visits the storages that other sections' layouts and solutions may share.
  func visitStorages(_ visit: (any SharedNode) -> Void) {
    layout?.visitSharedNodes(visit)
    solution.visitStorage(visit)
  }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    visit(solution)
    if !areItemsHeld { items.visitSharedNodes(visit) }
    layout?.visitSharedNodes(visit)
  }
}
