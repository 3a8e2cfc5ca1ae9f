/// The sizes of a flow section's items along and across the scroll axis, read from the packed items.
///
/// `[w, h]` or width and height give an item's size, and a lone number gives its height. Sides that an item
/// lacks come from `itemSize` (Contract §2).
struct FlowItemSizes: Sendable {
  let items: Items
  let itemSize: Size
  let axis: LayoutAxis

  /// The number of items.
  var count: Int { items.count }

  /// The size that all items have, from the items or `itemSize`; nil if sizes differ or one is invalid.
  ///
  /// Sections whose items all have one size are uniform (LayoutRules A4).
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(chunks) if items have no sizes of their own, otherwise O(n), up to the first size that
  ///   differs.
  func uniform(_ budget: LayoutBudget) throws(LayoutError) -> FlowItemSize? {
    let given = FlowItemSize(itemSize, axis)
    guard count > 0 else { return given }
    let first = run(from: 0, to: 1).size(of: 0)
    for block in items.blocks {
      let run = FlowItemRun(self, block.chunk, 0..<block.count)
      if run.isImplicit {
        try budget.count(1)
        guard first == given else { return nil }
        continue
      }
      try budget.count(block.count)
      for place in run.places where run.size(of: place) != first { return nil }
    }
    return first.isValid ? first : nil
  }

  /// The items from `item` on, up to the end of the item's chunk or to `end`, whichever comes first.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func run(from item: Int, to end: Int) -> FlowItemRun {
    guard let (chunk, place) = items.place(of: item) else {
      return FlowItemRun(self, .plain, 0..<min(end - item, ItemChunk.maxLength))
    }
    return FlowItemRun(self, chunk, place..<min(chunk.count, place + end - item))
  }

  /// An item's size.
  @inline(__always)
  func size(of item: Int) -> FlowItemSize {
    let run = run(from: item, to: item + 1)
    return run.size(of: run.places.lowerBound)
  }

  /// An item's size, on a walk from item to item.
  @inline(__always)
  func size(of item: Int, _ walk: inout CellCursor) -> FlowItemSize {
    guard let chunk = items.chunk(of: item, &walk.items) else {
      return FlowItemSize(itemSize, axis)
    }
    return FlowItemRun(self, chunk, 0..<0).size(of: item - walk.items.range.lowerBound)
  }

  /// Returns an error that lists the items whose size is negative or not finite.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func error(at path: DocumentPath, _ budget: LayoutBudget) throws(LayoutError) -> LayoutError {
    var issues: [LayoutError.Issue] = []
    for block in items.blocks where issues.count < LayoutError.maxIssues {
      try budget.count(block.count)
      let run = FlowItemRun(self, block.chunk, 0..<block.count)
      for place in run.places where !run.size(of: place).isValid {
        let size = run.size(of: place)
        let sides = axis.size(main: size.main, cross: size.cross)
        issues.append(
          LayoutError.Issue(
            path: path.index(block.items.lowerBound + place),
            reason: "must have finite sides ≥ 0, up to 2^53 points "
              + "(got \(sides.width) × \(sides.height))"))
        if issues.count == LayoutError.maxIssues { break }
      }
    }
    return LayoutError(issues: issues)
  }
}

/// An item's lengths along and across the scroll axis.
struct FlowItemSize: Sendable, Equatable {
  var main: Double
  var cross: Double

  @inline(__always)
  init(_ size: Size, _ axis: LayoutAxis) {
    main = axis.main(size)
    cross = axis.cross(size)
  }

  /// Whether both lengths are finite and ≥ 0.
  var isValid: Bool { main.isLength && cross.isLength }
}

/// Neighbouring items of one chunk, whose sizes are read one by one.
struct FlowItemRun {
  /// The items' indexes in the chunk.
  let places: Range<Int>
  private let chunk: ItemChunk
  private let itemSize: Size
  private let axis: LayoutAxis

  @inline(__always)
  init(_ sizes: FlowItemSizes, _ chunk: ItemChunk, _ places: Range<Int>) {
    self.places = places
    self.chunk = chunk
    itemSize = sizes.itemSize
    axis = sizes.axis
  }

  /// Whether no item of the chunk has a size of its own.
  var isImplicit: Bool {
    chunk.sizedWidths.isEmpty && chunk.sizedHeights.isEmpty && chunk.numbers.isEmpty
  }

  /// The size of the item with index `place` in the chunk.
  @inline(__always)
  func size(of place: Int) -> FlowItemSize {
    FlowItemSize(Size(width: width(of: place), height: height(of: place)), axis)
  }

  /// The length across the scroll axis of the item with index `place` in the chunk.
  @inline(__always)
  func cross(of place: Int) -> Double {
    axis == .vertical ? width(of: place) : height(of: place)
  }

  /// Adds the items' lengths across the scroll axis to `total`, one by one in order.
  @inline(__always)
  func addCrosses(to total: inout Double) {
    guard axis == .vertical, case .whole(let widths) = chunk.sizedWidths else {
      for place in places { total += cross(of: place) }
      return
    }
    // The most common case: the column's type is checked once, not for each item.
    for place in places { total += widths[place] == .max ? itemSize.width : Double(widths[place]) }
  }

  @inline(__always)
  private func width(of place: Int) -> Double {
    let width = chunk.sizedWidths[place]
    return width.isNaN ? itemSize.width : width
  }

  @inline(__always)
  private func height(of place: Int) -> Double {
    var height = chunk.sizedHeights[place]
    if height.isNaN { height = chunk.numbers[place] }
    return height.isNaN ? itemSize.height : height
  }
}

/// Reads the item sizes of one block after another, and reuses the memory.
struct FlowBlockSizes {
  private let itemSize: Size
  private let axis: LayoutAxis
  private var numberColumn = UnpackedColumn()
  private var widthColumn = UnpackedColumn()
  private var heightColumn = UnpackedColumn()
  /// NaNs, for blocks in which no item has a length of its own on one side.
  private var missing: [Double] = []

  init(_ sizes: FlowItemSizes) {
    itemSize = sizes.itemSize
    axis = sizes.axis
  }

  /// The widths or the heights of a block's items; the array may be longer than the block.
  struct Side {
    /// Of no items.
    static let none = Side(lengths: [], otherwise: 0)

    /// The items' lengths, NaN if an item has none of its own.
    let lengths: [Double]
    /// The length of items that have none of their own.
    let otherwise: Double
  }

  /// Reads the lengths of a block's items along (`mains`) and across (`crosses`) the scroll axis.
  ///
  /// Callers must release the previous result first; otherwise the buffers are copied.
  ///
  /// - Complexity: O(items).
  mutating func read(_ block: ItemBlock) -> (mains: Side, crosses: Side) {
    let (chunk, count) = (block.chunk, block.count)
    widthColumn.unpack(chunk.sizedWidths, count: chunk.count)
    heightColumn.unpack(chunk.sizedHeights, count: chunk.count)
    numberColumn.unpack(chunk.numbers, count: chunk.count)
    if missing.count < count { missing = [Double](repeating: .nan, count: count) }
    let widths = Side(
      lengths: widthColumn.values.isEmpty ? missing : widthColumn.values,
      otherwise: itemSize.width)
    let heights = Side(lengths: heights(count), otherwise: itemSize.height)
    return axis == .vertical ? (heights, widths) : (widths, heights)
  }

  private func heights(_ count: Int) -> [Double] {
    let (own, numbers) = (heightColumn.values, numberColumn.values)
    guard !own.isEmpty else { return numbers.isEmpty ? missing : numbers }
    guard !numbers.isEmpty else { return own }
    return (0..<count).map { own[$0].isNaN ? numbers[$0] : own[$0] }
  }
}
