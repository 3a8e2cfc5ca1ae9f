package import LayoutEngine
import LayoutWire

/// What is told of the changes between two versions, against all that both show (LayoutRules M).
package struct VersionComparison {
  private let old: PreparedLayout
  private let new: PreparedLayout
  private let map: ItemMap
  private let query: ChangesQuery
  private let newScroll: [Int: Double]?

  /// Compares what `query` finds.
  ///
  /// - Parameter newScroll: how far the new version's orthogonal sections are scrolled; nil if that
  ///   is not known.
  package init(
    _ old: PreparedLayout, _ new: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery,
    newScroll: [Int: Double]? = nil
  ) {
    self.old = old
    self.new = new
    self.map = map
    self.query = query
    self.newScroll = newScroll ?? (query.scroll.isEmpty ? [:] : nil)
  }

  /// Asks for everything, and for the rectangle.
  ///
  /// - Returns: where what is found contradicts what both versions show; nothing where the query is
  ///   refused.
  package func contradictions() -> [String] {
    var everything = query
    everything.rect = nil
    guard let all = try? new.changes(from: old, map, everything),
      let part = try? new.changes(from: old, map, query)
    else { return [] }
    var check = ComparisonCheck(old, new, map, query)
    check.checkAnswer(all)
    check.checkAnswer(part)
    let before = attributes(
      of: old, LayoutQuery(.all, bounds: query.bounds, scroll: query.scroll).withoutEffects)
    let after = newScroll.map {
      attributes(of: new, LayoutQuery(.all, bounds: newBounds(all), scroll: $0).withoutEffects)
    }
    check.checkAll(all, before, after)
    if let after { check.checkPart(part, of: all, after) }
    return check.contradictions
  }

  /// What the view shows of the new version: it is as much larger as its container is.
  private func newBounds(_ changes: LayoutChanges) -> Rect? {
    guard let offset = changes.contentOffset, let bounds = query.bounds else { return nil }
    let (size, oldSize) = (new.document.container.size, old.document.container.size)
    return Rect(
      x: offset.x, y: offset.y, width: max(0, bounds.width + size.width - oldSize.width),
      height: max(0, bounds.height + size.height - oldSize.height))
  }
}

/// Gathers contradictions.
private struct ComparisonCheck {
  private let old: PreparedLayout
  private let new: PreparedLayout
  private let query: ChangesQuery
  private let map: ItemMap
  private(set) var contradictions: [String] = []

  init(
    _ old: PreparedLayout, _ new: PreparedLayout, _ map: ItemMap, _ query: ChangesQuery
  ) {
    self.map = map
    self.old = old
    self.new = new
    self.query = query
  }

  private mutating func expect(_ holds: Bool, _ contradiction: String) {
    if !holds { contradictions.append(contradiction) }
  }

  private func isReplaced(_ attributes: LayoutAttributes) -> Bool {
    guard attributes.category == .cell, let section = attributes.section else { return false }
    return map.isReplaced(ItemPath(section, attributes.item))
  }

  // MARK: Everything

  /// What is told of everything makes one list of the other, and lies in what is invalidated.
  mutating func checkAll(
    _ all: LayoutChanges, _ before: [LayoutAttributes], _ after: [LayoutAttributes]?
  ) {
    if let offset = all.contentOffset {
      expect(offset.x.isFinite && offset.y.isFinite, "an offset is not finite")
    }
    expect(
      all.changed.allSatisfy { differ($0) || isReplaced($0.old) },
      "an equal element is listed as changed")
    let replaced = before.filter { isReplaced($0) && !all.deleted.contains($0) }
    expect(
      replaced.allSatisfy { one in all.changed.contains { $0.old == one } },
      "a replaced element is not listed as changed")
    expect(isSubsequence(all.deleted, of: before), "what is deleted was not there in that order")
    var left = Tally(before)
    expect(left.remove(all.deleted + all.changed.map(\.old)), "what is told of was not there")
    if let after {
      expect(isSubsequence(all.inserted, of: after), "what is inserted is not in that order")
      let changed = all.changed.map(\.attributes)
      expect(isSubsequence(changed, of: after), "what is changed is not in that order")
      var rest = Tally(after)
      expect(rest.remove(all.inserted + changed), "what is told of is not there")
      expect(left.counts == rest.counts, "what is not told of differs")
    }
    checkReach(all)
  }

  private mutating func checkReach(_ all: LayoutChanges) {
    let frames =
      (all.deleted + all.inserted).map(\.frame)
      + all.changed.flatMap { [$0.old.frame, $0.attributes.frame] }
    guard let reach = all.invalidated else {
      return expect(frames.isEmpty, "what differs is not invalidated")
    }
    for frame in frames {
      expect(holds(reach, frame), "\(frame) differs outside of what is invalidated, \(reach)")
    }
  }

  private func holds(_ reach: Rect, _ frame: Rect) -> Bool {
    func isLess(_ one: Double, _ other: Double) -> Bool {
      one <= other + 1e-9 * max(1, abs(one), abs(other))
    }
    return isLess(reach.minX, frame.minX) && isLess(reach.minY, frame.minY)
      && isLess(frame.maxX, reach.maxX) && isLess(frame.maxY, reach.maxY)
  }

  private func differ(_ change: LayoutChanges.Change) -> Bool {
    let (one, other) = (change.old, change.attributes)
    return one.frame != other.frame || one.zIndex != other.zIndex
      || one.imageHeight != other.imageHeight || one.section != other.section
      || one.item != other.item
  }

  // MARK: A rectangle

  /// LayoutRules M4, of what is told of everything.
  mutating func checkPart(
    _ part: LayoutChanges, of all: LayoutChanges, _ after: [LayoutAttributes]
  ) {
    expect(part.contentOffset == all.contentOffset && part.anchor == all.anchor, "anchors differ")
    expect(part.invalidated == all.invalidated, "what is invalidated depends on the rectangle")
    guard let rect = query.rect else { return }
    let newRect = newRect(rect, part)
    expect(
      part.deleted == all.deleted.filter { $0.frame.intersects(rect) }, "what is deleted in it")
    expect(
      part.inserted == all.inserted.filter { $0.frame.intersects(newRect) },
      "what is inserted in it")
    let olds = Dictionary(
      all.changed.map { ($0.attributes, $0.old) }, uniquingKeysWith: { one, _ in one })
    var inserted = Tally(all.inserted)
    var expected: [LayoutAttributes] = []
    for attributes in after where !inserted.take(attributes) {
      let was = olds[attributes]
      let wasHeld = (was ?? attributes).frame.intersects(rect)
      let isSeen = attributes.frame.intersects(newRect)
      guard was != nil ? wasHeld || isSeen : isSeen && !wasHeld else { continue }
      expected.append(attributes)
    }
    expect(part.changed.map(\.attributes) == expected, "what changes in it")
    for change in part.changed {
      let was = olds[change.attributes] ?? change.attributes
      expect(bits(was) == bits(change.old), "where it was")
    }
  }

  /// LayoutRules M3.
  private func newRect(_ rect: Rect, _ changes: LayoutChanges) -> Rect {
    let adjustment = changes.contentOffsetAdjustment ?? .zero
    let (size, oldSize) = (new.document.container.size, old.document.container.size)
    return Rect(
      x: rect.x + adjustment.x, y: rect.y + adjustment.y,
      width: max(0, rect.width + size.width - oldSize.width),
      height: max(0, rect.height + size.height - oldSize.height))
  }

  // MARK: Answers

  /// An answer is JSON, and its pieces make the whole.
  mutating func checkAnswer(_ changes: LayoutChanges) {
    let id = Array("0123456789abcdef".utf8)
    let summary = LayoutSummary(id: id, layout: new, parent: id)
    for form in [ChangesEncoder.Form.objects, .columns] {
      var (whole, pieces): ([UInt8], [UInt8]) = ([], [])
      var encoder = ChangesEncoder(summary, from: id, changes, form)
      encoder.encodeAll(into: &whole)
      var another = ChangesEncoder(summary, from: id, changes, form)
      while another.encode(into: &pieces, limit: 500) {}
      expect(whole == pieces, "the pieces of an answer don't make the whole")
      expect((try? LayoutDocumentReader.validate(whole)) != nil, "an answer is no JSON")
    }
  }
}

// MARK: Elements

/// What a layout shows.
package func attributes(
  of layout: PreparedLayout, _ query: LayoutQuery = LayoutQuery(.all)
) -> [LayoutAttributes] {
  guard let selection = try? layout.select(query) else { return [] }
  var cursor = selection.makeCursor()
  var attributes: [LayoutAttributes] = []
  attributes.reserveCapacity(selection.count)
  while let next = cursor.next() { attributes.append(next) }
  return attributes
}

/// The bits of a frame's numbers: a zero has a sign.
package func bits(_ attributes: LayoutAttributes) -> [UInt64] {
  let frame = attributes.frame
  return [frame.x, frame.y, frame.width, frame.height, attributes.imageHeight ?? 0]
    .map(\.bitPattern)
}

/// Whether elements are among others, in their order.
private func isSubsequence(_ elements: [LayoutAttributes], of others: [LayoutAttributes]) -> Bool {
  var rest = others[...]
  return elements.allSatisfy { element in
    guard let place = rest.firstIndex(of: element) else { return false }
    rest = rest[(place + 1)...]
    return true
  }
}

/// How often each element is there, clients' ids aside: what replaces an item is the same element.
private struct Tally {
  private(set) var counts: [LayoutAttributes: Int] = [:]

  init(_ elements: [LayoutAttributes]) {
    for element in elements { counts[Self.nameless(element), default: 0] += 1 }
  }

  private static func nameless(_ element: LayoutAttributes) -> LayoutAttributes {
    var element = element
    element.id = nil
    return element
  }

  /// Takes one out, where it is there.
  mutating func take(_ element: LayoutAttributes) -> Bool {
    let element = Self.nameless(element)
    guard let count = counts[element] else { return false }
    counts[element] = count > 1 ? count - 1 : nil
    return true
  }

  /// Takes all out; false if one is not there.
  mutating func remove(_ elements: [LayoutAttributes]) -> Bool {
    var areThere = true
    for element in elements where !take(element) { areThere = false }
    return areThere
  }
}
