/// The insets across the scroll axis that a document's references have (LayoutRules C22).
///
/// Those along the axis are the content's, so that a section is the same wherever it is stacked.
struct ReferenceInsets {
  /// The scroll axis.
  let axis: LayoutAxis
  /// Whether the container gives layout margins across the axis.
  let hasLayoutMargins: Bool
  /// Returns the insets of a reference; those of the configuration's if it is automatic.
  let across: (ContentInsetsReference) -> Insets
}

extension Insets {
  static func + (one: Insets, other: Insets) -> Insets {
    Insets(
      top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
      right: one.right + other.right)
  }
}

extension DirectionalInsets {
  static func + (one: DirectionalInsets, other: Insets) -> DirectionalInsets {
    DirectionalInsets(
      top: one.top + other.top, leading: one.leading + other.left,
      bottom: one.bottom + other.bottom, trailing: one.trailing + other.right)
  }
}
