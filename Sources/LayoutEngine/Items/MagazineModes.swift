/// How wide a magazine item is.
public enum MagazineWidthMode: Sendable, Hashable {
  /// The whole row within the section's insets and the item insets.
  case full
  /// The whole row within the section's insets; the item insets are ignored.
  case fullBleed
  /// One item's share of a row of n items, n from 1 to 10,000.
  case fraction(Int)
}

/// How a magazine item's height is determined.
public enum MagazineHeightMode: Sendable, Hashable {
  /// The height is given.
  case `static`
  /// The height is measured.
  case dynamic
  /// The item is as tall as its row.
  case stretch
}
