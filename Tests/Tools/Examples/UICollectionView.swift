import Foundation

/// A collection view that asks its layout as UIKit's does, and keeps what it is told.
@MainActor
public final class UICollectionView {
  /// What an element is.
  public enum ElementCategory: Sendable { case cell, supplementaryView, decorationView }

  /// The visible rectangle; its origin is the content offset.
  public private(set) var bounds: CGRect
  /// What is asked.
  public let collectionViewLayout: UICollectionViewLayout
  /// How many items the data source says that each section has.
  public var itemCounts: [Int]
  /// Where the appearances of the last batch begin, by new index paths.
  public private(set) var appearing: [IndexPath: UICollectionViewLayoutAttributes] = [:]
  /// Where its disappearances end, by old index paths.
  public private(set) var disappearing: [IndexPath: UICollectionViewLayoutAttributes] = [:]
  private var updateItems: [UICollectionViewUpdateItem] = []
  private var reloaded: [IndexPath] = []

  /// A view with a data source.
  public init(
    frame: CGRect, collectionViewLayout layout: UICollectionViewLayout, itemCounts: [Int]
  ) {
    bounds = CGRect(origin: .zero, size: frame.size)
    collectionViewLayout = layout
    self.itemCounts = itemCounts
    layout.collectionView = self
  }

  /// Where the content is scrolled to.
  public var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      let moved = CGRect(origin: newValue, size: bounds.size)
      if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: moved) {
        collectionViewLayout.invalidateLayout()
      }
      bounds = moved
    }
  }

  /// How many sections the data source has.
  public var numberOfSections: Int { itemCounts.count }

  /// How many items a section has.
  public func numberOfItems(inSection section: Int) -> Int { itemCounts[section] }

  /// The cells that are visible.
  public var indexPathsForVisibleItems: [IndexPath] { visibleCells.map(\.indexPath) }

  private var visibleCells: [UICollectionViewLayoutAttributes] {
    (collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []).filter {
      $0.representedElementCategory == .cell
    }
  }

  /// Makes a batch: the closure changes the data source and says what it does, then the layout is asked.
  public func performBatchUpdates(_ updates: (() -> Void)?) {
    let before = indexPathsForVisibleItems
    updateItems = []
    reloaded = []
    updates?()
    updateItems += reloaded.map { UICollectionViewUpdateItem(.reload, $0, place(of: $0)) }
    let layout = collectionViewLayout
    layout.invalidateLayout()
    layout.prepare()
    layout.prepare(forCollectionViewUpdates: updateItems)
    contentOffset = layout.targetContentOffset(forProposedContentOffset: contentOffset)
    appearing = [:]
    for path in indexPathsForVisibleItems {
      appearing[path] = layout.initialLayoutAttributesForAppearingItem(at: path)
    }
    disappearing = [:]
    for path in before {
      disappearing[path] = layout.finalLayoutAttributesForDisappearingItem(at: path)
    }
    layout.finalizeCollectionViewUpdates()
  }

  /// A visible cell has found its own size.
  public func sizeSelf(at path: IndexPath, height: CGFloat) {
    guard let original = collectionViewLayout.layoutAttributesForItem(at: path),
      let preferred = original.copy() as? UICollectionViewLayoutAttributes
    else { return }
    preferred.frame.size.height = height
    guard
      collectionViewLayout.shouldInvalidateLayout(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    else { return }
    let context = collectionViewLayout.invalidationContext(
      forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    collectionViewLayout.invalidateLayout()
    contentOffset.y += context.contentOffsetAdjustment.y
  }

  /// Items come.
  public func insertItems(at paths: [IndexPath]) { note(.insert, after: paths) }
  /// Items go.
  public func deleteItems(at paths: [IndexPath]) { note(.delete, before: paths) }
  /// An item goes elsewhere.
  public func moveItem(at path: IndexPath, to new: IndexPath) {
    updateItems.append(UICollectionViewUpdateItem(.move, path, new))
  }
  /// Items are others.
  public func reloadItems(at paths: [IndexPath]) { reloaded += paths }
  /// Sections come.
  public func insertSections(_ sections: IndexSet) { note(.insert, after: whole(sections)) }
  /// Sections go.
  public func deleteSections(_ sections: IndexSet) { note(.delete, before: whole(sections)) }

  /// Where an item stands after the batch: those that neither go nor are placed fill what is left, in order.
  private func place(of path: IndexPath) -> IndexPath {
    let gone = Set(updateItems.compactMap(\.indexPathBeforeUpdate))
    let taken = Set(updateItems.compactMap(\.indexPathAfterUpdate))
    var new = IndexPath(item: -1, section: path.section)
    for item in 0...path.item where !gone.contains([path.section, item]) {
      repeat {
        new = IndexPath(item: new.item + 1, section: path.section)
      } while taken.contains(new)
    }
    return new
  }

  private func whole(_ sections: IndexSet) -> [IndexPath] {
    sections.map { IndexPath(item: NSNotFound, section: $0) }
  }

  private func note(
    _ action: UICollectionViewUpdateItem.Action, before: [IndexPath] = [], after: [IndexPath] = []
  ) {
    updateItems += before.map { UICollectionViewUpdateItem(action, $0, nil) }
    updateItems += after.map { UICollectionViewUpdateItem(action, nil, $0) }
  }
}
