// SPDX-License-Identifier: Apache-2.0
#if canImport(UIKit)
  public import UIKit

  /// A collection view layout that sends its own requests to a Tatami server.
  ///
  /// It requests a layout when it is set on a view and when the view's size changes. It loads the frames of
  /// all items: `scrollToItem(at:at:animated:)` can go to any item, and scrolling sends no requests.
  ///
  ///     final class PhotosViewController: UICollectionViewController {
  ///       init(photos: [Photo]) {
  ///         let client = TatamiClient(base: URL(string: "https://layouts.example.com")!)
  ///         let wall = TatamiWallLayout(client: client) { size in
  ///           TatamiDocument(
  ///             container: .init(width: size.width, height: size.height),
  ///             layout: .waterfall(.init(columns: .minWidth(160), spacing: 8)),
  ///             items: .list(photos.map { .size(width: $0.width, height: $0.height) }))
  ///         }
  ///         super.init(collectionViewLayout: wall)
  ///         wall.onError = { [weak self] in self?.show($0.localizedDescription) }
  ///       }
  ///       // … cellForItemAt as ever; after photos have changed: reloadData() and wall.reload().
  ///     }
  ///
  /// Until the first response the view is empty. During later requests the previous elements stay, except for
  /// items that the data source no longer has.
  @MainActor
  public final class TatamiWallLayout: UICollectionViewLayout {
    private let client: TatamiClient
    private let document: @MainActor (CGSize) -> TatamiDocument
    /// Called with the error of a failed request; call `reload` to retry.
    public var onError: ((any Error) -> Void)?
    /// Called when a layout's frames have come.
    public var onLayout: ((TatamiLayout) -> Void)?
    /// The layout that is shown.
    public private(set) var shown: TatamiLayout?
    private var columns: TatamiColumns?
    private var cells: [IndexPath: Int] = [:]
    private var others: [UICollectionViewLayoutAttributes] = []
    private var bands = TatamiBands<Place>(contentSize: .zero)
    private var size = CGSize.zero
    private var asking: Task<Void, Never>?

    private enum Place: Sendable {
      case cell(Int)
      case other(Int)
    }

    /// - Parameter document: returns the document for a size of the view.
    public init(client: TatamiClient, document: @escaping @MainActor (CGSize) -> TatamiDocument) {
      self.client = client
      self.document = document
      super.init()
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("made in code") }

    deinit { asking?.cancel() }

    /// Requests the layout again: after the items have changed, or after an error.
    public func reload() {
      guard let collectionView else { return }
      size = collectionView.bounds.size
      guard size.width > 0, size.height > 0 else { return }
      asking?.cancel()
      let wanted = document(size)
      asking = Task { [weak self, client] in
        do {
          let layout = try await client.layout(wanted)
          let columns = try await layout.columns()
          if !Task.isCancelled { self?.take(columns, of: layout) }
        } catch { if !Task.isCancelled { self?.onError?(error) } }
      }
    }

    override public func prepare() {
      super.prepare()
      if collectionView?.bounds.size != size { reload() }
    }

    override public func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
      newBounds.size != size
    }

    private func take(_ columns: TatamiColumns, of layout: TatamiLayout) {
      self.columns = columns
      shown = layout
      others = columns.others.map(Self.attributes)
      bands = TatamiBands(contentSize: collectionViewContentSize)
      cells.removeAll(keepingCapacity: true)
      cells.reserveCapacity(columns.cells.item.count)
      for index in columns.cells.item.indices {
        cells[IndexPath(indexes: [columns.cells.section[index], columns.cells.item[index]])] = index
        bands.insert(.cell(index), at: columns.frame(at: index))
      }
      for (index, one) in others.enumerated() { bands.insert(.other(index), at: one.frame) }
      invalidateLayout()
      onLayout?(layout)
    }

    // MARK: UICollectionViewLayout

    override public var collectionViewContentSize: CGSize {
      CGSize(width: columns?.contentSize.width ?? 0, height: columns?.contentSize.height ?? 0)
    }

    override public func layoutAttributesForElements(in rect: CGRect)
      -> [UICollectionViewLayoutAttributes]?
    {
      bands.elements(in: rect).compactMap { place in
        switch place {
        case .cell(let index): cell(index)
        case .other(let index): exists(others[index].indexPath, isCell: false) ? others[index] : nil
        }
      }
    }

    override public func layoutAttributesForItem(at indexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      cells[indexPath].flatMap(cell)
    }

    override public func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      other(.supplementaryView, elementKind, indexPath)
    }

    override public func layoutAttributesForDecorationView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      other(.decorationView, elementKind, indexPath)
    }

    private func other(
      _ category: UICollectionView.ElementCategory, _ kind: String, _ path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard exists(path, isCell: false) else { return nil }
      return others.first {
        $0.representedElementCategory == category && $0.representedElementKind == kind
          && $0.indexPath == path
      }
    }

    /// Whether the data source has the element at an index path.
    ///
    /// UIKit raises an exception for missing items, and between `reloadData()` and the response the frames are
    /// still those of the previous items. The layout's own header, `[n]`, and an empty section's header have
    /// no item.
    private func exists(_ path: IndexPath, isCell: Bool) -> Bool {
      guard path.count > 1 else { return !isCell }
      guard let collectionView, path.section < collectionView.numberOfSections else { return false }
      let count = collectionView.numberOfItems(inSection: path.section)
      return path.item < (isCell ? count : max(1, count))
    }

    private func cell(_ index: Int) -> UICollectionViewLayoutAttributes? {
      guard let columns else { return nil }
      let path = IndexPath(indexes: [columns.cells.section[index], columns.cells.item[index]])
      guard exists(path, isCell: true) else { return nil }
      let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
      attributes.frame = columns.frame(at: index)
      attributes.zIndex = columns.cells.zIndex?[index] ?? 0
      return attributes
    }

    private static func attributes(_ one: TatamiAttributes) -> UICollectionViewLayoutAttributes {
      let path = IndexPath(indexes: one.indexPath)
      let attributes =
        one.category == .decoration
        ? UICollectionViewLayoutAttributes(forDecorationViewOfKind: one.kind ?? "", with: path)
        : UICollectionViewLayoutAttributes(forSupplementaryViewOfKind: one.kind ?? "", with: path)
      attributes.frame = CGRect(
        x: one.frame.x, y: one.frame.y, width: one.frame.width, height: one.frame.height)
      attributes.zIndex = one.zIndex
      return attributes
    }
  }
#endif
