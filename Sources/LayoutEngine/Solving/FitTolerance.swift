extension Double {
  /// The points by which items may exceed a room of this length and still fit, against rounding errors
  /// (LayoutRules A2).
  ///
  /// It decides how many items fit on a flow line or in a grid's line (A5), and how many columns with a
  /// `minWidth` fit (LayoutRules F1). How many items fit in a group is decided within half a pixel, a
  /// greater tolerance, like UIKit (B8).
  var fitTolerance: Double { 1e-9 * max(1, self) }
}
