/// The items' path and the budget that a justified or magazine section needs to place its items.
struct PlacingContext {
  /// The path of the items in the document, for errors.
  let path: DocumentPath
  /// The budget of the job that lays out the document.
  let budget: LayoutBudget
}

/// All placed rows of a justified or a magazine section.
struct PlacedRowCells<Cells: SectionCells> {
  let cells: Cells
  let rowCount: Int
  /// Where the last row ends along the scroll axis; where the first row would begin if there are no
  /// rows.
  let bottom: Units
  /// The greatest height of a row as shown, in points.
  let greatestHeight: Double
  /// The number of items in rows that were placed now; rows shared with an earlier layout don't count.
  let placedItemCount: Int
}
