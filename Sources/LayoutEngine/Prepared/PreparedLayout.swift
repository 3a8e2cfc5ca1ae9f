/// A document laid out: immutable, cheap to copy, and queried from any thread.
public struct PreparedLayout: Sendable {
  let content: PreparedContent

  /// The content's extent, in points, never rounded (LayoutRules A13, C17, C18).
  public let contentSize: Size
  /// How many sections there are.
  public let sectionCount: Int
  /// How many items there are, all sections together.
  public let itemCount: Int

  /// Lays a document out.
  ///
  /// - Parameters:
  ///   - document: anything its types allow; it is kept, its items packed (`document`).
  ///   - budget: what the work is counted against; the one that the document was read with, where
  ///     it was read.
  /// - Throws: what cannot be laid out, in document order, or `LayoutError.cancelled`.
  /// - Complexity: O(sections + items) for every layout but scattered custom frames, which are
  ///   sorted.
  public init(
    _ document: LayoutDocument, _ budget: LayoutBudget = LayoutBudget()
  ) throws(LayoutError) {
    self = try Self.version(document, of: nil, budget).layout
  }

  /// Lays out a document that came of an earlier layout's, sharing what hasn't changed.
  ///
  /// Its frames and what is refused are those of the document laid out afresh.
  ///
  /// - Parameter earlier: nil if everything may have changed.
  /// - Returns: the layout, and how many items were placed for it.
  static func version(
    _ document: LayoutDocument, of earlier: EarlierLayout?, _ budget: LayoutBudget
  ) throws(LayoutError) -> (layout: PreparedLayout, placedItemCount: Int) {
    let (held, stepsLeft) = (budget.heldBytes, budget.stepsLeft)
    var builder = try LayoutBuilder(document, budget, earlier)
    do {
      return (PreparedLayout(content: try builder.build()), builder.placedItemCount)
    } catch {
      // Shared parts may have taken more steps than they would today, and limits that are exceeded may
      // be none.
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

  /// Bytes held, everything included, estimated from array capacities.
  public var byteCount: Int { content.totalByteCount }

  /// The document that was laid out: the layout holds all of it, and gives it back without copying
  /// an item.
  ///
  /// - Complexity: O(1).
  public var document: LayoutDocument { content.document }

  /// All that the layout holds, as parts that other layouts may hold too.
  package var part: any LayoutPart { content }

  /// How many items a section has; `section` in `0..<sectionCount`.
  ///
  /// - Complexity: O(1).
  public func itemCount(ofSection section: Int) -> Int { content.sections[section].itemCount }

  /// A section's place and size; `section` in `0..<sectionCount`.
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
  /// Its extent, header, footer and insets included: mirrored, never rounded, as long across the
  /// scroll axis as the container less its insets.
  ///
  /// Along it, the far edge is where the next
  /// section is stacked, less `interSectionSpacing`: negative insets larger than what they surround
  /// make a negative length.
  public var frame: Rect
  /// How many items it has, those that the layout leaves out included.
  public var itemCount: Int
  /// The extent of what scrolls within the section, its insets included; nil for a section that
  /// doesn't scroll by itself.
  public var orthogonalContentSize: Size?
}
