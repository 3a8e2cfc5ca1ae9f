/// A proposal of where a view stops scrolling
/// (`targetContentOffset(forProposedContentOffset:withScrollingVelocity:)`).
///
/// ```swift
/// let proposal = ScrollProposal(proposed: Point(x: 0, y: 130), velocity: .zero)
/// let stop = try pages.targetOffset(proposal)
/// // Pages of 100 points: scrolling stops at y = 100.
/// ```
public struct ScrollProposal: Sendable, Hashable {
  /// The offset at which scrolling would stop by itself, in points.
  public var proposed: Point
  /// The velocity at which the finger lifts, in points per millisecond.
  ///
  /// Only its sign matters, and whether its magnitude is above the flick threshold.
  public var velocity: Point
  /// The offset at which the finger lifts; nil if it equals `proposed`.
  public var current: Point?
  /// The offset at which the drag began; nil if it equals `current`.
  public var start: Point?
  /// The orthogonal section that scrolls; nil if the content scrolls.
  ///
  /// If it is not nil, all offsets are in the section's own scroll coordinates.
  public var section: WholeNumber?
  /// Whether scrolling stops by itself where it comes to rest from `current` at `velocity` (LayoutRules C21),
  /// along the axis that scrolls; across it, at `proposed`.
  public private(set) var decelerates = false

  /// Creates a proposal.
  public init(
    proposed: Point, velocity: Point = .zero, current: Point? = nil, start: Point? = nil,
    section: WholeNumber? = nil
  ) {
    self.proposed = proposed
    self.velocity = velocity
    self.current = current
    self.start = start
    self.section = section
  }

  /// Creates a proposal in which scrolling decelerates by itself after the finger lifts (LayoutRules C21).
  public init(
    deceleratingFrom current: Point, velocity: Point, start: Point? = nil,
    section: WholeNumber? = nil
  ) {
    self.init(
      proposed: current, velocity: velocity, current: current, start: start, section: section)
    decelerates = true
  }

  /// Returns where scrolling would stop by itself along an axis.
  ///
  /// - Parameter rate: the deceleration rate of a proposal that decelerates.
  func proposed(along axis: LayoutAxis, rate: Deceleration) -> Double {
    let proposed = axis.main(proposed)
    return decelerates ? proposed + rate.distance(velocity: axis.main(velocity)) : proposed
  }

  /// The offset at which the finger lifts: `current`, or `proposed` if that is nil.
  public var effectiveCurrent: Point { current ?? proposed }

  /// The offset at which the drag began: `start`, or `effectiveCurrent` if that is nil.
  public var effectiveStart: Point { start ?? effectiveCurrent }
}

/// The part of a velocity that is left a millisecond later (UIScrollView.DecelerationRate; LayoutRules C21).
struct Deceleration: Sendable, Hashable {
  static let normal = Deceleration(left: 0.998)
  static let fast = Deceleration(left: 0.99)

  /// The part that is left; from 0 up to 1.
  let left: Double

  private init(left: Double) { self.left = left }

  /// Creates the rate of an orthogonal section.
  init(_ section: OrthogonalSection) {
    switch section.properties?.decelerationRate ?? .automatic {
    case .normal: self = .normal
    case .fast: self = .fast
    case .automatic: self = section.behavior.pages ? .fast : .normal
    }
  }

  /// Returns how far scrolling goes, in points, that begins at a velocity in points per millisecond.
  func distance(velocity: Double) -> Double { velocity * left / (1 - left) }
}

extension OrthogonalScrollingBehavior {
  /// Whether the section scrolls at most one page, or one group, at a time.
  fileprivate var pages: Bool {
    switch self {
    case .none, .continuous, .continuousGroupLeadingBoundary: false
    case .paging, .groupPaging, .groupPagingCentered: true
    }
  }
}

/// The offset at which scrolling should stop (Contract §6).
///
/// ```swift
/// let target = try layout.targetOffset(
///   showing: LayoutIndexPath(item: 50, section: 0), at: .centeredVertically)
/// // The content offset that brings row 50 to the middle of the view: y = 50 · 44 + 22 − 240.
/// ```
public struct TargetOffset: Sendable, Hashable {
  /// The content offset, in points.
  public var offset: Point
  /// The number of the stop nearest to the offset, from 0 at the content's start (in right-to-left content at
  /// its right edge); nil if scrolling can stop anywhere.
  public var page: Int64?

  /// Creates a target.
  public init(offset: Point, page: Int64? = nil) {
    self.offset = offset
    self.page = page
  }
}

extension PreparedLayout {
  /// Returns the offset at which scrolling should stop (Contract §6).
  ///
  /// The first section's `snapping` decides where the content stops, an orthogonal section's behaviour
  /// where that section stops.
  ///
  /// Pages follow each other in the reading direction: in right-to-left content that scrolls sideways, page
  /// numbers and flick directions start from the right edge. If a returned offset is proposed without
  /// velocity, it is returned again.
  ///
  /// - Throws: `QueryError.noSuchSection` if the section doesn't scroll by itself; `QueryError.needsHeight` if
  ///   the content scrolls, and the container has no height.
  /// - Complexity: O(1), however many stops there are.
  public func targetOffset(_ proposal: ScrollProposal) throws(QueryError) -> TargetOffset {
    if let section = proposal.section {
      try content.requireOrthogonal(section)
      return content.orthogonalTarget(proposal, section: section.nearestInt)
    }
    guard content.container.hasHeight else { throw .needsHeight }
    let axis = content.axis
    let pages = ContentPages(content)
    let target = pages.target(
      proposed: proposal.proposed(along: axis, rate: .normal),
      velocity: axis.main(proposal.velocity), current: axis.main(proposal.effectiveCurrent))
    return TargetOffset(
      offset: axis.point(main: target, cross: axis.cross(proposal.proposed)),
      page: pages.page(at: target))
  }
}

/// The pages of the whole content along its scroll axis, by the first section's `snapping` (Contract
/// §6).
///
/// Offsets and velocities are physical.
struct ContentPages: Sendable {
  private let extent: ScrollExtent
  /// The stops, in directed offsets.
  private let stops: ScrollStops
  /// The velocity above which a flick changes the page; nil if scrolling can stop anywhere.
  private let threshold: Double?

  init(_ content: PreparedContent) {
    extent = ScrollExtent(content, along: content.axis)
    var pageLength = content.axis.main(content.container.size)
    var threshold: Double?
    switch content.sections.first?.solution.snapping {
    case let snapping? where snapping.snapping.mode == .page:
      threshold = snapping.snapping.flickVelocityThreshold
    case let snapping? where snapping.snapping.mode == .item && snapping.isPaged:
      threshold = snapping.snapping.flickVelocityThreshold
      pageLength = snapping.itemPageLength
    default: break
    }
    self.threshold = threshold
    stops = ScrollStops(
      from: extent.range.lowerBound, step: pageLength, through: extent.range.upperBound)
  }

  /// Returns the offset at which to stop.
  ///
  /// If nothing snaps, it is the proposed offset, limited to the content. Otherwise it is the stop nearest
  /// to `current`; after a flick, it is the first stop at or beyond `current` in the flick's direction.
  func target(proposed: Double, velocity: Double, current: Double) -> Double {
    guard let threshold else { return extent.clamped(proposed) }
    let velocity = extent.directed(velocity)
    let current = extent.range.clamped(extent.directed(current))
    let number =
      if velocity > threshold {
        stops.numberOfFirst(notBefore: current)
      } else if velocity < -threshold {
        stops.numberOfLast(notAfter: current)
      } else {
        stops.nearest(to: current)
      }
    return extent.directed(stops.offset(of: number))
  }

  /// Returns the number of the stop nearest to an offset; nil if scrolling can stop anywhere.
  func page(at offset: Double) -> Int64? {
    threshold == nil ? nil : stops.nearest(to: extent.directed(offset))
  }
}

extension SnappingStops {
  /// Whether the distance from item to item is finite and greater than 0.
  fileprivate var isPaged: Bool { itemPageLength > 0 && itemPageLength.isFinite }
}
