/// One element of a layout: its identity, frame and stacking order
/// (UICollectionViewLayoutAttributes).
public struct LayoutAttributes: Sendable, Hashable {
  /// The category of element.
  public typealias Category = ElementCategory

  // Declared first, so that the compiler's memberwise initialiser differs from the public one. The
  // module uses the memberwise one: a handwritten initialiser would count references to both texts for
  // each copy of the properties set so far, which takes a quarter of a query's time.
  /// The category of element.
  public var category: Category
  /// The section; nil if the element is a layout-level header or footer.
  public var section: Int?
  /// A cell's item number in the section; another element's number in its index path.
  public var item: Int
  /// The element kind; nil if the element is a cell.
  public var kind: String?
  /// The element's frame, in points.
  public var frame: Rect
  /// The element's stacking order.
  public var zIndex: WholeNumber
  /// The radius of the element's corners, in points; 0 if the layout has none.
  public var cornerRadius: Double = 0
  /// The height of the media within the frame, in points; nil if the item has no body height.
  public var imageHeight: Double?
  /// The height of the body, in points; nil if the item has no body that was measured.
  public var bodyHeight: Double?
  /// The client's own id of the item; nil if it has none, or if the element is not a cell.
  public var id: ItemID?
  /// The element's effects, outside of the attributes: few elements have any, and attributes are copied often.
  var boxedEffects: BoxedEffects?
}

/// The effects of one element.
final class BoxedEffects: Sendable, Hashable {
  let effects: ElementEffects

  init(_ effects: ElementEffects) { self.effects = effects }

  static func == (one: BoxedEffects, other: BoxedEffects) -> Bool { one.effects == other.effects }

  func hash(into hasher: inout Hasher) { hasher.combine(effects) }
}

extension LayoutAttributes {
  /// The properties of the element that the section's effects set; nil if none drives it, or the query has no visible bounds.
  ///
  /// Effects on the stacking order are in `zIndex`.
  public var effects: ElementEffects? {
    get { boxedEffects?.effects }
    set { boxedEffects = newValue.map { BoxedEffects($0) } }
  }

  /// The opacity (`UICollectionViewLayoutAttributes.alpha`); 1 if no effect drives it.
  public var alpha: Double { effects?.alpha ?? 1 }

  /// The transform about the frame's centre (`UICollectionViewLayoutAttributes.transform`); nil if no effect drives it.
  public var transform: LayoutTransform? { effects?.transform }
}

extension LayoutAttributes {
  /// The element's section and number.
  public var indexPath: LayoutIndexPath { LayoutIndexPath(section: section, item: item) }

  /// Creates attributes.
  public init(
    section: Int?, item: Int, category: Category, kind: String? = nil, frame: Rect,
    zIndex: WholeNumber = 0, cornerRadius: Double = 0, imageHeight: Double? = nil,
    bodyHeight: Double? = nil, id: ItemID? = nil
  ) {
    self.init(
      category: category, section: section, item: item, kind: kind, frame: frame, zIndex: zIndex,
      cornerRadius: cornerRadius, imageHeight: imageHeight, bodyHeight: bodyHeight, id: id)
  }
}

/// The attributes of a cell, without the kind and the id.
package struct CellAttributes: Sendable, Hashable {
  /// The section.
  package var section: Int
  /// The item's number in its section.
  package var item: Int
  /// The cell's frame, in points.
  package var frame: Rect
  /// The cell's stacking order.
  package var zIndex: WholeNumber
  /// The height of the media within the frame, in points; nil if the item has no body height.
  package var imageHeight: Double?

  /// Creates attributes.
  package init(section: Int, item: Int, frame: Rect, zIndex: WholeNumber, imageHeight: Double?) {
    self.section = section
    self.item = item
    self.frame = frame
    self.zIndex = zIndex
    self.imageHeight = imageHeight
  }
}

/// One of the lengths in a cell's attributes.
package enum CellLength: Sendable {
  /// The distance of the left edge from the origin.
  case x
  /// The distance of the top edge from the origin.
  case y
  /// The horizontal extent.
  case width
  /// The vertical extent.
  case height
  /// The height of the media within the frame; NaN if the cell has none.
  case imageHeight
}
