/// A group that is repeated along a section (LayoutRules C1, C2), solved independently of the
/// number of items.
struct RepeatedGroup: Sendable {
  /// The scroll axis, and the document's unit along it.
  private let axis: Axis
  private let unit: UnitScale
  /// Whether groups follow each other across the scroll axis.
  private let isOrthogonal: Bool
  /// The group's slot, in points.
  let size: Size
  /// From one group's start to the next's, in points.
  let stride: Double
  /// From one group's start to the next's where they follow each other along the scroll axis.
  private let mainStride: Units
  private let cells: CompositionalCells.Template
  private let supplementaries: CompositionalSupplementaries.Template

  /// The frames of the template; a supplementary takes as much memory as four.
  var templateCount: Int { cells.count + 4 * supplementaries.supplementaries.count }

  /// The group's length in the direction in which groups follow each other, in points.
  var length: Double { isOrthogonal ? axis.cross(size) : axis.main(size) }

  /// The group's length along the scroll axis.
  var mainLength: Units { unit.units(axis.main(size)) }

  /// The farthest that something lies from a group's corner along the scroll axis, in points.
  var farthest: Double {
    max(axis.reach(cells.frames.bounds), axis.reach(supplementaries.frames.bounds))
  }

  /// Solves the group's template and its supplementaries (LayoutRules C13).
  ///
  /// - Parameters:
  ///   - spec: the section's, whose group it is.
  ///   - size: the group's resolved size.
  ///   - environment: the section's.
  init(
    of spec: CompositionalSpec, size: Size, environment: SectionEnvironment
  ) throws(LayoutError) {
    let path = environment.path.field("group")
    let slot = TemplateSolver.GroupSlot(
      rect: Rect(x: 0, y: 0, width: size.width, height: size.height), host: .sectionGroup,
      allowance: TemplateAllowance())
    var template = GroupTemplate()
    try TemplateSolver(scale: environment.scale).add(spec.group, in: slot, to: &template, at: path)
    try path.requireReach(
      template.isWithinReach, orThrow: "places something more than 2^53 points away")
    axis = environment.axis
    unit = environment.unit
    isOrthogonal = spec.orthogonalScrollingBehavior != .none
    self.size = size
    stride = (isOrthogonal ? axis.cross(size) : axis.main(size)) + spec.interGroupSpacing
    mainStride =
      isOrthogonal
      ? .zero : unit.units(axis.main(size)) + unit.units(spec.interGroupSpacing)
    cells = CompositionalCells.Template(template, environment)
    supplementaries = CompositionalSupplementaries.Template(template, environment)
  }

  /// How many groups hold that many items; `items` > 0.
  func count(items: Int) -> Int {
    (items - 1) / cells.count + 1
  }

  /// LayoutRules C1, C2: all groups in their full slots along the scroll axis, spacing between them
  /// only.
  ///
  /// Never less than 0, though negative spacing may exceed the groups' lengths: then they run
  /// backwards.
  func mainLength(items: Int) -> Units {
    isOrthogonal ? mainLength : max(.zero, mainLength + (count(items: items) - 1) * mainStride)
  }

  /// The same in points where groups follow each other across the scroll axis.
  func crossLength(items: Int) -> Double {
    max(0, length + Double(count(items: items) - 1) * stride)
  }

  /// The items' cells in a section whose first group's corner lies there.
  func cells(items: Int, start: Units, cross: Double) -> CompositionalCells {
    CompositionalCells(cells, course(start, cross), count: items)
  }

  private func course(_ start: Units, _ cross: Double) -> RepeatedFrames.Course {
    RepeatedFrames.Course(
      axis: axis, unit: unit, start: start, cross: cross, stride: mainStride,
      crossStride: isOrthogonal ? stride : nil)
  }

  /// LayoutRules C10: the groups' and items' supplementaries; those of an incomplete group whose
  /// host has no items are left out; nil without any.
  func supplementaries(
    items: Int, start: Units, cross: Double
  ) -> (any SectionSupplementaries)? {
    guard !supplementaries.supplementaries.isEmpty else { return nil }
    let whole = count(items: items) - 1
    let last = supplementaries.count(withItems: items - whole * cells.count)
    return CompositionalSupplementaries(
      template: supplementaries,
      frames: RepeatedFrames(
        supplementaries.frames, course(start, cross),
        count: whole * supplementaries.supplementaries.count + last))
  }
}
