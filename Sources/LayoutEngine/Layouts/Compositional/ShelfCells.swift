/// The cells of an orthogonal section in which some items are measured along the section's own scrolling
/// direction (LayoutRules K10).
///
/// Lengths along one axis never depend on those along the other. So the groups are laid out twice: as those
/// of any orthogonal section, and as those of a section that is stacked along the other axis. A cell has its
/// start and length along the scroll axis from the first, and across it from the second.
final class ShelfCells: SectionCells {
  let bounds: Rect
  let along: any SectionCells
  let across: any SectionCells
  private let axis: LayoutAxis

  /// Creates the cells of a section.
  ///
  /// - Parameters:
  ///   - along: the cells as the layout's scroll axis places them.
  ///   - across: the same cells as the other axis places them.
  ///   - axis: the layout's scroll axis.
  init(_ along: any SectionCells, across: any SectionCells, axis: LayoutAxis) {
    self.along = along
    self.across = across
    self.axis = axis
    bounds = axis.combined(main: along.bounds, cross: across.bounds)
  }

  var count: Int { along.count }

  var byteCount: Int {
    MemoryLayout<Rect>.size + 2 * MemoryLayout<any SectionCells>.size + along.byteCount
      + across.byteCount
  }
  var sharedStorage: (any SharedNode)? { along.sharedStorage }
  var heldItems: Items? { along.heldItems ?? across.heldItems }
  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    along.visitSharedNodes(visit)
    if let storage = across.sharedStorage { visit(storage) }
    across.visitSharedNodes(visit)
  }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    // The walk is not shared: each of the two finds its cells by their numbers.
    let (main, cross) = (
      along.frame(of: item, FrameTransform(axis: axis)),
      across.frame(of: item, FrameTransform(axis: axis.crossed))
    )
    return placement.frame(
      SectionFrame(
        start: Units(points: axis.mainMin(main)), length: Units(points: axis.main(main.size)),
        cross: axis.crossMin(cross), breadth: axis.cross(cross.size)))
  }

  var haveZIndexes: Bool { along.haveZIndexes }

  func zIndex(of item: Int) -> WholeNumber? { along.zIndex(of: item) }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    guard let other = other as? ShelfCells else { return 0 }
    let count = along.sharedCount(from: item, with: other.along)
    return count == 0 ? 0 : min(count, across.sharedCount(from: item, with: other.across))
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    guard bounds.intersectsOrTouches(rect) else { return }
    across.addCandidates(
      intersecting: axis.combined(main: across.bounds, cross: rect), to: &numbers)
  }
}

/// The supplementaries of groups and items in an orthogonal section, placed as `ShelfCells` places cells.
final class ShelfSupplementaries: SectionSupplementaries {
  let bounds: Rect
  private let along: any SectionSupplementaries
  private let across: any SectionSupplementaries
  private let axis: LayoutAxis

  /// Creates the supplementaries of a section; the parameters are those of `ShelfCells`.
  init(
    _ along: any SectionSupplementaries, across: any SectionSupplementaries, axis: LayoutAxis
  ) {
    self.along = along
    self.across = across
    self.axis = axis
    bounds = axis.combined(main: along.bounds, cross: across.bounds)
  }

  var count: Int { along.count }
  var countedElements: Int { along.countedElements }
  var byteCount: Int { MemoryLayout<Rect>.size + 32 + along.byteCount + across.byteCount }
  var sharedStorage: (any SharedNode)? { along.sharedStorage }

  func place(of number: Int) -> SectionFrame {
    let (main, cross) = (along.place(of: number), across.place(of: number))
    return SectionFrame(
      start: main.start, length: main.length, cross: cross.start.points,
      breadth: cross.length.points)
  }

  func element(_ number: Int) -> SectionElement {
    var element = along.element(number)
    element.place = place(of: number)
    return element
  }

  func templateSize(of number: Int) -> Size? { along.templateSize(of: number) }
  func number(kind: String, item: Int) -> Int? { along.number(kind: kind, item: item) }
  func standsOnItems(_ kind: String) -> Bool { along.standsOnItems(kind) }
  func firstItem(of number: Int) -> Int { along.firstItem(of: number) }
  func keptEnd(ofItems end: Int) -> Int { along.keptEnd(ofItems: end) }

  func sharedCount(from number: Int, with other: any SectionSupplementaries) -> Int {
    guard let other = other as? ShelfSupplementaries else { return 0 }
    let count = along.sharedCount(from: number, with: other.along)
    return count == 0 ? 0 : min(count, across.sharedCount(from: number, with: other.across))
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    guard bounds.intersectsOrTouches(rect) else { return }
    across.addCandidates(
      intersecting: axis.combined(main: across.bounds, cross: rect), to: &numbers)
  }
}

extension LayoutAxis {
  /// Returns the rectangle that has the extent of one along this axis, and that of another across it.
  fileprivate func combined(main: Rect, cross: Rect) -> Rect {
    rect(
      main: mainMin(main), cross: crossMin(cross), mainLength: self.main(main.size),
      crossLength: self.cross(cross.size))
  }
}
