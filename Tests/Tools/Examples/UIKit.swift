@_exported import Foundation

// The little of UIKit that Examples/swift uses, so that it can be compiled and tried on Linux, too.
// Names, types and what is overridden are UIKit's; nothing is shown.

/// How an element of a collection view stands.
@MainActor
open class UICollectionViewLayoutAttributes {
  /// Which element it is.
  public let indexPath: IndexPath
  /// The kind of a supplementary or decoration view; nil for cells.
  public let representedElementKind: String?
  /// Where it stands.
  public var frame = CGRect.zero
  /// The stacking order.
  public var zIndex = 0

  /// A cell's.
  public init(forCellWith indexPath: IndexPath) {
    self.indexPath = indexPath
    representedElementKind = nil
  }

  /// A supplementary view's.
  public init(forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath) {
    self.indexPath = indexPath
    representedElementKind = elementKind
  }

  /// A decoration view's.
  public init(forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath) {
    self.indexPath = indexPath
    representedElementKind = decorationViewKind
  }
}

/// What a collection view asks.
@MainActor
open class UICollectionViewLayout {
  /// Creates a layout.
  public init() {}

  /// How often it was told to lay out anew.
  public private(set) var invalidations = 0

  /// Tells the view to ask again.
  open func invalidateLayout() { invalidations += 1 }

  /// Whether new visible bounds need a new layout.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  /// The content's size.
  open var collectionViewContentSize: CGSize { .zero }

  /// The elements that meet a rectangle.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }

  /// A cell.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    nil
  }

  /// A supplementary view.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// A decoration view.
  open func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
}
