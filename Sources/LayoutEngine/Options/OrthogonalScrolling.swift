/// How a section scrolls across the layout's axis (UICollectionLayoutSectionOrthogonalScrollingBehavior).
public enum OrthogonalScrollingBehavior: Sendable, Hashable, CaseIterable {
  /// Not at all: groups follow each other along the layout's axis.
  case none
  /// Freely.
  case continuous
  /// Stopping at groups' leading edges.
  case continuousGroupLeadingBoundary
  /// Page by page, each of the container's length.
  case paging
  /// Group by group.
  case groupPaging
  /// Group by group, each centred.
  case groupPagingCentered
}

/// How an orthogonal section decelerates and bounces (UICollectionLayoutSectionOrthogonalScrollingProperties).
public struct OrthogonalScrollingProperties: Sendable, Hashable {
  /// How fast scrolling slows down after the finger lifts (LayoutRules C21).
  public enum DecelerationRate: Sendable, Hashable, CaseIterable {
    /// `fast` for sections that page, `normal` for others.
    case automatic
    /// The velocity falls to 99.8 % in each millisecond.
    case normal
    /// The velocity falls to 99 % in each millisecond.
    case fast
  }

  /// Whether scrolling may go beyond the ends and come back, for views.
  public enum Bounce: Sendable, Hashable, CaseIterable {
    /// As the view decides.
    case automatic
    /// Always.
    case always
    /// Never.
    case never
  }

  /// How fast scrolling slows down after the finger lifts.
  public var decelerationRate = DecelerationRate.automatic
  /// Whether scrolling may go beyond the ends; no effect on any offset.
  public var bounce = Bounce.automatic

  /// Creates properties with every default.
  public init() {}
}
