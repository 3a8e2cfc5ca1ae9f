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
  /// The height of the media within the frame, in points; nil if the item has no body height.
  public var imageHeight: Double?
  /// The height of the body, in points; nil if the item has no body that was measured.
  public var bodyHeight: Double?
  /// The client's own id of the item; nil if it has none, or if the element is not a cell.
  public var id: String?
}

extension LayoutAttributes {
  /// Creates attributes.
  public init(
    section: Int?, item: Int, category: Category, kind: String? = nil, frame: Rect,
    zIndex: WholeNumber = 0, imageHeight: Double? = nil, bodyHeight: Double? = nil,
    id: String? = nil
  ) {
    self.init(
      category: category, section: section, item: item, kind: kind, frame: frame, zIndex: zIndex,
      imageHeight: imageHeight, bodyHeight: bodyHeight, id: id)
  }
}

/// The attributes of a cell, without the kind and the id.
public struct CellAttributes: Sendable, Hashable {
  /// The section.
  public var section: Int
  /// The item's number in its section.
  public var item: Int
  /// The cell's frame, in points.
  public var frame: Rect
  /// The cell's stacking order.
  public var zIndex: WholeNumber
  /// The height of the media within the frame, in points; nil if the item has no body height.
  public var imageHeight: Double?

  /// Creates attributes.
  public init(section: Int, item: Int, frame: Rect, zIndex: WholeNumber, imageHeight: Double?) {
    self.section = section
    self.item = item
    self.frame = frame
    self.zIndex = zIndex
    self.imageHeight = imageHeight
  }
}

/// One of the lengths in a cell's attributes.
public enum CellLength: Sendable {
  case x, y, width, height
  /// The height of the media within the frame; NaN if the cell has none.
  case imageHeight
}
