/// One section laid out, in its own coordinates: its origin is (0, 0), lines run left to right,
/// nothing is rounded, pinned or scrolled.
struct SolverResult: Sendable {
  /// The section's length along the scroll axis, headers, footers and insets included; ≥ 0 unless
  /// negative insets are larger than the content that they surround.
  var length: Units
  /// An upper bound of the sum of all lengths along the scroll axis, in points: (the greatest item
  /// length + the spacing) · the number of items or rows, with all insets, headers and footers
  /// (LayoutRules I4).
  var maxExtent: Double
  /// The items' cells.
  var cells: any SectionCells
  /// Headers, footers, side items and decorations, sorted by rank, and in the document's order within a
  /// rank.
  var elements: [SectionElement] = []
  /// Supplementaries of items and groups; nil if the layout has none.
  var supplementaries: (any SectionSupplementaries)?
  /// How the section scrolls by itself; nil if it doesn't.
  var orthogonal: OrthogonalSection?
  /// The stacking order of cells for which the layout gives none: 0, or 1 in a section with a decoration
  /// (LayoutRules C15).
  var cellZIndex: WholeNumber = 0
  /// Which frames the container's `scale` rounds (LayoutRules C18).
  var rounding = FrameRounding.everything
  /// The section's snapping and the length of its pages, for `target-offset`; nil if the section doesn't
  /// snap.
  var snapping: SnappingStops?
  /// The effects on the section's elements; nil if there are none.
  var effects: ScrollEffects?
  /// The items with their measured bodies; nil if no item has one.
  var bodies: MeasuredBodies?
  /// The header, footer and boundary items with their measured bodies.
  var measuredSupplementaries: [MeasuredSupplementary] = []
  /// The reference within whose edges elements are pinned (LayoutRules C22).
  var pinningReference = ContentInsetsReference.automatic
  /// The number of items placed one by one; nil if all items were.
  ///
  /// The other items' places are shared with an earlier version, or follow from a rule for all items at
  /// once.
  var placedItemCount: Int?
  /// The steps of the document's allowance that placing the section's items takes
  /// (`LayoutLimits.maxSteps`).
  var steps = 0
}

/// Which of a section's frames are rounded to the container's pixels (LayoutRules C18).
enum FrameRounding: Sendable {
  /// Cells, supplementaries and decorations.
  case everything
  /// All but the cells, which a magazine inside a compositional group has rounded itself (LayoutRules
  /// H2).
  case allButCells
  /// No frame: the section is a magazine, which rounds its items' widths itself (LayoutRules H2).
  case nothing
}

/// A header, footer, side item or decoration of a section.
///
/// Its place is relative to the section's origin.
struct SectionElement: Sendable, Hashable {
  /// The element's place in response order; cells are between headers and footers.
  enum Rank: Int, Sendable, Comparable {
    case header, footer, other, decoration

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// How the element is pinned to the visible bounds along the scroll axis (LayoutRules A15, C9, H3).
  enum Pin: Sendable, Hashable {
    /// At the start of the visible bounds: position = max(natural, min(visible start, limit − length)),
    /// where natural is the position without pinning.
    case header(limit: Units)
    /// At the end of the visible bounds: position = min(natural, max(visible end − length, limit)),
    /// where natural is the position without pinning.
    case footer(limit: Units)
  }

  var rank: Rank
  /// `.supplementary` or `.decoration`.
  var category: ElementCategory
  var kind: String
  /// The item number of the element's index path.
  var item: Int
  var place: SectionFrame
  /// The stacking order if the query has no visible bounds, or if the element does not pin (LayoutRules
  /// C15).
  var zIndex: WholeNumber
  var pin: Pin?
  /// The stacking order of an element that pins, if the query has visible bounds: 10, or the given one
  /// (LayoutRules C15).
  var pinnedZIndex: WholeNumber = 10
  /// The radius of the element's corners, in points.
  var cornerRadius: Double = 0
}

/// Supplementaries of items and groups, or separators of rows, numbered from 0 in response order.
///
/// If groups repeat, they are computed on request, so that a million supplementaries take no memory. The
/// object never changes.
protocol SectionSupplementaries: AnyObject, Sendable {
  /// The number of supplementaries.
  var count: Int { get }
  /// A rectangle that contains every frame, in points from the section's origin; `.zero` if there are
  /// none.
  var bounds: Rect { get }

  /// The number of supplementaries that count against `LayoutLimits.maxElements`.
  var countedElements: Int { get }
  /// The bytes that only this section's supplementaries use, without shared storage.
  var byteCount: Int { get }

  /// The part that supplementaries of other sections may share too, such as a template; nil if there is
  /// none.
  var sharedStorage: (any SharedNode)? { get }

  /// Returns the place of the supplementary with a number; `number` in 0..<count.
  ///
  /// - Complexity: O(1).
  func place(of number: Int) -> SectionFrame

  /// Returns the supplementary with a number; `number` in 0..<count.
  ///
  /// - Complexity: O(1) or O(log n).
  func element(_ number: Int) -> SectionElement

  /// Returns the size of a supplementary in the group that repeats, in points; nil if no group repeats.
  ///
  /// A supplementary whose size follows from its body has this size wherever it is.
  func templateSize(of number: Int) -> Size?

  /// Returns the number of the supplementary with a kind and an item number; nil if there is none.
  func number(kind: String, item: Int) -> Int?

  /// Adds the numbers of all supplementaries that intersect the rectangle, and possibly of some that don't.
  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns)

  /// The kind of all supplementaries by which effects choose them; empty for separators, which no effect drives.
  var effectKind: ScrollEffect.Elements { get }

  /// Returns whether supplementaries of a kind are attached to items, and so have the items' indices.
  func standsOnItems(_ kind: String) -> Bool

  /// Returns the number of supplementaries, from `number` on, that certainly have the same kinds, item
  /// numbers, places and stacking orders in `other`.
  ///
  /// - Complexity: as `Repetitions.sharedCount(from:with:)`.
  func sharedCount(from number: Int, with other: any SectionSupplementaries) -> Int

  /// Returns the first item of the group to which a supplementary belongs.
  func firstItem(of number: Int) -> Int

  /// Returns the end of the supplementaries that belong to groups of items before `end`.
  ///
  /// Returns `.max` if `end` is, or if no supplementary is attached to an item.
  func keptEnd(ofItems end: Int) -> Int
}

extension SectionSupplementaries {
  var countedElements: Int { count }
  var sharedStorage: (any SharedNode)? { nil }
  func templateSize(of number: Int) -> Size? { nil }
  var effectKind: ScrollEffect.Elements { .supplementaries }
  func standsOnItems(_ kind: String) -> Bool { false }
  func sharedCount(from number: Int, with other: any SectionSupplementaries) -> Int { 0 }
  func firstItem(of number: Int) -> Int { 0 }
  func keptEnd(ofItems end: Int) -> Int { .max }
}

/// The scrolling behaviour and the lengths of a section that scrolls across the layout's scroll axis.
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
  /// Where the groups begin, if some are as long as their measured items; nil if all are `groupStride`
  /// apart.
  var groups: ShelfGroups?
  /// The scrolled content's length along the layout's scroll axis: a group's slot and the section's
  /// insets; nil if that is the section's whole length.
  var thickness: Units?
  /// How the section decelerates and bounces; nil if its layout does not say.
  var properties: OrthogonalScrollingProperties?
}

/// A section's snapping and page length, from which `target-offset` computes its stops (Contract §6).
struct SnappingStops: Sendable {
  var snapping: Snapping
  /// The length of a page in the mode `item`: the item length + the line spacing, in points.
  var itemPageLength: Double
}
