// SPDX-License-Identifier: Apache-2.0
import LayoutEngine
import UIKit

/// A collection view layout that Tatami's engine computes on the device, without a server.
///
/// It follows updates: in a batch (`performBatchUpdates`, or a diffable data source's `apply`) it derives the
/// version from UIKit's own update items, in process and before UIKit asks for the first frame; the cost is
/// that of the changes. Self-sizing cells are measured when they appear. The cell that `anchor` names keeps
/// its place on screen.
///
/// `LayoutEngine` has its own `Rect`, so this file names it with its module, beside the one of the system.
@MainActor
final class EngineCollectionViewLayout: UICollectionViewLayout {
  /// Returns the data source's items at index paths, in that order; if nil, items have no fields.
  ///
  /// In a batch, UIKit reports where items are inserted, but not their sizes. The closure is called after the
  /// data source has changed, so the index paths are the new ones.
  var items: (([IndexPath]) -> ItemColumns)?
  /// The cell that keeps its place on screen as items are inserted and deleted.
  var anchor = ChangesQuery.Anchor.first
  /// Called if the layout cannot apply a batch. The layout then still has the items before the batch, unlike
  /// the data source: `show` a document that has the data source's items.
  var onError: ((any Error) -> Void)?

  private var layout: PreparedLayout?
  private var bounds: LayoutEngine.Rect?
  private var batch: Batch?

  /// The state of a batch in progress.
  private struct Batch {
    var changes: LayoutChanges
    /// The attributes that were visible before the batch.
    var visible: [UICollectionViewLayoutAttributes]
    var inserted: Set<IndexPath>
    var deleted: Set<IndexPath>
  }

  /// Lays a document out and shows it.
  ///
  /// - Throws: what cannot be laid out; what was shown before stays.
  func show(_ document: LayoutDocument) throws(LayoutError) {
    layout = try PreparedLayout(document)
    invalidateLayout()
  }

  override var collectionViewContentSize: CGSize {
    let size = layout?.contentSize ?? .zero
    return CGSize(width: size.width, height: size.height)
  }

  /// Invalidates at every bounds change, because pinned headers and footers move with the visible bounds.
  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    bounds = rect(newBounds)
    return true
  }

  override func layoutAttributesForElements(in area: CGRect)
    -> [UICollectionViewLayoutAttributes]?
  {
    find(.rect(rect(area)))
  }

  override func layoutAttributesForItem(at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    find(at: indexPath, kind: nil)
  }

  override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    find(at: indexPath, kind: elementKind)
  }

  override func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    find(at: indexPath, kind: elementKind)
  }

  // MARK: Batches

  /// Derives the version before calling `super`, which asks for its frames.
  override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
    let visible = find(.rect(rect(collectionView?.bounds ?? .zero)))
    if let changes = apply(update(of: updateItems), anchor) {
      let inserted = updateItems.filter { $0.updateAction == .insert }
      let deleted = updateItems.filter { $0.updateAction == .delete }
      batch = Batch(
        changes: changes, visible: visible,
        inserted: Set(inserted.compactMap { $0.indexPathAfterUpdate }),
        deleted: Set(deleted.compactMap { $0.indexPathBeforeUpdate }))
    }
    super.prepare(forCollectionViewUpdates: updateItems)
  }

  /// Where the anchor stays where it is.
  override func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint {
    guard let offset = batch?.changes.contentOffset else {
      return super.targetContentOffset(forProposedContentOffset: proposed)
    }
    return CGPoint(x: offset.x, y: offset.y)
  }

  /// Inserted items fade in at their place; UIKit moves all others from their old frames.
  override func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    guard let batch, names(batch.inserted, itemIndexPath) else {
      return super.initialLayoutAttributesForAppearingItem(at: itemIndexPath)
    }
    let attributes = find(at: itemIndexPath, kind: nil)
    attributes?.alpha = 0
    return attributes
  }

  /// Deleted items fade out in place on screen: their frames move with the content by the adjustment.
  override func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    guard let batch, names(batch.deleted, itemIndexPath) else {
      return super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath)
    }
    let attributes = batch.visible.first {
      $0.representedElementCategory == .cell && $0.indexPath == itemIndexPath
    }
    let moved = batch.changes.contentOffsetAdjustment ?? .zero
    attributes?.frame.origin.x += moved.x
    attributes?.frame.origin.y += moved.y
    attributes?.alpha = 0
    return attributes
  }

  override func finalizeCollectionViewUpdates() {
    super.finalizeCollectionViewUpdates()
    batch = nil
  }

  // MARK: Cells that size themselves

  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> Bool {
    guard preferred.representedElementCategory == .cell, let layout else { return false }
    // A difference of less than a pixel is not a new size.
    return abs(length(of: preferred, layout) - length(of: original, layout)) > 0.1
  }

  /// Applies the measured size; the first wholly visible cell keeps its place, seen items their columns.
  override func invalidationContext(
    forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
    withOriginalAttributes original: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(
      forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
    guard let before = layout else { return context }
    var measurement = LayoutUpdate.Measurement(path(preferred.indexPath))
    let found = LayoutUpdate.MeasuredSide.found(length(of: preferred, before))
    if before.scrollAxis == .vertical {
      measurement.height = found
    } else {
      measurement.width = found
    }
    var update = LayoutUpdate()
    update.measurements = [measurement]
    update.keptColumns = collectionView?.indexPathsForVisibleItems.max().map { .through(path($0)) }
    guard let changes = apply(update, .firstWhole), let layout else { return context }
    context.contentOffsetAdjustment = CGPoint(
      x: changes.contentOffsetAdjustment?.x ?? 0, y: changes.contentOffsetAdjustment?.y ?? 0)
    context.contentSizeAdjustment = CGSize(
      width: layout.contentSize.width - before.contentSize.width,
      height: layout.contentSize.height - before.contentSize.height)
    return context
  }

  // MARK: The engine

  /// Updates the layout and returns the changes; nil if the update fails or the layout has no view.
  private func apply(_ update: LayoutUpdate, _ anchor: ChangesQuery.Anchor) -> LayoutChanges? {
    guard let before = layout, let collectionView else { return nil }
    do {
      let version = try before.updated(by: update, maxItems: LayoutLimits.maxItems)
      let visible = rect(collectionView.bounds)
      let changes = try version.layout.changes(
        from: before, version.map, ChangesQuery(rect: visible, bounds: visible, anchor: anchor))
      layout = version.layout
      return changes
    } catch {
      onError?(error)
      return nil
    }
  }

  /// Returns UIKit's update items as one update; the item of a section's index path is `NSNotFound`.
  private func update(of updateItems: [UICollectionViewUpdateItem]) -> LayoutUpdate {
    var update = LayoutUpdate()
    var inserted: [IndexPath] = []
    var reloaded: [IndexPath] = []
    for one in updateItems {
      let isSection = (one.indexPathBeforeUpdate ?? one.indexPathAfterUpdate)?.item == NSNotFound
      switch (one.updateAction, one.indexPathBeforeUpdate, one.indexPathAfterUpdate) {
      case (.insert, _, let new?) where isSection:
        update.sectionInsertions.append(
          .init(LayoutSection(items: columns(new.section)), at: new.section))
      case (.insert, _, let new?):
        inserted.append(new)
      case (.delete, let old?, _) where isSection:
        update.sectionDeletions.append(old.section)
      case (.delete, let old?, _):
        update.deletions.append(.init(ItemRun(path(old))))
      case (.reload, let old?, let new?) where isSection:
        update.sectionReplacements.append(
          .init(ofSection: old.section, items: Items(columns(new.section))))
      case (.reload, let old?, let new?):
        update.replacements.append(path(old))
        reloaded.append(new)
      case (.move, let old?, let new?) where isSection:
        update.sectionMoves.append(.init(old.section, to: new.section))
      case (.move, let old?, let new?):
        update.moves.append(.init(ItemRun(path(old)), to: path(new)))
      default: break
      }
    }
    update.replacingItems = Items(columns(reloaded))
    update.insertions = insertions(inserted.sorted())
    return update
  }

  /// Returns insertions, one for each run of neighbouring items.
  private func insertions(_ paths: [IndexPath]) -> [LayoutUpdate.Insertion] {
    var insertions: [LayoutUpdate.Insertion] = []
    var rest = paths[...]
    while let first = rest.first {
      let run = zip(rest, 0...).prefix { $0 == [first.section, first.item + $1] }.map(\.0)
      insertions.append(.init(Items(columns(run)), at: path(first)))
      rest = rest.dropFirst(run.count)
    }
    return insertions
  }

  private func columns(_ paths: [IndexPath]) -> ItemColumns {
    items?(paths) ?? ItemColumns(count: paths.count)
  }

  private func columns(_ section: Int) -> ItemColumns {
    let count = collectionView?.numberOfItems(inSection: section) ?? 0
    return columns((0..<count).map { [section, $0] })
  }

  /// Whether index paths of a batch include an item, by itself or with its section.
  private func names(_ paths: Set<IndexPath>, _ path: IndexPath) -> Bool {
    paths.contains(path) || paths.contains([path.section, NSNotFound])
  }

  private func path(_ path: IndexPath) -> ItemPath {
    ItemPath(path.section, path.item)
  }

  private func length(of attributes: UICollectionViewLayoutAttributes, _ layout: PreparedLayout)
    -> Double
  {
    Double(layout.scrollAxis == .vertical ? attributes.frame.height : attributes.frame.width)
  }

  /// Returns the element at an index path; that of a layout's own header is a single number, `[n]`.
  private func find(at path: IndexPath, kind: String?)
    -> UICollectionViewLayoutAttributes?
  {
    guard let item = path.last, path.count <= 2 else { return nil }
    let section = path.count == 2 ? path[0] : nil
    return find(.indexPaths([LayoutIndexPath(section: section, item: item)], kind: kind))
      .first
  }

  /// What a query finds; nothing where it has no answer, as for an index path without an element.
  private func find(_ selection: LayoutQuery.Selection) -> [UICollectionViewLayoutAttributes] {
    let query = LayoutQuery(selection, bounds: bounds)
    guard var cursor = try? layout?.select(query).makeCursor() else { return [] }
    var found: [UICollectionViewLayoutAttributes] = []
    while let one = cursor.next() { found.append(attributes(one)) }
    return found
  }

  private func attributes(_ one: LayoutAttributes) -> UICollectionViewLayoutAttributes {
    let path = IndexPath(indexes: (one.section.map { [$0] } ?? []) + [one.item])
    let attributes =
      switch one.category {
      case .cell: UICollectionViewLayoutAttributes(forCellWith: path)
      case .supplementary:
        UICollectionViewLayoutAttributes(
          forSupplementaryViewOfKind: one.kind ?? "", with: path)
      case .decoration:
        UICollectionViewLayoutAttributes(forDecorationViewOfKind: one.kind ?? "", with: path)
      }
    attributes.frame = CGRect(
      x: one.frame.x, y: one.frame.y, width: one.frame.width, height: one.frame.height)
    attributes.zIndex = one.zIndex
    return attributes
  }

  private func rect(_ rect: CGRect) -> LayoutEngine.Rect {
    LayoutEngine.Rect(
      x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width),
      height: Double(rect.height))
  }
}
