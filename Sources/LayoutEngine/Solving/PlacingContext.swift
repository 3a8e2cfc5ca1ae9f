/// The context for placing a section's items, in addition to its options and items.
struct PlacingContext {
  /// The path of the items in the document, for errors.
  let path: DocumentPath
  /// The document's budget for the work.
  let budget: LayoutBudget
}

/// All placed rows of a justified or a magazine section.
struct PlacedRowCells<Cells: SectionCells> {
  let cells: Cells
  let rowCount: Int
  /// The end of the last row; the start of the first row if there is none.
  let bottom: Units
  /// The greatest height of a row as it is shown, in points.
  let greatestHeight: Double
  /// The number of items placed, without those in rows of an earlier layout.
  let placedItemCount: Int
}
