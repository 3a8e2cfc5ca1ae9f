/// The cells of repeated groups, computed from one group's template: they take the memory of one
/// template, however many groups there are.
final class CompositionalCells: RepeatedCells {
  let count: Int
  let bounds: Rect
  /// The frames and z-indexes of one group's items; shared by all sections of a layout.
  final class Template: SharedNode {
    nonisolated(unsafe) var holders = HolderCount()
    /// The items' frames, relative to the group's corner.
    let frames: RepeatedFrames.Template
    /// The stacking orders that the frames of custom groups set, by the items' indices in the group
    /// (LayoutRules B14).
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

  let template: Template
  /// The frames of all items of the section.
  private let frames: RepeatedFrames

  /// Creates the cells of `count` items in groups that begin at equal distances.
  ///
  /// - Parameter course: where the first group begins, and the distance from one group to the next.
  init(_ template: Template, _ course: RepeatedFrames.Course, count: Int) {
    self.template = template
    let frames = RepeatedFrames(template.frames, course, count: count)
    self.frames = frames
    self.count = frames.count
    self.bounds = frames.bounds
  }

  var repetitions: Repetitions { frames.repetitions }

  var byteCount: Int { MemoryLayout<Template>.size + MemoryLayout<RepeatedFrames>.size }
  var sharedStorage: (any SharedNode)? { template }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    placement.frame(frames[item])
  }

  var haveZIndexes: Bool { !template.zIndexes.isEmpty }

  func zIndex(of item: Int) -> WholeNumber? {
    template.zIndexes.isEmpty ? nil : template.zIndexes[item % template.count]
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    sharedRepeatedCount(from: item, with: other)
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    frames.addCandidates(intersecting: rect, to: &numbers)
  }
}

/// The cells of repeated groups, some of which contain measured items and are laid out separately
/// (LayoutRules K5).
final class MeasuredCells: RepeatedCells {
  let count: Int
  let bounds: Rect
  let template: CompositionalCells.Template
  /// The items from whose lengths the groups follow; a later version reuses the chunks of those that it
  /// has, too.
  let heldItems: Items?
  /// The chunks of groups, one for each chunk of items.
  let starts: RepetitionStarts
  private let frames: UnequalFrames
  /// The bytes of a template that only this section uses.
  private let templateByteCount: Int

  /// Creates the cells that have these frames.
  ///
  /// - Parameter templateByteCount: the bytes of a template that only this section uses.
  init(
    _ template: CompositionalCells.Template, _ frames: UnequalFrames, _ starts: RepetitionStarts,
    of items: Items, templateByteCount: Int
  ) {
    self.template = template
    heldItems = items
    self.starts = starts
    self.frames = frames
    self.templateByteCount = templateByteCount
    self.count = frames.count
    self.bounds = frames.bounds
  }

  var repetitions: Repetitions { frames.repetitions }

  var byteCount: Int {
    MemoryLayout<UnequalFrames>.size + frames.byteCount + starts.byteCount + templateByteCount
  }
  var sharedStorage: (any SharedNode)? { template }

  func visitSharedNodes(_ visit: (any SharedNode) -> Void) {
    for chunk in starts.chunks { visit(chunk) }
  }

  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    placement.frame(frames[item])
  }

  var haveZIndexes: Bool { !template.zIndexes.isEmpty }

  func zIndex(of item: Int) -> WholeNumber? {
    template.zIndexes.isEmpty ? nil : template.zIndexes[item % template.count]
  }

  func sharedCount(from item: Int, with other: any SectionCells) -> Int {
    sharedRepeatedCount(from: item, with: other)
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    frames.addCandidates(intersecting: rect, to: &numbers)
  }
}

/// The cells of repeated groups, whether some of them contain measured items or not.
protocol RepeatedCells: SectionCells {
  /// The layout's template, which has the stacking orders.
  var template: CompositionalCells.Template { get }
  /// The repetitions that decide where the cells are.
  var repetitions: Repetitions { get }
}

extension RepeatedCells {
  /// Returns the number of cells, from `item` on, that have the same places and stacking orders in `other`.
  ///
  /// It is 0 if `other` is not made of repeated groups.
  fileprivate func sharedRepeatedCount(from item: Int, with other: any SectionCells) -> Int {
    // Embedded Swift has no casts to protocols.
    let cells: (any RepeatedCells)? = other as? CompositionalCells ?? other as? MeasuredCells
    guard let other = cells, template.zIndexes.values == other.template.zIndexes.values else {
      return 0
    }
    return repetitions.sharedCount(from: item, with: other.repetitions)
  }
}
