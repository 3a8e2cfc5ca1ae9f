/// A header, footer or boundary item whose length follows from its body.
struct MeasuredSupplementary: Sendable {
  let kind: String
  let body: Body
  let options: BodyOptions
  /// The element's width, in points.
  let width: Double
  /// The body's height, in points.
  let height: Double
}
