extension PreparedLayout {
  /// Returns the elements whose frames intersect a rectangle (`layoutAttributesForElements(in:)`).
  ///
  /// They come in response order: by section; within a section, headers, cells by item, footers, other
  /// supplementaries and decorations. Use `select(_:_:)` to walk elements without storing all of them, to scroll
  /// sections, or to choose another origin.
  ///
  /// - Parameters:
  ///   - rect: a rectangle in content coordinates; elements that only touch it are left out.
  ///   - bounds: the view's visible bounds, at whose edges elements are pinned; nil if no element is pinned.
  /// - Complexity: O(log n + found).
  public func attributes(in rect: Rect, bounds: Rect? = nil) -> [LayoutAttributes] {
    // A rectangle names no element or section that could be missing.
    guard let selection = try? select(LayoutQuery(.rect(rect), bounds: bounds)) else { return [] }
    return Array(selection)
  }

  /// Returns an element's attributes (`layoutAttributesForItem(at:)`); nil if there is no such element.
  ///
  /// - Parameters:
  ///   - indexPath: the element's section and number.
  ///   - kind: the kind of a header, a footer, another supplementary or a decoration; an item's cell if nil.
  /// - Complexity: O(log n).
  public func attributes(
    at indexPath: LayoutIndexPath, kind: String? = nil
  ) -> LayoutAttributes? {
    guard let selection = try? select(LayoutQuery(.indexPaths([indexPath], kind: kind))) else {
      return nil
    }
    var cursor = selection.makeCursor()
    return cursor.next()
  }

  /// Returns the frame of an item's cell, in points; nil if there is no such item, or if the layout gives it no
  /// cell.
  ///
  /// - Complexity: O(log n).
  public func frame(at indexPath: LayoutIndexPath) -> Rect? {
    attributes(at: indexPath)?.frame
  }
}

extension AttributesSelection: Sequence {
  /// Returns an iterator over the attributes, from the first.
  ///
  /// Each element is created when it is reached.
  public func makeIterator() -> Cursor { makeCursor() }

  /// The number of attributes.
  public var underestimatedCount: Int { count }
}

extension AttributesSelection.Cursor: IteratorProtocol {
  /// The attributes of an element.
  public typealias Element = LayoutAttributes
}
