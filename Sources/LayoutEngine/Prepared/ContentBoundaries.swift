/// The layout-level headers and footers (LayoutRules C11), laid out around the sections.
///
/// Frames are in content coordinates before mirroring. An element's `item` is its number in the document's
/// list of boundary supplementary items, and the number in its index path.
struct ContentBoundaries: Sendable {
  /// The headers and footers at the content's start (top or leading) edge, in the document's order; they
  /// come first in responses.
  private(set) var leading: [SectionElement] = []
  /// All other headers, footers and side items, in the document's order; they come last in responses.
  private(set) var trailing: [SectionElement] = []

  /// The boundary supplementary items of the configuration, with their resolved sizes.
  private let sized: [(item: BoundarySupplementaryItem, size: Size)]
  private let axis: LayoutAxis
  private let crossLength: Double

  /// Resolves the items' sizes against the container less its insets; `place(sectionsEnd:)` places them.
  ///
  /// - Parameters:
  ///   - items: the boundary supplementary items of the configuration.
  ///   - container: the container's size less its insets.
  ///   - path: the path of the list of items in the document.
  /// - Throws: an error that lists every item whose size or offset cannot be laid out, or that there are
  ///   too many items.
  init(
    _ items: [BoundarySupplementaryItem], axis: LayoutAxis, container: Size,
    path: DocumentPath
  ) throws(LayoutError) {
    self.axis = axis
    crossLength = axis.cross(container)
    guard items.count <= LayoutLimits.maxElementsPerSection else {
      throw LayoutError(
        path, "must have at most \(LayoutLimits.maxElementsPerSection) items (got \(items.count))")
    }
    var sized: [(item: BoundarySupplementaryItem, size: Size)] = []
    var issues: [LayoutError.Issue] = []
    for (index, item) in items.enumerated() {
      do {
        sized.append((item, try Self.size(of: item, container: container, path: path.index(index))))
      } catch {
        issues += error.issues
      }
    }
    guard issues.isEmpty else { throw LayoutError(issues: issues) }
    self.sized = sized
  }

  /// Returns the total length, along the scroll axis, of the items that extend the content at an edge.
  ///
  /// It is at most `Units.limit`.
  func length(of edge: BoundaryAlignment.Edge) -> Units {
    sized.reduce(.zero) { sum, entry in
      entry.item.extendsBoundary && self.edge(of: entry.item) == edge
        ? (sum + Units(points: axis.main(entry.size))).limited : sum
    }
  }

  /// The greatest sum of all items' lengths and offsets, in points (LayoutRules I4).
  var maxExtent: Double {
    sized.reduce(0) { $0 + axis.main($1.size) + $1.item.reach(along: axis) }
  }

  /// Places the items from `start` on, around sections that end at `sectionsEnd`.
  ///
  /// Items that extend the content are stacked at their edge. Other items are inside the sections' extent;
  /// side items are centred along it (LayoutRules C8).
  mutating func place(from start: Units, sectionsEnd: Units) {
    let sectionsStart = start + length(of: .start)
    var nextStart = start
    var nextEnd = sectionsEnd
    for (number, entry) in sized.enumerated() {
      let length = Units(points: axis.main(entry.size))
      let position: Units
      switch (edge(of: entry.item), entry.item.extendsBoundary) {
      case (.start, true):
        position = nextStart
        nextStart += length
      case (.start, false):
        position = sectionsStart
      case (.end, true):
        position = nextEnd
        nextEnd += length
      case (.end, false):
        position = sectionsEnd - length
      case (.side, _):
        position = sectionsStart + (sectionsEnd - sectionsStart - length).half
      }
      append(number, at: position, sectionsStart: sectionsStart, sectionsEnd: sectionsEnd)
    }
  }

  private mutating func append(
    _ number: Int, at position: Units, sectionsStart: Units, sectionsEnd: Units
  ) {
    let (item, size) = sized[number]
    let edge = edge(of: item)
    let slot = SectionFrame(
      start: position, length: Units(points: axis.main(size)),
      cross: BoundaryAlignment.crossPosition(
        of: axis.cross(size), alignment: item.alignment, axis: axis, start: 0,
        available: crossLength),
      breadth: axis.cross(size))
    let element = SectionElement(
      rank: edge == .start ? .header : .footer, category: .supplementary, kind: item.kind,
      item: number,
      place: BoundaryAlignment.place(of: item, in: slot, axis: axis),
      zIndex: item.zIndex ?? 1,
      pin: BoundaryAlignment.pin(
        of: item, at: edge, startLength: sectionsStart, end: sectionsEnd),
      pinnedZIndex: item.zIndex ?? 10)
    if edge == .start {
      leading.append(element)
    } else {
      trailing.append(element)
    }
  }

  private func edge(of item: BoundarySupplementaryItem) -> BoundaryAlignment.Edge {
    BoundaryAlignment.edge(of: item.alignment, axis: axis)
  }

  private static func size(
    of item: BoundarySupplementaryItem, container: Size, path: DocumentPath
  ) throws(LayoutError) -> Size {
    var issues = SpecIssues()
    issues.checkFinite(item.absoluteOffset.x, path.field("absoluteOffset").field("x"))
    issues.checkFinite(item.absoluteOffset.y, path.field("absoluteOffset").field("y"))
    issues.checkInsets(item.contentInsets, path.field("contentInsets"))
    try issues.throwIfAny()
    return try DimensionResolver(parent: container).resolve(item.size, at: path.field("size"))
  }
}
