extension AttributesSelection {
  /// Walks a selection and creates its attributes one by one; a copy of the cursor continues where the
  /// original is.
  ///
  /// Methods that are called for every element are `mutating`, so that the cursor is passed by address:
  /// by value, its 400 bytes would be copied each time.
  public struct Cursor: Sendable {
    private let selection: AttributesSelection
    private var run = 0
    private var number = 0
    private var end = 0
    /// The queried rectangle, if the run is filtered; nil if all of its elements are in the selection.
    private var filter: Rect?

    // The properties that all elements of the current run share.
    private var source = Run.Source.leadingBoundaries
    /// The section of the run; nil if the run has layout-level headers and footers.
    private var section: Int?
    private var placement: VisibleFrameTransform
    /// The corner that returned coordinates are relative to (`LayoutQuery.origin`).
    private var origin = Point.zero
    private var placed: LaidOutSection?
    private var cells: any SectionCells = EmptyCells.shared
    private var walk = CellCursor()
    /// The frames of the run's next cells.
    private var frames = CellFrames()
    private var supplementaries: (any SectionSupplementaries)?
    private var elements: [SectionElement] = []
    /// The stacking order of cells that have no own order.
    private var cellZIndex: WholeNumber = 0
    /// Whether the layout may give cells media heights.
    private var haveImageHeights = false
    /// Whether the layout may give cells stacking orders.
    private var haveZIndexes = false
    /// Whether items of the section may have their own ids or stacking orders.
    private var itemsHaveFields = false
    /// Whether items of the section may have data.
    private var itemsHaveData = false
    /// Whether items of the section may have bodies.
    private var haveBodies = false
    /// The section's effects; nil if it has none, or the query has no visible bounds.
    private var effects: EffectsPlacement?
    /// Whether effects drive the section's cells.
    private var cellsHaveEffects = false

    init(_ selection: AttributesSelection) {
      self.selection = selection
      placement = VisibleFrameTransform(unplaced: selection.content)
      if !selection.runs.isEmpty { enterRun() }
    }

    /// Returns the next attributes; nil after the last.
    ///
    /// - Complexity: O(1) amortised if few runs are filtered; else O(elements visited).
    public mutating func next() -> LayoutAttributes? {
      var allowance = Int.max
      return next(steppingOver: &allowance)
    }

    /// Returns the next attributes, stepping over elements of filtered runs that don't intersect the rectangle.
    ///
    /// - Parameter allowance: the number of elements that may be stepped over; the number stepped over is
    ///   subtracted.
    /// - Returns: The attributes; nil after the last, or if the allowance reached 0 before the next.
    /// - Complexity: O(1) plus what is subtracted from the allowance.
    public mutating func next(steppingOver allowance: inout Int) -> LayoutAttributes? {
      guard enterNext(steppingOver: &allowance) else { return nil }
      let number = number
      self.number += 1
      // Return the attributes where they are created: a switch over the sources would copy them.
      return source == .cells ? attributes(ofCell: number) : attributes(ofOther: number)
    }

    @inline(never)
    private mutating func attributes(ofCell number: Int) -> LayoutAttributes {
      let cell = cell(number)
      var attributes = LayoutAttributes(
        category: .cell, section: section, item: number, kind: nil, frame: cell.frame,
        zIndex: cell.zIndex, imageHeight: cell.imageHeight, bodyHeight: bodyHeight(of: cell),
        id: itemsHaveFields ? ownID(of: cell) : nil)
      if cellsHaveEffects { attributes.effects = effects(of: cell) }
      return attributes
    }

    private mutating func attributes(ofOther number: Int) -> LayoutAttributes? {
      source == .supplementaries ? supplementary(number) : element(number)
    }

    /// Returns the next attributes if they are a cell's; otherwise nil, without advancing past them.
    ///
    /// Unlike `next`, it leaves out texts, so that encoders don't count references a million times;
    /// `id(of:)` returns the cell's id.
    ///
    /// - Parameter allowance: the number of elements that may be stepped over; the number stepped over is
    ///   subtracted.
    /// - Complexity: O(1) plus what is subtracted from the allowance.
    package mutating func nextIfCell(steppingOver allowance: inout Int) -> CellAttributes? {
      guard enterNext(steppingOver: &allowance), source == .cells else { return nil }
      number += 1
      return cell(number - 1)
    }

    /// Returns the next attributes if they are a cell's, stepping over any number of elements.
    package mutating func nextIfCell() -> CellAttributes? {
      var allowance = Int.max
      return nextIfCell(steppingOver: &allowance)
    }

    /// Returns the next cell, stepping over other elements before it, one run at a time.
    ///
    /// - Parameter allowance: the number of runs without cells, and of cells that don't intersect the rectangle,
    ///   that may be stepped over; the number stepped over is subtracted.
    /// - Returns: The cell's attributes; nil after the last cell, or if the allowance reached 0 before the
    ///   next.
    /// - Complexity: O(1) plus what is subtracted from the allowance.
    package mutating func nextCell(steppingOver allowance: inout Int) -> CellAttributes? {
      guard enterNext(ofCells: true, steppingOver: &allowance) else { return nil }
      number += 1
      return cell(number - 1)
    }

    /// Appends the next cell and cells of the same run after it, stepping over other elements before it.
    ///
    /// It is faster than appending them one by one.
    ///
    /// - Parameters:
    ///   - cells: the array that the cells are appended to.
    ///   - count: the maximum number of cells appended.
    ///   - framed: whether frames are computed; if not, all frames are `.zero`.
    ///   - allowance: as in `nextCell(steppingOver:)`; it also limits the number of cells appended.
    /// - Complexity: O(cells appended) plus what is subtracted from the allowance.
    package mutating func appendNeighbours(
      to cells: inout [CellAttributes], count: Int, framed: Bool,
      steppingOver allowance: inout Int
    ) {
      guard enterNext(ofCells: true, steppingOver: &allowance) else { return }
      append(passNeighbours(Swift.min(count, allowance)), framed: framed, to: &cells)
    }

    /// Appends one length of the next cell and of cells of the same run after it.
    ///
    /// It steps over other elements before the next cell.
    ///
    /// Use it instead of `appendNeighbours(to:count:framed:steppingOver:)` if only this length is read: it
    /// writes a ninth of the bytes.
    ///
    /// - Complexity: O(cells appended) plus what is subtracted from the allowance.
    package mutating func appendNeighbours(
      _ length: CellLength, to lengths: inout [Double], count: Int,
      steppingOver allowance: inout Int
    ) {
      guard enterNext(ofCells: true, steppingOver: &allowance) else { return }
      append(length, of: passNeighbours(Swift.min(count, allowance)), to: &lengths)
    }

    /// Advances past the next cell and cells of the same run after it, at most `count`; returns their
    /// numbers.
    @inline(__always)
    private mutating func passNeighbours(_ count: Int) -> Range<Int> {
      // In a filtered run, cells are passed one by one.
      let passed =
        number..<number + Swift.max(0, Swift.min(end - number, count, filter == nil ? .max : 1))
      number = passed.upperBound
      return passed
    }

    private mutating func append(
      _ neighbours: Range<Int>, framed: Bool, to cells: inout [CellAttributes]
    ) {
      guard !neighbours.isEmpty else { return }
      cells.append(addingCapacity: neighbours.count) { output in
        let (section, isPlain) = (section ?? 0, isPlain)
        for number in neighbours {
          output.append(
            CellAttributes(
              section: section, item: number,
              frame: framed ? returned(frame(ofCell: number)) : .zero,
              zIndex: isPlain ? cellZIndex : zIndex(ofCell: number),
              imageHeight: haveImageHeights ? self.cells.imageHeight(of: number) : nil))
        }
      }
    }

    private mutating func append(
      _ length: CellLength, of neighbours: Range<Int>, to lengths: inout [Double]
    ) {
      guard !neighbours.isEmpty else { return }
      lengths.append(addingCapacity: neighbours.count) { output in
        guard length != .imageHeight else {
          for number in neighbours { output.append(cells.imageHeight(of: number) ?? .nan) }
          return
        }
        var next = neighbours.lowerBound
        while next < neighbours.upperBound {
          if !frames.cells.contains(next) { computeFrames(from: next) }
          let known = next..<Swift.min(frames.cells.upperBound, neighbours.upperBound)
          // Each length has its own loop, so that no cell has to check which one is requested.
          switch length {
          case .x: for number in known { output.append(frames[number].x - origin.x) }
          case .y: for number in known { output.append(frames[number].y - origin.y) }
          case .width: for number in known { output.append(frames[number].width) }
          case .height, .imageHeight:
            for number in known { output.append(frames[number].height) }
          }
          next = known.upperBound
        }
      }
    }

    /// Whether the section's cells have one common stacking order, and neither ids nor media heights.
    private var isPlain: Bool {
      !(itemsHaveFields || haveZIndexes || haveImageHeights || haveBodies || cellsHaveEffects)
    }

    /// Advances past all remaining cells of the run if they have one common stacking order, and neither ids
    /// nor media heights.
    ///
    /// - Returns: The number of cells and their stacking order; nil if the next elements are not such
    ///   cells, or the run is filtered.
    /// - Complexity: O(1).
    public mutating func passPlainCells() -> (count: Int, zIndex: WholeNumber)? {
      guard number < end, source == .cells, filter == nil, isPlain else { return nil }
      defer { number = end }
      return (end - number, cellZIndex)
    }

    /// Returns the next element that is not a cell, stepping over cells before it, one run at a time.
    ///
    /// - Parameter allowance: the number of runs of cells, and of elements that don't intersect the rectangle,
    ///   that may be stepped over; the number stepped over is subtracted.
    /// - Returns: The attributes; nil after the last such element, or if the allowance reached 0 before the
    ///   next.
    public mutating func nextOther(steppingOver allowance: inout Int) -> LayoutAttributes? {
      guard enterNext(ofCells: false, steppingOver: &allowance) else { return nil }
      return next(steppingOver: &allowance)
    }

    /// Whether cells of the section that was entered last may have an id, data or effects.
    public var cellsHaveFields: Bool { itemsHaveFields || itemsHaveData || cellsHaveEffects }

    /// Returns the client's own id of the cell that was returned last; nil if its item has none.
    package mutating func id(of cell: CellAttributes) -> ItemID? {
      itemsHaveFields ? ownID(of: cell) : nil
    }

    /// Returns the data of the cell that was returned last, as JSON text; nil if its item has none.
    package mutating func data(of cell: CellAttributes) -> ArraySlice<UInt8>? {
      itemsHaveData ? ownData(of: cell) : nil
    }

    /// Returns the height of the body of the cell that was returned last; nil if it has no body that was
    /// measured.
    package mutating func bodyHeight(of cell: CellAttributes) -> Double? {
      haveBodies ? measuredBodyHeight(of: cell) : nil
    }

    /// Returns what effects set of the cell that was returned last; nil if its section has no effects on cells, or the
    /// query has no visible bounds.
    package mutating func effects(of cell: CellAttributes) -> ElementEffects? {
      cellsHaveEffects ? appliedEffects(to: cell.item) : nil
    }

    /// Returns what the cell that was returned last has beside its place.
    ///
    /// - Parameter includesData: whether the data of its item is wanted.
    package mutating func fields(of cell: CellAttributes, includesData: Bool) -> CellFields {
      CellFields(
        id: id(of: cell), data: includesData ? data(of: cell) : nil, effects: effects(of: cell))
    }

    @inline(never)
    private mutating func appliedEffects(to item: Int) -> ElementEffects? {
      let frame = frame(ofCell: item)
      return effects?.properties(of: .cells, frame)
    }

    @inline(never)
    private func measuredBodyHeight(of cell: CellAttributes) -> Double? {
      selection.bodyHeight(of: cell)
    }

    @inline(never)
    private func ownID(of cell: CellAttributes) -> ItemID? {
      let entered = cell.section == section ? placed : selection.content.sections[cell.section]
      return entered?.items.id(of: cell.item)
    }

    @inline(never)
    private func ownData(of cell: CellAttributes) -> ArraySlice<UInt8>? {
      let entered = cell.section == section ? placed : selection.content.sections[cell.section]
      return entered?.items.data(of: cell.item)
    }

    /// Advances to the next element that is in the selection.
    ///
    /// Returns false after the last element, or if the allowance reached 0.
    @inline(__always)
    private mutating func enterNext(steppingOver allowance: inout Int) -> Bool {
      number < end && filter == nil || findNext(steppingOver: &allowance)
    }

    @inline(never)
    private mutating func findNext(steppingOver allowance: inout Int) -> Bool {
      while true {
        if number == end {
          guard run + 1 < selection.runs.count else { return false }
          run += 1
          enterRun()
        } else if counts(number) {
          return true
        } else {
          guard stepOver(&allowance) else { return false }
        }
      }
    }

    /// Advances to the next element of the selection that is a cell, or to the next that is not a cell.
    ///
    /// Returns false after the last such element, or if the allowance reached 0.
    @inline(__always)
    private mutating func enterNext(ofCells: Bool, steppingOver allowance: inout Int) -> Bool {
      number < end && filter == nil && (source == .cells) == ofCells
        || findNext(ofCells: ofCells, steppingOver: &allowance)
    }

    @inline(never)
    private mutating func findNext(ofCells: Bool, steppingOver allowance: inout Int) -> Bool {
      while true {
        if number < end, (source == .cells) == ofCells {
          if counts(number) { return true }
          guard stepOver(&allowance) else { return false }
          continue
        }
        guard run + 1 < selection.runs.count, allowance > 0 else {
          if allowance > 0 { number = end }
          return false
        }
        run += 1
        if (selection.runs[run].source == .cells) == ofCells {
          enterRun()
        } else {
          number = end
          allowance -= 1
        }
      }
    }

    /// Skips an element that is not in the selection; returns false if the allowance is 0.
    private mutating func stepOver(_ allowance: inout Int) -> Bool {
      guard allowance > 0 else { return false }
      allowance -= 1
      number += 1
      return true
    }

    /// Returns whether an element of the run is in the selection; tests it if the run is filtered.
    @inline(__always)
    private mutating func counts(_ number: Int) -> Bool {
      guard let filter else { return true }
      return intersects(filter, number)
    }

    private mutating func intersects(_ filter: Rect, _ number: Int) -> Bool {
      switch source {
      case .cells: frame(ofCell: number).intersects(filter)
      case .supplementaries:
        supplementaries.map {
          placement.frame(ofSupplementary: $0.place(of: number)).intersects(filter)
        }
          ?? false
      case .elements:
        placement.frame(of: elements[number]).intersects(
          grown(filter, by: elements[number].effectKind))
      case .leadingBoundaries, .trailingBoundaries:
        placement.frame(of: elements[number]).intersects(filter)
      }
    }

    /// Returns a queried rectangle, grown by how far effects can move elements of the section.
    private func grown(_ rect: Rect, by kind: ScrollEffect.Elements) -> Rect {
      selection.content.searched(rect, by: kind, ofSection: section ?? 0, selection.query)
    }

    private mutating func enterRun() {
      let entered = selection.runs[run]
      let content = selection.content
      number = entered.lowerBound
      end = entered.upperBound
      source = entered.source
      filter = nil
      switch source {
      case .leadingBoundaries: enterBoundaries(content.boundaries.leading)
      case .trailingBoundaries: enterBoundaries(content.boundaries.trailing)
      case .cells, .elements, .supplementaries:
        if section != Int(entered.section) { enterSection(Int(entered.section)) }
      }
      guard entered.isFiltered, let rect = selection.rect else { return }
      filter =
        switch source {
        case .cells: grown(rect, by: .cells)
        case .supplementaries: grown(rect, by: supplementaries?.effectKind ?? [])
        case .elements, .leadingBoundaries, .trailingBoundaries: rect
        }
    }

    private mutating func enterBoundaries(_ boundaries: [SectionElement]) {
      section = nil
      placed = nil
      elements = boundaries
      placement = VisibleFrameTransform(selection.content, section: nil, query: selection.query)
      origin = selection.content.origin(for: selection.query, section: section)
    }

    private mutating func enterSection(_ entered: Int) {
      let placed = selection.content.sections[entered]
      self.placed = placed
      section = entered
      placement = VisibleFrameTransform(selection.content, section: entered, query: selection.query)
      cells = placed.solution.cells
      walk = CellCursor()
      frames.removeAll()
      supplementaries = placed.solution.supplementaries
      elements = placed.solution.elements
      cellZIndex = placed.solution.cellZIndex
      (haveImageHeights, haveZIndexes) = (cells.haveImageHeights, cells.haveZIndexes)
      (itemsHaveFields, itemsHaveData) = (placed.itemsHaveFields, placed.itemsHaveData)
      haveBodies = placed.solution.bodies != nil
      effects = EffectsPlacement(selection.content, placed, selection.query)
      cellsHaveEffects = effects?.elements.contains(.cells) ?? false
      origin = selection.content.origin(for: selection.query, section: section)
    }

    @inline(__always)
    private mutating func returned(_ frame: Rect) -> Rect {
      frame.offsetBy(dx: -origin.x, dy: -origin.y)
    }

    @inline(__always)
    private mutating func cell(_ number: Int) -> CellAttributes {
      CellAttributes(
        section: section ?? 0, item: number,
        frame: returned(frame(ofCell: number)),
        zIndex: zIndex(ofCell: number),
        imageHeight: haveImageHeights ? cells.imageHeight(of: number) : nil)
    }

    @inline(__always)
    private mutating func frame(ofCell number: Int) -> Rect {
      if !frames.cells.contains(number) { computeFrames(from: number) }
      return frames[number]
    }

    /// Computes the frames of cell `number` and of the run's next cells.
    @inline(never)
    private mutating func computeFrames(from number: Int) {
      placement.fill(
        &frames, number..<Swift.min(end, number + CellFrames.capacity), in: cells, &walk)
    }

    /// Returns a cell's stacking order: the item's own, else the order that the layout gives the item, else
    /// the section's (LayoutRules C15).
    @inline(__always)
    private mutating func zIndex(ofCell number: Int) -> WholeNumber {
      guard !cellsHaveEffects else { return movedZIndex(ofCell: number) }
      return ownZIndex(ofCell: number)
    }

    /// Returns a cell's stacking order with what effects add to it (LayoutRules O1).
    @inline(never)
    private mutating func movedZIndex(ofCell number: Int) -> WholeNumber {
      let own = ownZIndex(ofCell: number)
      let frame = frame(ofCell: number)
      return effects?.zIndex(own, of: .cells, frame) ?? own
    }

    @inline(__always)
    private func ownZIndex(ofCell number: Int) -> WholeNumber {
      if itemsHaveFields, let own = placed?.ownZIndex(of: number) { return own }
      return haveZIndexes ? cells.zIndex(of: number) ?? cellZIndex : cellZIndex
    }

    private mutating func supplementary(_ number: Int) -> LayoutAttributes? {
      guard let supplementary = supplementaries?.element(number) else { return nil }
      let frame = placement.frame(ofSupplementary: supplementary.place)
      let attributes = LayoutAttributes(
        category: supplementary.category, section: section, item: supplementary.item,
        kind: supplementary.kind, frame: returned(frame),
        zIndex: supplementary.zIndex, imageHeight: nil,
        bodyHeight: bodyHeight(of: supplementary, number: number), id: nil)
      return effects == nil ? attributes : moved(attributes, supplementary.effectKind, at: frame)
    }

    /// Returns the attributes of an element that is not a cell, with what effects set of it (LayoutRules O1).
    ///
    /// - Parameter frame: the element's frame in the content.
    @inline(never)
    private func moved(
      _ element: LayoutAttributes, _ kind: ScrollEffect.Elements, at frame: Rect
    ) -> LayoutAttributes {
      guard section != nil, let effects, !effects.elements.isDisjoint(with: kind) else {
        return element
      }
      var moved = element
      moved.effects = effects.properties(of: kind, frame)
      moved.zIndex = effects.zIndex(element.zIndex, of: kind, frame)
      return moved
    }

    /// Returns the height of an element's measured body; nil if it has none.
    ///
    /// - Parameter number: the element's number among the supplementaries of items and groups; nil if it is none.
    private func bodyHeight(of element: SectionElement, number: Int? = nil) -> Double? {
      guard let solution = placed?.solution, !solution.measuredSupplementaries.isEmpty,
        let measured = solution.measuredSupplementary(element.kind)
      else { return nil }
      let size = measured.size ?? number.flatMap { supplementaries?.templateSize(of: $0) }
      return size?.height
    }

    private mutating func element(_ number: Int) -> LayoutAttributes {
      let element = elements[number]
      let frame = placement.frame(of: element)
      let attributes = LayoutAttributes(
        category: element.category, section: section, item: element.item, kind: element.kind,
        frame: returned(frame), zIndex: placement.zIndex(of: element),
        cornerRadius: element.cornerRadius, imageHeight: nil, bodyHeight: bodyHeight(of: element),
        id: nil)
      return effects == nil ? attributes : moved(attributes, element.effectKind, at: frame)
    }
  }
}

/// What a cell has beside its place: what its item says of itself, and what effects set of it.
///
/// A field of items that responses only pass on is a property here, and is written by `AttributesWriter`.
package struct CellFields: Sendable {
  /// The client's own id; nil if the item has none.
  package var id: ItemID?
  /// The data of the item, as JSON text; nil if it has none, or none is wanted.
  package var data: ArraySlice<UInt8>?
  /// What effects set of the cell; nil if it has none.
  package var effects: ElementEffects?

  /// Creates the fields of a cell.
  package init(
    id: ItemID? = nil, data: ArraySlice<UInt8>? = nil, effects: ElementEffects? = nil
  ) {
    self.id = id
    self.data = data
    self.effects = effects
  }
}
