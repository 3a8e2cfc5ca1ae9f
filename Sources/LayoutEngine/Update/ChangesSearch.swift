extension PreparedLayout {
  /// Returns the changes that a view of version `old` has to make to show this version (LayoutRules L, M).
  ///
  /// - Parameters:
  ///   - old: the version that the view shows; the query is in the coordinates of that version.
  ///   - map: the map from the items of the old version to those of this one.
  ///   - query: the view's state, and the rectangle whose elements it has.
  ///   - budget: the budget for the search.
  /// - Throws: `QueryError` if the query scrolls a section of the old version that doesn't scroll by
  ///   itself; `QueryError.cancelled`.
  /// - Complexity: O(found · log n + elements of the sections that differ).
  public func changes(
    from old: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery, _ budget: LayoutBudget? = nil
  ) throws(QueryError) -> LayoutChanges {
    var changes = LayoutChanges()
    var newBounds: Rect?
    if let bounds = query.bounds {
      let anchor = AnchorSearch(from: old, to: self, map, query, bounds: bounds, budget)
      let found = try anchor.run()
      newBounds = found.bounds
      changes.anchor = found.anchor
      changes.contentOffset = Point(x: found.bounds.x, y: found.bounds.y)
      changes.contentOffsetAdjustment = Point(
        x: found.bounds.x - bounds.x, y: found.bounds.y - bounds.y)
    }
    let search = ChangesSearch(
      old: VersionView(old, bounds: query.bounds, scroll: query.scroll),
      new: VersionView(self, bounds: newBounds, scroll: map.scroll(after: query.scroll, content)),
      map: map, budget: budget)
    let moved = query.rect.map { rect in
      rect.offsetBy(
        dx: changes.contentOffsetAdjustment?.x ?? 0, dy: changes.contentOffsetAdjustment?.y ?? 0
      ).grown(from: old.content.container, to: content.container)
    }
    try search.compare(query.rect, moved, &changes)
    changes.invalidated = try search.invalidatedRect()
    return changes
  }
}

/// A version with the visible bounds and scroll offsets of a view.
struct VersionView {
  let layout: PreparedLayout
  private let bounds: Rect?
  private let scroll: [WholeNumber: Double]

  init(_ layout: PreparedLayout, bounds: Rect?, scroll: [WholeNumber: Double]) {
    self.layout = layout
    self.bounds = bounds
    self.scroll = scroll
  }

  /// Returns the elements that the view shows in a rectangle; all elements if `rect` is nil.
  func select(
    _ rect: Rect?, _ budget: LayoutBudget?
  ) throws(QueryError) -> AttributesSelection {
    try layout.select(query(rect.map { .rect($0) } ?? .all), budget)
  }

  /// Returns the query for a selection of elements as the view shows them.
  func query(_ selection: LayoutQuery.Selection) -> LayoutQuery {
    LayoutQuery(selection, bounds: bounds, scroll: scroll).withoutEffects
  }

  /// Returns the element with an identity; nil if it doesn't exist.
  func attributes(_ identity: ElementIdentity) -> LayoutAttributes? {
    guard let selection = selection(of: identity) else { return nil }
    var cursor = selection.makeCursor()
    return cursor.next()
  }

  private func selection(of identity: ElementIdentity) -> AttributesSelection? {
    let path = LayoutIndexPath(section: identity.section, item: identity.item)
    // Pass only the scroll offset of its own section: all offsets passed would be checked for each element.
    let own = identity.section.flatMap { section in
      scroll[WholeNumber(section)].map { [WholeNumber(section): $0] }
    }
    return try? layout.select(
      LayoutQuery(
        .indexPaths([path], kind: identity.kind), bounds: bounds, scroll: own ?? [:]
      ).withoutEffects)
  }

  /// Returns an element's position in response order: its section, its rank in the section, and its
  /// number in the rank.
  ///
  /// Returns an empty array if the element doesn't exist.
  func order(of identity: ElementIdentity) -> [Int] {
    guard let run = selection(of: identity)?.runs.first else { return [] }
    let section = Int(run.section)
    switch run.source {
    case .leadingBoundaries: return [-1, 0, run.lowerBound]
    case .trailingBoundaries: return [.max, 0, run.lowerBound]
    case .cells: return [section, 1, run.lowerBound]
    case .supplementaries: return [section, 4, run.lowerBound]
    case .elements:
      let rank = layout.content.sections[section].solution.elements[run.lowerBound].rank
      let order =
        switch rank {
        case .header: 0
        case .footer: 2
        case .other: 3
        case .decoration: 5
        }
      return [section, order, run.lowerBound]
    }
  }
}

/// The identity of an element in one version (LayoutRules M1): its index path and its kind.
struct ElementIdentity: Hashable {
  var section: Int?
  var item: Int
  /// The element's kind; nil if it is a cell.
  var kind: String?

  init(_ attributes: LayoutAttributes) {
    section = attributes.section
    item = attributes.item
    kind = attributes.kind
  }
}

/// Compares two versions element by element.
struct ChangesSearch {
  let old: VersionView
  let new: VersionView
  let map: ItemMap
  let budget: LayoutBudget?

  /// Adds the deleted, inserted and changed elements to `changes` (LayoutRules M4).
  ///
  /// - Parameters:
  ///   - rect: the rectangle whose elements the view has in the old version; nil if it has all.
  ///   - newRect: the rectangle whose elements it needs in the new version; nil if it needs all.
  func compare(
    _ rect: Rect?, _ newRect: Rect?, _ changes: inout LayoutChanges
  ) throws(QueryError) {
    var changed: [ElementIdentity: LayoutChanges.Change] = [:]
    var before = try old.select(rect, budget).makeCursor()
    while let attributes = before.next() {
      try count()
      guard let identity = identity(after: attributes), let now = new.attributes(identity) else {
        try reserve(MemoryLayout<LayoutAttributes>.stride)
        changes.deleted.append(attributes)
        continue
      }
      if Self.differ(attributes, now) || isReplaced(attributes) {
        try reserve(Self.bytesPerChange)
        changed[identity] = LayoutChanges.Change(attributes: now, old: attributes)
      }
    }
    var after = try new.select(newRect, budget).makeCursor()
    while let attributes = after.next() {
      try count()
      guard let identity = identity(before: attributes), let was = old.attributes(identity) else {
        try reserve(MemoryLayout<LayoutAttributes>.stride)
        changes.inserted.append(attributes)
        continue
      }
      // Report elements outside the old rectangle even if nothing differs: the view lacks them.
      let wasHeld = rect.map { was.frame.intersects($0) } ?? true
      if !wasHeld || Self.differ(was, attributes) || isReplaced(was) {
        try reserve(Self.bytesPerChange)
        changed[ElementIdentity(attributes)] = LayoutChanges.Change(
          attributes: attributes, old: was)
      }
    }
    changes.changed = sorted(changed.values)
  }

  /// Whether an element of the old version is the cell of an item that has been replaced.
  private func isReplaced(_ old: LayoutAttributes) -> Bool {
    guard !map.replaced.isEmpty, old.category == .cell, let section = old.section else {
      return false
    }
    return map.isReplaced(ItemPath(section, old.item))
  }

  private func count() throws(QueryError) {
    guard budget?.checkpoint(after: 8) ?? true else { throw .cancelled }
  }

  /// The bytes that a change takes until the changes are sorted: two elements, its identity, its position
  /// in response order, and its share of a half-empty hash table.
  private static let bytesPerChange = 4 * MemoryLayout<LayoutChanges.Change>.stride

  /// Counts `byteCount` bytes of found elements against the budget.
  private func reserve(_ byteCount: Int) throws(QueryError) {
    guard budget?.tryReserve(byteCount) ?? true else { throw .cancelled }
  }

  /// Whether any attribute except the id differs.
  static func differ(_ one: LayoutAttributes, _ other: LayoutAttributes) -> Bool {
    one.frame != other.frame || one.zIndex != other.zIndex || one.imageHeight != other.imageHeight
      || one.bodyHeight != other.bodyHeight || one.cornerRadius != other.cornerRadius
      || one.section != other.section || one.item != other.item
  }

  // MARK: Identity

  /// Returns the identity in the new version of an element of the old version; nil if it is deleted.
  func identity(after attributes: LayoutAttributes) -> ElementIdentity? {
    var identity = ElementIdentity(attributes)
    guard let section = attributes.section else { return identity }
    if isOnItem(attributes, in: old) {
      guard let path = map.item(after: ItemPath(section, attributes.item)) else { return nil }
      (identity.section, identity.item) = (path.section, path.item)
    } else {
      guard let after = map.section(after: section) else { return nil }
      identity.section = after
    }
    return identity
  }

  /// Returns the identity in the old version of an element of the new version; nil if it is inserted.
  func identity(before attributes: LayoutAttributes) -> ElementIdentity? {
    var identity = ElementIdentity(attributes)
    guard let section = attributes.section else { return identity }
    if isOnItem(attributes, in: new) {
      guard let path = map.item(before: ItemPath(section, attributes.item)) else { return nil }
      (identity.section, identity.item) = (path.section, path.item)
    } else {
      guard let before = map.section(before: section) else { return nil }
      identity.section = before
    }
    return identity
  }

  /// Whether the element is a cell or a badge on a cell, so that its identity follows its item.
  private func isOnItem(_ attributes: LayoutAttributes, in view: VersionView) -> Bool {
    guard let kind = attributes.kind, let section = attributes.section else { return true }
    return view.layout.content.sections[section].solution.supplementaries?.standsOnItems(kind)
      ?? false
  }

  // MARK: Order and reach

  /// Returns the changes in the order in which the new version's responses list their elements.
  private func sorted(_ changes: some Collection<LayoutChanges.Change>) -> [LayoutChanges.Change] {
    changes.map { (order: new.order(of: ElementIdentity($0.attributes)), change: $0) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
      .map { $0.change }
  }
}

extension Rect {
  /// Returns the rectangle with its sides changed by as much as the container's sides change from `old` to
  /// `new`.
  fileprivate func grown(from old: Container, to new: Container) -> Rect {
    Rect(
      x: x, y: y, width: max(0, new.grown(width, along: .horizontal, since: old)),
      height: max(0, new.grown(height, along: .vertical, since: old)))
  }
}
