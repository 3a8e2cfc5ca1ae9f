/// One element of a layout: its identity, frame and stacking order
/// (UICollectionViewLayoutAttributes).
public struct LayoutAttributes: Sendable, Hashable {
  /// The category of element.
  public typealias Category = ElementCategory

  /// The section; nil for layout-level boundary items.
  public var section: Int?
  /// The item's number in its section, or the element's among those of its kind.
  public var item: Int
  /// The category of element.
  public var category: Category
  /// The element kind; nil for cells.
  public var kind: String?
  /// Where it stands, in points.
  public var frame: Rect
  /// Its stacking order.
  public var zIndex: WholeNumber
  /// The media's height within the frame, in points, for items with a body height.
  public var imageHeight: Double?
  /// The client's own id of the item.
  public var id: String?

  /// Creates attributes.
  public init(
    section: Int?, item: Int, category: Category, kind: String? = nil, frame: Rect,
    zIndex: WholeNumber = 0, imageHeight: Double? = nil, id: String? = nil
  ) {
    self.section = section
    self.item = item
    self.category = category
    self.kind = kind
    self.frame = frame
    self.zIndex = zIndex
    self.imageHeight = imageHeight
    self.id = id
  }
}

/// The attributes of a cell, texts aside.
public struct CellAttributes: Sendable, Hashable {
  /// The section.
  public var section: Int
  /// The item's number in its section.
  public var item: Int
  /// Where it stands, in points.
  public var frame: Rect
  /// Its stacking order.
  public var zIndex: WholeNumber
  /// The media's height within the frame, in points, for items with a body height.
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
