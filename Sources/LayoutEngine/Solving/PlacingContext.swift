/// What placing a section's items needs beside its options and items.
struct PlacingContext {
  /// The document's unit.
  let unit: UnitScale
  /// Where the items stand in the document, for errors.
  let path: DocumentPath
  /// The document's, which the work is counted against.
  let budget: LayoutBudget
}
