/// A group that is repeated along a section (LayoutRules C1, C2), solved independently of the
/// number of items.
struct RepeatedGroup: Sendable {
  /// The axis along which groups follow each other.
  private let axis: Axis
  /// The group's slot, in points.
  let size: Size
  /// From one group's start to the next's, in points.
  let stride: Double
  private let cells: CompositionalCells.Template
  private let supplementaries: CompositionalSupplementaries.Template

  /// The frames of the template; a supplementary takes as much memory as four.
  var templateCount: Int { cells.count + 4 * supplementaries.supplementaries.count }

  /// The group's length along its section.
  var length: Double { axis.main(size) }

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
    axis =
      spec.orthogonalScrollingBehavior == .none ? environment.axis : environment.axis.crossed
    self.size = size
    stride = axis.main(size) + spec.interGroupSpacing
    cells = CompositionalCells.Template(template.leaves, zIndexes: template.zIndexes)
    supplementaries = CompositionalSupplementaries.Template(template)
  }

  /// How many groups hold that many items; `items` > 0.
  func count(items: Int) -> Int {
    (items - 1) / cells.count + 1
  }

  /// LayoutRules C1, C2: all groups in their full slots, spacing between them only.
  ///
  /// Never less than 0, though negative spacing may exceed the groups' lengths: then they run
  /// backwards.
  func lineLength(items: Int) -> Double {
    max(0, length + Double(count(items: items) - 1) * stride)
  }

  /// The items' cells in a section whose first group's corner lies at `origin`.
  func cells(items: Int, origin: Point) -> CompositionalCells {
    CompositionalCells(
      cells, axis: axis, origin: origin, stride: stride, count: items)
  }

  /// LayoutRules C10: the groups' and items' supplementaries; those of an incomplete group whose
  /// host has no items are left out; nil without any.
  func supplementaries(items: Int, origin: Point) -> CompositionalSupplementaries? {
    guard !supplementaries.supplementaries.isEmpty else { return nil }
    let whole = count(items: items) - 1
    let last = supplementaries.count(withItems: items - whole * cells.count)
    return CompositionalSupplementaries(
      template: supplementaries,
      frames: RepeatedFrames(
        supplementaries.frames, axis: axis, origin: origin, stride: stride,
        count: whole * supplementaries.supplementaries.count + last))
  }
}
