/// The position in the view to which an item is scrolled (UICollectionView.ScrollPosition).
public enum ItemScrollPosition: Sendable, Hashable, CaseIterable {
  /// The item's top edge is at the view's top.
  case top
  /// The item's centre is in the view's middle, vertically.
  case centeredVertically
  /// The item's bottom edge is at the view's bottom.
  case bottom
  /// The item's left edge is at the view's left.
  case left
  /// The item's centre is in the view's middle, horizontally.
  case centeredHorizontally
  /// The item's right edge is at the view's right.
  case right

  /// The axis along which the position determines the offset.
  var axis: LayoutAxis {
    switch self {
    case .top, .centeredVertically, .bottom: .vertical
    case .left, .centeredHorizontally, .right: .horizontal
    }
  }
}

extension PreparedLayout {
  /// Returns the content offset that shows an item at a position in the view (Contract §6).
  ///
  /// It is limited to offsets at which the view can rest.
  ///
  /// It is computed from the item's frame, with orthogonal sections unscrolled, and from the container less
  /// its insets. Along the other axis, the view is scrolled from the content's start just far enough to
  /// show the item.
  ///
  /// - Throws: `QueryError.noSuchElement`; `QueryError.needsHeight` if the container has no height.
  /// - Complexity: O(1).
  public func targetOffset(
    showing path: LayoutIndexPath, at position: ItemScrollPosition
  ) throws(QueryError) -> TargetOffset {
    let selection = try select(LayoutQuery(.indexPaths([path], kind: nil)))
    var cursor = selection.makeCursor()
    guard let frame = cursor.next()?.frame else {
      throw .noSuchElement(path, kind: nil)
    }
    guard content.container.hasHeight else { throw .needsHeight }
    let vertical = content.offset(showing: frame, at: position, along: .vertical)
    let horizontal = content.offset(showing: frame, at: position, along: .horizontal)
    return TargetOffset(
      offset: Point(x: horizontal, y: vertical),
      page: ContentPages(content).page(at: content.axis == .vertical ? vertical : horizontal))
  }
}

extension PreparedContent {
  /// Returns the physical offset, along an axis, that shows a frame at a position in the view.
  ///
  /// - Parameter frame: a frame as queries return it.
  fileprivate func offset(
    showing frame: Rect, at position: ItemScrollPosition, along axis: LayoutAxis
  ) -> Double {
    let extent = ScrollExtent(self, along: axis)
    let near = axis.mainStart(insets)
    let far = axis.main(container.size) - axis.mainEnd(insets)
    let atNear = axis.mainMin(frame) - near
    let atFar = axis.mainMax(frame) - far
    let wanted: Double
    switch position {
    case _ where position.axis != axis:
      let start = extent.start
      // Far enough to show the end, yet never past the beginning.
      wanted =
        isMirrored && axis == .horizontal
        ? max(min(start, atNear), atFar) : min(max(start, atFar), atNear)
    case .top, .left: wanted = atNear
    case .bottom, .right: wanted = atFar
    case .centeredVertically, .centeredHorizontally: wanted = (atNear + atFar) / 2
    }
    return extent.clamped(wanted)
  }
}
