/// What a solver found for one section, or for many that are alike.
final class SolvedSection: LayoutPart {
  let holders = HolderCount()
  let length: Units
  /// What its lengths could come to at most, in points (LayoutRules I4).
  let greatestReach: Double
  let cells: any SectionCells
  let elements: [SectionElement]
  let supplementaries: (any SectionSupplementaries)?
  let cellZIndex: WholeNumber
  let rounding: FrameRounding
  /// Steps that placing its items takes off a document's allowance (`LayoutLimits.maxSpanSteps`).
  let steps: Int
  private let scrolling: Scrolling?
  /// A rectangle, relative to the section's origin, that holds everything that the section can show:
  /// unscrolled, pinned elements wherever they may stand; `.zero` for a section that shows nothing.
  let reach: Rect

  /// Boxed, since few sections have any of it: there may be 100,000.
  private final class Scrolling: Sendable {
    let orthogonal: OrthogonalSection?
    let snapping: SnappingStops?

    init?(_ solution: SectionSolution) {
      guard solution.orthogonal != nil || solution.snapping != nil else { return nil }
      orthogonal = solution.orthogonal
      snapping = solution.snapping
    }
  }

  /// Takes over a solver's result.
  ///
  /// - Complexity: O(elements).
  init(_ solution: SectionSolution, axis: Axis) {
    length = solution.length
    greatestReach = solution.greatestReach
    cells = solution.cells
    elements = solution.elements
    supplementaries = solution.supplementaries
    cellZIndex = solution.cellZIndex
    rounding = solution.rounding
    steps = solution.steps
    scrolling = Scrolling(solution)
    reach = solution.reach(ElementPlacement(axis: axis)) ?? .zero
  }

  /// How the section scrolls by itself; nil if it doesn't.
  var orthogonal: OrthogonalSection? { scrolling?.orthogonal }

  /// The step between pages by this section's snapping; nil for no snapping.
  var snapping: SnappingStops? { scrolling?.snapping }

  var byteCount: Int {
    136 + elements.capacity * MemoryLayout<SectionElement>.stride
      + cells.byteCount + Self.cellsByteCount
      + (supplementaries.map { $0.byteCount + Self.cellsByteCount } ?? 0)
      + (scrolling == nil ? 0 : 128)
  }

  /// Roughly what cells or supplementaries take beside the arrays in them.
  private static let cellsByteCount = 128

  func visitParts(_ visit: (any LayoutPart) -> Void) {
    visitOwnParts(visit)
    // Those of one section of all that are alike: it may be gone from a later layout.
    cells.heldItems?.visitParts(visit)
  }

  /// Visits its parts but for items.
  func visitOwnParts(_ visit: (any LayoutPart) -> Void) {
    visitStorage(visit)
    cells.visitParts(visit)
  }

  /// Visits what the cells and supplementaries of other sections may hold, too.
  func visitStorage(_ visit: (any LayoutPart) -> Void) {
    if let storage = cells.sharedStorage { visit(storage) }
    if let storage = supplementaries?.sharedStorage { visit(storage) }
  }
}

extension SectionSolution {
  /// A rectangle that holds everything that the section can show; nil for nothing.
  ///
  /// - Parameter placement: the section's own coordinates.
  fileprivate func reach(_ placement: ElementPlacement) -> Rect? {
    var reach: Rect?
    func add(_ rect: Rect) { reach = reach?.union(rect) ?? rect }
    if cells.count > 0 { add(cells.bounds) }
    if let supplementaries, supplementaries.count > 0 { add(supplementaries.bounds) }
    for element in elements {
      add(placement.frame(element.place))
      if let limit = element.pinLimit {
        var pinned = element.place
        pinned.start = limit
        add(placement.frame(pinned))
      }
    }
    return reach
  }
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
