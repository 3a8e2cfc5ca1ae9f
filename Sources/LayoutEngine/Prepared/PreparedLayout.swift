/// A document that has been laid out; it is immutable, cheap to copy, and can be queried from any thread.
///
/// ```swift
/// let layout = try PreparedLayout(document)
/// let visible = Rect(x: 0, y: 0, width: 320, height: 60)
/// for element in layout.attributes(in: visible) {
///   print(element.item, element.frame)
/// }
/// // Two rows of 44 points: items 0 and 1.
/// ```
public struct PreparedLayout: Sendable {
  let content: PreparedContent

  /// The content's size, in points; never rounded (LayoutRules A13, C17, C18).
  public let contentSize: Size
  /// The number of sections.
  public let sectionCount: Int
  /// The number of items in all sections.
  public let itemCount: Int

  /// Lays a document out.
  ///
  /// - Parameters:
  ///   - document: any document that can be expressed in its types, valid or not; the layout stores it with
  ///     its items packed (`document`).
  ///   - budget: the budget for the work; if the document was parsed, the budget that parsing used.
  /// - Throws: an error that lists the faults that prevent the layout, in document order, or
  ///   `LayoutError.cancelled`.
  /// - Complexity: O(sections + items), except that scattered custom frames are sorted.
  public init(
    _ document: LayoutDocument, _ budget: LayoutBudget = LayoutBudget()
  ) throws(LayoutError) {
    self = try Self.version(document, of: nil, budget).layout
  }

  /// Lays out a document that is derived from an earlier layout's document, and shares unchanged parts with
  /// that layout.
  ///
  /// The frames and errors are those of laying out the document without the earlier layout.
  ///
  /// - Parameter earlier: the earlier layout and the changes since; nil if everything may have changed.
  /// - Returns: The layout, and the number of items that were placed for it one by one.
  static func version(
    _ document: LayoutDocument, of earlier: EarlierLayout?, _ budget: LayoutBudget
  ) throws(LayoutError) -> (layout: PreparedLayout, placedItemCount: Int) {
    let (held, stepsLeft) = (budget.heldBytes, budget.stepsLeft)
    var builder = try LayoutBuilder(document, budget, earlier)
    do {
      return (PreparedLayout(content: try builder.build()), builder.placedItemCount)
    } catch {
      // Without the earlier layout, the document may take fewer steps than its shared parts did, and may
      // stay within limits that were exceeded here. Lay it out again.
      guard earlier != nil, !error.isCancelled, budget.lacksSteps || builder.isOverstated else {
        throw error
      }
    }
    budget.discardWork(downTo: held, stepsLeft: stepsLeft)
    var fresh = try LayoutBuilder(document, budget)
    return (PreparedLayout(content: try fresh.build()), fresh.placedItemCount)
  }

  init(content: PreparedContent) {
    self.content = content
    contentSize = content.contentSize
    sectionCount = content.sections.count
    itemCount = content.itemCount
  }

  /// The axis along which sections are stacked.
  public var scrollAxis: LayoutAxis { content.axis }

  /// The bytes of the layout with all its parts, estimated from array capacities.
  public var byteCount: Int { content.totalByteCount }

  /// The document that was laid out; the layout stores it completely, and no item is copied.
  ///
  /// - Complexity: O(1).
  public var document: LayoutDocument { content.document }

  /// The layout's content as a part, for counting bytes that layouts share.
  package var part: any SharedNode { content }

  /// Returns the number of items in a section; `section` must be in `0..<sectionCount`.
  ///
  /// - Complexity: O(1).
  public func itemCount(ofSection section: Int) -> Int { content.sections[section].itemCount }

  /// Returns a section's place and size; `section` must be in `0..<sectionCount`.
  ///
  /// - Complexity: O(1).
  public func summary(ofSection section: Int) -> SectionSummary {
    let prepared = content.sections[section]
    let orthogonalContentSize = prepared.solution.orthogonal.map { orthogonal in
      content.axis.size(
        main: (orthogonal.thickness ?? max(.zero, prepared.solution.length)).points,
        cross: orthogonal.contentLength)
    }
    return SectionSummary(
      section: section, frame: content.frame(ofSection: section), itemCount: prepared.itemCount,
      orthogonalContentSize: orthogonalContentSize,
      orthogonalScrollingProperties: prepared.solution.orthogonal?.properties)
  }
}

/// A section's place and size, without its items (Contract §1, `sections`).
public struct SectionSummary: Sendable, Hashable {
  /// The section's number, from 0.
  public var section: Int
  /// The section's extent with header, footer and insets: mirrored, never rounded.
  ///
  /// Across the scroll axis, it is as long as the container less its insets. Along the axis, its far edge
  /// is where the next section is stacked, less `interSectionSpacing`; if negative insets are larger than
  /// the content that they surround, its length is negative.
  public var frame: Rect
  /// The number of items, including items that the layout gives no cell.
  public var itemCount: Int
  /// The size of the content that scrolls within the section, including the section's insets; nil if the
  /// section is not orthogonal.
  public var orthogonalContentSize: Size?
  /// How the section decelerates and bounces; nil if it is not orthogonal, or if its layout does not say.
  public var orthogonalScrollingProperties: OrthogonalScrollingProperties?
}
