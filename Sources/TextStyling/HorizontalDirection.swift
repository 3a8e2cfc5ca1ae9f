/// The direction in which lines run.
public enum HorizontalDirection: Sendable, Hashable, CaseIterable {
  /// From the left edge: `ltr`.
  case leftToRight
  /// From the right edge: `rtl`. The content of a layout is mirrored in its width.
  case rightToLeft
}
