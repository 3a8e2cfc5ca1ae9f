/// A flow section (UICollectionViewFlowLayout; LayoutRules A).
///
/// ```swift
/// var flow = FlowSpec()
/// flow.itemSize = Size(width: 100, height: 60)
/// // In 320 points, three items fill a line, at 0, 110 and 220.
/// ```
public struct FlowSpec: Sendable, Hashable {
  /// The size of items that have none of their own.
  public var itemSize = Size(width: 50, height: 50)
  /// The estimated size of items without their own size, until they are measured or have a body (LayoutRules A17).
  public var estimatedItemSize = FlowEstimatedSize()
  /// The least distance between two lines.
  public var minimumLineSpacing: Double = 10
  /// The least distance between two items of a line.
  public var minimumInteritemSpacing: Double = 10
  /// The alignment of a line's items in the line's length (LayoutRules A18).
  public var alignment = FlowAlignment.justified
  /// The alignment of an item in the thickness of its line (LayoutRules A19).
  public var lineAlignment = FlowLineAlignment.center
  /// The section's insets.
  public var sectionInset: FlowSectionInset = .points(.zero)
  /// The edges from which the section's insets are measured.
  public var contentInsetsReference = ContentInsetsReference.automatic
  /// Header and footer.
  public var headerFooter = HeaderFooterSpec()
  /// The effects that follow the scroll position (LayoutRules O); nil if there are none.
  public var effects: ScrollEffects?
  /// How much every cell's bounds grow on both sides, around its centre.
  public var boundsOutset = FlowBoundsOutset()
  /// Where scrolling stops.
  public var snapping = Snapping()
  /// How the text of items is set (`body`; LayoutRules N2).
  public var body: BodyOptions {
    get { headerFooter.bodies[.item] }
    set { headerFooter.bodies[.item] = newValue }
  }

  /// Creates a spec with every default.
  public init() {}

  /// The size of items that have none of their own: the estimate, or `itemSize` without one.
  var sizeOfOtherItems: Size { estimatedItemSize.size(orElse: itemSize) }
}

/// An estimate of the size of a flow section's items, in points (UICollectionViewFlowLayout's
/// `estimatedItemSize`).
public struct FlowEstimatedSize: Sendable, Hashable {
  /// The width; nil if it is that of `itemSize`.
  public var width: Double?
  /// The height; nil if it is that of `itemSize`.
  public var height: Double?

  /// Creates an estimate without sides, which is none.
  public init() {}

  /// Returns the estimate; the other size's sides stand in for sides without an estimate.
  ///
  /// Zero by zero is UIKit's default and means no estimate.
  func size(orElse other: Size) -> Size {
    if width == 0, height == 0 { return other }
    return Size(width: width ?? other.width, height: height ?? other.height)
  }
}

/// The alignment of the items of a flow section's line in the line's length.
public enum FlowAlignment: Sendable, Hashable {
  /// Lines are justified, as by UICollectionViewFlowLayout (LayoutRules A4–A8).
  case justified
  /// At the line's beginning.
  case leading
  /// In the middle of the line.
  case center
  /// At the line's end.
  case trailing
}

/// The alignment of an item of a flow section in the thickness of its line.
public enum FlowLineAlignment: Sendable, Hashable {
  /// At the line's start along the scroll axis.
  case top
  /// In the middle of the line, as by UICollectionViewFlowLayout (LayoutRules A9).
  case center
  /// At the line's end along the scroll axis.
  case bottom
}

/// A flow section's insets.
public enum FlowSectionInset: Sendable, Hashable {
  /// Explicit distances.
  case points(Insets)
  /// The insets that centre one item of `itemSize`, or of the estimated size if there is one, in the container.
  case centered
}

/// How much every cell's bounds grow on both sides, in points.
public struct FlowBoundsOutset: Sendable, Hashable {
  /// To the left and to the right.
  public var horizontal: Double = 0
  /// Upwards and downwards.
  public var vertical: Double = 0

  /// Creates an outset of 0.
  public init() {}
}
