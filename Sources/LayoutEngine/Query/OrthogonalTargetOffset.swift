extension PreparedContent {
  /// Returns where an orthogonal section should stop, in its own scroll coordinates (Contract §6).
  ///
  /// The section's scroll coordinate is 0 at the section's start, and grows in the reading direction.
  ///
  /// The coordinate along the layout's scroll axis keeps the proposed value.
  func orthogonalTarget(_ proposal: ScrollProposal, section: Int) -> TargetOffset {
    guard let orthogonal = sections[section].solution.orthogonal else {
      return TargetOffset(offset: proposal.proposed)
    }
    let pages = OrthogonalPages(orthogonal, visibleLength: axis.cross(innerSize))
    let target = pages.target(
      proposed: proposal.proposed(along: axis.crossed, rate: Deceleration(orthogonal)),
      velocity: axis.cross(proposal.velocity),
      current: axis.cross(proposal.effectiveCurrent), start: axis.cross(proposal.effectiveStart))
    return TargetOffset(
      offset: axis.point(main: axis.main(proposal.proposed), cross: target),
      page: pages.page(at: target))
  }
}

extension PreparedContent {
  /// Returns the offset, in an orthogonal section's own scroll coordinates, that shows one of its elements at a
  /// position in the view (Contract §6.4).
  ///
  /// It is limited to offsets at which the section can rest. If the section has stops, it is the stop before or after that
  /// position which shows more of the element, or the nearer one. Along the layout's scroll axis, it is 0. Neither scroll
  /// padding nor pinned elements count.
  ///
  /// - Parameter frame: the element's frame with the section unscrolled, as queries return it.
  /// - Throws: `QueryError.scrollsWithContent` if the section doesn't scroll by itself;
  ///   `QueryError.positionAcross` if the position is along the layout's scroll axis.
  /// - Complexity: O(log sections).
  func orthogonalTarget(
    showing frame: Rect, at position: ItemScrollPosition, section: Int
  ) throws(QueryError) -> TargetOffset {
    guard let orthogonal = sections[section].solution.orthogonal else {
      throw .scrollsWithContent(section: section)
    }
    let across = axis.crossed
    guard position.axis == across else { throw .positionAcross(section: section, scrolls: across) }
    let visibleLength = axis.cross(innerSize)
    let isMirrored = isMirrored && across == .horizontal
    let unmirrored = isMirrored ? mirrored(frame) : frame
    let (start, end) = (across.mainMin(unmirrored), across.mainMax(unmirrored))
    let (atStart, atEnd) = (start, end - visibleLength)
    let wanted =
      switch position {
      case .top, .left: isMirrored ? atEnd : atStart
      case .bottom, .right: isMirrored ? atStart : atEnd
      case .centeredVertically, .centeredHorizontally: (atStart + atEnd) / 2
      }
    let pages = OrthogonalPages(orthogonal, visibleLength: visibleLength)
    let offset = pages.rest(near: wanted, showing: start, to: end)
    return TargetOffset(offset: axis.point(main: 0, cross: offset), page: pages.page(at: offset))
  }
}

/// The offsets at which an orthogonal section's own scrolling stops, by its behaviour.
struct OrthogonalPages: Sendable {
  private let behavior: OrthogonalScrollingBehavior
  private let stops: ScrollStops
  private let visibleLength: Double
  /// The range of offsets at which the section can rest, from its first stop to its last.
  let range: ClosedRange<Double>

  /// - Parameter visibleLength: the length of the section that is visible at once, across the layout's
  ///   scroll axis.
  init(_ section: OrthogonalSection, visibleLength: Double) {
    self.visibleLength = visibleLength
    let greatest = max(0, section.contentLength - visibleLength)
    let paging = ScrollStops(from: 0, step: visibleLength, through: greatest)
    behavior = section.behavior
    switch section.behavior {
    case .none, .continuous, .paging:
      stops = paging
    case .continuousGroupLeadingBoundary, .groupPaging:
      // Each stop brings a group's leading edge to where the first group's is at offset 0: after the inset.
      // Groups that run backwards are before that position, so 0 is the only stop before the end.
      stops =
        ScrollStops(leading: section, through: greatest)
        ?? (section.groupStride > 0
          ? ScrollStops(
            from: 0, step: section.groupStride, through: greatest, limit: Int64(section.groupCount))
          : ScrollStops(from: 0, step: visibleLength, through: greatest, limit: 1))
    case .groupPagingCentered:
      stops = ScrollStops(centering: section, in: visibleLength) ?? paging
    }
    range = stops.offset(of: 0)...stops.offset(of: .max)
  }

  /// Returns the offset at which to stop.
  ///
  /// With `continuousGroupLeadingBoundary`, it is the stop nearest to `proposed`, or the next one in a
  /// flick's direction. With paging, it is at most one page from the page at which the drag began.
  func target(proposed: Double, velocity: Double, current: Double, start: Double) -> Double {
    let threshold = Snapping.defaultFlickVelocityThreshold
    let direction: Int64 = velocity > threshold ? 1 : velocity < -threshold ? -1 : 0
    let proposed = range.clamped(proposed)
    switch behavior {
    case .none, .continuous:
      return proposed
    case .continuousGroupLeadingBoundary:
      let number =
        switch direction {
        case 1: stops.numberOfFirst(notBefore: proposed)
        case -1: stops.numberOfLast(notAfter: proposed)
        default: stops.nearest(to: proposed)
        }
      return stops.offset(of: number)
    case .paging, .groupPaging, .groupPagingCentered:
      let began = stops.nearest(to: range.clamped(start))
      let number =
        direction == 0
        ? min(max(stops.nearest(to: range.clamped(current)), began - 1), began + 1)
        : began + direction
      return stops.offset(of: number)
    }
  }

  /// Returns the offset near a given one at which the section can rest: if it has stops, the one beside the given offset
  /// that shows most of a part of the content, of equal ones the nearest.
  func rest(near offset: Double, showing start: Double, to end: Double) -> Double {
    let offset = range.clamped(offset)
    guard page(at: offset) != nil else { return offset }
    func shown(_ stop: Double) -> Double {
      max(0, min(end, stop + visibleLength) - max(start, stop))
    }
    let before = stops.offset(of: stops.numberOfLast(notAfter: offset))
    let after = stops.offset(of: stops.numberOfFirst(notBefore: offset))
    let (one, other) = (shown(before), shown(after))
    if one != other { return one > other ? before : after }
    return offset - before <= after - offset ? before : after
  }

  /// Returns the number of the stop nearest to an offset; nil if scrolling can stop anywhere.
  func page(at offset: Double) -> Int64? {
    switch behavior {
    case .none, .continuous: nil
    case .continuousGroupLeadingBoundary, .paging, .groupPaging, .groupPagingCentered:
      stops.nearest(to: offset)
    }
  }
}

extension OrthogonalSection {
  /// The groups of different lengths that follow each other forwards; nil if all are alike, or if a negative
  /// spacing may turn them.
  fileprivate var unequalGroups: ShelfGroups? { groupStride >= groupLength ? groups : nil }
}

extension ScrollStops {
  /// Creates the offsets that bring each group of different lengths to where the first one is at offset 0;
  /// nil if all groups are alike.
  fileprivate init?(leading section: OrthogonalSection, through greatest: Double) {
    guard let groups = section.unequalGroups else { return nil }
    self.init(through: greatest, limit: Int64(section.groupCount)) { groups.start(of: $0) }
  }

  /// Creates the offsets that centre each group in the visible part; nil if there are no groups.
  ///
  /// The first and the last group are centred, too.
  fileprivate init?(centering section: OrthogonalSection, in visibleLength: Double) {
    guard section.groupCount > 0 else { return nil }
    if let groups = section.unequalGroups {
      let (last, moved) = (
        Int64(section.groupCount - 1), section.firstGroupStart - visibleLength / 2
      )
      self.init(through: moved + groups.middle(of: last), limit: last) {
        moved + groups.middle(of: $0)
      }
      return
    }
    // Groups on top of each other are centred at one offset.
    let between = section.groupStride == 0 ? 0 : section.groupCount - 1
    // Groups that run backwards end before they begin.
    let firstStart =
      section.firstGroupStart + min(0, Double(between) * section.groupStride)
    self.init(
      from: firstStart + section.groupLength / 2 - visibleLength / 2,
      step: abs(section.groupStride), count: Int64(between))
  }
}
