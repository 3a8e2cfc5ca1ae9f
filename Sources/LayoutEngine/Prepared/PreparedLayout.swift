/// A document laid out: immutable, cheap to copy, and queried from any thread.
public struct PreparedLayout: Sendable {
  let content: PreparedContent

  /// The content's extent, in points, never rounded (LayoutRules A13, C17, C18).
  public let contentSize: Size
  /// The number of sections.
  public let sectionCount: Int
  /// The number of items in all sections.
  public let itemCount: Int

  /// Lays a document out.
  ///
  /// - Parameters:
  ///   - document: any document that its types allow; it is stored with its items packed (`document`).
  ///   - budget: the budget for the work; if the document was parsed, the budget that parsing used.
  /// - Throws: every fault that prevents the layout, in document order, or `LayoutError.cancelled`.
  /// - Complexity: O(sections + items) for every layout but scattered custom frames, which are
  ///   sorted.
  public init(
    _ document: LayoutDocument, _ budget: LayoutBudget = LayoutBudget()
  ) throws(LayoutError) {
    self = try Self.version(document, of: nil, budget).layout
  }

  /// Lays out a document derived from an earlier layout's, and shares what hasn't changed.
  ///
  /// Its frames and errors are those of the document laid out afresh.
  ///
  /// - Parameter earlier: nil if everything may have changed.
  /// - Returns: the layout, and the number of items placed for it.
  static func version(
    _ document: LayoutDocument, of earlier: EarlierLayout?, _ budget: LayoutBudget
  ) throws(LayoutError) -> (layout: PreparedLayout, placedItemCount: Int) {
    let (held, stepsLeft) = (budget.heldBytes, budget.stepsLeft)
    var builder = try LayoutBuilder(document, budget, earlier)
    do {
      return (PreparedLayout(content: try builder.build()), builder.placedItemCount)
    } catch {
      // Laid out afresh, the document may take fewer steps than its shared parts did, and may stay
      // within limits that were exceeded here.
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
  public var scrollAxis: Axis { content.axis }

  /// The bytes of the layout with everything in it, estimated from array capacities.
  public var byteCount: Int { content.totalByteCount }

  /// The document that was laid out; the layout stores all of it, and returns it without copying an
  /// item.
  ///
  /// - Complexity: O(1).
  public var document: LayoutDocument { content.document }

  /// The layout's contents, as parts that other layouts may share.
  package var part: any LayoutPart { content }

  /// Returns the number of items in a section; `section` in `0..<sectionCount`.
  ///
  /// - Complexity: O(1).
  public func itemCount(ofSection section: Int) -> Int { content.sections[section].itemCount }

  /// Returns a section's place and size; `section` in `0..<sectionCount`.
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
      orthogonalContentSize: orthogonalContentSize)
  }
}

/// A section's place and size, without its items (Contract §1, `sections`).
public struct SectionSummary: Sendable, Hashable {
  /// The section's number, from 0.
  public var section: Int
  /// The section's extent with header, footer and insets: mirrored, never rounded.
  ///
  /// Across the scroll axis, it is as long as the container less its insets. Along the axis, its far
  /// edge is where the next section is stacked, less `interSectionSpacing`; negative insets larger than
  /// what they surround make its length negative.
  public var frame: Rect
  /// The number of items, including those that the layout leaves out.
  public var itemCount: Int
  /// The size of what scrolls within the section, with its insets; nil if the section is not orthogonal.
  public var orthogonalContentSize: Size?
}
