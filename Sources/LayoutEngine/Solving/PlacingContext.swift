/// What placing a section's items needs beside its options and items.
struct PlacingContext {
  /// Where the items stand in the document, for errors.
  let path: DocumentPath
  /// The document's, which the work is counted against.
  let budget: LayoutBudget
}

/// All rows of a justified or a magazine section, placed.
struct PlacedRowCells<Cells: SectionCells> {
  let cells: Cells
  let rowCount: Int
  /// Where the last row ends; where the first would begin while there is none.
  let bottom: Units
  /// The greatest height of a row as it is shown, in points.
  let greatestHeight: Double
  /// How many items were placed, those aside that stand in earlier rows.
  let placedItemCount: Int
}
