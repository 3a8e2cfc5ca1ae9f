/// The settings for all sections together (UICollectionViewCompositionalLayoutConfiguration).
///
/// ```swift
/// var configuration = LayoutConfiguration(scrollDirection: .horizontal, interSectionSpacing: 20)
/// configuration.minimumContentLength = .container
/// ```
public struct LayoutConfiguration: Sendable {
  /// The axis along which sections are stacked.
  public var scrollDirection: LayoutAxis
  /// Points between two sections, whatever their layout types.
  public var interSectionSpacing: Double
  /// Layout-level headers and footers.
  public var boundarySupplementaryItems: [BoundarySupplementaryItem]
  /// The edges from which insets are measured in sections that do not name a reference of their own.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// The least length of the content along the scroll axis (LayoutRules C25).
  public var minimumContentLength = MinimumContentLength.points(0)
  /// Where sections are placed if they are shorter than the least length.
  public var contentAlignment = ContentAlignment.start
  /// Whether a pinned header of a section stays until the next pinned header comes, not only to the end of its section
  /// (LayoutRules C26).
  public var headersPinAcrossSections = false
  /// The JSON text that the configuration was read from; empty if it was not read from JSON.
  public var text: [UInt8] = []

  /// Creates a configuration.
  public init(
    scrollDirection: LayoutAxis = .vertical, interSectionSpacing: Double = 0,
    boundarySupplementaryItems: [BoundarySupplementaryItem] = []
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundarySupplementaryItems = boundarySupplementaryItems
  }
}

/// The least length of the content along the scroll axis.
public enum MinimumContentLength: Sendable, Hashable {
  /// A number of points; ≥ 0.
  case points(Double)
  /// The container's length less its content insets, so that the content fills the view.
  case container
}

/// Where sections are placed along the scroll axis if they are shorter than the content's least length.
public enum ContentAlignment: Sendable, Hashable {
  /// At the content's start.
  case start
  /// In the middle.
  case center
  /// At the content's end.
  case end
}

extension LayoutConfiguration {
  /// The memory used, in bytes.
  var byteCount: Int {
    text.capacity + boundarySupplementaryItems.specByteCount { $0.kind.heapByteCount }
  }
}
