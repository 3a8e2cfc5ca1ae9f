/// An element's rectangle in its section: along the scroll axis in units, across it in points.
///
/// Places are for lines that run from left to right; `FrameTransform` mirrors them.
struct SectionFrame: Sendable, Hashable {
  /// The distance from the section's start along the scroll axis.
  var start: Units
  /// The length along the scroll axis.
  var length: Units
  /// The near edge across the scroll axis, in points.
  var cross: Double
  /// The length across the scroll axis, in points.
  var breadth: Double
}
