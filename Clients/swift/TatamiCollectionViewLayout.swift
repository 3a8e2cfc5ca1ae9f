// SPDX-License-Identifier: Apache-2.0
#if canImport(UIKit)
  public import UIKit

  /// A collection view layout whose frames come from Tatami.
  ///
  /// Pass it all attributes of a layout, or those around the visible rectangle as they arrive: it
  /// stores them until another layout is shown.
  ///
  /// It follows updates. In a batch UIKit asks for frames at once, on the main thread, but a server's answer
  /// takes time: first await the version, then perform the batch:
  ///
  ///     let bounds = collectionView.bounds
  ///     let (version, changes) = try await shown.update(
  ///       TatamiUpdate(insert: [.init(indexPath: [0, 0], items: older.map { .length($0.height) })]),
  ///       rect: layout.held, bounds: bounds, anchor: .last)
  ///     layout.stage(changes, in: layout.held ?? bounds)
  ///     collectionView.performBatchUpdates {       // or a diffable data source's apply(_:)
  ///       messages.insert(contentsOf: older, at: 0)
  ///       collectionView.insertItems(at: older.indices.map { [0, $0] })
  ///     }
  ///     shown = version
  ///
  /// `EngineCollectionViewLayout` derives the version in the batch itself.
  @MainActor
  public final class TatamiCollectionViewLayout: UICollectionViewLayout {
    /// The identity of an element in a layout.
    private struct Key: Hashable, Sendable {
      var category: TatamiAttributes.Category
      var kind: String
      var path: IndexPath

      init(_ category: TatamiAttributes.Category, _ kind: String?, _ path: IndexPath) {
        self.category = category
        self.kind = kind ?? ""
        self.path = path
      }

      init(_ one: TatamiAttributes) {
        self.init(one.category, one.kind, IndexPath(indexes: one.indexPath))
      }
    }

    private struct Staged {
      var changes: TatamiChanges
      var rect: CGRect?
    }

    /// The rectangle around all elements passed to the layout; nil if it has all elements or none.
    public private(set) var held: CGRect?
    private var shown: String?
    private var contentSize = CGSize.zero
    private var elements: [Key: UICollectionViewLayoutAttributes] = [:] { didSet { bands = nil } }
    /// An index of the elements by position; nil after the elements have changed.
    private var bands: TatamiBands<Key>?
    private var staged: Staged?
    /// The changes of the batch in progress.
    private var batch: TatamiChanges?

    /// Adds a response's frames and invalidates the layout.
    ///
    /// - Parameters:
    ///   - answer: the response of a query.
    ///   - rect: the query's rectangle. Elements in it that are missing from the response are removed: they
    ///     have moved, as pinned headers do.
    public func show(_ answer: TatamiAnswer, in rect: CGRect? = nil) {
      let isOther = answer.id != shown
      if isOther { elements.removeAll() }
      held = rect.map { isOther ? $0 : held?.union($0) ?? $0 }
      shown = answer.id
      contentSize = CGSize(width: answer.contentSize.width, height: answer.contentSize.height)
      if let rect { elements = elements.filter { !$0.value.frame.intersects(rect) } }
      add(answer.attributes)
      invalidateLayout()
    }

    // MARK: Versions

    /// Stores the changes for the next batch, which must insert, delete and move the same items.
    ///
    /// - Parameters:
    ///   - changes: the changes to apply in the batch.
    ///   - rect: the rectangle of the request; nil if it is all content.
    public func stage(_ changes: TatamiChanges, in rect: CGRect?) {
      staged = Staged(changes: changes, rect: rect)
    }

    /// Shows another version at once: for changes without insertions or deletions, such as new sizes.
    ///
    /// - Parameters:
    ///   - changes: the changes to apply.
    ///   - rect: the rectangle of the request; nil if it is all content.
    public func show(_ changes: TatamiChanges, in rect: CGRect?) {
      guard take(Staged(changes: changes, rect: rect)), let collectionView else { return }
      invalidateLayout()
      collectionView.contentOffset = offset(after: changes, collectionView)
    }

    /// Applies the staged changes before calling `super`, which asks for the new frames.
    override public func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem])
    {
      if let staged, take(staged) { batch = staged.changes }
      staged = nil
      super.prepare(forCollectionViewUpdates: updateItems)
    }

    /// Returns the offset at which the anchor keeps its place.
    override public func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint
    {
      guard let batch, let collectionView else {
        return super.targetContentOffset(forProposedContentOffset: proposed)
      }
      return offset(after: batch, collectionView)
    }

    /// Inserted items fade in at their place; UIKit moves all others from their old frames.
    override public func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      let path = Array(itemIndexPath)
      guard let one = batch?.inserted.first(where: { $0.category == .cell && $0.indexPath == path })
      else { return super.initialLayoutAttributesForAppearingItem(at: itemIndexPath) }
      let attributes = attributes(one)
      attributes.alpha = 0
      return attributes
    }

    /// Deleted items fade out where they are on screen, so they move by the adjustment with the content.
    override public func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      let path = Array(itemIndexPath)
      guard let batch,
        let one = batch.deleted.first(where: { $0.category == .cell && $0.indexPath == path })
      else { return super.finalLayoutAttributesForDisappearingItem(at: itemIndexPath) }
      let attributes = attributes(one)
      attributes.frame.origin.x += batch.contentOffsetAdjustment?.x ?? 0
      attributes.frame.origin.y += batch.contentOffsetAdjustment?.y ?? 0
      attributes.alpha = 0
      return attributes
    }

    override public func finalizeCollectionViewUpdates() {
      super.finalizeCollectionViewUpdates()
      batch = nil
    }

    /// Returns the current offset plus the adjustment: the reader may have scrolled since the request.
    private func offset(after changes: TatamiChanges, _ view: UICollectionView) -> CGPoint {
      CGPoint(
        x: view.contentOffset.x + (changes.contentOffsetAdjustment?.x ?? 0),
        y: view.contentOffset.y + (changes.contentOffsetAdjustment?.y ?? 0))
    }

    /// Applies changes to the elements; returns false if they start from another layout than the shown one.
    private func take(_ staged: Staged) -> Bool {
      let changes = staged.changes
      guard changes.from == shown else { return false }
      if let rect = staged.rect, let area = changes.invalidated.map(frame) {
        // Drop elements that came meanwhile and intersect the invalidated area: their new frames are unknown.
        elements = elements.filter {
          $0.value.frame.intersects(rect) || !$0.value.frame.intersects(area)
        }
      }
      // All elements give up their old keys before any takes a new one: 12 becomes 13 while 13 becomes 14.
      for one in changes.deleted { elements[Key(one)] = nil }
      for one in changes.changed {
        let path = IndexPath(indexes: one.from.indexPath)
        elements[Key(one.attributes.category, one.attributes.kind, path)] = nil
      }
      for one in changes.inserted + changes.changed.map(\.attributes) {
        elements[Key(one)] = attributes(one)
      }
      shown = changes.id
      contentSize = CGSize(width: changes.contentSize.width, height: changes.contentSize.height)
      held = staged.rect?.offsetBy(
        dx: changes.contentOffsetAdjustment?.x ?? 0, dy: changes.contentOffsetAdjustment?.y ?? 0)
      return true
    }

    // MARK: Elements

    private func add(_ all: [TatamiAttributes]) {
      var more = elements
      for one in all { more[Key(one)] = attributes(one) }
      elements = more
    }

    private func noted() -> TatamiBands<Key> {
      var bands = TatamiBands<Key>(contentSize: contentSize)
      for (key, one) in elements { bands.insert(key, at: one.frame) }
      self.bands = bands
      return bands
    }

    override public var collectionViewContentSize: CGSize { contentSize }

    override public func layoutAttributesForElements(in rect: CGRect)
      -> [UICollectionViewLayoutAttributes]?
    {
      let bands = bands ?? noted()
      return bands.elements(in: rect).compactMap { elements[$0] }
    }

    override public func layoutAttributesForItem(at indexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      elements[Key(.cell, nil, indexPath)]
    }

    override public func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      elements[Key(.supplementary, elementKind, indexPath)]
    }

    override public func layoutAttributesForDecorationView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      elements[Key(.decoration, elementKind, indexPath)]
    }

    private func attributes(_ one: TatamiAttributes) -> UICollectionViewLayoutAttributes {
      let path = IndexPath(indexes: one.indexPath)
      let attributes =
        switch one.category {
        case .cell: UICollectionViewLayoutAttributes(forCellWith: path)
        case .supplementary:
          UICollectionViewLayoutAttributes(
            forSupplementaryViewOfKind: one.kind ?? "", with: path)
        case .decoration:
          UICollectionViewLayoutAttributes(
            forDecorationViewOfKind: one.kind ?? "", with: path)
        }
      attributes.frame = frame(one.frame)
      attributes.zIndex = one.zIndex
      return attributes
    }

    private func frame(_ frame: TatamiFrame) -> CGRect {
      CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    }
  }
#endif
