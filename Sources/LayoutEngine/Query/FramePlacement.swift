/// How a section's frames are placed for one query: moved to the section's place, scrolled, pinned,
/// mirrored, rounded, in this order (LayoutRules C18).
struct FramePlacement: Sendable {
  /// The visible bounds less the container's insets along the scroll axis, before mirroring.
  struct VisibleRange: Sendable, Hashable {
    var start: Double
    var end: Double
  }

  /// How cells are placed, how supplementaries of items and groups are, and how all else is.
  private let cells: ElementPlacement
  private let supplementaries: ElementPlacement
  private let others: ElementPlacement
  /// The section's corner before mirroring, scrolled, in points.
  private let origin: Point
  private let visible: VisibleRange?
  /// By how much a rectangle is grown before candidates are searched for: a pixel and rounding
  /// errors.
  private let slack: Double
  /// A distance from a section's corner beyond which nothing lies.
  private let farthest: Double

  /// Places nothing yet: for a walk before its first element.
  init(unplaced content: PreparedContent) {
    let placement = ElementPlacement(axis: content.axis)
    (cells, supplementaries, others) = (placement, placement, placement)
    (origin, visible, slack, farthest) = (.zero, nil, 0, 0)
  }

  /// The placement of a section, or of layout-level items for nil.
  init(_ content: PreparedContent, section: Int?, query: LayoutQuery) {
    visible = query.bounds.map { VisibleRange($0, of: content) }
    var rounding = FrameRounding.everything
    var shift = 0.0
    var placement = ElementPlacement(
      axis: content.axis, mirror: content.mirror)
    if let section {
      let (placed, start) = content.sections.place(of: section)
      placement.start = start
      rounding = placed.solution.rounding
      shift = query.scroll.isEmpty ? 0 : query.scroll[WholeNumber(section)] ?? 0
    }
    let scale = rounding == .nothing ? nil : content.container.scale
    placement.grid = scale.map(PixelGrid.init)
    others = placement
    placement.shift = -shift
    supplementaries = placement
    if rounding != .everything { placement.grid = nil }
    cells = placement
    origin = content.axis.point(main: placement.start.points, cross: -shift)
    slack = (scale.map { 1 / $0 } ?? 0) + 1e-9 + (content.farthest + abs(shift)) * 0x1p-48
    farthest = 4 * (content.farthest + abs(shift) + slack) + 1
  }

  /// The frame of a cell as it is returned, on a walk from cell to cell.
  func frame(ofCell item: Int, in section: any SectionCells, _ walk: inout CellWalk) -> Rect {
    section.frame(of: item, cells, &walk)
  }

  /// The frames of neighbouring cells as they are returned, no more than `CellFrames.capacity`.
  func fill(
    _ frames: inout CellFrames, _ items: Range<Int>, in section: any SectionCells,
    _ walk: inout CellWalk
  ) {
    section.fill(&frames, items, cells, &walk)
  }

  /// A rectangle that holds the frames, as they are returned, of all cells within a place: a pixel
  /// larger where frames are rounded.
  func frame(ofCellsWithin place: ElementPlace) -> Rect {
    let frame = cells.frame(place)
    return cells.grid == nil ? frame.loosened : frame.outsetBy(dx: slack, dy: slack)
  }

  /// The frame of an item's or group's supplementary as it is returned.
  func frame(ofSupplementary place: ElementPlace) -> Rect { supplementaries.frame(place) }

  /// The frame of a header, footer, side item or decoration as it is returned: never scrolled,
  /// pinned under visible bounds.
  func frame(of element: SectionElement) -> Rect {
    guard let visible, let pin = element.pin else { return others.frame(element.place) }
    let start = others.start + element.place.start
    let position = start.points
    let length = element.place.length.points
    // A pinning element stays within the visible range as far as its section allows (LayoutRules
    // A15, C9, H3).
    let target: Double
    switch pin {
    case .header(let limit):
      let last = (others.start + limit - element.place.length).points
      target = max(position, min(visible.start, last))
    case .footer(let limit):
      target = min(position, max(visible.end - length, (others.start + limit).points))
    }
    guard target != position else { return others.frame(element.place) }
    return others.moved(
      others.axis.rect(
        main: target, cross: element.place.cross, mainLength: length,
        crossLength: element.place.breadth))
  }

  /// The element's stacking order: pinned ones stand above the others under visible bounds
  /// (LayoutRules C15).
  func zIndex(of element: SectionElement) -> WholeNumber {
    visible != nil && element.pin != nil ? element.pinnedZIndex : element.zIndex
  }

  /// The part of the section's own coordinates in which everything lies that may meet the
  /// rectangle once it is placed, pinned elements aside.
  func searchRect(for rect: Rect) -> Rect {
    let edges = unplaced(rect, grownBy: margin(for: rect))
    return Rect(
      x: edges.minX, y: edges.minY, width: edges.maxX - edges.minX,
      height: edges.maxY - edges.minY)
  }

  /// A part of the section's own coordinates that whatever meets it also meets the rectangle once it is
  /// placed; where the rectangle is a pixel or less it may be turned inside out, and is right all the
  /// same.
  func certainRect(for rect: Rect) -> Rect {
    let edges = unplaced(rect, grownBy: -margin(for: rect))
    return Rect(
      x: edges.minX, y: edges.minY, width: edges.maxX - edges.minX,
      height: edges.maxY - edges.minY)
  }

  /// Whether everything within `bounds`, in the section's own coordinates, is certain to meet the
  /// rectangle once it is placed.
  func isCertain(_ bounds: Rect, toMeet rect: Rect) -> Bool {
    let edges = unplaced(rect, grownBy: -margin(for: rect))
    return edges.minX < bounds.minX && bounds.maxX < edges.maxX && edges.minY < bounds.minY
      && bounds.maxY < edges.maxY
  }

  private func margin(for rect: Rect) -> Double {
    slack + (abs(rect.x) + abs(rect.y) + rect.width + rect.height) * 0x1p-48
  }

  /// The rectangle's edges in the section's own coordinates, rounding and pinning aside, drawn in
  /// to where there is content at all, so that sums with them stay exact enough.
  private func unplaced(
    _ rect: Rect, grownBy margin: Double
  ) -> (minX: Double, minY: Double, maxX: Double, maxY: Double) {
    let mirrored = others.mirror.map { $0.size.width - rect.x - rect.width }
    let left = (mirrored ?? rect.x) - origin.x
    let top = rect.y - origin.y
    return (
      clamped(left - margin), clamped(top - margin), clamped(left + rect.width + margin),
      clamped(top + rect.height + margin)
    )
  }

  private func clamped(_ value: Double) -> Double {
    min(max(value, -farthest), farthest)
  }
}

extension FramePlacement.VisibleRange {
  /// The range of bounds given in mirrored content coordinates (LayoutRules A15).
  init(_ bounds: Rect, of content: PreparedContent) {
    let insets = content.insets
    let visible = Rect(
      x: bounds.x + insets.left, y: bounds.y + insets.top,
      width: bounds.width - insets.horizontal, height: bounds.height - insets.vertical)
    let unmirrored = content.isMirrored ? content.mirrored(visible) : visible
    start = content.axis.mainMin(unmirrored)
    end = content.axis.mainMax(unmirrored)
  }
}
