/// A laid out section in its place, with its items' fields other than sizes.
struct PreparedSection: Sendable {
  /// The distance of its start from the content's along the scroll axis.
  var start: Units
  /// Its items; those without a cell are counted too.
  let items: Items
  /// Whether some item has an id or a stacking order of its own.
  let itemsHaveFields: Bool
  /// Its solver's result, held once for all sections that are alike.
  private let solved: SolvedSection

  /// Its solver's result.
  var solution: SectionSolution { solved.solution }

  init(start: Units, items: Items, solved: SolvedSection) {
    self.start = start
    self.items = items
    itemsHaveFields = items.haveOwnFields
    self.solved = solved
  }

  /// How many items it has.
  var itemCount: Int { items.count }

  /// Whether the section scrolls by itself.
  var isOrthogonal: Bool { solution.orthogonal != nil }

  /// The item's own stacking order, which takes precedence over every other (LayoutRules C15).
  func ownZIndex(of item: Int) -> Int? {
    items.zIndex(of: item).flatMap { Int(exactly: $0) }
  }

  /// A cell's stacking order: the item's own, else the layout's for it, else the section's
  /// (LayoutRules C15).
  func zIndex(ofCell item: Int) -> Int {
    (itemsHaveFields ? ownZIndex(of: item) : nil)
      ?? solution.cells.zIndex(of: item) ?? solution.cellZIndex
  }

  /// Whether both sections hold the same solution and items.
  func isSame(as other: PreparedSection) -> Bool {
    solved === other.solved && items.isSame(as: other.items)
  }

  /// A rectangle, relative to the section's origin, that holds everything that the section can
  /// show: unscrolled, pinned elements wherever they may stand; nil for a section that shows
  /// nothing.
  ///
  /// - Parameter placement: the section's own coordinates.
  func reach(_ placement: ElementPlacement) -> Rect? {
    var reach: Rect?
    func add(_ rect: Rect) { reach = reach?.union(rect) ?? rect }
    if solution.cells.count > 0 { add(solution.cells.bounds) }
    if let supplementaries = solution.supplementaries, supplementaries.count > 0 {
      add(supplementaries.bounds)
    }
    for element in solution.elements {
      add(placement.frame(element.place))
      if let limit = element.pinLimit {
        var pinned = element.place
        pinned.start = limit
        add(placement.frame(pinned))
      }
    }
    return reach
  }

  /// Bytes held for the section alone.
  var byteCount: Int {
    ownByteCount + solved.ownByteCount + solution.cells.byteCount
      + (solution.supplementaries?.byteCount ?? 0)
      + solution.elements.capacity * MemoryLayout<SectionElement>.stride
      + 2 * Self.existentialBoxByteCount
  }

  /// The same without its solver's result.
  var ownByteCount: Int {
    MemoryLayout<PreparedSection>.stride + items.byteCount
  }

  /// Roughly what a box of cells or supplementaries takes beside the arrays in it.
  private static let existentialBoxByteCount = 128
}

/// What a solver found for one section or many that are alike.
final class SolvedSection: Sendable {
  let solution: SectionSolution

  init(_ solution: SectionSolution) {
    self.solution = solution
  }

  /// Bytes of the object itself.
  var ownByteCount: Int { MemoryLayout<SectionSolution>.stride + 32 }
}

extension SectionElement {
  /// The position, relative to the section, beyond which visible bounds cannot carry the element.
  fileprivate var pinLimit: Units? {
    switch pin {
    case nil: nil
    case .header(let limit): max(place.start, limit - place.length)
    case .footer(let limit): min(place.start, limit)
    }
  }
}
