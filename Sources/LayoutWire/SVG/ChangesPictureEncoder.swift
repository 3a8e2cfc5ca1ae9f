package import LayoutEngine

/// Draws the differences between two versions of a layout (`image/svg+xml`; Contract §12).
///
/// From bottom to top: paper; deleted elements; the old places of moved elements; the elements of the
/// new version, inserted ones with an edge; an arrow for each moved element; the visible bounds. All
/// coordinates are those of the new version. Old places are shifted by the view's scrolling, so an
/// element that stays where it is on screen has no arrow. Unchanged elements are not drawn.
package struct ChangesPictureEncoder: PieceEncoder {
  /// The distance in points from which a moved element gets an arrow.
  private static let shortestArrow = 2.0
  /// The length of an arrow's head, and its breadth on each side of the arrow's line, in points.
  private static let head = (length: 9.0, breadth: 4.5)

  /// The parts of the picture in drawing order.
  private enum Stage: Int, Sendable, CaseIterable {
    case deleted, before, inserted, changed, arrows
  }

  private let changes: LayoutChanges
  private let bounds: Rect?
  private let style: PictureStyle
  private let byteCount: Int
  private var writer: SVGElementWriter
  /// The point subtracted from all coordinates: zero, or the view's corner in pictures far from the origin.
  private var origin = Point.zero
  private var view: Rect
  /// Whether the picture's beginning has been written.
  private var hasBegun = false
  private var stage = Stage.deleted
  /// The number of the current stage's elements already drawn.
  private var drawn = 0

  /// Creates an encoder that draws the changes from an old version to a new version.
  ///
  /// - Parameters:
  ///   - layout: the new version.
  ///   - changes: the changes to draw.
  ///   - query: the query that the changes answer.
  ///   - style: the colours and the size of the picture.
  /// - Complexity: O(`changes`).
  package init(
    _ layout: PreparedLayout, _ changes: LayoutChanges, _ query: ChangesQuery,
    style: PictureStyle = PictureStyle()
  ) {
    self.changes = changes
    self.style = style
    byteCount = ChangedElements(changes).byteCount
    let count = changes.deleted.count + changes.inserted.count + changes.changed.count
    writer = SVGElementWriter(layout, isDetailed: count <= SVGElementOrder.maxDetailed)
    bounds = query.bounds.flatMap { shown in
      changes.contentOffset.map {
        Rect(x: $0.x, y: $0.y, width: shown.width, height: shown.height)
      }
    }
    view = .zero
    view = shownRect(query)
    let farthest = max(abs(view.maxX), abs(view.maxY))
    if farthest > SVGAttributesEncoder.farthest {
      origin = Point(x: view.x, y: view.y)
      view = view.offsetBy(dx: -origin.x, dy: -origin.y)
    }
  }

  /// The number of bytes retained: the changes.
  package var heldByteCount: Int { byteCount }

  /// Appends the picture's next piece.
  ///
  /// - Returns: whether the picture continues after this piece.
  package mutating func encode(into output: inout [UInt8], limit: Int) -> Bool {
    let start = output.count
    var allowance = Self.pieceElements
    if !hasBegun {
      hasBegun = true
      appendBeginning(to: &output)
    }
    while true {
      while drawn < count(stage) {
        guard output.count - start < limit, allowance > 0 else { return true }
        append(stage, drawn, to: &output)
        drawn += 1
        allowance -= 1
      }
      guard let next = Stage(rawValue: stage.rawValue + 1) else { break }
      (stage, drawn) = (next, 0)
    }
    if let bounds {
      writer.appendRect("v", moved(bounds), to: &output)
      output.append("/>\n")
    }
    output.append("</svg>")
    return false
  }

  // MARK: Places

  /// The distance by which old frames are shifted: the adjustment of the content offset, if there is one.
  private var shift: Point { changes.contentOffsetAdjustment ?? .zero }

  private func moved(_ rect: Rect) -> Rect { rect.offsetBy(dx: -origin.x, dy: -origin.y) }

  /// Returns the rectangle, relative to `origin`, in which an element's old frame is drawn.
  private func place(ofOld frame: Rect) -> Rect {
    frame.offsetBy(dx: shift.x - origin.x, dy: shift.y - origin.y)
  }

  /// Returns the rectangle around everything drawn, with a margin; if nothing is drawn, around the
  /// query's rectangle.
  private func shownRect(_ query: ChangesQuery) -> Rect {
    var all = bounds
    func add(_ rect: Rect) { all = all?.union(rect) ?? rect }
    for element in changes.deleted { add(place(ofOld: element.frame)) }
    for element in changes.inserted { add(element.frame) }
    for change in changes.changed {
      add(change.attributes.frame)
      add(place(ofOld: change.old.frame))
    }
    var view = (all ?? query.rect ?? .zero).outsetBy(
      dx: SVGAttributesEncoder.margin, dy: SVGAttributesEncoder.margin)
    view.width = max(1, view.width)
    view.height = max(1, view.height)
    return view
  }

  // MARK: Its parts

  private mutating func appendBeginning(to output: inout [UInt8]) {
    SVGAttributesEncoder.appendRoot(view, zoom: style.zoom, &writer, to: &output)
    output.appendJSON(changes.deleted.count)
    output.append(" deleted, ")
    output.appendJSON(changes.inserted.count)
    output.append(" inserted, ")
    output.appendJSON(changes.changed.count)
    output.append(" changed</title>\n")
    style.theme.appendStyle(to: &output)
    output.append(Self.ownStyle)
    writer.appendRect("p", view, to: &output)
    output.append("/>\n")
  }

  // The colours are visible on light and on dark paper. Classes: x deleted elements, w old places, n
  // edges of inserted elements, m arrows.
  private static let ownStyle: StaticString = """
    <style>.x{fill:#e5484d;fill-opacity:.14;stroke:#e5484d;stroke-dasharray:4 3}\
    .w{fill:none;stroke:#8b93a7;stroke-dasharray:4 3}.n{fill:none;stroke:#30a46c;stroke-width:2}\
    .m{fill:none;stroke:#2f6fed;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}</style>

    """

  private func count(_ stage: Stage) -> Int {
    switch stage {
    case .deleted: changes.deleted.count
    case .inserted: changes.inserted.count
    case .before, .changed, .arrows: changes.changed.count
    }
  }

  private mutating func append(_ stage: Stage, _ number: Int, to output: inout [UInt8]) {
    switch stage {
    case .deleted:
      appendOutline("x", place(ofOld: changes.deleted[number].frame), to: &output)
    case .before:
      let change = changes.changed[number]
      let (old, new) = (place(ofOld: change.old.frame), moved(change.attributes.frame))
      if old != new { appendOutline("w", old, to: &output) }
    case .inserted:
      let element = changes.inserted[number]
      appendElement(element, to: &output)
      appendOutline("n", moved(element.frame), to: &output)
    case .changed: appendElement(changes.changed[number].attributes, to: &output)
    case .arrows: appendArrow(changes.changed[number], to: &output)
    }
  }

  private mutating func appendElement(_ element: LayoutAttributes, to output: inout [UInt8]) {
    var element = element
    element.frame = moved(element.frame)
    writer.append(element, to: &output)
  }

  private mutating func appendOutline(
    _ name: StaticString, _ rect: Rect, to output: inout [UInt8]
  ) {
    guard rect.width > 0, rect.height > 0 else { return }
    writer.appendRect(name, rect, to: &output)
    output.append("/>\n")
  }

  /// Appends an arrow from an element's old centre to its new one.
  private mutating func appendArrow(_ change: LayoutChanges.Change, to output: inout [UInt8]) {
    let from = place(ofOld: change.old.frame).middle
    let to = moved(change.attributes.frame).middle
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length >= Self.shortestArrow, length.isFinite else { return }
    let along = Point(x: dx / length, y: dy / length)
    let back = min(Self.head.length, length)
    let side = back * Self.head.breadth / Self.head.length
    let neck = Point(x: to.x - back * along.x, y: to.y - back * along.y)
    output.append(#"<path class="m" d="M"#)
    writer.appendPoint(from, to: &output)
    for corner in [
      to, Point(x: neck.x - side * along.y, y: neck.y + side * along.x),
      Point(x: neck.x + side * along.y, y: neck.y - side * along.x), to,
    ] {
      output.append("L")
      writer.appendPoint(corner, to: &output)
    }
    output.append("\"/>\n")
  }
}

extension Rect {
  fileprivate var middle: Point { Point(x: x + width / 2, y: y + height / 2) }
}
