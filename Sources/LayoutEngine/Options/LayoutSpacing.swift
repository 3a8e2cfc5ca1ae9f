/// A distance (NSCollectionLayoutSpacing).
public enum LayoutSpacing: Sendable, Hashable {
  /// Exactly this many points.
  case fixed(Double)
  /// This many points or more.
  case flexible(Double)

  /// The least distance, in points.
  public var minimum: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// Whether the distance may grow.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// The space around an item (NSCollectionLayoutEdgeSpacing); an edge that is nil has no space.
public struct EdgeSpacing: Sendable, Hashable {
  /// Before the item, along lines.
  public var leading: LayoutSpacing?
  /// Above the item.
  public var top: LayoutSpacing?
  /// After the item, along lines.
  public var trailing: LayoutSpacing?
  /// Below the item.
  public var bottom: LayoutSpacing?

  /// Creates spacing without any space.
  public init() {}
}
