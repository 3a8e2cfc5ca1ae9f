/// A group that is repeated along a section (LayoutRules C1, C2), solved independently of the
/// number of items.
struct RepeatedGroup: Sendable {
  /// The scroll axis.
  let axis: Axis
  /// Whether groups follow each other across the scroll axis.
  let isOrthogonal: Bool
  /// The group's slot, in points.
  let size: Size
  /// The distance from one group's start to the next's, in points.
  let stride: Double
  /// The distance from one group's start to the next's along the scroll axis; 0 if groups follow each
  /// other across it.
  private let mainStride: Units
  let cells: CompositionalCells.Template
  let supplementaries: SupplementaryTemplate
  /// The parts of the group that follow measured items (LayoutRules K5); nil if none does.
  let selfSizing: SelfSizingTemplate?

  /// The number of frames in the template; a supplementary takes as much memory as four and counts as
  /// such.
  var templateCount: Int { cells.count + 4 * supplementaries.supplementaries.count }

  /// The group's length in the direction in which groups follow each other, in points.
  var length: Double { isOrthogonal ? axis.cross(size) : axis.main(size) }

  /// The group's length along the scroll axis.
  var mainLength: Units { Units(points: axis.main(size)) }

  /// The greatest distance of an element from its group's corner along the scroll axis, in points.
  var farthest: Double {
    max(axis.reach(cells.frames.bounds), axis.reach(supplementaries.frames.bounds))
  }

  /// Solves the group's template and its supplementaries (LayoutRules C13).
  ///
  /// - Parameters:
  ///   - spec: the section's spec, which contains the group.
  ///   - size: the group's resolved size.
  ///   - environment: the section's environment.
  init(
    of spec: CompositionalSpec, size: Size, environment: SectionEnvironment
  ) throws(LayoutError) {
    let path = environment.path.field("group")
    let slot = TemplateSolver.GroupSlot(
      rect: Rect(x: 0, y: 0, width: size.width, height: size.height), host: .sectionGroup,
      allowance: TemplateAllowance(),
      isEstimated: spec.group.size.dimension(along: environment.axis).isEstimated)
    var template = GroupTemplate()
    let start = template.end
    let solver = TemplateSolver(environment)
    let content = try solver.add(spec.group, in: slot, to: &template, at: path)
    try path.requireReach(
      template.isWithinReach, orThrow: "places an element more than 2^53 points away")
    axis = environment.axis
    isOrthogonal = spec.orthogonalScrollingBehavior != .none
    selfSizing = content.map {
      SelfSizingTemplate(
        SelfSizingGroup.Subitem(
          .group(spec.group), .group($0), template.part(since: start),
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

  /// Returns the number of groups that `items` items fill; `items` > 0.
  func count(items: Int) -> Int {
    (items - 1) / cells.count + 1
  }

  /// Returns the length of all groups in their full slots along the scroll axis (LayoutRules C1, C2).
  ///
  /// Spacing is only between groups. The length is at least 0, even if groups run backwards because a
  /// negative spacing exceeds their lengths.
  func mainLength(items: Int) -> Units {
    isOrthogonal ? mainLength : max(.zero, mainLength + (count(items: items) - 1) * mainStride)
  }

  /// Returns the length of all groups across the scroll axis, in points, if they follow each other there.
  func crossLength(items: Int) -> Double {
    max(0, length + Double(count(items: items) - 1) * stride)
  }

  /// Returns the groups of `items` items, with the first group's corner at `start` and `cross`.
  func solution(items: Int, start: Units, cross: Double) -> GroupsSolution {
    GroupsSolution(
      length: mainLength(items: items),
      reach: axis.main(size) + farthest
        + (isOrthogonal ? 0 : (Double(count(items: items)) * stride).magnitude),
      cells: CompositionalCells(cells, course(start, cross), count: items),
      supplementaries: supplementaries(items: items, start: start, cross: cross))
  }

  func course(_ start: Units, _ cross: Double) -> RepeatedFrames.Course {
    RepeatedFrames.Course(
      axis: axis, start: start, cross: cross, stride: mainStride,
      crossStride: isOrthogonal ? stride : nil)
  }

  /// Returns the supplementaries of groups and items (LayoutRules C10); nil if there are none.
  ///
  /// In an incomplete group, those whose host has no items are left out.
  private func supplementaries(
    items: Int, start: Units, cross: Double
  ) -> (any SectionSupplementaries)? {
    guard !supplementaries.supplementaries.isEmpty else { return nil }
    return GroupSupplementaries(
      template: supplementaries,
      frames: RepeatedFrames(
        supplementaries.frames, course(start, cross), count: supplementaryCount(items: items)))
  }

  /// Returns the number of supplementaries in the groups of `items` items; `items` > 0.
  func supplementaryCount(items: Int) -> Int {
    let whole = count(items: items) - 1
    return whole * supplementaries.supplementaries.count
      + supplementaries.count(withItems: items - whole * cells.count)
  }
}

/// The groups of a section, placed.
struct GroupsSolution {
  /// Their length along the scroll axis.
  var length: Units
  /// An upper bound of the sum of their lengths, in points (LayoutRules I4).
  var reach: Double
  var cells: any SectionCells
  var supplementaries: (any SectionSupplementaries)?
}

/// The parts of a section's group that follow measured items.
final class SelfSizingTemplate: Sendable {
  /// The group as a subitem of its section; its edge spacing is ignored (LayoutRules B12).
  let group: SelfSizingGroup.Subitem
  /// Whether each item follows a measured length; empty if all do.
  private let follows: [Bool]

  init(_ group: SelfSizingGroup.Subitem) {
    var follows = [Bool](repeating: false, count: group.part.leaves.count)
    if case .group(let content) = group.content { content.mark(&follows, from: 0) }
    self.follows = follows.allSatisfy { $0 } ? [] : follows
    self.group = group
  }

  /// Returns whether an item of the group follows a measured length (LayoutRules K5).
  func follows(_ leaf: Int) -> Bool { follows.isEmpty || follows[leaf] }
}
