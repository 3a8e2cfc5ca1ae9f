/// A section's own group that is repeated until the items end (LayoutRules C1, C2), solved independently
/// of the number of items.
struct RepeatedGroup: Sendable {
  /// The scroll axis.
  let axis: LayoutAxis
  /// Whether the section is orthogonal: its groups follow each other across the scroll axis.
  let isOrthogonal: Bool
  /// The size of the group's slot, in points.
  let size: Size
  /// The distance from one group's start to the next group's, in points, in the direction in which they
  /// follow each other.
  let stride: Double
  /// The distance from one group's start to the next group's along the scroll axis; 0 if the section is
  /// orthogonal.
  private let mainStride: Units
  let cells: CompositionalCells.Template
  let supplementaries: SupplementaryTemplate
  /// The parts of the group that follow measured items (LayoutRules K5); nil if no part does.
  let selfSizing: SelfSizingTemplate?

  /// The number of frames in the template, for its cost; a supplementary counts as four frames, since it
  /// takes as much memory.
  var templateCount: Int { cells.count + 4 * supplementaries.supplementaries.count }

  /// The group's length in the direction in which groups follow each other, in points.
  var length: Double { isOrthogonal ? axis.cross(size) : axis.main(size) }

  /// The group's length along the scroll axis.
  var mainLength: Units { Units(points: axis.main(size)) }

  /// The greatest distance along the scroll axis from a group's corner to an edge of an element of the
  /// group, in points.
  var farthest: Double {
    max(axis.reach(cells.frames.bounds), axis.reach(supplementaries.frames.bounds))
  }

  /// Solves the template of a section's own group, with its supplementaries (LayoutRules C13).
  ///
  /// - Parameters:
  ///   - spec: the section's spec, which contains the group.
  ///   - size: the group's resolved size.
  ///   - environment: the section's environment.
  ///   - sizing: the sizes of supplementaries that have bodies; nil if none has one.
  init(
    of spec: CompositionalSpec, size: Size, environment: SectionEnvironment,
    _ sizing: ItemSupplementarySizing?
  ) throws(LayoutError) {
    let path = environment.path.field("group")
    let slot = TemplateSolver.GroupSlot(
      rect: Rect(x: 0, y: 0, width: size.width, height: size.height), host: .sectionGroup,
      allowance: TemplateAllowance(),
      isEstimated: spec.group.size.dimension(along: environment.axis).isEstimated, sizing: sizing)
    let group = try sizing?.sized(spec.group, in: slot.rect) ?? spec.group
    var template = GroupTemplate()
    let start = template.end
    let solver = TemplateSolver(environment)
    let content = try solver.add(group, in: slot, to: &template, at: path)
    try path.checkExtent(
      template.isWithinMaxExtent, orThrow: "places an element more than 2^53 points away")
    axis = environment.axis
    isOrthogonal = spec.orthogonalScrollingBehavior != .none
    selfSizing = content.map {
      SelfSizingTemplate(
        SelfSizingGroup.Subitem(
          .group(group), .group($0), template.part(since: start),
          in: SelfSizingGroup.SlotAlongAxis(
            rect: slot.rect, axis: environment.axis),
          at: path))
    }
    self.size = size
    stride = (isOrthogonal ? axis.cross(size) : axis.main(size)) + spec.interGroupSpacing
    mainStride =
      isOrthogonal
      ? .zero : Units(points: axis.main(size)) + Units(points: spec.interGroupSpacing)
    cells = CompositionalCells.Template(template, environment)
    supplementaries = SupplementaryTemplate(template, environment)
  }

  /// Returns whether an item of the section, if it is measured along the scroll axis, gets its measured
  /// length (LayoutRules K5).
  func followsMeasured(_ item: Int) -> Bool { selfSizing?.follows(item % cells.count) ?? false }

  /// The number of items after which `followsMeasured` repeats; 1 if it is the same for all.
  var measuringPeriod: Int { selfSizing.map { $0.followsAll ? 1 : cells.count } ?? 1 }

  /// Returns the number of groups for `items` items, the last of which may be incomplete; `items` must
  /// be > 0.
  func count(items: Int) -> Int {
    (items - 1) / cells.count + 1
  }

  /// Returns the length that all groups take along the scroll axis, each in its full slot (LayoutRules
  /// C1, C2).
  ///
  /// Spacing is only between groups. The length is 0 if a negative spacing exceeds the groups' length,
  /// so that groups run backwards.
  func mainLength(items: Int) -> Units {
    isOrthogonal ? mainLength : max(.zero, mainLength + (count(items: items) - 1) * mainStride)
  }

  /// Returns the length that all groups of an orthogonal section take across the scroll axis, in points.
  func crossLength(items: Int) -> Double {
    max(0, length + Double(count(items: items) - 1) * stride)
  }

  /// Returns the groups for `items` items, without measured lengths.
  ///
  /// - Parameters:
  ///   - start: where the first group begins along the scroll axis.
  ///   - cross: where the first group begins across the scroll axis, in points.
  func solution(items: Int, start: Units, cross: Double) -> GroupsSolution {
    GroupsSolution(
      length: mainLength(items: items),
      reach: axis.main(size) + farthest
        + (isOrthogonal ? 0 : (Double(count(items: items)) * stride).magnitude),
      cells: CompositionalCells(cells, course(start, cross), count: items),
      supplementaries: supplementaries(items: items, start: start, cross: cross))
  }

  /// Returns where groups begin, if the first one's corner is at `start` along the scroll axis and at
  /// `cross` across it.
  func course(_ start: Units, _ cross: Double) -> RepeatedFrames.Course {
    RepeatedFrames.Course(
      axis: axis, start: start, cross: cross, stride: mainStride,
      crossStride: isOrthogonal ? stride : nil)
  }

  /// Returns the supplementaries of groups and items (LayoutRules C10); nil if there are none.
  ///
  /// In an incomplete group, the supplementaries of hosts without items are omitted.
  private func supplementaries(
    items: Int, start: Units, cross: Double
  ) -> (any SectionSupplementaries)? {
    guard !supplementaries.supplementaries.isEmpty else { return nil }
    return GroupSupplementaries(
      template: supplementaries,
      frames: RepeatedFrames(
        supplementaries.frames, course(start, cross), count: supplementaryCount(items: items)))
  }

  /// Returns the number of supplementaries in all groups for `items` items; `items` must be > 0.
  func supplementaryCount(items: Int) -> Int {
    let whole = count(items: items) - 1
    return whole * supplementaries.supplementaries.count
      + supplementaries.count(withItems: items - whole * cells.count)
  }
}

/// The placed groups of a section.
struct GroupsSolution {
  /// The length of all groups along the scroll axis.
  var length: Units
  /// An upper bound of the sum of the groups' lengths along the scroll axis, in points (LayoutRules I4).
  var reach: Double
  var cells: any SectionCells
  var supplementaries: (any SectionSupplementaries)?
  /// Where groups with measured items begin; nil if there are none.
  var starts: RepetitionStarts?

  /// Gives the groups the places across the scroll axis that they have in a section that is stacked along
  /// the other axis (LayoutRules K10).
  mutating func place(across other: GroupsSolution, axis: LayoutAxis) {
    cells = ShelfCells(cells, across: other.cells, axis: axis)
    guard let along = supplementaries, let across = other.supplementaries else { return }
    supplementaries = ShelfSupplementaries(along, across: across, axis: axis)
  }
}

/// The section's own group with the parts of it that follow measured items.
final class SelfSizingTemplate: Sendable {
  /// The group as a subitem of its section; its edge spacing is ignored (LayoutRules B12).
  let group: SelfSizingGroup.Subitem
  /// For each item of the group, whether it gets its measured length; empty if every item does.
  private let follows: [Bool]

  init(_ group: SelfSizingGroup.Subitem) {
    var follows = [Bool](repeating: false, count: group.part.leaves.count)
    if case .group(let content) = group.content { content.mark(&follows, from: 0) }
    self.follows = follows.allSatisfy { $0 } ? [] : follows
    self.group = group
  }

  /// Whether every item of the group gets its measured length.
  var followsAll: Bool { follows.isEmpty }

  /// Returns whether an item of the group, if it is measured, gets its measured length (LayoutRules K5).
  func follows(_ leaf: Int) -> Bool { follows.isEmpty || follows[leaf] }
}
