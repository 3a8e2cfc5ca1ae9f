package import LayoutEngine

/// Hints about a valid document that probably is not what its author meant (Contract §1).
package enum DocumentWarnings {
  /// The greatest number of warnings in a response.
  static let maxCount = 10
  /// The greatest line height, in points, that may be a multiple by mistake.
  private static let greatestMultiple = 4.0

  /// Returns the warnings about a document.
  ///
  /// - Complexity: O(styles).
  static func warnings(of document: LayoutDocument) -> [PointedError] {
    document.textStyles.map { warnings(of: $0) } ?? []
  }

  /// Returns the warnings about styles: line heights in points that look like multiples of the font size.
  package static func warnings(of styles: TextStyles) -> [PointedError] {
    var warnings: [PointedError] = []
    for (name, style) in zip(styles.names, styles.styles) where warnings.count < maxCount {
      guard case .points(let points) = style.lineHeight, points < greatestMultiple,
        points < style.fontSize / 2
      else { continue }
      let (height, size) = (shortText(of: points), shortText(of: style.fontSize))
      warnings += PointedError.list(
        LayoutError(
          DocumentPath.root.field("textStyles").field(name).field("lineHeight"),
          "is \(height) points, less than half the font size (\(size)); for a multiple of it, write {\"multiple\":\(height)}"
        ))
    }
    return warnings
  }
}
