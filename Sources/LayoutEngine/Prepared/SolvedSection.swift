/// The solution of one section, or of many sections that are alike.
final class SolvedSection: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  let length: Units
  /// The greatest possible sum of the section's lengths, in points (LayoutRules I4).
  let maxExtent: Double
  let cells: any SectionCells
  /// The items with their measured bodies; nil if no item has one.
  let bodies: MeasuredBodies?
  /// The header, footer and boundary items with their measured bodies.
  let measuredSupplementaries: [MeasuredSupplementary]
  let elements: [SectionElement]
  let supplementaries: (any SectionSupplementaries)?
  let cellZIndex: WholeNumber
  let rounding: FrameRounding
  /// The reference within whose edges elements are pinned (LayoutRules C22).
  let pinningReference: ContentInsetsReference
  /// The number of steps of a document's allowance that placing the section's items takes
  /// (`LayoutLimits.maxSteps`).
  let steps: Int
  private let scrolling: Scrolling?
  /// Where the first header that is pinned begins, from the section's origin; nil if none is pinned.
  let pinnedHeaderStart: Units?
  /// A rectangle, relative to the section's origin, that contains everything the section can show.
  ///
  /// It assumes that the section is not scrolled, and includes every position at which elements can be
  /// pinned. It is `.zero` if the section shows nothing.
  let reach: Rect

  /// The orthogonal scrolling, the snapping and the effects of a section.
  ///
  /// It is a separate object, because few sections have any, and there may be 100,000 sections.
  private final class Scrolling: Sendable {
    let orthogonal: OrthogonalSection?
    let snapping: SnappingStops?
    let effects: ScrollEffects?

    init?(_ solution: SolverResult) {
      guard solution.orthogonal != nil || solution.snapping != nil || solution.effects != nil
      else { return nil }
      effects = solution.effects
      orthogonal = solution.orthogonal
      snapping = solution.snapping
    }
  }

  /// Creates a solved section from a solver's result.
  ///
  /// - Complexity: O(elements).
  init(_ solution: SolverResult, axis: LayoutAxis) {
    length = solution.length
    maxExtent = solution.maxExtent
    cells = solution.cells
    bodies = solution.bodies
    measuredSupplementaries = solution.measuredSupplementaries
    elements = solution.elements
    supplementaries = solution.supplementaries
    cellZIndex = solution.cellZIndex
    rounding = solution.rounding
    pinningReference = solution.pinningReference
    steps = solution.steps
    scrolling = Scrolling(solution)
    pinnedHeaderStart = solution.elements.lazy.compactMap { element in
      if case .header? = element.pin { element.place.start } else { nil }
    }.min()
    reach = solution.reach(FrameTransform(axis: axis)) ?? .zero
  }

  /// The items that the solution stores; nil if it stores none.
  var heldItems: Items? { bodies?.items ?? cells.heldItems }

  /// The section's own scrolling across the scroll axis; nil if the section is not orthogonal.
  var orthogonal: OrthogonalSection? { scrolling?.orthogonal }

  /// The snapping of this section, with the distance between its pages; nil if it doesn't snap.
  var snapping: SnappingStops? { scrolling?.snapping }

  /// The effects on the section's elements; nil if there are none.
  var effects: ScrollEffects? { scrolling?.effects }

  /// Returns the header, footer or boundary item of a kind that has a body; nil if there is none.
  func measuredSupplementary(_ kind: String) -> MeasuredSupplementary? {
    measuredSupplementaries.first { $0.kind == kind }
  }

  var byteCount: Int {
    192 + measuredSupplementaries.capacity * MemoryLayout<MeasuredSupplementary>.stride
      + elements.capacity * MemoryLayout<SectionElement>.stride
      + cells.byteCount + Self.cellsByteCount
      + (supplementaries.map { $0.byteCount + Self.cellsByteCount } ?? 0)
      + (scrolling == nil ? 0 : 160)
  }

  /// The approximate bytes of an object of cells or supplementaries, without its arrays.
  private static let cellsByteCount = 128

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    visitOwnParts(visit)
    // The items are those of one of the sections that share the solution; a later layout may not have that
    // section.
    heldItems?.visitSharedNodes(visit)
  }

  /// Visits the solution's parts, without items.
  func visitOwnParts(_ visit: (any SharedNode) -> Void) {
    visitStorage(visit)
    cells.visitSharedNodes(visit)
  }

  /// Visits the storages that the cells and supplementaries of other sections may share.
  func visitStorage(_ visit: (any SharedNode) -> Void) {
    if let storage = cells.sharedStorage { visit(storage) }
    if let storage = supplementaries?.sharedStorage { visit(storage) }
  }
}

extension SolverResult {
  /// Returns a rectangle that contains everything the section can show; nil if it shows nothing.
  ///
  /// - Parameter placement: the placement in the section's own coordinates.
  fileprivate func reach(_ placement: FrameTransform) -> Rect? {
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
  /// The farthest position, relative to the section, at which the element can be pinned.
  fileprivate var pinLimit: Units? {
    switch pin {
    case nil: nil
    case .header(let limit): max(place.start, limit - place.length)
    case .footer(let limit): min(place.start, limit)
    }
  }
}
