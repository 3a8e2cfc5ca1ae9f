/// How a section's frames are placed for one query: moved to the section's place, scrolled, pinned,
/// mirrored, rounded, in this order (LayoutRules C18).
struct FramePlacement: Sendable {
  /// The visible bounds less the container's insets along the scroll axis, before mirroring.
  struct VisibleRange: Sendable, Hashable {
    var start: Double
    var end: Double
  }

  private let axis: Axis
  /// The section's corner before mirroring.
  private let origin: Point
  /// What the section's own scrolling adds to the place of its cells and supplementaries.
  private let scrolled: Point
  /// The width that frames are mirrored in; nil for left to right.
  private let mirrorWidth: Double?
  /// The pixels that cells are rounded to, and everything else; nil for none.
  private let cellGrid: PixelGrid?
  private let grid: PixelGrid?
  private let visible: VisibleRange?
  /// By how much a rectangle is grown before candidates are searched for: a pixel and rounding
  /// errors.
  private let slack: Double
  /// A distance from a section's corner beyond which nothing lies.
  private let farthest: Double

  /// The placement of a section, or of layout-level items for nil.
  init(_ content: PreparedContent, section: Int?, query: LayoutQuery) {
    axis = content.axis
    mirrorWidth = content.isMirrored ? content.contentSize.width : nil
    visible = query.bounds.map { VisibleRange($0, of: content) }
    var rounding = FrameRounding.everything
    var shift = 0.0
    if let section {
      // Field by field: a copy of the section would count a reference for each of its arrays.
      origin = axis.point(main: content.sections[section].start, cross: 0)
      rounding = content.sections[section].solution.rounding
      shift = query.scroll.isEmpty ? 0 : query.scroll[section] ?? 0
    } else {
      origin = .zero
    }
    scrolled = axis.point(main: 0, cross: -shift)
    let scale = rounding == .nothing ? nil : content.container.scale
    grid = scale.map(PixelGrid.init)
    cellGrid = rounding == .everything ? grid : nil
    slack = (scale.map { 1 / $0 } ?? 0) + 1e-9 + (content.farthest + abs(shift)) * 0x1p-48
    farthest = 4 * (content.farthest + abs(shift) + slack) + 1
  }

  /// The frame of a cell as it is returned.
  func placed(cell frame: Rect) -> Rect {
    finished(shifted(frame), to: cellGrid)
  }

  /// The frame of an item's or group's supplementary as it is returned.
  func placed(supplementary frame: Rect) -> Rect {
    finished(shifted(frame), to: grid)
  }

  private func shifted(_ frame: Rect) -> Rect {
    frame.offsetBy(dx: origin.x + scrolled.x, dy: origin.y + scrolled.y)
  }

  /// The frame of a header, footer, side item or decoration as it is returned: never scrolled,
  /// pinned under visible bounds.
  func placed(_ element: SectionElement) -> Rect {
    finished(
      pinned(element, natural: element.frame.offsetBy(dx: origin.x, dy: origin.y)), to: grid)
  }

  /// The element's stacking order: pinned ones stand above the others under visible bounds
  /// (LayoutRules C15).
  func zIndex(of element: SectionElement) -> Int {
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
    let left = (mirrorWidth.map { $0 - rect.x - rect.width } ?? rect.x) - origin.x - scrolled.x
    let top = rect.y - origin.y - scrolled.y
    return (
      clamped(left - margin), clamped(top - margin), clamped(left + rect.width + margin),
      clamped(top + rect.height + margin)
    )
  }

  private func clamped(_ value: Double) -> Double {
    min(max(value, -farthest), farthest)
  }

  /// Keeps a pinning element within the visible range as far as its section allows
  /// (LayoutRules A15, C9, H3).
  private func pinned(_ element: SectionElement, natural: Rect) -> Rect {
    guard let visible, let pin = element.pin else { return natural }
    let position = axis.mainMin(natural)
    let length = axis.main(natural.size)
    let start = axis.main(origin)
    let target: Double
    switch pin {
    case .header(let limit):
      target = max(position, min(visible.start, start + limit - length))
    case .footer(let limit):
      target = min(position, max(visible.end - length, start + limit))
    }
    return axis.offset(natural, main: target - position)
  }

  /// The last two steps: mirror in the unrounded content width, then round (LayoutRules A16, C18,
  /// C19).
  private func finished(_ frame: Rect, to grid: PixelGrid?) -> Rect {
    var frame = frame
    if let mirrorWidth { frame.x = mirrorWidth - frame.x - frame.width }
    return grid?.rounded(frame) ?? frame
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
