/// Where a view is about to stop scrolling
/// (`targetContentOffset(forProposedContentOffset:withScrollingVelocity:)`).
public struct ScrollProposal: Sendable, Hashable {
  /// Where scrolling would stop by itself, in points.
  public var proposed: Point
  /// How fast it was let go; only its sign and whether it is above the threshold count.
  public var velocity: Point
  /// Where the view is; nil for `proposed`.
  public var current: Point?
  /// The orthogonal section whose own scrolling is meant, in its own scroll coordinates; nil for
  /// the content's.
  public var section: Int?

  /// Creates a proposal.
  public init(
    proposed: Point, velocity: Point = .zero, current: Point? = nil, section: Int? = nil
  ) {
    self.proposed = proposed
    self.velocity = velocity
    self.current = current
    self.section = section
  }
}

/// Where scrolling should stop (`contract.md` 6).
public struct TargetOffset: Sendable, Hashable {
  /// The content offset, in points.
  public var offset: Point
  /// The page it shows, from 0, counted from the content's start (in right-to-left content from its
  /// right edge).
  public var page: Int

  /// Creates a target.
  public init(offset: Point, page: Int) {
    self.offset = offset
    self.page = page
  }
}

extension PreparedLayout {
  /// Where scrolling should stop, by the first section's `snapping`, or by an orthogonal section's
  /// behaviour (`contract.md` 6).
  ///
  /// Pages follow each other in the reading direction: in right-to-left content that scrolls
  /// sideways they are counted, and flicks are read, from the right edge.
  ///
  /// - Throws: `QueryError.noSuchSection` for a section that doesn't scroll by itself.
  /// - Complexity: O(1).
  public func targetOffset(_ proposal: ScrollProposal) throws(QueryError) -> TargetOffset {
    if let section = proposal.section {
      try content.requireOrthogonal(section)
      return content.orthogonalTarget(proposal, section: section)
    }
    let axis = content.axis
    let extent = ScrollExtent(content, along: axis)
    let stops = PageStops(content)
    let sign = extent.isMirrored ? -1.0 : 1.0
    let proposed = extent.logical(axis.main(proposal.proposed))
    let current = extent.logical(axis.main(proposal.current ?? proposal.proposed))
    let target = extent.clamped(
      stops.target(
        proposed: proposed, velocity: sign * axis.main(proposal.velocity), current: current))
    return TargetOffset(
      offset: axis.point(
        main: extent.physical(target), cross: axis.cross(proposal.proposed)),
      page: stops.page(at: target))
  }
}

/// How far content can be scrolled along one axis.
///
/// *Logical* offsets grow in the reading direction: they are the physical ones but in right-to-left
/// content along x, where offset 0 is at the right edge.
struct ScrollExtent: Sendable {
  let isMirrored: Bool
  /// The least logical offset, and the greatest.
  private let range: ClosedRange<Double>
  /// What is visible at once, insets included.
  private let visibleLength: Double
  /// The length that offsets are mirrored in: the content's, or what is visible of it where that
  /// is more, so that content shorter than the view rests at the same offset in both directions.
  private let mirrorLength: Double

  init(_ content: PreparedContent, along axis: Axis) {
    isMirrored = content.isMirrored && axis == .horizontal
    let insets = content.container.contentInsets.unmirrored
    visibleLength = axis.main(content.container.size)
    let contentLength = axis.main(content.contentSize)
    let least = -axis.mainStart(insets)
    range = least...max(least, contentLength + axis.mainEnd(insets) - visibleLength)
    mirrorLength = max(
      contentLength, visibleLength - axis.mainStart(insets) - axis.mainEnd(insets))
  }

  /// The nearest logical offset at which the view can rest.
  func clamped(_ logical: Double) -> Double {
    min(max(logical, range.lowerBound), range.upperBound)
  }

  /// The logical offset of a physical one.
  func logical(_ physical: Double) -> Double {
    isMirrored ? mirrorLength - visibleLength - physical : physical
  }

  /// The physical offset of a logical one.
  func physical(_ logical: Double) -> Double {
    isMirrored ? mirrorLength - visibleLength - logical : logical
  }
}

/// Pages as the first section's `snapping` cuts them (`contract.md` 6).
struct PageStops: Sendable {
  /// Points from one page to the next: by item, or the container's length.
  private let pageLength: Double
  /// The velocity above which a flick turns a page; nil where scrolling stops anywhere.
  private let threshold: Double?

  init(_ content: PreparedContent) {
    let containerLength = content.axis.main(content.container.size)
    guard let stops = content.sections.first?.solution.snapping, stops.snapping.mode != .none else {
      pageLength = containerLength
      threshold = nil
      return
    }
    let length = stops.snapping.mode == .item ? stops.itemPageLength : containerLength
    let isPaged = length > 0 && length.isFinite
    pageLength = isPaged ? length : containerLength
    threshold = isPaged ? stops.snapping.flickVelocityThreshold : nil
  }

  /// The unclamped offset at which to stop, from logical offsets and velocity.
  func target(proposed: Double, velocity: Double, current: Double) -> Double {
    guard let threshold else { return proposed }
    let position = current / pageLength
    let rule: FloatingPointRoundingRule =
      abs(velocity) > threshold ? (velocity > 0 ? .up : .down) : .toNearestOrAwayFromZero
    return position.rounded(rule) * pageLength
  }

  /// The page that an offset shows.
  func page(at offset: Double) -> Int {
    Int(exactly: (offset / pageLength).rounded(.toNearestOrAwayFromZero)) ?? 0
  }
}
