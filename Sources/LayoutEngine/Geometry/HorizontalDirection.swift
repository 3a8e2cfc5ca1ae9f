/// The direction in which lines run.
public enum HorizontalDirection: Sendable, Hashable {
  /// From the left edge: `ltr`.
  case leftToRight
  /// From the right edge: `rtl`. The finished content is mirrored in its width.
  case rightToLeft
}
