extension LayoutAnchor {
  /// Returns the point of a rectangle that the anchor's edges name.
  ///
  /// On an axis of which neither or both edges are named, it is the centre.
  func point(on rect: Rect) -> Point {
    Point(
      x: Self.coordinate(
        near: edges.contains(.leading), far: edges.contains(.trailing), from: rect.minX,
        length: rect.width),
      y: Self.coordinate(
        near: edges.contains(.top), far: edges.contains(.bottom), from: rect.minY,
        length: rect.height))
  }

  /// Returns the anchor's offset in points; a fractional offset is a fraction of the supplementary's own
  /// size (LayoutRules C12).
  func distance(ownSize size: Size) -> Point {
    switch offset {
    case .absolute(let point): point
    case .fractional(let point): Point(x: point.x * size.width, y: point.y * size.height)
    }
  }

  private static func coordinate(
    near: Bool, far: Bool, from start: Double, length: Double
  ) -> Double {
    if near == far { return start + length / 2 }
    return near ? start : start + length
  }
}

extension SupplementaryItem {
  /// Returns the supplementary's frame on its host (LayoutRules C12, C13).
  ///
  /// Position = container point + container offset − item-anchor point + item offset. Without an item
  /// anchor, the item-anchor point is the one that the container anchor's edges name.
  ///
  /// - Parameters:
  ///   - host: an item's final frame, or a group's rectangle less its content insets.
  ///   - path: the supplementary item's path in the document.
  /// - Throws: if the size is negative, not finite or too long.
  func frame(on host: Rect, at path: DocumentPath) throws(LayoutError) -> Rect {
    let size = try DimensionResolver(parent: host.size)
      .resolve(self.size, at: path.field("size"))
    let container = containerAnchor ?? LayoutAnchor()
    let own = itemAnchor ?? LayoutAnchor(edges: container.edges)
    let target = container.point(on: host)
    let point = own.point(on: Rect(x: 0, y: 0, width: size.width, height: size.height))
    let containerOffset = container.distance(ownSize: size)
    let ownOffset = own.distance(ownSize: size)
    return Rect(
      x: target.x + containerOffset.x - point.x + ownOffset.x,
      y: target.y + containerOffset.y - point.y + ownOffset.y, width: size.width,
      height: size.height)
  }
}
