/// Edges that an anchor names (NSDirectionalRectEdge).
public struct LayoutEdges: OptionSet, Sendable, Hashable {
  /// One bit for each edge.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The top edge.
  public static let top = LayoutEdges(rawValue: 1)
  /// The leading edge.
  public static let leading = LayoutEdges(rawValue: 2)
  /// The bottom edge.
  public static let bottom = LayoutEdges(rawValue: 4)
  /// The trailing edge.
  public static let trailing = LayoutEdges(rawValue: 8)
}

/// A point of a rectangle (NSCollectionLayoutAnchor); LayoutRules C12.
public struct LayoutAnchor: Sendable, Hashable {
  /// A distance from the edges.
  public enum Offset: Sendable, Hashable {
    /// Points.
    case absolute(Point)
    /// Fractions of the supplementary's own size.
    case fractional(Point)
  }

  /// The edges on which the point lies; on an axis without an edge it lies in the centre.
  public var edges: LayoutEdges
  /// The point's distance from the edges.
  public var offset: Offset

  /// Creates an anchor.
  public init(edges: LayoutEdges = [], offset: Offset = .absolute(.zero)) {
    self.edges = edges
    self.offset = offset
  }
}
