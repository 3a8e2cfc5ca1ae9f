/// Places boundary items by their alignment (LayoutRules C8, C11), for sections and for the layout.
///
/// All positions are before mirroring, so leading is left.
enum BoundaryAlignment {
  /// The edge of the section, or of the layout's content, at which a boundary item is placed.
  enum Edge: Sendable, Hashable {
    /// Top when scrolling vertically, leading when horizontally.
    case start
    /// Bottom when scrolling vertically, trailing when horizontally.
    case end
    /// Neither edge along the scroll axis: the item is beside the content.
    case side
  }

  /// Returns the edge that an alignment names along the scroll axis; `.start` if it names both edges,
  /// `.side` if it names neither.
  static func edge(of alignment: LayoutEdges, axis: LayoutAxis) -> Edge {
    if alignment.contains(axis == .vertical ? .top : .leading) { return .start }
    if alignment.contains(axis == .vertical ? .bottom : .trailing) { return .end }
    return .side
  }

  /// Returns where an aligned item begins across the scroll axis, within `start ..< start + available`.
  ///
  /// The item is at the near end if the alignment names only leading (top, if the layout scrolls
  /// horizontally), at the far end if it names only trailing (bottom), and centred otherwise.
  static func crossPosition(
    of length: Double, alignment: LayoutEdges, axis: LayoutAxis, start: Double, available: Double
  ) -> Double {
    let atStart = alignment.contains(axis == .vertical ? .leading : .top)
    let atEnd = alignment.contains(axis == .vertical ? .trailing : .bottom)
    if atStart == atEnd { return start + (available - length) / 2 }
    return atStart ? start : start + available - length
  }

  /// Returns how a boundary item is pinned; nil if it isn't.
  ///
  /// An item pinned at one edge stops at the extending items at the opposite edge; side items are not
  /// pinned (LayoutRules A15, C9).
  ///
  /// - Parameters:
  ///   - startLength: the length that the extending items at the start of the section take.
  ///   - end: where the extending items at the end of the section begin.
  static func pin(
    of item: BoundarySupplementaryItem, at edge: Edge, startLength: Units, end: Units
  ) -> SectionElement.Pin? {
    guard item.pinToVisibleBounds else { return nil }
    return switch edge {
    case .start: .header(limit: end)
    case .end: .footer(limit: startLength)
    case .side: nil
    }
  }

  /// Returns the place of an item in `slot`: moved by its offset, then shrunk by its content insets.
  ///
  /// Insets along estimated axes don't count (LayoutRules B4, C7, C8).
  static func place(
    of item: BoundarySupplementaryItem, in slot: SectionFrame, axis: LayoutAxis
  ) -> SectionFrame {
    let offset = item.absoluteOffset
    let moved = SectionFrame(
      start: slot.start + Units(points: axis.main(offset)), length: slot.length,
      cross: slot.cross + axis.cross(offset), breadth: slot.breadth)
    return moved.inset(
      by: item.size.effectiveInsets(item.contentInsets).unmirrored, axis: axis)
  }
}

extension BoundarySupplementaryItem {
  /// Whether the item is beside the content, at neither end along the scroll axis.
  package func isBeside(along axis: LayoutAxis) -> Bool {
    BoundaryAlignment.edge(of: alignment, axis: axis) == .side
  }
}

extension SectionFrame {
  /// Returns the place shrunk by insets, whose sides are those before mirroring.
  ///
  /// Insets larger than the place leave a side of 0, never a negative one (LayoutRules B3).
  func inset(by insets: Insets, axis: LayoutAxis) -> SectionFrame {
    let (near, far) = (Units(points: axis.mainStart(insets)), Units(points: axis.mainEnd(insets)))
    let (crossNear, crossFar) = (axis.crossStart(insets), axis.crossEnd(insets))
    return SectionFrame(
      start: start + near, length: max(.zero, length - near - far), cross: cross + crossNear,
      breadth: max(0, breadth - (crossNear + crossFar)))
  }
}
