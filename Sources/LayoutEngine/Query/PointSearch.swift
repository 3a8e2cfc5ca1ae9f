/// Finds the item at a point.
struct PointSearch {
  /// The greatest coordinate that is searched, in points; points beyond it count as being there.
  private static let farthest = 0x1p60

  private let content: PreparedContent
  private let query: PointQuery
  private let budget: LayoutBudget?
  /// The number of cells and sections that may still be visited.
  private var effort: Int
  private let point: Point
  /// The sections' scroll offsets, for the places of cells.
  private let elements: LayoutQuery
  /// Whether too little effort was left, so that the result is worthless.
  private var isAbandoned = false

  init(_ content: PreparedContent, _ query: PointQuery, effort: Int, _ budget: LayoutBudget?) {
    self.content = content
    self.query = query
    self.effort = effort
    self.budget = budget
    func limited(_ number: Double) -> Double { max(-Self.farthest, min(number, Self.farthest)) }
    point = Point(x: limited(query.point.x), y: limited(query.point.y))
    elements = LayoutQuery(
      .rect(Rect(x: point.x, y: point.y, width: 0, height: 0)), scroll: query.scroll)
  }

  /// Runs the search; nil if too little effort is left.
  mutating func run() throws(QueryError) -> FoundItem? {
    for section in query.scroll.keys.sorted() { try content.requireOrthogonal(section) }
    let found = try search()
    guard !isAbandoned else { return nil }
    guard let found else { throw .noItem(atPoint: query.point) }
    return found
  }

  private mutating func search() throws(QueryError) -> FoundItem? {
    switch query.target {
    case .cell: return try cellUnderPoint()
    case .nearestCell:
      if let cell = try cellUnderPoint() { return cell }
      guard !isAbandoned, let section = sectionUnderPoint else { return nil }
      let nearest = try nearest(in: section) { $0.distance(to: $1) }
      return nearest.map { FoundItem(section: section, item: $0.item, frame: $0.frame) }
    case .place(let moving): return try place(of: moving)
    }
  }

  /// Spends effort; returns false if too little is left.
  private mutating func spend(_ count: Int) throws(QueryError) -> Bool {
    guard budget?.checkpoint(after: count) ?? true else { throw .cancelled }
    guard count <= effort else {
      isAbandoned = true
      return false
    }
    effort -= count
    return true
  }

  // MARK: Under the point

  /// Returns the cell under the point, the topmost one and of equally high ones the last; nil if there is none.
  private mutating func cellUnderPoint() throws(QueryError) -> FoundItem? {
    // Cells do not intersect a point, since edges do not belong to a rectangle: find all cells that may touch it.
    let reach = VisibleFrameTransform(content, section: nil, query: elements).searchRect(
      for: Rect(x: point.x, y: point.y, width: 0, height: 0))
    var query = elements
    query.selection = .rect(
      Rect(
        minX: point.x - reach.width, minY: point.y - reach.height, maxX: point.x + reach.width,
        maxY: point.y + reach.height))
    var search = SelectionSearch(content, query: query, effort: effort, budget)
    try search.run()
    isAbandoned = search.isAbandoned
    guard !isAbandoned, try spend(search.selection.count) else { return nil }
    var best: (cell: FoundItem, zIndex: WholeNumber)?
    var cursor = search.selection.makeCursor()
    while let element = cursor.next() {
      guard element.category == .cell, let section = element.section,
        element.frame.holds(point), best.map({ $0.zIndex <= element.zIndex }) ?? true
      else { continue }
      best = (
        FoundItem(section: section, item: element.item, frame: element.frame), element.zIndex
      )
    }
    return best?.cell
  }

  /// The last section that begins at or before the point along the scroll axis, else the first one; nil if
  /// there are no sections.
  ///
  /// - Complexity: O(log sections).
  private var sectionUnderPoint: Int? {
    let sections = content.sections
    guard !sections.isEmpty else { return nil }
    let position = content.axis.main(
      content.isMirrored ? Point(x: content.contentSize.width - point.x, y: point.y) : point)
    return max(0, sections.indices.firstIndex { sections.start(of: $0).points > position } - 1)
  }

  // MARK: The nearest cell

  /// A cell with its distance from the point.
  private struct Candidate {
    var item: Int
    var frame: Rect
    var distance: Double
  }

  /// Returns the cell of a section with the least distance, of equally near ones the last; nil if the section
  /// has no cell but the excluded one.
  ///
  /// Squares around the point are searched, each twice as wide as the one before, until the nearest cell is
  /// nearer than the square's sides: all cells outside the square are farther.
  ///
  /// - Parameter distance: returns a cell's distance from the point; it must be at least that of its frame.
  private mutating func nearest(
    in section: Int, except excluded: Int? = nil, by distance: (Rect, Point) -> Double
  ) throws(QueryError) -> Candidate? {
    let cells = content.sections[section].solution.cells
    let excludesCell = excluded.map { $0 < cells.count } ?? false
    guard cells.count > (excludesCell ? 1 : 0) else { return nil }
    let placement = VisibleFrameTransform(content, section: section, query: elements)
    let bounds = placement.frame(ofCellsIn: cells.bounds)
    var radius =
      bounds.distance(to: point)
      + max(1, (bounds.width * bounds.height / Double(cells.count)).squareRoot())
    let enough = bounds.farthestDistance(to: point)
    var candidates = IndexRuns()
    var walk = CellCursor()
    while true {
      let square = Rect(
        minX: point.x - radius, minY: point.y - radius, maxX: point.x + radius,
        maxY: point.y + radius)
      candidates.removeAll(limit: effort)
      cells.addCandidates(intersecting: placement.searchRect(for: square), to: &candidates)
      candidates.normalize()
      guard try spend(candidates.isFull ? cells.count : candidates.spent + 1) else { return nil }
      var best: Candidate?
      for run in candidates.isFull ? [0..<cells.count] : candidates.runs {
        for item in run where item != excluded {
          if item % LayoutBudget.stretch == 0, budget?.checkpoint() == false { throw .cancelled }
          let frame = placement.frame(ofCell: item, in: cells, &walk)
          let distance = distance(frame, point)
          guard best.map({ distance <= $0.distance }) ?? true else { continue }
          best = Candidate(item: item, frame: frame, distance: distance)
        }
      }
      if radius > enough || candidates.isFull { return best }
      if let best, best.distance <= radius { return best }
      radius *= 2
    }
  }

  // MARK: Dragging

  /// Returns where the dragged item would go: after the item before a free place, or before or after the cell of the
  /// section under the point whose centre is nearest, itself excepted.
  private mutating func place(of moving: LayoutIndexPath) throws(QueryError) -> FoundItem? {
    guard let from = moving.section, content.sections.indices.contains(from),
      0..<content.sections[from].itemCount ~= moving.item
    else { throw .noSuchElement(moving, kind: nil) }
    guard let section = sectionUnderPoint else { throw .noItem(atPoint: query.point) }
    let own = section == from ? moving.item : nil
    if let before = try itemBeforeFreePlace(in: section, except: own) {
      // The places of a move are those after the item is removed.
      let item = own.map { $0 <= before } ?? false ? before : before + 1
      return FoundItem(section: section, item: item, frame: nil)
    }
    guard !isAbandoned else { return nil }
    let nearest = try nearest(in: section, except: own) { $0.centre.distance(to: $1) }
    // A section without another cell takes the item as its first one.
    guard let best = nearest else { return FoundItem(section: section, item: 0, frame: nil) }
    var item = best.item + (isBehind(best, in: section) ? 1 : 0)
    if let own, own < item { item -= 1 }
    return FoundItem(section: section, item: item, frame: nil)
  }

  /// Returns the item before the free place that the point is on; nil if it is on none.
  ///
  private mutating func itemBeforeFreePlace(
    in section: Int, except own: Int?
  ) throws(QueryError) -> Int? {
    let placed = content.sections[section]
    guard placed.solution.cells.count > (own == nil ? 0 : 1),
      let traits = (placed.layout ?? content.layout)?.chosenTraits(for: content.container)
    else { return nil }
    var search = FreePlaceSearch(
      content, section: section, except: own, at: point, elements: elements, effort: effort, budget)
    let before: Int?
    switch traits.freePlaces {
    case .none: return nil
    case .behindColumns: before = try search.lastBehindColumn()
    case .inLines: before = try search.lastOfLine()
    }
    effort = search.effort
    isAbandoned = search.isAbandoned
    return before
  }

  /// Whether the point is behind a cell's centre, in the direction in which the cell's neighbours follow each
  /// other.
  ///
  /// That is the direction to a neighbour in the same line, if the cell has one, else the scroll axis.
  private func isBehind(_ cell: Candidate, in section: Int) -> Bool {
    let cells = content.sections[section].solution.cells
    let placement = VisibleFrameTransform(content, section: section, query: elements)
    var walk = CellCursor()
    let axis = content.axis
    let centre = cell.frame.centre
    for (neighbour, way) in [(cell.item + 1, 1.0), (cell.item - 1, -1.0)]
    where 0..<cells.count ~= neighbour {
      let other = placement.frame(ofCell: neighbour, in: cells, &walk)
      guard cell.frame.sharesLine(with: other, of: axis) else { continue }
      let distance = axis.cross(other.centre) - axis.cross(centre)
      guard distance != 0 else { continue }
      return (axis.cross(point) - axis.cross(centre)) * (distance > 0 ? way : -way) > 0
    }
    let isBackwards = axis == .horizontal && content.isMirrored
    let distance = axis.main(point) - axis.main(centre)
    return isBackwards ? distance < 0 : distance > 0
  }
}

extension Rect {
  /// The rectangle's middle.
  fileprivate var centre: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// Whether a point is in the rectangle, near edges included and far edges excluded, as in
  /// `CGRectContainsPoint`.
  fileprivate func holds(_ point: Point) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }

  /// The distance from a point; 0 if the point is inside.
  fileprivate func distance(to point: Point) -> Double {
    let dx = max(0, max(minX - point.x, point.x - maxX))
    let dy = max(0, max(minY - point.y, point.y - maxY))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The distance from a point to the farthest corner.
  fileprivate func farthestDistance(to point: Point) -> Double {
    let dx = max(abs(minX - point.x), abs(maxX - point.x))
    let dy = max(abs(minY - point.y), abs(maxY - point.y))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Whether two cells are beside each other in one line: along the scroll axis, they overlap by more than
  /// half of the shorter one.
  func sharesLine(with other: Rect, of axis: LayoutAxis) -> Bool {
    let overlap =
      min(axis.mainMax(self), axis.mainMax(other)) - max(axis.mainMin(self), axis.mainMin(other))
    return overlap > min(axis.main(size), axis.main(other.size)) / 2
  }
}

extension Point {
  /// The distance between two points.
  fileprivate func distance(to other: Point) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
