/// The edges from which a section's insets are measured (UIContentInsetsReference; LayoutRules C22).
public enum ContentInsetsReference: Sendable, Hashable, CaseIterable {
  /// For a section the configuration's reference, for the configuration `safeArea`.
  case automatic
  /// The edges of the container less its content insets.
  case none
  /// The edges of the safe area.
  case safeArea
  /// The edges of the layout margins.
  case layoutMargins
  /// The edges of the layout margins, and of a column as wide as text is easy to read.
  case readableContent

  /// Returns this reference, or `other` if this one is automatic.
  func orElse(_ other: ContentInsetsReference) -> ContentInsetsReference {
    self == .automatic ? other : self
  }
}
