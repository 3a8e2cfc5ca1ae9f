@_exported import Foundation

// The little of UIKit that Clients/swift uses, so that it can be compiled and tried on Linux, too.
// Names, types, what is overridden and the order of calls are UIKit's; nothing is shown.

extension IndexPath {
  /// An item's.
  public init(item: Int, section: Int) { self = [section, item] }
  /// The section's number.
  public var section: Int { self[0] }
  /// The item's number; `NSNotFound` in update items of sections.
  public var item: Int { self[1] }
}

/// How an element of a collection view stands.
@MainActor
open class UICollectionViewLayoutAttributes {
  /// Which element it is.
  public let indexPath: IndexPath
  /// The kind of a supplementary or decoration view; nil for cells.
  public let representedElementKind: String?
  /// What it is.
  public let representedElementCategory: UICollectionView.ElementCategory
  /// Where it stands.
  public var frame = CGRect.zero
  /// The stacking order.
  public var zIndex = 0
  /// How much of it is seen through.
  public var alpha: CGFloat = 1

  private init(
    _ category: UICollectionView.ElementCategory, _ indexPath: IndexPath, kind: String?
  ) {
    representedElementCategory = category
    self.indexPath = indexPath
    representedElementKind = kind
  }

  /// A cell's.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init(.cell, indexPath, kind: nil)
  }

  /// A supplementary view's.
  public convenience init(
    forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath
  ) {
    self.init(.supplementaryView, indexPath, kind: elementKind)
  }

  /// A decoration view's.
  public convenience init(
    forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath
  ) {
    self.init(.decorationView, indexPath, kind: decorationViewKind)
  }

  /// Another object that says the same.
  open func copy() -> Any {
    let copy = UICollectionViewLayoutAttributes(
      representedElementCategory, indexPath, kind: representedElementKind)
    copy.frame = frame
    copy.zIndex = zIndex
    copy.alpha = alpha
    return copy
  }
}

/// One change of a batch.
@MainActor
open class UICollectionViewUpdateItem {
  /// What is done.
  public enum Action: Sendable { case insert, delete, reload, move, none }
  /// What is done.
  public let updateAction: Action
  /// Where it was; nil if it is inserted.
  ///
  /// A section's has the item `NSNotFound`.
  public let indexPathBeforeUpdate: IndexPath?
  /// Where it is; nil if it is deleted.
  public let indexPathAfterUpdate: IndexPath?

  init(_ action: Action, _ before: IndexPath?, _ after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
  }
}

/// What an invalidation is about.
@MainActor
open class UICollectionViewLayoutInvalidationContext {
  /// Creates one.
  public init() {}
  /// How far the content offset is moved.
  open var contentOffsetAdjustment = CGPoint.zero
  /// What the content's size grows by.
  open var contentSizeAdjustment = CGSize.zero
}

/// What a collection view asks.
@MainActor
open class UICollectionViewLayout {
  /// Creates a layout.
  public init() {}

  /// The view that asks.
  public internal(set) weak var collectionView: UICollectionView?

  /// How often it was told to lay out anew.
  public private(set) var invalidations = 0

  /// Tells the view to ask again.
  open func invalidateLayout() { invalidations += 1 }

  /// Comes before the view asks anew.
  open func prepare() {}

  /// Whether new visible bounds need a new layout.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  /// Whether a cell's own size needs a new layout.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  /// What such a layout changes.
  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }

  /// Comes when a batch has been made, before the view asks for anything of it.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Comes when a batch's frames have been asked for.
  open func finalizeCollectionViewUpdates() {}

  /// Where the view is to stand after a batch.
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint
  {
    proposedContentOffset
  }

  /// Where an item's appearance begins; nil for where UIKit would.
  open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

  /// Where an item's disappearance ends; nil for where UIKit would.
  open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

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
