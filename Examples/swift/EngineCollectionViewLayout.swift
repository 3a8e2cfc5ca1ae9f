import LayoutEngine
import UIKit

/// A collection view layout that Tatami's engine computes on the device, without a server.
///
/// `LayoutEngine` has a `Rect` and an `IndexPath` of its own, so they are named with their module.
@MainActor
final class EngineCollectionViewLayout: UICollectionViewLayout {
  private var layout: PreparedLayout?
  private var bounds: LayoutEngine.Rect?

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

  /// Pinned headers and footers hold to the visible bounds.
  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    bounds = rect(newBounds)
    return true
  }

  override func layoutAttributesForElements(in area: CGRect)
    -> [UICollectionViewLayoutAttributes]?
  {
    find(.rect(rect(area)))
  }

  override func layoutAttributesForItem(at indexPath: Foundation.IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    find(at: indexPath, kind: nil)
  }

  override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: Foundation.IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    find(at: indexPath, kind: elementKind)
  }

  override func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: Foundation.IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    find(at: indexPath, kind: elementKind)
  }

  /// A layout-level header has an index path of one number, `[n]`.
  private func find(at path: Foundation.IndexPath, kind: String?)
    -> UICollectionViewLayoutAttributes?
  {
    guard let item = path.last, path.count <= 2 else { return nil }
    let section = path.count == 2 ? path[0] : nil
    return find(.indexPaths([LayoutEngine.IndexPath(section: section, item: item)], kind: kind))
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
    let path = Foundation.IndexPath(indexes: (one.section.map { [$0] } ?? []) + [one.item])
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
