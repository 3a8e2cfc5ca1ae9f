/// A header, footer or boundary item whose length follows from its body, or a kind of supplementaries on items and
/// groups whose sizes do.
struct MeasuredSupplementary: Sendable {
  let kind: String
  let body: Body
  let options: BodyOptions
  /// The element's width and the body's height, in points; nil if each item or group has its own
  /// (`SectionSupplementaries.templateSize(of:)`).
  let size: Size?
}
