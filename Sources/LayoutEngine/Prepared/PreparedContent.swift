/// Laid out sections, one after the other, and the layout-level items placed around them.
struct SectionStack: Sendable {
  let sections: [PreparedSection]
  let boundaries: ContentBoundaries
  /// The content's length along the scroll axis.
  let length: Units
  /// Bytes that the sections hold together (`SectionBytes`).
  let byteCount: Int
}

/// Everything that a prepared layout holds; shared by its copies and by the selections made of it.
///
/// Positions are content coordinates before mirroring and rounding, unless stated otherwise.
final class PreparedContent: Sendable {
  let container: Container
  let axis: Axis
  /// The document's unit along it.
  let unit: UnitScale
  /// The container less its content insets, in points.
  let innerSize: Size
  let sections: [PreparedSection]
  let boundaries: ContentBoundaries
  /// The content's length along the scroll axis.
  let length: Units
  /// The content's extent, in points.
  let contentSize: Size
  let itemCount: Int
  /// What each section can show, unscrolled.
  let reaches: [Rect]
  /// Finds sections by their reaches.
  let sectionIndex: RectIndex
  /// The distance from 0 of the farthest thing that the layout can show, for rounding errors.
  let farthest: Double
  let byteCount: Int

  /// Takes over laid out sections.
  ///
  /// - Throws: `LayoutError.cancelled`.
  init(
    container: Container, axis: Axis, _ unit: UnitScale, _ stack: SectionStack,
    _ budget: LayoutBudget = LayoutBudget()
  ) throws(LayoutError) {
    self.container = container
    self.axis = axis
    self.unit = unit
    length = stack.length
    innerSize = container.innerSize
    sections = stack.sections
    boundaries = stack.boundaries
    contentSize = axis.size(
      main: unit.points(stack.length), cross: axis.cross(innerSize))
    var itemCount = 0
    var reaches: [Rect] = []
    reaches.reserveCapacity(sections.count)
    for section in sections {
      try budget.count(1 + section.solution.elements.count)
      itemCount += section.itemCount
      let reach = section.reach(ElementPlacement(axis: axis, unit: unit)) ?? .zero
      reaches.append(axis.offset(reach, main: unit.points(section.start)))
    }
    self.itemCount = itemCount
    self.reaches = reaches
    sectionIndex = RectIndex(reaches, budget)
    try budget.count(0)
    let bounds = sectionIndex.bounds
    farthest = [
      bounds.minX, bounds.minY, bounds.maxX, bounds.maxY, contentSize.width,
      contentSize.height,
    ]
    .reduce(0) { max($0, abs($1)) }
    byteCount =
      stack.byteCount + sectionIndex.byteCount
      + reaches.capacity * MemoryLayout<Rect>.stride
      + (boundaries.leading.count + boundaries.trailing.count) * 200 + 512
  }

  /// Whether the finished content is mirrored.
  var isMirrored: Bool { container.direction == .rightToLeft }

  /// The container's insets by physical side: leading is right in a right-to-left container.
  var insets: Insets {
    let insets = container.contentInsets.unmirrored
    return isMirrored
      ? Insets(top: insets.top, left: insets.right, bottom: insets.bottom, right: insets.left)
      : insets
  }

  /// The section's extent as it is stacked, mirrored and unrounded.
  ///
  /// Where negative insets are larger than what they surround its length is negative, so that
  /// the far edge, start + length, is always where the next section is stacked.
  func frame(ofSection number: Int) -> Rect {
    let section = sections[number]
    return ElementPlacement(axis: axis, unit: unit, mirror: mirror).frame(
      ElementPlace(
        start: section.start, length: section.solution.length, cross: 0,
        breadth: axis.cross(innerSize)))
  }

  /// The extent in which frames are mirrored; nil for left to right.
  var mirror: ElementPlacement.Mirror? {
    isMirrored ? ElementPlacement.Mirror(length: length, size: contentSize) : nil
  }

  /// The rectangle on the other side of the content's middle, as far from it (LayoutRules A16,
  /// C19).
  func mirrored(_ rect: Rect) -> Rect {
    Rect(
      x: contentSize.width - rect.x - rect.width, y: rect.y, width: rect.width,
      height: rect.height)
  }
}
