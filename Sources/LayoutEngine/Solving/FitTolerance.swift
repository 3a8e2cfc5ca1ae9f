extension Double {
  /// The points by which items may exceed a room of this length and still fit, against rounding errors
  /// (LayoutRules A2).
  ///
  /// It decides how many items fit on a flow line, and how many columns with a `minWidth` fit
  /// (LayoutRules F1).
  var fitTolerance: Double { 1e-9 * max(1, self) }
}
