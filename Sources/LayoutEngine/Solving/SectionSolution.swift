/// Lays out sections of one layout.
///
/// Everything that doesn't depend on the items is checked and solved when a solver is made, so that many
/// sections can share it.
protocol SectionSolver: AnyObject, Sendable {
  /// The number of frames solved before any items, which is the cost of making the solver.
  var solvedAhead: Int { get }

  /// Lays out one section.
  ///
  /// - Parameters:
  ///   - earlier: cells of other items, laid out by a solver of the same layout in the same environment;
  ///     nil if there are none. They don't change the result, but it may share with them what hasn't
  ///     changed.
  ///   - path: the path of the section's items in the document, for errors.
  ///   - budget: the document's budget for the work.
  /// - Throws: the faults of the items, or of the items together with the layout;
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
  /// The container's size less its content insets, in points; both sides > 0.
  var size: Size
  /// The pixels per point, if frames are rounded; only `count` (LayoutRules B6), the fit test (B8) and
  /// magazine (H2) read it.
  var scale: Double?
  /// The path of the layout in the document, for errors.
  var path: DocumentPath
}

/// One section laid out, in its own coordinates: its origin is (0, 0), lines run left to right,
/// nothing is rounded, pinned or scrolled.
struct SectionSolution: Sendable {
  /// The section's length along the scroll axis, headers, footers and insets included; ≥ 0 unless
  /// negative insets are larger than what they surround.
  var length: Units
  /// The greatest possible sum of its lengths, in points: (the greatest + the spacing) · their number,
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
  /// The stacking order of cells without one of their own: 0, or 1 in a section with a decoration
  /// (LayoutRules C15).
  var cellZIndex: WholeNumber = 0
  /// Which frames the container's `scale` rounds (LayoutRules C18).
  var rounding = FrameRounding.everything
  /// The step between pages for `target-offset` by this section's snapping; nil if it doesn't snap.
  var snapping: SnappingStops?
  /// The number of items placed one by one; nil if all were.
  ///
  /// The others have their places from earlier cells, or all have them by a rule.
  var placedItemCount: Int?
  /// The steps of a document's allowance that placing its items takes (`LayoutLimits.maxSpanSteps`).
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
  /// The element's place in the order of answers; cells are between headers and footers.
  enum Rank: Int, Sendable, Comparable {
    case header, footer, other, decoration

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// How the element is pinned to the visible bounds along the scroll axis (LayoutRules A15, C9, H3).
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
  /// The stacking order of an element that pins, if the query has visible bounds: 10, or the given one
  /// (LayoutRules C15).
  var pinnedZIndex: WholeNumber = 10
}

/// Supplementaries of items and groups, numbered from 0 in the order of answers.
///
/// They are computed if groups repeat, so that a million take no memory. The object never changes.
protocol SectionSupplementaries: AnyObject, Sendable {
  /// The number of supplementaries.
  var count: Int { get }
  /// A rectangle that contains every frame, in points from the section's origin; `.zero` if there are
  /// none.
  var bounds: Rect { get }

  /// The bytes of this section's supplementaries alone.
  var byteCount: Int { get }

  /// The storage that other sections' supplementaries may share; nil if there is none.
  var sharedStorage: (any LayoutPart)? { get }

  /// Returns the place of an element; `number` in 0..<count.
  ///
  /// - Complexity: O(1).
  func place(of number: Int) -> ElementPlace

  /// Returns an element; `number` in 0..<count.
  ///
  /// - Complexity: O(1) or O(log n).
  func element(_ number: Int) -> SectionElement

  /// Returns the number of the element with a kind and an item number; nil if there is none.
  func number(kind: String, item: Int) -> Int?

  /// Adds the numbers of all elements that may meet the rectangle.
  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns)

  /// Whether elements of a kind belong to items and have the items' numbers.
  func standsOnItems(_ kind: String) -> Bool
}

extension SectionSupplementaries {
  var sharedStorage: (any LayoutPart)? { nil }
  func standsOnItems(_ kind: String) -> Bool { false }
}

/// The behaviour and the measures of a section that scrolls across the layout's axis.
struct OrthogonalSection: Sendable {
  var behavior: OrthogonalScrollingBehavior
  /// The content's length along the section's own scrolling direction, insets included.
  var contentLength: Double
  /// The first group's start in that direction (the leading inset).
  var firstGroupStart: Double
  /// The distance from one group's leading edge to the next group's.
  var groupStride: Double
  /// A group's length in that direction.
  var groupLength: Double
  var groupCount: Int
  /// The scrolled content's length along the layout's axis: a group's slot and the section's
  /// insets; nil if it is the section's whole length.
  var thickness: Units?
}

/// The stops of scrolling by `snapping` (Contract §6).
struct SnappingStops: Sendable {
  var snapping: Snapping
  /// The item length + the line spacing, for the mode `item`.
  var itemPageLength: Double
}
