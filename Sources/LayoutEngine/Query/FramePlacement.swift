/// Places a section's frames for one query: moved to the section's place, scrolled, pinned, mirrored,
/// rounded, in this order (LayoutRules C18).
struct FramePlacement: Sendable {
  /// The visible bounds less the container's insets along the scroll axis, before mirroring.
  struct VisibleRange: Sendable, Hashable {
    var start: Double
    var end: Double
  }

  /// The placements of cells, of item and group supplementaries, and of all other elements.
  private let cells: ElementPlacement
  private let supplementaries: ElementPlacement
  private let others: ElementPlacement
  /// The section's corner before mirroring, scrolled, in points.
  private let origin: Point
  private let visible: VisibleRange?
  /// The distance by which a rectangle is grown before the search for candidates: a pixel and rounding
  /// errors.
  private let slack: Double
  /// A distance from a section's corner beyond which there is no element.
  private let farthest: Double

  /// Creates a placement for a walk before its first element; it places nothing.
  init(unplaced content: PreparedContent) {
    let placement = ElementPlacement(axis: content.axis)
    (cells, supplementaries, others) = (placement, placement, placement)
    (origin, visible, slack, farthest) = (.zero, nil, 0, 0)
  }

  /// Creates the placement of a section, or of layout-level items if `section` is nil.
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

  /// Returns the final frame of a cell, on a walk from cell to cell.
  func frame(ofCell item: Int, in section: any SectionCells, _ walk: inout CellCursor) -> Rect {
    section.frame(of: item, cells, &walk)
  }

  /// Computes the final frames of neighbouring cells, at most `CellFrames.capacity`.
  func fill(
    _ frames: inout CellFrames, _ items: Range<Int>, in section: any SectionCells,
    _ walk: inout CellCursor
  ) {
    section.fill(&frames, items, cells, &walk)
  }

  /// Returns a rectangle that contains the final frames of all cells within a place.
  ///
  /// It is a pixel larger if frames are rounded.
  func frame(ofCellsWithin place: ElementPlace) -> Rect {
    let frame = cells.frame(place)
    return cells.grid == nil ? frame.loosened : frame.outsetBy(dx: slack, dy: slack)
  }

  /// Returns the final frame of an item's or group's supplementary.
  func frame(ofSupplementary place: ElementPlace) -> Rect { supplementaries.frame(place) }

  /// Returns the final frame of a header, footer, side item or decoration.
  ///
  /// It is never scrolled, and is pinned if the query has visible bounds.
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

  /// Returns the element's stacking order; pinned elements are above others if the query has visible
  /// bounds (LayoutRules C15).
  func zIndex(of element: SectionElement) -> WholeNumber {
    visible != nil && element.pin != nil ? element.pinnedZIndex : element.zIndex
  }

  /// Returns a rectangle, in the section's own coordinates, for finding elements that may meet `rect`.
  ///
  /// Every element that may meet `rect` once it is placed touches it, pinned elements aside.
  func searchRect(for rect: Rect) -> Rect {
    let edges = unplaced(rect, grownBy: margin(for: rect))
    return Rect(
      x: edges.minX, y: edges.minY, width: edges.maxX - edges.minX,
      height: edges.maxY - edges.minY)
  }

  /// Returns a rectangle, in the section's own coordinates: every element that meets it also meets
  /// `rect` once it is placed.
  ///
  /// If `rect` is a pixel or less, the result may be turned inside out, and is still correct.
  func certainRect(for rect: Rect) -> Rect {
    let edges = unplaced(rect, grownBy: -margin(for: rect))
    return Rect(
      x: edges.minX, y: edges.minY, width: edges.maxX - edges.minX,
      height: edges.maxY - edges.minY)
  }

  /// Whether everything within `bounds`, in the section's own coordinates, certainly meets the rectangle
  /// once it is placed.
  func isCertain(_ bounds: Rect, toMeet rect: Rect) -> Bool {
    let edges = unplaced(rect, grownBy: -margin(for: rect))
    return edges.minX < bounds.minX && bounds.maxX < edges.maxX && edges.minY < bounds.minY
      && bounds.maxY < edges.maxY
  }

  private func margin(for rect: Rect) -> Double {
    slack + (abs(rect.x) + abs(rect.y) + rect.width + rect.height) * 0x1p-48
  }

  /// Returns the rectangle's edges in the section's own coordinates, rounding and pinning aside.
  ///
  /// The edges are limited to where there is content, so that sums with them stay exact enough.
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
  /// Creates the range of bounds that are in mirrored content coordinates (LayoutRules A15).
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
