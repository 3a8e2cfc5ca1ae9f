/// Laid out sections, one after the other, and the layout-level headers and footers placed around them.
struct SectionStack: Sendable {
  let sections: SectionBlocks
  let boundaries: ContentBoundaries
  /// The content's length along the scroll axis.
  let length: Units
  /// The part of `length` that was added because the content was shorter than the least length.
  let room: Units
  /// The bytes of all blocks, sections and layouts; each is counted once (`PartBytes`).
  let byteCount: Int
}

/// The content of a prepared layout, shared by the layout's copies and by selections made from it.
///
/// Positions are in content coordinates before mirroring and rounding, unless stated otherwise.
final class PreparedContent: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  let container: Container
  let configuration: LayoutConfiguration
  /// The styles of the text of items; nil if the document has none.
  let textStyles: TextStyles?
  /// The layout of every section without a layout of its own.
  let layout: LayoutVariants?
  /// Whether the only section's items were at the document's top level.
  let hasTopLevelItems: Bool
  let axis: LayoutAxis
  /// The container's size less its content insets, in points.
  let innerSize: Size
  let sections: SectionBlocks
  let boundaries: ContentBoundaries
  /// The content's length along the scroll axis.
  let length: Units
  /// The part of `length` that was added because the content was shorter than the least length (LayoutRules C25).
  let room: Units
  /// The content's size, in points.
  let contentSize: Size
  let itemCount: Int
  /// The greatest distance from 0 of any coordinate that the layout can show, in points; it bounds rounding
  /// errors.
  let farthest: Double
  /// The bytes of the layout with all its parts; each part is counted once.
  let totalByteCount: Int
  private let ownByteCount: Int

  /// Creates content from laid out sections.
  ///
  /// - Parameter document: the document that was laid out; its sections are not read.
  /// - Complexity: O(blocks of sections).
  init(_ document: LayoutDocument, _ stack: SectionStack) {
    container = document.container
    configuration = document.configuration
    textStyles = document.textStyles
    layout = document.layout
    hasTopLevelItems = document.hasTopLevelItems
    axis = configuration.scrollDirection
    (length, room) = (stack.length, stack.room)
    innerSize = container.innerSize
    sections = stack.sections
    boundaries = stack.boundaries
    contentSize = axis.size(
      main: stack.length.points, cross: axis.cross(innerSize))
    itemCount = sections.itemCount
    farthest = max(sections.bounds.farthest, abs(contentSize.width), abs(contentSize.height))
    // The stack's bytes include the layout, because a section may share its frames.
    let own =
      Self.ownByteCount(sections, boundaries, configuration) + (textStyles?.byteCount ?? 0)
    totalByteCount = stack.byteCount + own
    ownByteCount = own + (layout?.byteCount ?? 0)
  }

  var byteCount: Int { ownByteCount }

  private static func ownByteCount(
    _ sections: SectionBlocks, _ boundaries: ContentBoundaries, _ configuration: LayoutConfiguration
  ) -> Int {
    sections.byteCount + configuration.byteCount
      + (boundaries.leading.count + boundaries.trailing.count) * 200 + 368
  }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for block in sections.blocks { visit(block) }
    layout?.visitSharedNodes(visit)
  }

  /// The document that was laid out, with the same section and item objects.
  ///
  /// - Complexity: O(1).
  var document: LayoutDocument {
    var document = LayoutDocument(
      container: container, configuration: configuration, layout: layout, sections: [],
      hasTopLevelItems: hasTopLevelItems)
    document.textStyles = textStyles
    document.sections = Sections(of: PreparedSections(self))
    return document
  }

  /// Whether frames are mirrored before they are returned, because the container is right-to-left.
  var isMirrored: Bool { container.direction == .rightToLeft }

  /// The container's insets by physical side; in a right-to-left container, the leading inset is the right
  /// one.
  var insets: Insets {
    let insets = container.contentInsets.unmirrored
    return isMirrored
      ? Insets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left)
      : insets
  }

  /// Returns the section's extent between its neighbours, mirrored and not rounded.
  ///
  /// Its far edge, start + length, is always where the next section is stacked. So its length is negative
  /// if negative insets are larger than the content that they surround.
  func frame(ofSection number: Int) -> Rect {
    let (section, start) = sections.place(of: number)
    return FrameTransform(axis: axis, mirror: mirror).frame(
      SectionFrame(
        start: start, length: section.solution.length, cross: 0,
        breadth: axis.cross(innerSize)))
  }

  /// The extent about whose middle frames are mirrored; nil if the content is left-to-right.
  var mirror: FrameTransform.Mirror? {
    isMirrored ? FrameTransform.Mirror(length: length, size: contentSize) : nil
  }

  /// Returns the rectangle mirrored about the content's middle (LayoutRules A16, C19).
  func mirrored(_ rect: Rect) -> Rect {
    Rect(
      x: contentSize.width - rect.x - rect.width, y: rect.y, width: rect.width,
      height: rect.height)
  }
}

/// Presents the sections of a layout as the sections of its document.
private final class PreparedSections: SectionSource {
  private let content: PreparedContent

  init(_ content: PreparedContent) {
    self.content = content
  }

  var sectionCount: Int { content.sections.count }

  func section(_ number: Int) -> LayoutSection {
    let section = content.sections[number]
    return LayoutSection(items: section.items, layout: section.layout, bodies: section.bodies)
  }

  func itemCount(of numbers: Range<Int>) -> Int { content.sections.itemCount(of: numbers) }
}
