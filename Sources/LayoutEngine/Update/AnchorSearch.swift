/// Finds the anchor, and the content offset at which it stays where the reader sees it (LayoutRules L).
struct AnchorSearch {
  private let old: PreparedLayout
  private let new: PreparedLayout
  private let map: ItemMap
  private let query: ChangesQuery
  private let bounds: Rect
  private let budget: LayoutBudget?
  private let oldEdges: ContentEdges
  private let newEdges: ContentEdges

  /// The distance from the content's start or end, in points, within which a view stays there (LayoutRules
  /// L3).
  private static let endReach = 1.0

  init(
    from old: PreparedLayout, to new: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery,
    bounds: Rect, _ budget: LayoutBudget?
  ) {
    self.old = old
    self.new = new
    self.map = map
    self.query = query
    self.bounds = bounds
    self.budget = budget
    // A container without a height scrolls vertically.
    oldEdges = ContentEdges(old.content, viewLength: bounds.height)
    newEdges = ContentEdges(new.content, viewLength: bounds.height)
  }

  /// Returns the anchor and the view's bounds in the new version; the anchor is nil if no cell stays in
  /// place.
  ///
  /// - Throws: `QueryError` if the query scrolls a section of the old version that doesn't scroll by
  ///   itself; `QueryError.cancelled`.
  /// - Complexity: O(visible cells + log n).
  func run() throws(QueryError) -> (anchor: LayoutChanges.HeldCell?, bounds: Rect) {
    let start = oldEdges.start(of: bounds)
    let isAtStart = start <= oldEdges.least + Self.endReach
    let isAtEnd = start >= oldEdges.greatest - Self.endReach
    switch query.anchor {
    case .none: return (nil, moved(to: unheldStart))
    case .first where isAtStart, .firstWhole where isAtStart:
      return (nil, moved(to: newEdges.least))
    case .last where isAtEnd: return (nil, moved(to: newEdges.greatest))
    case .first, .firstWhole, .last, .item: break
    }
    guard let held = try heldCell() else { return (nil, moved(to: unheldStart)) }
    let oldFrame = try frame(of: held.old, in: old, scroll: query.scroll)
    let newFrame = try frame(of: held.new, in: new, scroll: [:])
    guard let oldFrame, let newFrame else { return (nil, moved(to: unheldStart)) }
    return (held, moved(to: newStart(oldFrame, newFrame, held)))
  }

  /// The start position of a view without an anchor: its offset stays (LayoutRules L4).
  ///
  /// If the content of the new version begins at the opposite side, the distance from the content's start
  /// stays instead.
  private var unheldStart: Double {
    let start = oldEdges.start(of: bounds)
    guard oldEdges.isReversed != newEdges.isReversed else { return start }
    return newEdges.contentStart + (start - oldEdges.contentStart)
  }

  /// Returns the start position at which the anchor keeps its distance from the view's edge (LayoutRules
  /// L5, L7).
  private func newStart(
    _ oldFrame: Rect, _ newFrame: Rect, _ held: LayoutChanges.HeldCell
  ) -> Double {
    let (oldStart, oldEnd) = (oldEdges.start(of: oldFrame), oldEdges.end(of: oldFrame))
    let (newStart, newEnd) = (newEdges.start(of: newFrame), newEdges.end(of: newFrame))
    let edge = held.isEnd ? oldEdges.far(bounds) : oldEdges.near(bounds)
    let newEdge: Double
    if oldStart < edge, edge < oldEnd, holdsPoint(of: held) {
      let part = (edge - oldStart) / (oldEnd - oldStart)
      newEdge = newStart + part * (newEnd - newStart)
    } else {
      newEdge = held.isEnd ? newEnd - (oldEnd - edge) : newStart - (oldStart - edge)
    }
    let length = newLength
    return held.isEnd ? newEdge + newEdges.insetEnd - length : newEdge - newEdges.insetStart
  }

  /// Whether the point of the cell that is at the view's edge stays there; otherwise the cell's own edge
  /// keeps its distance.
  private func holdsPoint(of held: LayoutChanges.HeldCell) -> Bool {
    old.content.container != new.content.container
      || !old.content.hasSameLayout(held.old.section, as: held.new.section, of: new.content)
  }

  /// The view's length along the new version's scroll axis: it changes by as much as the container's
  /// length.
  private var newLength: Double {
    let axis = newEdges.axis
    return new.content.container.grown(
      axis.main(bounds.size), along: axis, since: old.content.container)
  }

  /// Returns the view's bounds in the new version for a start position, limited to where content can be
  /// scrolled.
  ///
  /// The offset across the scroll axis stays; it is 0 if the scroll axis changes.
  private func moved(to start: Double) -> Rect {
    let axis = newEdges.axis
    let clamped = max(newEdges.least, min(start, newEdges.greatest))
    let offset = newEdges.offset(clamped, length: newLength)
    let cross = axis == oldEdges.axis ? axis.crossMin(bounds) : 0
    let crossLength = new.content.container.grown(
      axis.cross(bounds.size), along: axis.crossed, since: old.content.container)
    return axis.rect(
      main: offset, cross: cross, mainLength: max(0, newLength), crossLength: max(0, crossLength))
  }

  private func frame(
    of path: ItemPath, in layout: PreparedLayout, scroll: [WholeNumber: Double]
  ) throws(QueryError) -> Rect? {
    let found = try layout.select(
      LayoutQuery(
        .indexPaths([LayoutIndexPath(section: path.section, item: path.item)], kind: nil),
        scroll: scroll))
    var cursor = found.makeCursor()
    return cursor.next()?.frame
  }

  // MARK: Choosing the cell

  private func heldCell() throws(QueryError) -> LayoutChanges.HeldCell? {
    switch query.anchor {
    case .none: return nil
    case .item(let path, let isEnd):
      guard let (before, after) = nearest(to: path) else { return nil }
      return LayoutChanges.HeldCell(old: before, new: after, isEnd: isEnd)
    case .first: return try visibleCell(isEnd: false, isWhole: false)
    case .firstWhole:
      if let whole = try visibleCell(isEnd: false, isWhole: true) { return whole }
      return try visibleCell(isEnd: false, isWhole: false)
    case .last: return try visibleCell(isEnd: true, isWhole: false)
    }
  }

  /// Returns the first visible cell that the new version still has, or the last such cell if `isEnd`.
  ///
  /// - Parameter isWhole: whether only cells count that are entirely visible.
  private func visibleCell(
    isEnd: Bool, isWhole: Bool
  ) throws(QueryError) -> LayoutChanges.HeldCell? {
    let selection = try old.select(LayoutQuery(.rect(bounds), scroll: query.scroll), budget)
    var cursor = selection.makeCursor()
    var allowance = Int.max
    var found: LayoutChanges.HeldCell?
    while let cell = cursor.nextCell(steppingOver: &allowance) {
      guard budget?.checkpoint(after: 1) ?? true else { throw .cancelled }
      let path = ItemPath(cell.section, cell.item)
      guard let after = map.item(after: path), hasCell(after) else { continue }
      if isWhole,
        oldEdges.start(of: cell.frame) < oldEdges.near(bounds)
          || oldEdges.end(of: cell.frame) > oldEdges.far(bounds)
      {
        continue
      }
      found = LayoutChanges.HeldCell(old: path, new: after, isEnd: isEnd)
      if !isEnd { break }
    }
    return found
  }

  /// Whether an item of the new version has a cell (LayoutRules G5, G6).
  private func hasCell(_ path: ItemPath) -> Bool {
    path.item < new.content.sections[path.section].solution.cells.count
  }

  /// Returns the paths, in the old and the new version, of the item nearest to `path` that the new version
  /// still has.
  ///
  /// It searches upwards from `path`, then downwards; nil if there is no such item.
  private func nearest(to path: ItemPath) -> (ItemPath, ItemPath)? {
    let sections = old.content.sections
    guard path.section < sections.count else { return nil }
    func kept(_ section: Int, _ items: some Sequence<Int>) -> (ItemPath, ItemPath)? {
      for item in items {
        guard budget?.checkpoint(after: 1) ?? true else { return nil }
        if let after = map.item(after: ItemPath(section, item)), hasCell(after) {
          return (ItemPath(section, item), after)
        }
      }
      return nil
    }
    for section in path.section..<sections.count {
      let count = sections[section].solution.cells.count
      let first = section == path.section ? min(path.item, count) : 0
      if let found = kept(section, first..<count) { return found }
    }
    for section in (0...path.section).reversed() {
      let count = sections[section].solution.cells.count
      let end = section == path.section ? min(path.item, count) : count
      if let found = kept(section, (0..<end).reversed()) { return found }
    }
    return nil
  }
}

extension PreparedContent {
  /// Whether a section has the same layout as section `other` of another version's content.
  fileprivate func hasSameLayout(
    _ section: Int, as other: Int, of content: PreparedContent
  ) -> Bool {
    (sections[section].layout ?? layout) == (content.sections[other].layout ?? content.layout)
  }
}
