/// Where in the view an item is to be shown (UICollectionView.ScrollPosition).
public enum ScrollPosition: Sendable, Hashable, CaseIterable {
  /// Its top at the top.
  case top
  /// Its middle at the middle, vertically.
  case centeredVertically
  /// Its bottom at the bottom.
  case bottom
  /// Its left edge at the left.
  case left
  /// Its middle at the middle, horizontally.
  case centeredHorizontally
  /// Its right edge at the right.
  case right

  /// The axis along which the position places an item.
  var axis: Axis {
    switch self {
    case .top, .centeredVertically, .bottom: .vertical
    case .left, .centeredHorizontally, .right: .horizontal
    }
  }
}

extension PreparedLayout {
  /// The content offset that shows an item at a position, clamped to where the view can rest
  /// (Contract §6).
  ///
  /// What counts is the item's frame unscrolled, and the container less its insets. Along the other
  /// axis the view is scrolled from the content's start just far enough to show the item.
  ///
  /// - Throws: `QueryError.noSuchElement`.
  /// - Complexity: O(1).
  public func targetOffset(
    showing path: IndexPath, at position: ScrollPosition
  ) throws(QueryError) -> TargetOffset {
    let selection = try select(LayoutQuery(.indexPaths([path], kind: nil)))
    var cursor = selection.makeCursor()
    guard let frame = cursor.next()?.frame else {
      throw .noSuchElement(path, kind: nil)
    }
    let vertical = content.offset(showing: frame, at: position, along: .vertical)
    let horizontal = content.offset(showing: frame, at: position, along: .horizontal)
    return TargetOffset(
      offset: Point(x: horizontal, y: vertical),
      page: ContentPages(content).page(at: content.axis == .vertical ? vertical : horizontal))
  }
}

extension PreparedContent {
  /// The physical offset along an axis that shows a returned frame at a position.
  fileprivate func offset(
    showing frame: Rect, at position: ScrollPosition, along axis: Axis
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
