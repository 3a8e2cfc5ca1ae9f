/// A length (NSCollectionLayoutDimension).
///
/// ```swift
/// let half = LayoutDimension.fractionalWidth(0.5)
/// let fixed = LayoutDimension.absolute(44)
/// let measured = LayoutDimension.estimated(120)
/// ```
public enum LayoutDimension: Sendable, Hashable {
  /// Points.
  case absolute(Double)
  /// Points, until a measured length replaces them.
  case estimated(Double)
  /// Points, until a measured length replaces them. All `uniformAcrossSiblings` subitems of a group are as
  /// long as the longest of them (LayoutRules K5).
  case uniformAcrossSiblings(Double)
  /// A fraction of the parent's width, plus points.
  case fractionalWidth(Double, plus: Double = 0)
  /// A fraction of the parent's height, plus points.
  case fractionalHeight(Double, plus: Double = 0)
}

/// A width and a height (NSCollectionLayoutSize).
public struct LayoutSize: Sendable, Hashable {
  /// The width.
  public var width: LayoutDimension
  /// The height.
  public var height: LayoutDimension

  /// Creates a size from its sides.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }
}

extension LayoutSize {
  /// Whether a side is a fraction of the parent's length along an axis.
  func readsLength(along axis: LayoutAxis) -> Bool {
    [width, height].contains {
      switch $0 {
      case .fractionalWidth: axis == .horizontal
      case .fractionalHeight: axis == .vertical
      case .absolute, .estimated, .uniformAcrossSiblings: false
      }
    }
  }
}
