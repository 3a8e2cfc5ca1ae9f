/// The items' path and the budget that a section needs to place its items.
struct PlacingContext {
  /// The path of the items in the document, for errors.
  let path: DocumentPath
  /// The budget of the job that lays out the document.
  let budget: LayoutBudget
}
