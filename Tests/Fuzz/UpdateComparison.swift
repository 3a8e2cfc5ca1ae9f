import HTTPMessage
import LayoutEngine
import LayoutWire

/// What an input asks of the changes between two versions, by the service's own readers.
struct AskedChanges {
  private(set) var query = ChangesQuery(
    rect: Rect(x: 0, y: 30, width: 200, height: 150),
    bounds: Rect(x: 0, y: 40, width: 320, height: 200))

  /// A view in the midst of small content.
  init() {}

  /// Reads `rect`, `bounds`, `anchor` and `scroll`, joined by `&`; what can't be read is left as it is.
  init(_ text: [UInt8]) {
    for parameter in text.split(separator: UInt8(ascii: "&")) {
      let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard parts.count == 2 else { continue }
      read(Array(parts[0]), ParameterReader(Array(parts[1]), 0..<parts[1].count, name: "value"))
    }
  }

  private mutating func read(_ name: [UInt8], _ reader: ParameterReader) {
    switch String(decoding: name, as: UTF8.self) {
    case "rect": query.rect = reader.equals("all") ? nil : (try? reader.rect()) ?? query.rect
    case "bounds": query.bounds = reader.equals("none") ? nil : (try? reader.rect()) ?? query.bounds
    case "scroll":
      query.scroll =
        (try? reader.scrollOffsets(limit: AttributesQuery.maxScrolledSections)) ?? [:]
    case "anchor":
      if reader.equals("firstWhole") { query.anchor = .firstWhole }
      if reader.equals("last") { query.anchor = .last }
      if reader.equals("none") { query.anchor = .none }
      if let (path, isEnd) = reader.cellEdge() { query.anchor = .item(path, isEnd: isEnd) }
    default: break
    }
  }
}

/// What is told of the changes between two versions, against all that both show.
struct VersionComparison {
  private let old: PreparedLayout
  private let new: PreparedLayout
  private let map: ItemMap
  private let query: ChangesQuery

  init(
    _ old: PreparedLayout, _ new: PreparedLayout, _ map: ItemMap, _ asked: AskedChanges
  ) {
    self.old = old
    self.new = new
    self.map = map
    query = asked.query
  }

  private func found(_ query: ChangesQuery) -> LayoutChanges? {
    try? new.changes(from: old, map, query)
  }

  /// What the query, and that for everything, cost.
  func checkCosts() {
    var everything = query
    everything.rect = nil
    for query in [query, everything] {
      let cost = Cost()
      _ = found(query)
      cost.check("comparing")
    }
  }

  /// Asks for everything, and for the rectangle, and compares.
  func check() {
    var everything = query
    everything.rect = nil
    guard let all = found(everything), let part = found(query) else { return }
    checkAnswer(all)
    checkAnswer(part)
    let before = attributes(of: old, shown(query.bounds, query.scroll))
    var newBounds = query.bounds
    if let offset = all.contentOffset, let bounds = query.bounds {
      precondition(offset.x.isFinite && offset.y.isFinite, "offsets are finite")
      // The view is as much larger as its container is.
      newBounds = Rect(
        x: offset.x, y: offset.y,
        width: max(
          0,
          bounds.width + new.document.container.size.width
            - old.document.container.size.width),
        height: max(
          0,
          bounds.height + new.document.container.size.height
            - old.document.container.size.height))
    }
    // How far sections of the version are scrolled only the map knows.
    let after = query.scroll.isEmpty ? attributes(of: new, shown(newBounds, [:])) : nil
    checkAll(all, before, after)
    if let after { checkPart(part, of: all, before, after) }
  }

  private func shown(_ bounds: Rect?, _ scroll: [Int: Double]) -> LayoutQuery {
    LayoutQuery(.all, bounds: bounds, scroll: scroll)
  }

  // MARK: Everything

  /// What is told of everything makes one list of the other, and lies in what is invalidated.
  private func checkAll(
    _ all: LayoutChanges, _ before: [LayoutAttributes], _ after: [LayoutAttributes]?
  ) {
    for change in all.changed { precondition(differ(change), "what is the same is no change") }
    precondition(isSubsequence(all.deleted, of: before), "what is deleted was there, in order")
    var left = Tally(before)
    left.remove(all.deleted)
    left.remove(all.changed.map(\.old))
    if let after {
      precondition(isSubsequence(all.inserted, of: after), "what is inserted is there, in order")
      precondition(isSubsequence(all.changed.map(\.attributes), of: after))
      var rest = Tally(after)
      rest.remove(all.inserted)
      rest.remove(all.changed.map(\.attributes))
      precondition(left.counts == rest.counts, "what is not told of is the same in both")
    }
    let frames =
      (all.deleted + all.inserted).map(\.frame)
      + all.changed.flatMap { [$0.old.frame, $0.attributes.frame] }
    guard let reach = all.invalidated else {
      precondition(frames.isEmpty, "what differs is invalidated")
      return
    }
    for frame in frames where !(frame.width.isZero && frame.height.isZero) {
      precondition(holds(reach, frame), "what differs lies in what is invalidated")
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
  private func checkPart(
    _ part: LayoutChanges, of all: LayoutChanges, _ before: [LayoutAttributes],
    _ after: [LayoutAttributes]
  ) {
    precondition(part.contentOffset == all.contentOffset && part.anchor == all.anchor)
    precondition(part.invalidated == all.invalidated, "the rectangle has no part in it")
    guard let rect = query.rect else { return }
    let adjustment = part.contentOffsetAdjustment ?? .zero
    let (size, oldSize) = (new.document.container.size, old.document.container.size)
    let newRect = Rect(
      x: rect.x + adjustment.x, y: rect.y + adjustment.y,
      width: max(0, rect.width + size.width - oldSize.width),
      height: max(0, rect.height + size.height - oldSize.height))
    precondition(part.deleted == all.deleted.filter { $0.frame.meets(rect) })
    precondition(part.inserted == all.inserted.filter { $0.frame.meets(newRect) })
    var moved: [LayoutAttributes: LayoutAttributes] = [:]
    for change in all.changed { moved[change.attributes] = change.old }
    var expected = 0
    var inserted = Tally(all.inserted)
    for attributes in after {
      if inserted.take(attributes) { continue }
      let was = moved[attributes]
      let wasHeld = (was ?? attributes).frame.meets(rect)
      let isSeen = attributes.frame.meets(newRect)
      if was != nil ? wasHeld || isSeen : isSeen && !wasHeld {
        precondition(
          part.changed.contains {
            $0.attributes == attributes && (was == nil || $0.old == was)
          }, "what changed in the rectangle is told")
        expected += 1
      }
    }
    precondition(part.changed.count == expected, "nothing else is told")
  }

  // MARK: Answers

  private func checkAnswer(_ changes: LayoutChanges) {
    let id = Array("0123456789abcdef".utf8)
    let summary = LayoutSummary(id: id, layout: new, parent: id)
    for form in [ChangesEncoder.Form.objects, .columns] {
      var (whole, pieces): ([UInt8], [UInt8]) = ([], [])
      var encoder = ChangesEncoder(summary, from: id, changes, form)
      encoder.encodeAll(into: &whole)
      var another = ChangesEncoder(summary, from: id, changes, form)
      while another.encode(into: &pieces, limit: 500) {}
      precondition(whole == pieces, "the pieces of an answer make the whole")
      do {
        try LayoutDocumentReader.validate(whole)
      } catch {
        preconditionFailure("an answer is no JSON: \(error)")
      }
    }
  }
}

// MARK: Elements

/// What a layout shows.
func attributes(
  of layout: PreparedLayout, _ query: LayoutQuery = LayoutQuery(.all)
) -> [LayoutAttributes] {
  guard let selection = try? layout.select(query) else { return [] }
  var cursor = selection.makeCursor()
  var attributes: [LayoutAttributes] = []
  while let next = cursor.next() { attributes.append(next) }
  return attributes
}

/// The bits of a frame's numbers: a zero has a sign.
func bits(_ attributes: LayoutAttributes) -> [UInt64] {
  let frame = attributes.frame
  return [frame.x, frame.y, frame.width, frame.height, attributes.imageHeight ?? 0]
    .map(\.bitPattern)
}

/// Whether elements are among others, in their order.
private func isSubsequence(
  _ elements: [LayoutAttributes], of others: [LayoutAttributes]
) -> Bool {
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

  mutating func remove(_ elements: [LayoutAttributes]) {
    for element in elements { precondition(take(element), "what is told of is there") }
  }
}
