/// Lays out custom sections, whose frames come from the document (LayoutRules D, Contract §2).
final class CustomSolver: SectionSolver {
  private let cells: CustomCells
  private let axis: LayoutAxis
  /// The beginning of the frames across the scroll axis, in points.
  private let crossStart: Double
  private let path: DocumentPath
  /// The greatest far edge of a frame along the scroll axis, in points; at least 0.
  private let length: Double

  /// Checks the frames, and creates the cells that all sections of the layout share.
  ///
  /// - Throws: an error for frames that are not finite, of negative size, or out of reach;
  ///   `LayoutError.cancelled`.
  init(
    _ spec: CustomSpec, environment: SectionEnvironment, _ budget: LayoutBudget
  ) throws(LayoutError) {
    path = environment.path.field("frames")
    let frames = spec.given.frames
    var issues = SpecIssues()
    for (number, frame) in frames.enumerated() {
      try budget.count(1)
      guard !(frame.isWithinMaxExtent && frame.width >= 0 && frame.height >= 0) else { continue }
      issues.add(
        path.index(number),
        "must be finite, within 2^53 points, with sides ≥ 0 (got "
          + "\(frame.x), \(frame.y), \(frame.width) × \(frame.height))")
      if issues.isFull { break }
    }
    try issues.throwIfAny()
    cells = CustomCells(spec.given, budget)
    axis = environment.axis
    crossStart = environment.axis.crossStart(spec.sectionInset)
    var length = 0.0
    for stretch in frames.indices.stretches {
      try budget.count(stretch.count)
      for frame in frames[stretch] { length = max(length, environment.axis.mainMax(frame)) }
    }
    self.length = length
  }

  func solve(
    _ items: Items, after earlier: (any SectionCells)?, at path: DocumentPath,
    _ budget: LayoutBudget
  ) throws(LayoutError) -> SolverResult {
    guard items.count == cells.count else {
      throw LayoutError(
        self.path,
        "must have one frame for each of the section's \(items.count) items (got \(cells.count))")
    }
    var placed: any SectionCells = cells
    if crossStart != 0 {
      placed = MovedCells(cells, start: .zero, cross: crossStart, axis: axis)
      try path.checkExtent(placed.bounds.isWithinMaxExtent)
    }
    return SolverResult(length: Units(points: length), maxExtent: length, cells: placed)
  }
}

/// Cells with given frames, shared by all sections of a layout.
final class CustomCells: SectionCells {
  let count: Int
  let bounds: Rect
  /// The frames, and an index that finds those that intersect a rectangle.
  private final class Storage: SharedNode {
    nonisolated(unsafe) var holders = HolderCount()
    let given: CustomFrames
    let index: RectIndex

    init(_ given: CustomFrames, _ budget: LayoutBudget) {
      self.given = given
      index = RectIndex(given.frames, budget)
    }

    var byteCount: Int { index.byteCount + 96 }

    func visitSharedNodes(_ visit: (any SharedNode) -> Void) { visit(given) }
  }

  private let storage: Storage
  /// The frames in `storage`.
  private let frames: [Rect]

  /// Creates the cells and their index; each frame must be finite and of no negative size.
  init(_ given: CustomFrames, _ budget: LayoutBudget = LayoutBudget()) {
    storage = Storage(given, budget)
    frames = given.frames
    self.count = given.count
    self.bounds = storage.index.bounds
  }

  var byteCount: Int { MemoryLayout<Storage>.size }
  var sharedStorage: (any SharedNode)? { storage }

  /// The cell's frame: the given one, moved with the section, but not rounded to units (LayoutRules I3).
  func frame(of item: Int, _ placement: FrameTransform, _ walk: inout CellCursor) -> Rect {
    placement.frame(given: frames[item])
  }

  var haveZIndexes: Bool { !storage.given.zIndexes.isEmpty }

  func zIndex(of item: Int) -> WholeNumber? {
    storage.given.zIndexes[item]
  }

  func addCandidates(intersecting rect: Rect, to numbers: inout IndexRuns) {
    storage.index.addNumbers(intersecting: rect, to: &numbers)
  }
}
