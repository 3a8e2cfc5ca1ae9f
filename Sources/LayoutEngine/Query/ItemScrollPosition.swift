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

/// An element that is scrolled to a position in the view (Contract §6.4).
public struct ItemTarget: Sendable, Hashable {
  /// The index path of the element.
  public var path: LayoutIndexPath
  /// The kind of a header, a footer, another supplementary or a decoration; an item's cell if nil.
  public var kind: String?
  /// The position in the view.
  public var position: ItemScrollPosition
  /// Whether the element may rest under pinned elements; if false, it rests beside them (LayoutRules C23).
  public var isUnderPinned = false
  /// Whether the element's orthogonal section scrolls to it by itself; if false, the content scrolls.
  ///
  /// If it is true, the offset is in the section's own scroll coordinates, and what is pinned doesn't count.
  public var scrollsSection = false

  /// Creates a target.
  public init(_ path: LayoutIndexPath, kind: String? = nil, at position: ItemScrollPosition) {
    self.path = path
    self.kind = kind
    self.position = position
  }
}

extension PreparedLayout {
  /// Returns the content offset that shows an item at a position in the view, beside what is pinned there
  /// (Contract §6.4).
  ///
  /// - Throws: `QueryError.noSuchElement`; `QueryError.needsHeight` if the container has no height.
  /// - Complexity: O(log n + headers and footers of the item's section and of the layout).
  public func targetOffset(
    showing path: LayoutIndexPath, at position: ItemScrollPosition
  ) throws(QueryError) -> TargetOffset {
    try targetOffset(showing: ItemTarget(path, at: position))
  }

  /// Returns the content offset that shows an element at a position in the view (Contract §6.4).
  ///
  /// The offset is limited to offsets at which the view can rest. It is computed from the element's frame,
  /// with orthogonal sections unscrolled, and from the free area: the container less its insets and, at each
  /// edge, the greater of its scroll padding and of what is pinned there (LayoutRules C23, C24). Along the
  /// other axis, the view is scrolled from the content's start just far enough to show the element.
  ///
  /// - Throws: `QueryError.noSuchElement`; `QueryError.needsHeight` if the container has no height;
  ///   `QueryError.scrollsWithContent` or `QueryError.positionAcross` if the section is to scroll by itself and
  ///   doesn't, or not along the position's axis; `QueryError.cancelled`.
  /// - Complexity: O(log n + p log p) for p headers, footers and boundary items of the element's section and
  ///   of the layout.
  public func targetOffset(
    showing target: ItemTarget, _ budget: LayoutBudget? = nil
  ) throws(QueryError) -> TargetOffset {
    guard let offset = try targetOffset(showing: target, effort: .max, budget) else {
      throw .cancelled
    }
    return offset
  }

  /// Returns the content offset that shows an element at a position in the view; nil if more than `effort`
  /// elements would have to be visited.
  ///
  /// It is for threads that must not be blocked, such as event loops.
  ///
  /// - Throws: `QueryError.noSuchElement`; `QueryError.needsHeight` if the container has no height.
  public func targetOffset(
    showing target: ItemTarget, effort: Int
  ) throws(QueryError) -> TargetOffset? {
    try targetOffset(showing: target, effort: effort, nil)
  }

  private func targetOffset(
    showing target: ItemTarget, effort: Int, _ budget: LayoutBudget?
  ) throws(QueryError) -> TargetOffset? {
    let query = LayoutQuery(.indexPaths([target.path], kind: target.kind))
    var search = SelectionSearch(content, query: query, effort: effort, budget)
    try search.run()
    guard !search.isAbandoned else { return nil }
    var cursor = search.selection.makeCursor()
    guard let frame = cursor.next()?.frame else {
      throw .noSuchElement(target.path, kind: target.kind)
    }
    let section = target.path.section
    if target.scrollsSection, let section {
      return try content.orthogonalTarget(showing: frame, at: target.position, section: section)
    }
    guard content.container.hasHeight else { throw .needsHeight }
    guard target.isUnderPinned || search.spend(content.elementsThatMayPin(beside: section)) else {
      return nil
    }
    let area = FreeArea(
      content, beside: frame, ofSection: section, withPinned: !target.isUnderPinned)
    let position = target.position
    let vertical = content.offset(showing: frame, at: position, along: .vertical, in: area)
    let horizontal = content.offset(showing: frame, at: position, along: .horizontal, in: area)
    return TargetOffset(
      offset: Point(x: horizontal, y: vertical),
      page: ContentPages(content).page(at: content.axis == .vertical ? vertical : horizontal))
  }
}

extension PreparedContent {
  /// Returns the physical offset, along an axis, that shows a frame at a position in the view.
  ///
  /// - Parameters:
  ///   - frame: a frame as queries return it.
  ///   - area: the part of the view in which the frame is shown.
  fileprivate func offset(
    showing frame: Rect, at position: ItemScrollPosition, along axis: LayoutAxis, in area: FreeArea
  ) -> Double {
    let extent = ScrollExtent(self, along: axis)
    let near = axis.mainStart(insets)
    let far = axis.main(container.size) - axis.mainEnd(insets)
    let edges = area.edges(along: axis)
    let atNear = axis.mainMin(frame) - near - edges.near
    let atFar = axis.mainMax(frame) - far + edges.far
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
    case .centeredVertically, .centeredHorizontally:
      let (near, far) = (axis.mainMin(frame) - near, axis.mainMax(frame) - far)
      wanted = (near + far - area.imbalance(along: axis)) / 2
    }
    return extent.clamped(wanted)
  }
}
