/// Computes the final frames of a section's elements for one query.
///
/// It moves them to the section's place in the content, scrolls, pins, mirrors and rounds them, in this
/// order (LayoutRules C18).
struct VisibleFrameTransform: Sendable {
  /// The range of the scroll axis in which elements are pinned: what is visible, less the container's insets
  /// and those of a reference, before mirroring.
  struct VisibleRange: Sendable, Hashable {
    var start: Double
    var end: Double
  }

  /// The place of an element that can be pinned, along the scroll axis in content coordinates before
  /// mirroring.
  struct PinnedPlace {
    /// The edge at which it is pinned.
    let pin: SectionElement.Pin
    /// Where the element begins without pinning.
    let start: Units
    let length: Units
    /// The farthest place of the element's end if it is a header, of its start if it is a footer.
    let limit: Units

    /// Returns where the element begins.
    ///
    /// A pinning element stays within the visible range as far as its section allows (LayoutRules A15, C9,
    /// H3).
    func position(within visible: VisibleRange) -> Double {
      switch pin {
      case .header: max(start.points, min(visible.start, (limit - length).points))
      case .footer: min(start.points, max(visible.end - length.points, limit.points))
      }
    }
  }

  /// The placement of cells.
  private let cells: FrameTransform
  /// The placement of the supplementaries of items and groups.
  private let supplementaries: FrameTransform
  /// The placement of headers, footers, side items and decorations.
  private let others: FrameTransform
  /// The section's corner after scrolling and before mirroring, in points.
  private let origin: Point
  private let visible: VisibleRange?
  /// The farthest place of the ends of pinned headers, if they are pinned across sections; nil if the section's own
  /// limits count.
  private let headerLimit: Units?
  /// The distance, in points, by which a rectangle is enlarged for the search: a pixel and rounding errors.
  let slack: Double
  /// A distance, in points, from the section's corner beyond which there is no element.
  private let farthest: Double

  /// Creates a placeholder for a cursor that has not entered a run yet.
  init(unplaced content: PreparedContent) {
    let placement = FrameTransform(axis: content.axis)
    (cells, supplementaries, others) = (placement, placement, placement)
    (origin, visible, headerLimit, slack, farthest) = (.zero, nil, nil, 0, 0)
  }

  /// Creates the placement of a section's elements; if `section` is nil, that of the layout-level headers
  /// and footers.
  init(_ content: PreparedContent, section: Int?, query: LayoutQuery) {
    var rounding = FrameRounding.everything
    var pinningReference = ContentInsetsReference.automatic
    var shift = 0.0
    var headerLimit: Units?
    var placement = FrameTransform(
      axis: content.axis, mirror: content.mirror)
    if let section {
      let (placed, start) = content.sections.place(of: section)
      placement.start = start
      rounding = placed.solution.rounding
      pinningReference = placed.solution.pinningReference
      if content.pinsHeadersAcrossSections, placed.solution.pinnedHeaderStart != nil {
        headerLimit = content.sections.limitOfPinnedHeaders(ofSection: section)
      }
      shift = query.scroll.isEmpty ? 0 : query.scroll[WholeNumber(section)] ?? 0
    }
    visible = query.bounds.map { VisibleRange($0, of: content, within: pinningReference) }
    self.headerLimit = headerLimit
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

  /// Whether cells and supplementaries with equal places get equal frames from both.
  ///
  /// This doesn't depend on the container's length in a vertical layout, nor on what is visible.
  func placesAlike(_ other: VisibleFrameTransform) -> Bool {
    cells.isSame(as: other.cells) && supplementaries.isSame(as: other.supplementaries)
  }

  /// Returns the final frame of a cell; `walk` makes the next cell of a walk cheap.
  func frame(ofCell item: Int, in section: any SectionCells, _ walk: inout CellCursor) -> Rect {
    section.frame(of: item, cells, &walk)
  }

  /// Computes the final frames of neighbouring cells, at most `CellFrames.capacity` of them.
  func fill(
    _ frames: inout CellFrames, _ items: Range<Int>, in section: any SectionCells,
    _ walk: inout CellCursor
  ) {
    section.fill(&frames, items, cells, &walk)
  }

  /// Returns a rectangle that contains the final frames of all cells whose places are within `place`.
  ///
  /// It is a pixel larger if frames are rounded.
  func frame(ofCellsWithin place: SectionFrame) -> Rect {
    let frame = cells.frame(place)
    return cells.grid == nil ? frame.outsetByRounding : frame.outsetBy(dx: slack, dy: slack)
  }

  /// Returns the place of a rectangle in the section's own coordinates that contains cells, not rounded.
  func frame(ofCellsIn bounds: Rect) -> Rect {
    var placement = cells
    placement.grid = nil
    return placement.frame(given: bounds)
  }

  /// Returns the final frame of an item's or group's supplementary.
  func frame(ofSupplementary place: SectionFrame) -> Rect { supplementaries.frame(place) }

  /// Returns the final frame of a header, footer, side item or decoration.
  ///
  /// The element is never scrolled; if it can be pinned and the query has visible bounds, it is.
  func frame(of element: SectionElement) -> Rect {
    guard let visible, let place = pinnedPlace(of: element) else {
      return others.frame(element.place)
    }
    let target = place.position(within: visible)
    guard target != place.start.points else { return others.frame(element.place) }
    return others.moved(
      others.axis.rect(
        main: target, cross: element.place.cross, mainLength: place.length.points,
        crossLength: element.place.breadth))
  }

  /// Returns how a header, footer or side item is pinned; nil if it isn't.
  func pinnedPlace(of element: SectionElement) -> PinnedPlace? {
    element.pin.map { pin in
      let limit =
        switch pin {
        case .header(let limit): headerLimit ?? others.start + limit
        case .footer(let limit): others.start + limit
        }
      return PinnedPlace(
        pin: pin, start: others.start + element.place.start, length: element.place.length,
        limit: limit)
    }
  }

  /// Returns the final length of an element along the scroll axis.
  func finalLength(of place: PinnedPlace) -> Double {
    others.grid?.rounded(place.length) ?? place.length.points
  }

  /// Returns the element's stacking order; if the query has visible bounds, elements that can be pinned are
  /// above others (LayoutRules C15).
  func zIndex(of element: SectionElement) -> WholeNumber {
    visible != nil && element.pin != nil ? element.pinnedZIndex : element.zIndex
  }

  /// Returns the rectangle, in the section's own coordinates, that a search for `rect` has to use.
  ///
  /// Every element whose final frame may intersect `rect` touches it, except pinned elements.
  func searchRect(for rect: Rect) -> Rect {
    let edges = unplaced(rect, grownBy: margin(for: rect))
    return Rect(
      x: edges.minX, y: edges.minY, width: edges.maxX - edges.minX,
      height: edges.maxY - edges.minY)
  }

  /// Returns a rectangle in the section's own coordinates; if an element intersects it, the element's final
  /// frame meets `rect`.
  ///
  /// If `rect` is at most a pixel wide or high, the result may have a negative side; the guarantee still
  /// holds.
  func certainRect(for rect: Rect) -> Rect {
    let edges = unplaced(rect, grownBy: -margin(for: rect))
    return Rect(
      x: edges.minX, y: edges.minY, width: edges.maxX - edges.minX,
      height: edges.maxY - edges.minY)
  }

  /// Returns whether the final frames of all elements within `bounds` certainly intersect the rectangle.
  ///
  /// - Parameter bounds: a rectangle in the section's own coordinates.
  func isCertain(_ bounds: Rect, toMeet rect: Rect) -> Bool {
    let edges = unplaced(rect, grownBy: -margin(for: rect))
    return edges.minX < bounds.minX && bounds.maxX < edges.maxX && edges.minY < bounds.minY
      && bounds.maxY < edges.maxY
  }

  private func margin(for rect: Rect) -> Double {
    slack + (abs(rect.x) + abs(rect.y) + rect.width + rect.height) * 0x1p-48
  }

  /// Returns the edges, in the section's own coordinates, of a final rectangle that is enlarged by
  /// `margin`.
  ///
  /// Rounding and pinning are not reversed.
  ///
  /// The edges are clamped to a range that contains all content, so that sums with them stay exact enough.
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

extension VisibleFrameTransform.VisibleRange {
  /// Creates the range of bounds that are in mirrored content coordinates (LayoutRules A15, C22).
  init(_ bounds: Rect, of content: PreparedContent, within reference: ContentInsetsReference) {
    let insets = content.insets
    let visible = Rect(
      x: bounds.x + insets.left, y: bounds.y + insets.top,
      width: bounds.width - insets.horizontal, height: bounds.height - insets.vertical)
    let unmirrored = content.isMirrored ? content.mirrored(visible) : visible
    let edges = content.pinningEdges(of: reference)
    start = content.axis.mainMin(unmirrored) + edges.start
    end = content.axis.mainMax(unmirrored) - edges.end
  }
}

extension PreparedContent {
  /// Returns the distances of the edges at which elements are pinned from those of the view less the
  /// container's insets, along the scroll axis before mirroring (LayoutRules C22).
  func pinningEdges(of reference: ContentInsetsReference) -> (start: Double, end: Double) {
    let edges = container.insets(of: configuration.resolved(reference), scrolling: axis)
    return (axis.mainStart(edges), axis.mainEnd(edges))
  }
}
