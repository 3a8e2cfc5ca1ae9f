extension PreparedContent {
  /// Where an orthogonal section should stop, in its own scroll coordinates: 0 shows its start, and
  /// they grow in the reading direction (`contract.md` 6).
  ///
  /// The coordinate along the layout's axis keeps the proposed value.
  func orthogonalTarget(_ proposal: ScrollProposal, section: Int) -> TargetOffset {
    guard let orthogonal = sections[section].solution.orthogonal else {
      return TargetOffset(offset: proposal.proposed, page: 0)
    }
    let stops = OrthogonalStops(orthogonal, visibleLength: axis.cross(innerSize))
    let target = stops.target(
      proposed: axis.cross(proposal.proposed), velocity: axis.cross(proposal.velocity),
      current: axis.cross(proposal.current ?? proposal.proposed))
    return TargetOffset(
      offset: axis.point(main: axis.main(proposal.proposed), cross: target),
      page: stops.page(at: target))
  }
}

/// Where an orthogonal section's own scrolling stops: `first + k · step`, clamped to its content.
struct OrthogonalStops: Sendable {
  private let behavior: OrthogonalScrollingBehavior
  /// The unclamped offset of stop 0.
  private let first: Double
  /// From one stop to the next.
  private let step: Double
  /// The number of the last stop.
  private let last: Double
  /// The greatest offset.
  private let greatest: Double

  /// - Parameter visibleLength: what is visible of the section at once, across the layout's axis.
  init(_ section: OrthogonalSection, visibleLength: Double) {
    greatest = max(0, section.contentLength - visibleLength)
    let hasGroups = section.groupCount > 0 && section.groupStride > 0
    switch section.behavior {
    case .continuousGroupLeadingBoundary, .groupPaging, .groupPagingCentered:
      // Without groups there is nothing to stop at.
      behavior = hasGroups ? section.behavior : .continuous
    case .none, .continuous, .paging:
      behavior = section.behavior
    }
    switch behavior {
    case .none, .continuous, .paging:
      (first, step) = (0, visibleLength)
      last = (greatest / visibleLength).rounded(.up)
    case .continuousGroupLeadingBoundary, .groupPaging, .groupPagingCentered:
      // A group's leading edge stops where the first one's rests at offset 0: behind the inset.
      first =
        behavior == .groupPagingCentered
        ? section.firstGroupStart + section.groupLength / 2 - visibleLength / 2 : 0
      step = section.groupStride
      last = Double(section.groupCount - 1)
    }
  }

  /// The offset at which to stop: the stop nearest to `proposed`, or the next one in the flick's
  /// direction; group paging goes no farther than one group from the one nearest to `current`.
  func target(proposed: Double, velocity: Double, current: Double) -> Double {
    guard behavior != .continuous, behavior != .none else { return clamped(proposed) }
    var stop = stop(at: proposed, velocity: velocity)
    if behavior == .groupPaging || behavior == .groupPagingCentered {
      let here = self.stop(at: clamped(current), velocity: 0)
      stop = min(max(stop, here - 1), here + 1)
    }
    return clamped(first + min(max(stop, 0), last) * step)
  }

  /// The page that an offset shows: the group, or the container's length, nearest to it.
  func page(at offset: Double) -> Int {
    Int(exactly: min(max(stop(at: offset, velocity: 0), 0), last)) ?? 0
  }

  /// The number of the stop that an offset leads to; offsets within 1e-9 of a stop are at it.
  private func stop(at offset: Double, velocity: Double) -> Double {
    let position = (offset - first) / step
    if velocity > 0 { return (position - 1e-9).rounded(.up) }
    if velocity < 0 { return (position + 1e-9).rounded(.down) }
    return position.rounded(.toNearestOrAwayFromZero)
  }

  private func clamped(_ offset: Double) -> Double {
    min(max(offset, 0), greatest)
  }
}
