/// The cells of repeated groups, computed from the group's number: they cost one template, however many
/// groups there are.
final class CompositionalCells: SectionCells {
  let count: Int
  let bounds: Rect
  /// The items of a group; shared by all sections of a layout.
  final class Template: LayoutPart {
    let holders = HolderCount()
    /// The items' frames.
    let frames: RepeatedFrames.Template
    /// The stacking orders that custom groups set, by the template's leaves (LayoutRules B14).
    let zIndexes: CodeColumn<WholeNumber>

    init(_ template: GroupTemplate, _ environment: SectionEnvironment) {
      frames = RepeatedFrames.Template(
        template.leaves, along: environment.axis)
      zIndexes = template.zIndexes
    }

    /// The number of items in a group.
    var count: Int { frames.frames.count }

    var byteCount: Int {
      frames.byteCount + zIndexes.values.capacity * MemoryLayout<WholeNumber?>.stride
    }
  }

  private let template: Template
  /// The items' frames.
  private let frames: RepeatedFrames

  /// Creates the cells of `count` items in groups that repeat at equal distances.
  init(_ template: Template, _ course: RepeatedFrames.Course, count: Int) {
    self.template = template
    let frames = RepeatedFrames(template.frames, course, count: count)
    self.frames = frames
    self.count = frames.count
    self.bounds = frames.bounds
  }

  var byteCount: Int { MemoryLayout<Template>.size + MemoryLayout<RepeatedFrames>.size }
  var sharedStorage: (any LayoutPart)? { template }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    placement.frame(frames[item])
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
    _ walk: inout CellCursor
  ) {
    frames.fill(cells) { frame(of: $0, placement, &walk) }
  }

  var haveZIndexes: Bool { !template.zIndexes.isEmpty }

  func zIndex(of item: Int) -> WholeNumber? {
    template.zIndexes.isEmpty ? nil : template.zIndexes[item % template.count]
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    frames.addCandidates(meeting: rect, to: &numbers)
  }
}

/// The cells of repeated groups of which some are laid out separately (LayoutRules K5).
final class MeasuredCells: SectionCells {
  let count: Int
  let bounds: Rect
  private let template: CompositionalCells.Template
  private let frames: UnequalFrames
  /// The bytes that it takes beside the frames.
  private let extraByteCount: Int

  /// Creates the cells with these frames.
  ///
  /// - Parameter extraByteCount: the bytes that the frames don't count.
  init(_ template: CompositionalCells.Template, _ frames: UnequalFrames, extraByteCount: Int) {
    self.template = template
    self.frames = frames
    self.extraByteCount = extraByteCount
    self.count = frames.count
    self.bounds = frames.bounds
  }

  var byteCount: Int {
    MemoryLayout<UnequalFrames>.size + frames.byteCount + extraByteCount
  }
  var sharedStorage: (any LayoutPart)? { template }

  func frame(of item: Int, _ placement: ElementPlacement, _ walk: inout CellCursor) -> Rect {
    placement.frame(frames[item])
  }

  func fill(
    _ frames: inout CellFrames, _ cells: Range<Int>, _ placement: ElementPlacement,
    _ walk: inout CellCursor
  ) {
    frames.fill(cells) { frame(of: $0, placement, &walk) }
  }

  var haveZIndexes: Bool { !template.zIndexes.isEmpty }

  func zIndex(of item: Int) -> WholeNumber? {
    template.zIndexes.isEmpty ? nil : template.zIndexes[item % template.count]
  }

  func addCandidates(meeting rect: Rect, to numbers: inout IndexRuns) {
    frames.addCandidates(meeting: rect, to: &numbers)
  }
}
