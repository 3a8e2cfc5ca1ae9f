/// Resolves dimensions to points, relative to their parent (LayoutRules B1).
///
/// The parent of an item or a nested group is the group that contains it, less that group's content
/// insets; of a section's own group, the container less the section's insets; of a layout-level boundary
/// item (C11), the container.
struct DimensionResolver: Sendable {
  /// The parent's inset size, in points.
  let parent: Size

  /// Returns the dimension in points, without checking that it is a valid length.
  ///
  /// Either fraction may be used on either axis (LayoutRules B1); an estimate is used as is (B13).
  func points(_ dimension: LayoutDimension) -> Double {
    switch dimension {
    case .absolute(let points), .estimated(let points), .uniformAcrossSiblings(let points): points
    case .fractionalWidth(let fraction, let plus): parent.width * fraction + plus
    case .fractionalHeight(let fraction, let plus): parent.height * fraction + plus
    }
  }

  /// Returns the size in points; both sides are from 0 to `LayoutLimits.maxContentLength`.
  ///
  /// - Parameter path: the path of the size object in the document.
  /// - Throws: an issue for each side that is negative, not finite or too long, at the path of its
  ///   `width` or `height` field (LayoutRules D).
  func resolve(_ size: LayoutSize, at path: DocumentPath) throws(LayoutError) -> Size {
    let resolved = Size(width: points(size.width), height: points(size.height))
    var issues: [LayoutError.Issue] = []
    for (field, side) in [("width", resolved.width), ("height", resolved.height)]
    where !side.isLength {
      issues.append(
        LayoutError.Issue(
          path: path.field(field),
          reason: "must resolve to a finite length from 0 to 2^53 points (got \(side.inPoints))"))
    }
    guard issues.isEmpty else { throw LayoutError(issues: issues) }
    return resolved
  }
}

extension LayoutDimension {
  /// Whether a measured length may replace the dimension.
  var isEstimated: Bool {
    switch self {
    case .estimated, .uniformAcrossSiblings: true
    case .absolute, .fractionalWidth, .fractionalHeight: false
    }
  }

  /// Whether the dimension is `uniformAcrossSiblings`: as long as the longest such sibling.
  var isUniform: Bool {
    if case .uniformAcrossSiblings = self { true } else { false }
  }
}

extension LayoutSize {
  /// Returns the dimension along an axis.
  func dimension(along axis: LayoutAxis) -> LayoutDimension { axis == .vertical ? height : width }

  /// Returns the insets of an element of this size, with 0 for the sides along an estimated axis, which
  /// don't count (LayoutRules B4).
  func effectiveInsets(_ insets: DirectionalInsets) -> DirectionalInsets {
    var effective = insets
    if width.isEstimated {
      effective.leading = 0
      effective.trailing = 0
    }
    if height.isEstimated {
      effective.top = 0
      effective.bottom = 0
    }
    return effective
  }
}
