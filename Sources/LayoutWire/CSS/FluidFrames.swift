package import LayoutEngine

/// The selected cells' frames, and the wall's height, as functions of the wall's width (Contract §17).
///
/// Between two widths at which items change places, each length of a frame is `points + share · width`: gaps,
/// insets and fixed lengths are points, and everything that follows the container is a share. A second layout,
/// for a container that is `step` wider, tells the two apart. Bodies keep their heights in it, so that texts are as
/// tall as at the layout's own width, however wide the wall is.
package struct FluidFrames: Sendable {
  /// The maximum number of items, and of sections, of a layout whose frames are computed for every width.
  ///
  /// A browser matches each child against each rule, so sheets of more cells are of no use.
  static let maxCount = 10_000
  /// The differences of the containers' widths to try, in points.
  ///
  /// The engine rounds lengths to units of 1/6,144,000 point (LayoutRules I1), and the errors add up along a column.
  /// Compared with a step of one point, they are small enough for columns of hundreds of items. If items change
  /// places within that point, the smaller steps usually avoid the change.
  static let steps = [1, 1.0 / 64, -1.0 / 64]
  /// The steps that the second layout may take (`LayoutLimits.maxSteps`): eight milliseconds of work.
  private static let maxSteps = 1 << 22
  /// The maximum number of lengths whose maximum is the wall's height.
  private static let maxHeights = 16

  /// The frames of the selected cells, in the order of the selection.
  let cells: [FluidFrame]
  /// The lengths whose maximum is the wall's height; at least one.
  let heights: [FluidLength]

  var byteCount: Int { cells.count * MemoryLayout<FluidFrame>.stride }

  /// Computes the frames of a selection's cells for walls from the layout's own width up to a greater one.
  ///
  /// - Parameters:
  ///   - layout: the layout at its own width.
  ///   - selection: the elements whose cells' frames are computed.
  ///   - query: the query that selected the elements.
  ///   - range: the container's widths that the frames are for; the height is exact in this range.
  ///   - budget: the budget charged for the layouts at other widths.
  /// - Returns: The frames; nil if they do not follow the width evenly: if the layout scrolls horizontally, has a
  ///   magazine or more than `maxCount` items, or if items change places at this very width.
  /// - Throws: `QueryError.cancelled` if the budget ends the work.
  /// - Complexity: O(sections + items): one further layout of the document, four at most.
  package init?(
    _ layout: PreparedLayout, _ selection: AttributesSelection, _ query: LayoutQuery,
    in range: Range<Double>, _ budget: LayoutBudget?
  ) throws(QueryError) {
    guard layout.scrollAxis == .vertical,
      max(layout.itemCount, layout.sectionCount) <= Self.maxCount,
      !layout.hasSelfRoundingSections
    else { return nil }
    let container = layout.document.container
    let width = container.size.width
    var near = layout
    if container.scale != nil {
      guard let layout = try Self.layout(layout, width, budget) else { return nil }
      near = layout
    }
    for step in Self.steps {
      guard width + step > 0, let far = try Self.layout(layout, width + step, budget) else {
        continue
      }
      // Sections that grow with the width move until they are as long as the content.
      if layout.areSectionsMoved, near.ownLength != far.ownLength { return nil }
      var pair = LayoutPair(near: near, far: far, width: width, step: step)
      guard let cells = try pair.frames(of: selection, query, budget) else { continue }
      self.cells = cells
      heights = pair.heights(over: query.selection == .all ? cells : [], in: range, Self.maxHeights)
      return
    }
    return nil
  }

  private static func layout(
    _ layout: PreparedLayout, _ width: Double, _ budget: LayoutBudget?
  ) throws(QueryError) -> PreparedLayout? {
    let own = LayoutBudget(
      steps: maxSteps, isWanted: { budget?.checkpoint() ?? true },
      takeMemory: { budget?.tryReserve($0) ?? true })
    let other = layout.unrounded(width: width, own)
    guard own.end == nil else { throw .cancelled }
    return other
  }
}

/// Two layouts of one document, for containers of almost the same width.
private struct LayoutPair {
  let near: PreparedLayout
  let far: PreparedLayout
  /// The width of the container of `near`.
  let width: Double
  /// The width of the container of `far`, less `width`.
  let step: Double
  /// The lowest edges of the selected cells in both layouts.
  private var lowest = (near: 0.0, far: 0.0)

  init(near: PreparedLayout, far: PreparedLayout, width: Double, step: Double) {
    (self.near, self.far, self.width, self.step) = (near, far, width, step)
  }

  /// Returns the frames of the selected cells; nil if a cell is elsewhere in `far`.
  mutating func frames(
    of selection: AttributesSelection, _ query: LayoutQuery, _ budget: LayoutBudget?
  ) throws(QueryError) -> [FluidFrame]? {
    // The wall is as wide as the content: it must follow the container point by point.
    let growth = (far.contentSize.width - near.contentSize.width) / step
    guard abs(growth - 1) < 1e-6 else { return nil }
    var everything = query
    everything.selection = .all
    var (nearCells, farCells) = (
      CellSearch(try near.select(everything, budget)),
      CellSearch(try far.select(everything, budget))
    )
    var (cursor, allowance) = (selection.makeCursor(), Int.max)
    var frames: [FluidFrame] = []
    let count = min(selection.count, near.itemCount)
    guard budget?.tryReserve(count * MemoryLayout<FluidFrame>.stride) ?? true else {
      throw .cancelled
    }
    let hasTexts = near.document.textStyles != nil
    frames.reserveCapacity(count)
    while let cell = cursor.nextCell(steppingOver: &allowance) {
      guard budget?.checkpoint(after: 1) ?? true else { throw .cancelled }
      guard let before = nearCells.frame(of: cell), let after = farCells.frame(of: cell),
        let x = length(before.x, after.x), let y = length(before.y, after.y),
        let width = length(before.width, after.width, roundedUp: hasTexts),
        let height = length(before.height, after.height)
      else { return nil }
      lowest =
        frames.isEmpty
        ? (before.maxY, after.maxY) : (max(lowest.near, before.maxY), max(lowest.far, after.maxY))
      frames.append(FluidFrame(x: x, y: y, width: width, height: height))
    }
    return frames
  }

  /// Returns a length as a function of the wall's width; nil if it jumps between the two layouts.
  ///
  /// A length grows about as fast as its share of the width. Items that change places jump by a column.
  private func length(
    _ before: Double, _ after: Double, roundedUp: Bool = false
  ) -> FluidLength? {
    let slope = (after - before) / step
    guard abs(slope) <= 4 * (1 + abs(before) / width) else { return nil }
    return FluidLength(
      before, at: near.contentSize.width, slope: slope, roundedUp: roundedUp)
  }

  /// Returns lengths whose maximum is the wall's height in a range of the container's widths.
  ///
  /// Which column is the longest depends on the width. Each column's last cell may be the lowest cell; the
  /// distance from there to the wall's end is the same for all.
  ///
  /// - Parameter cells: all cells; empty if only some are selected, whose lowest cell says nothing.
  func heights(
    over cells: [FluidFrame], in range: Range<Double>, _ maxCount: Int
  ) -> [FluidLength] {
    let wall = near.contentSize.width
    func length(_ before: Double, _ after: Double) -> FluidLength {
      FluidLength(before, at: wall, slope: (after - before) / step)
    }
    let least = near.minimumLength > 0 ? [FluidLength(near.minimumLength, at: wall, slope: 0)] : []
    guard !near.areSectionsMoved else { return least }
    let (before, after) = (near.ownLength, far.ownLength)
    guard !cells.isEmpty else { return least + [length(before, after)] }
    let rest = length(before - lowest.near, after - lowest.far)
    let inset = wall - width
    // Walls of less than half the width are too narrow for the gaps, which do not shrink.
    return FluidLength.upperEnvelope(
      of: least + cells.map { FluidLength(sum: FluidLength(sum: $0.y, $0.height), rest) },
      from: max(range.lowerBound, width / 2) + inset, to: range.upperBound + inset, maxCount)
  }
}

/// Finds cells by their items, in the order of items.
private struct CellSearch {
  private var cursor: AttributesSelection.Cursor
  private var next: CellAttributes?

  init(_ selection: AttributesSelection) {
    cursor = selection.makeCursor()
  }

  /// Returns the frame of an item's cell; nil if it has none.
  ///
  /// Each item must come after the previous one.
  ///
  /// - Complexity: O(cells between the two items).
  mutating func frame(of cell: CellAttributes) -> Rect? {
    var allowance = Int.max
    while true {
      guard let found = next ?? cursor.nextCell(steppingOver: &allowance) else { return nil }
      next = found
      let (place, wanted) = ((found.section, found.item), (cell.section, cell.item))
      if place > wanted { return nil }
      next = nil
      if place == wanted { return found.frame }
    }
  }
}

extension FluidLength {
  init(sum first: FluidLength, _ second: FluidLength) {
    points = (first.points + second.points).roundedForSheets
    percent = (first.percent + second.percent).roundedForSheets
  }

  /// Whether the length is less than another one at a width, or as long there and shorter beyond it.
  func isBelow(_ other: FluidLength, at width: Double) -> Bool {
    (value(at: width), percent) < (other.value(at: width), other.percent)
  }

  /// Returns those lengths that are the longest one somewhere between two widths.
  ///
  /// - Parameter lengths: at least one.
  /// - Complexity: O(`lengths` × `maxCount`).
  static func upperEnvelope(
    of lengths: [FluidLength], from start: Double, to end: Double, _ maxCount: Int
  ) -> [FluidLength] {
    guard var last = lengths.max(by: { $0.isBelow($1, at: start) }) else { return [] }
    var envelope = [last]
    while envelope.count < maxCount {
      var next: (length: FluidLength, width: Double)?
      for length in lengths where length.percent > last.percent {
        let width = (last.points - length.points) * 100 / (length.percent - last.percent)
        guard width < end,
          next.map({ (width, -length.percent) < ($0.width, -$0.length.percent) }) ?? true
        else { continue }
        next = (length, width)
      }
      guard let next else { break }
      last = next.length
      envelope.append(last)
    }
    return envelope
  }
}
