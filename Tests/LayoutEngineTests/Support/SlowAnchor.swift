@testable import LayoutEngine

/// Which cell a view holds and where it has to scroll to, found by looking at every cell
/// (LayoutRules L).
struct SlowAnchor {
  /// A version's scroll axis as it is read: positions grow from the first cell to the last.
  private struct Line {
    let axis: LayoutAxis
    let isReversed: Bool
    let insets: (start: Double, end: Double)
    let contentLength: Double
    let containerLength: Double

    init(_ layout: PreparedLayout) {
      let container = layout.document.container
      let insets = container.contentInsets
      axis = layout.document.configuration.scrollDirection
      isReversed = axis == .horizontal && container.direction == .rightToLeft
      self.insets =
        axis == .vertical ? (insets.top, insets.bottom) : (insets.leading, insets.trailing)
      contentLength = axis == .vertical ? layout.contentSize.height : layout.contentSize.width
      containerLength = axis == .vertical ? container.size.height : container.size.width
    }

    func span(of rect: Rect) -> (start: Double, end: Double) {
      if axis == .vertical { return (rect.y, rect.y + rect.height) }
      let (left, right) = (rect.x, rect.x + rect.width)
      return isReversed ? (-right, -left) : (left, right)
    }

    var contentStart: Double { isReversed ? -contentLength : 0 }
    var least: Double { contentStart - insets.start }
    var greatest: Double {
      Swift.max(least, contentStart + contentLength + insets.end - containerLength)
    }
  }

  private let before: Line
  private let after: Line
  private let bounds: Rect
  private let query: ChangesQuery
  private let map: ItemMap
  private let old: PreparedLayout
  private let new: PreparedLayout
  private let oldCells: [ItemPath: Rect]
  private let newCells: [ItemPath: Rect]

  /// Nil where the query is refused, or has no bounds.
  init?(_ old: PreparedLayout, _ new: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery) {
    guard let bounds = query.bounds, let cells = Self.cells(of: old, query.scroll) else {
      return nil
    }
    (self.old, self.new, self.map, self.query, self.bounds) = (old, new, map, query, bounds)
    (before, after) = (Line(old), Line(new))
    oldCells = cells
    newCells = Self.cells(of: new, [:]) ?? [:]
  }

  private static func cells(
    of layout: PreparedLayout, _ scroll: [WholeNumber: Double]
  ) -> [ItemPath: Rect]? {
    guard let all = try? layout.attributes(LayoutQuery(.all, scroll: scroll)) else { return nil }
    let cells = all.lazy.filter { $0.category == .cell }
    return Dictionary(
      uniqueKeysWithValues: cells.map { (ItemPath($0.section ?? 0, $0.item), $0.frame) })
  }

  /// What is held, and the view's new offset.
  func answer() -> (held: LayoutChanges.HeldCell?, offset: Point) {
    let start = before.span(of: bounds).start
    let (isAtStart, isAtEnd) = (start <= before.least + 1, start >= before.greatest - 1)
    switch query.anchor {
    case .first where isAtStart, .firstWhole where isAtStart: return (nil, offset(after.least))
    case .last where isAtEnd: return (nil, offset(after.greatest))
    default: break
    }
    for (path, isEnd) in candidates() {
      guard let now = map.item(after: path), let new = newCells[now], let old = oldCells[path]
      else { continue }
      let held = LayoutChanges.HeldCell(old: path, new: now, isEnd: isEnd)
      return (held, offset(self.start(old, new, held)))
    }
    // The offset stays; where content begins at another side, its distance from there.
    let moved = before.isReversed == after.isReversed ? 0 : after.contentStart - before.contentStart
    return (nil, offset(start + moved))
  }

  /// The cells that may be held, the one that is to be first.
  private func candidates() -> [(ItemPath, isEnd: Bool)] {
    let all = oldCells.keys.sorted()
    let visible = all.filter { oldCells[$0]?.intersects(bounds) ?? false }
    switch query.anchor {
    case .none: return []
    case .first: return visible.map { ($0, false) }
    case .last: return visible.reversed().map { ($0, true) }
    case .firstWhole:
      let (near, far) = (
        before.span(of: bounds).start + before.insets.start,
        before.span(of: bounds).end - before.insets.end
      )
      let whole = visible.filter { path in
        let span = before.span(of: oldCells[path] ?? .zero)
        return span.start >= near && span.end <= far
      }
      return (whole + visible).map { ($0, false) }
    case .item(let path, let isEnd):
      guard path.section < old.sectionCount else { return [] }
      return (all.filter { $0 >= path } + all.filter { $0 < path }.reversed()).map { ($0, isEnd) }
    }
  }

  /// Where the view begins so that the cell keeps its distance (LayoutRules L5, L7).
  private func start(_ old: Rect, _ new: Rect, _ held: LayoutChanges.HeldCell) -> Double {
    let (was, now) = (before.span(of: old), after.span(of: new))
    let view = before.span(of: bounds)
    let edge = held.isEnd ? view.end - before.insets.end : view.start + before.insets.start
    func layout(_ layout: PreparedLayout, _ section: Int) -> LayoutVariants? {
      layout.document.sections[section].layout ?? layout.document.layout
    }
    let isOther =
      self.old.document.container != self.new.document.container
      || layout(self.old, held.old.section) != layout(self.new, held.new.section)
    let place: Double
    if isOther, was.start < edge, edge < was.end {
      place = now.start + (edge - was.start) / (was.end - was.start) * (now.end - now.start)
    } else {
      place = held.isEnd ? now.end + (edge - was.end) : now.start + (edge - was.start)
    }
    return held.isEnd ? place + after.insets.end - length : place - after.insets.start
  }

  /// How long the view is along the new scroll axis: as much longer as its container is.
  private var length: Double {
    let (one, other) = (old.document.container.size, new.document.container.size)
    return after.axis == .vertical
      ? bounds.height + other.height - one.height : bounds.width + other.width - one.width
  }

  /// The offset of a view that begins there, or as near as content can be scrolled.
  private func offset(_ start: Double) -> Point {
    let start = max(after.least, min(start, after.greatest))
    let main = after.isReversed ? -start - length : start
    let isSame = before.axis == after.axis
    return after.axis == .vertical
      ? Point(x: isSame ? bounds.x : 0, y: main) : Point(x: main, y: isSame ? bounds.y : 0)
  }
}
