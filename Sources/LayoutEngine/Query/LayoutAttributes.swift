/// One element of a layout: its identity, frame and stacking order
/// (UICollectionViewLayoutAttributes).
public struct LayoutAttributes: Sendable, Hashable {
  /// The category of element.
  public typealias Category = ElementCategory

  // Stands first, so that the initialiser that the compiler makes is told from the public one. Inside the
  // module that one is used: one written by hand would count references of both texts for each copy that
  // it makes of what it has set, which takes a quarter of a query's time.
  /// The category of element.
  public var category: Category
  /// The section; nil for layout-level boundary items.
  public var section: Int?
  /// The item's number in its section, or the element's among those of its kind.
  public var item: Int
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
}

extension LayoutAttributes {
  /// Creates attributes.
  public init(
    section: Int?, item: Int, category: Category, kind: String? = nil, frame: Rect,
    zIndex: WholeNumber = 0, imageHeight: Double? = nil, id: String? = nil
  ) {
    self.init(
      category: category, section: section, item: item, kind: kind, frame: frame, zIndex: zIndex,
      imageHeight: imageHeight, id: id)
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

/// One of the lengths that a cell's attributes hold.
public enum CellLength: Sendable {
  case x, y, width, height
  /// NaN for cells without one.
  case imageHeight
}
