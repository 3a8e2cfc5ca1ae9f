/// A laid out section with what its document said of it, wherever it stands; sections that are alike
/// are one.
final class PlacedSection: LayoutPart {
  let holders = HolderCount()
  /// Its items; those without a cell are counted too.
  let items: Items
  /// The layout that the document gave it for its own.
  let layout: LayoutVariants?
  /// Its solver's result, held once for all sections whose items lay out alike.
  let solution: SolvedSection
  /// Whether some item has an id or a stacking order of its own.
  let itemsHaveFields: Bool
  /// Whether some item keeps a column (LayoutRules K7), and whether some begins in one that it doesn't
  /// keep yet.
  let haveColumns: Bool
  let canKeepMoreColumns: Bool
  /// Frames in the groups of a layout of its own, which a document may have so many of.
  let templateFrames: Int
  /// Whether the solution is of these very items, and holds them: then they are not visited twice.
  private let areItemsHeld: Bool

  /// A section of a document.
  ///
  /// - Parameters:
  ///   - isSolved: whether the solution is of this section's items, not of others alike.
  ///   - templateFrames: frames in the groups of a layout of its own.
  /// - Complexity: O(chunks of items).
  init(
    _ section: Section, _ solution: SolvedSection, isSolved: Bool, templateFrames: Int = 0
  ) {
    self.templateFrames = templateFrames
    areItemsHeld = isSolved && solution.cells.heldItems != nil
    items = section.items
    layout = section.layout
    self.solution = solution
    itemsHaveFields = section.items.haveOwnFields
    haveColumns = section.items.haveColumns
    canKeepMoreColumns = solution.cells.haveColumns && !section.items.haveAllColumns
  }

  /// The items of another section that was solved in its place: its solution holds them, even where that
  /// section is gone.
  var itemsOfOther: Items? { areItemsHeld ? nil : solution.cells.heldItems }

  /// How many items it has.
  var itemCount: Int { items.count }

  /// Whether the section scrolls by itself.
  var isOrthogonal: Bool { solution.orthogonal != nil }

  /// The item's own stacking order, which takes precedence over every other (LayoutRules C15).
  func ownZIndex(of item: Int) -> WholeNumber? {
    items.zIndex(of: item).flatMap { WholeNumber(exactly: $0) }
  }

  /// A cell's stacking order: the item's own, else the layout's for it, else the section's
  /// (LayoutRules C15).
  func zIndex(ofCell item: Int) -> WholeNumber {
    (itemsHaveFields ? ownZIndex(of: item) : nil)
      ?? solution.cells.zIndex(of: item) ?? solution.cellZIndex
  }

  /// Whether both sections hold the same solution and items.
  func isSame(as other: PlacedSection) -> Bool {
    self === other || solution === other.solution && items.isSame(as: other.items)
  }

  var byteCount: Int { 120 + items.listByteCount + (layout?.byteCount ?? 0) }

  /// Visits what other sections' layouts and solutions may hold, too.
  func visitStorages(_ visit: (any LayoutPart) -> Void) {
    layout?.visitParts(visit)
    solution.visitStorage(visit)
  }

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    visit(solution)
    if !areItemsHeld { items.visitParts(visit) }
    layout?.visitParts(visit)
  }
}
