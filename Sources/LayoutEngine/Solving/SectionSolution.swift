/// Lays out sections of one layout: what doesn't depend on the items is checked and solved when it
/// is made, so that many sections can share it.
protocol SectionSolver: AnyObject, Sendable {
  /// How many frames were solved before any items: the cost of making the solver.
  var solvedAhead: Int { get }

  /// Lays out one section.
  ///
  /// - Parameters:
  ///   - earlier: cells of other items, laid out by a solver of the same layout in the same environment:
  ///     what comes out is the same, but may share with them what hasn't changed; nil for none.
  ///   - path: where the section's items stand in the document, for errors.
  ///   - budget: the document's, which the work is counted against.
  /// - Throws: what cannot be laid out in the items, or in them together with the layout;
  ///   `LayoutError.cancelled`.
  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SectionSolution
}

extension SectionSolver {
  var solvedAhead: Int { 0 }

  /// Lays out one section by itself.
  func solve(
    _ items: Items, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> SectionSolution {
    try solve(items, after: nil, at: path, budget)
  }
}

/// The environment in which a section is laid out.
struct SectionEnvironment: Sendable {
  /// The axis along which sections are stacked.
  var axis: Axis
  /// The container less its content insets, in points; both sides > 0.
  var size: Size
  /// Pixels a point, where frames are rounded; only `count` (LayoutRules B6), the fit test (B8) and
  /// magazine (H2) read it.
  var scale: Double?
  /// Where the layout stands in the document, for errors.
  var path: DocumentPath
}

/// One section laid out, in its own coordinates: its origin is (0, 0), lines run left to right,
/// nothing is rounded, pinned or scrolled.
struct SectionSolution: Sendable {
  /// The section's length along the scroll axis, headers, footers and insets included; ≥ 0 unless
  /// negative insets are larger than what they surround.
  var length: Units
  /// What its lengths could come to at most, in points: (the greatest + the spacing) · their number,
  /// with all insets, headers and footers (LayoutRules I4).
  var greatestReach: Double
  /// The items' cells.
  var cells: any SectionCells
  /// Headers, footers, side items and decorations, sorted by rank and then as listed.
  var elements: [SectionElement] = []
  /// Supplementaries of items and groups; nil if the layout has none.
  var supplementaries: (any SectionSupplementaries)?
  /// How the section scrolls by itself; nil if it doesn't.
  var orthogonal: OrthogonalSection?
  /// The stacking order of cells without their own: 0, or 1 in a section with a decoration
  /// (LayoutRules C15).
  var cellZIndex: WholeNumber = 0
  /// Which frames the container's `scale` rounds (LayoutRules C18).
  var rounding = FrameRounding.everything
  /// The step between pages for `target-offset` by this section's snapping; nil for no snapping.
  var snapping: SnappingStops?
  /// How many items were placed one by one, where others stand as they did in earlier cells, or all stand
  /// by a rule; nil for all.
  var placedItemCount: Int?
  /// Steps that placing its items takes off a document's allowance (`LayoutLimits.maxSpanSteps`).
  var steps = 0
}

/// Which of a section's frames are rounded to the container's pixels (LayoutRules C18).
enum FrameRounding: Sendable {
  case everything
  /// All but the cells, which a magazine inside a group has arranged by its own pixels
  /// (LayoutRules H2).
  case allButCells
  /// A magazine's own section.
  case nothing
}

/// A header, footer, side item or decoration of a section.
///
/// Its place is relative to the section's origin.
struct SectionElement: Sendable, Hashable {
  /// Where it comes in the order of answers, cells being between headers and footers.
  enum Rank: Int, Sendable, Comparable {
    case header, footer, other, decoration

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// How it holds to the visible bounds along the scroll axis (LayoutRules A15, C9, H3).
  enum Pin: Sendable, Hashable {
    /// position = max(natural, min(visible start, limit − length)).
    case header(limit: Units)
    /// position = min(natural, max(visible end − length, limit)).
    case footer(limit: Units)
  }

  var rank: Rank
  /// `.supplementary` or `.decoration`.
  var category: ElementCategory
  var kind: String
  /// The second number of its index path.
  var item: Int
  var place: ElementPlace
  /// The final stacking order without visible bounds (LayoutRules C15).
  var zIndex: WholeNumber
  var pin: Pin?
  /// The stacking order under visible bounds of an element that pins: 10, or the given one
  /// (LayoutRules C15).
  var pinnedZIndex: WholeNumber = 10
}

/// Supplementaries of items and groups, numbered from 0 in the order of answers.
///
/// Computed where groups repeat, so that a million of them cost no memory. What they hold never changes.
protocol SectionSupplementaries: AnyObject, Sendable {
  /// How many there are.
  var count: Int { get }
  /// A rectangle that holds every frame, in points from the section's origin; `.zero` without any.
  var bounds: Rect { get }

  /// Bytes held for this section's alone.
  var byteCount: Int { get }

  /// What other sections' supplementaries may hold, too; nil for nothing.
  var sharedStorage: (any LayoutPart)? { get }

  /// Where the element stands; `number` in 0..<count.
  ///
  /// - Complexity: O(1).
  func place(of number: Int) -> ElementPlace

  /// The element; `number` in 0..<count.
  ///
  /// - Complexity: O(1) or O(log n).
  func element(_ number: Int) -> SectionElement

  /// The number of the element of that kind and item number; nil if there is none.
  func number(kind: String, item: Int) -> Int?

  /// Adds the numbers of all that may meet the rectangle.
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns)

  /// Whether those of a kind stand on items, whose numbers they have.
  func standsOnItems(_ kind: String) -> Bool
}

extension SectionSupplementaries {
  var sharedStorage: (any LayoutPart)? { nil }
  func standsOnItems(_ kind: String) -> Bool { false }
}

/// How a section scrolls across the layout's axis, and what it is made of in that direction.
struct OrthogonalSection: Sendable {
  var behavior: OrthogonalScrollingBehavior
  /// The content's length along the section's own scrolling direction, insets included.
  var contentLength: Double
  /// Where the first group begins in that direction (the leading inset).
  var firstGroupStart: Double
  /// From one group's leading edge to the next's.
  var groupStride: Double
  /// A group's length in that direction.
  var groupLength: Double
  var groupCount: Int
  /// The scrolled content's length along the layout's axis: a group's slot and the section's
  /// insets; nil if it is the section's whole length.
  var thickness: Units?
}

/// Where scrolling by `snapping` stops (Contract §6).
struct SnappingStops: Sendable {
  var snapping: Snapping
  /// Item length + line spacing, for `item`.
  var itemPageLength: Double
}
