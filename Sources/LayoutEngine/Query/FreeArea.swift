/// The part of the view that is left for an element: the view less the container's insets and, at each edge, less the
/// greater of the scroll padding and the extent of pinned elements (LayoutRules C23, C24).
///
/// An element that is pinned takes room only at offsets at which pinning moves it from its place. So what is
/// pinned depends on the offset, and the area on the position at which the element is shown.
struct FreeArea: Sendable {
  /// A header or footer that may be pinned beside the element.
  ///
  /// Positions are along the scroll axis, before mirroring, in points; for a footer they are negated, so that
  /// it is a header of the content read from its end.
  private struct Pinned {
    /// The position of the view's edge, less the container's insets, beyond which pinning moves the element.
    var threshold: Double
    /// The distance of the element's far edge from the view's edge when it is pinned.
    var extent: Double
  }

  /// The padding at the view's physical edges, in points.
  private let padding: Insets
  private let axis: LayoutAxis
  /// Whether the scroll axis runs from right to left.
  private let isMirrored: Bool
  /// The shown frame's edges along the scroll axis, before mirroring.
  private let start: Double
  private let end: Double
  /// The view's length along the scroll axis, less the container's insets.
  private let length: Double
  private var headers: [Pinned] = []
  private var footers: [Pinned] = []

  /// Creates the area for an element.
  ///
  /// - Parameters:
  ///   - frame: the element's frame, as queries return it.
  ///   - section: the element's section; nil if it is a layout-level header or footer.
  ///   - withPinned: whether pinned elements take space.
  /// - Complexity: O(elements of the section and of the layout's boundaries that may be pinned).
  init(_ content: PreparedContent, beside frame: Rect, ofSection section: Int?, withPinned: Bool) {
    axis = content.axis
    length = axis.main(content.innerSize)
    padding = content.scrollPadding
    isMirrored = content.isMirrored && axis == .horizontal
    let unmirrored = isMirrored ? content.mirrored(frame) : frame
    start = axis.mainMin(unmirrored)
    end = axis.mainMax(unmirrored)
    guard withPinned else { return }
    let query = LayoutQuery(.all)
    let boundaries = VisibleFrameTransform(content, section: nil, query: query)
    let edges = content.pinningEdges(of: .automatic)
    for element in content.boundaries.leading { add(element, boundaries, edges) }
    for element in content.boundaries.trailing { add(element, boundaries, edges) }
    guard let section else { return }
    let placement = VisibleFrameTransform(content, section: section, query: query)
    let solution = content.sections[section].solution
    let sectionEdges = content.pinningEdges(of: solution.pinningReference)
    for element in solution.elements { add(element, placement, sectionEdges) }
    guard let pinning = content.sectionPinnedAcross(before: section) else { return }
    let other = VisibleFrameTransform(content, section: pinning, query: query)
    let otherEdges = content.pinningEdges(
      of: content.sections[pinning].solution.pinningReference)
    for element in content.sections[pinning].solution.elements {
      guard case .header? = element.pin else { continue }
      add(element, other, otherEdges)
    }
  }

  /// Adds an element if it may be pinned, and pinning may bring it to the shown frame.
  ///
  /// - Parameter edges: the distances of the edges at which it is pinned from those of the view less the
  ///   container's insets.
  private mutating func add(
    _ element: SectionElement, _ placement: VisibleFrameTransform,
    _ edges: (start: Double, end: Double)
  ) {
    guard let place = placement.pinnedPlace(of: element) else { return }
    let length = placement.finalLength(of: place)
    let limit = place.limit.points
    switch place.pin {
    case .header:
      // A section that is too short for pinning leaves the element in its place.
      guard place.limit > place.start + place.length else { return }
      let position = place.start.points
      let extent = edges.start + length
      // An element as long as the view takes no space.
      guard extent < self.length, position < end, limit > start + placement.slack else { return }
      headers.append(Pinned(threshold: position - edges.start, extent: extent))
    case .footer:
      guard place.limit < place.start else { return }
      let position = (place.start + place.length).points
      let extent = edges.end + length
      guard extent < self.length, position > start, limit < end - placement.slack else { return }
      footers.append(Pinned(threshold: -(position + edges.end), extent: extent))
    }
  }

  /// The distances of the area's physical edges from those of the view less the container's insets, when the
  /// shown frame is at them.
  ///
  /// - Complexity: O(pinned elements).
  func edges(along axis: LayoutAxis) -> (near: Double, far: Double) {
    let padding = padding(along: axis)
    guard axis == self.axis else { return padding }
    let before = Self.extent(of: headers, at: start, isMirrored ? padding.far : padding.near)
    let after = Self.extent(of: footers, at: -end, isMirrored ? padding.near : padding.far)
    return isMirrored ? (after, before) : (before, after)
  }

  /// Returns the space that the padding and pinned headers take if the frame rests directly after them.
  ///
  /// If a header overlaps the frame before it is pinned, it takes only the room at which pinning begins.
  private static func extent(of headers: [Pinned], at start: Double, _ padding: Double) -> Double {
    headers.reduce(padding) { max($0, min($1.extent, start - $1.threshold)) }
  }

  private func padding(along axis: LayoutAxis) -> (near: Double, far: Double) {
    (axis.mainStart(padding), axis.mainEnd(padding))
  }

  /// Returns how much more space is taken at the physical near edge than at the far one, when the shown frame
  /// is in the middle of the area.
  ///
  /// Between an offset at which an element is not pinned yet and one at which it is, the middle jumps; a frame
  /// between the two middles rests where the element begins to be pinned.
  ///
  /// - Complexity: O(p log p) for p pinned elements.
  func imbalance(along axis: LayoutAxis) -> Double {
    let padding = padding(along: axis)
    guard axis == self.axis, !(headers.isEmpty && footers.isEmpty) else {
      return padding.near - padding.far
    }
    let (before, after) = isMirrored ? (padding.far, padding.near) : (padding.near, padding.far)
    // Offsets of the view's start at which what is pinned changes.
    let offsets = (headers.map { $0.threshold } + footers.map { -$0.threshold - length })
      .sorted()
    // The sum of the frame's start and end if the frame is in the middle of the whole view at offset 0.
    let sum = start + end - length
    func imbalance(at offset: Double, isPinned: (Double, Double) -> Bool) -> Double {
      let near = headers.reduce(before) {
        isPinned(offset, $1.threshold) ? max($0, $1.extent) : $0
      }
      let far = footers.reduce(after) {
        isPinned(offset, -$1.threshold - length) ? $0 : max($0, $1.extent)
      }
      return near - far
    }
    // The first change at or before which the frame rests. Further on, its place in the view only decreases.
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = low + (high - low) / 2
      let reached = 2 * offsets[middle] + imbalance(at: offsets[middle]) { $0 >= $1 }
      if reached >= sum { high = middle } else { low = middle + 1 }
    }
    let result: Double
    if low == offsets.count {
      result = offsets.last.map { imbalance(at: $0) { $0 >= $1 } } ?? before - after
    } else {
      let earlier = imbalance(at: offsets[low]) { $0 > $1 }
      // It rests before the change, or at it.
      result = 2 * offsets[low] + earlier >= sum ? earlier : sum - 2 * offsets[low]
    }
    return isMirrored ? -result : result
  }
}

extension PreparedContent {
  /// Returns the number of elements that `FreeArea` tests for pinning beside an element of a section.
  ///
  /// - Parameter section: the element's section; nil if it is a layout-level header or footer.
  func elementsThatMayPin(beside section: Int?) -> Int {
    boundaries.leading.count + boundaries.trailing.count
      + (section.map { sections[$0].solution.elements.count } ?? 0)
      + (section.flatMap { sectionPinnedAcross(before: $0) }
        .map { sections[$0].solution.elements.count } ?? 0)
  }

  /// Whether a pinned header stays until the next one comes (LayoutRules C26).
  var pinsHeadersAcrossSections: Bool {
    configuration.headersPinAcrossSections && sections.arePinnedHeadersOrdered
  }

  /// Returns the section whose header may be pinned across others into a section; nil if there is none (LayoutRules
  /// C26).
  ///
  /// - Complexity: O(blocks of sections).
  fileprivate func sectionPinnedAcross(before section: Int) -> Int? {
    guard pinsHeadersAcrossSections else { return nil }
    return sections.lastWithPinnedHeader(before: section)
  }

  /// Returns the section whose header may be pinned across others into a rectangle that it begins before; nil if there
  /// is none (LayoutRules C26).
  ///
  /// - Parameter rect: a rectangle in content coordinates before mirroring.
  /// - Complexity: O(blocks of sections).
  func sectionPinnedAcross(from rect: Rect) -> Int? {
    guard pinsHeadersAcrossSections else { return nil }
    return sections.lastWithPinnedHeader(before: Units(after: axis.mainMin(rect)))
  }

  /// The container's scroll padding by physical side, in points; none along an axis along which it would leave
  /// no space (LayoutRules C24).
  var scrollPadding: Insets {
    let padding = container.scrollPadding
    guard padding != .zero else { return .zero }
    var insets = padding.unmirrored
    if isMirrored { swap(&insets.left, &insets.right) }
    if !(insets.horizontal < innerSize.width) { (insets.left, insets.right) = (0, 0) }
    if !(insets.vertical < innerSize.height) { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }
}
