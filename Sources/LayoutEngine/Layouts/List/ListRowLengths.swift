/// The lengths of a list's rows along the scroll axis, read from the packed items; finite, ≥ 0.
///
/// A row is as long as its item's measured side along the scroll axis; otherwise as the item's given side
/// along it, otherwise as its lone number, otherwise as `rowHeight`. With horizontal scrolling, rows are
/// columns; a lone `height` is then their length, too (as LayoutRules F9).
struct ListRowLengths: Sendable {
  let items: Items
  let rowHeight: Double
  let axis: LayoutAxis

  /// The length of the row whose item has index `place` in a chunk.
  @inline(__always)
  func length(in chunk: ItemChunk, at place: Int) -> Double {
    var length = axis == .vertical ? chunk.sizedHeights[place] : chunk.measuredWidths[place]
    if length.isNaN, axis == .horizontal {
      length = chunk.widths[place]
      if length.isNaN { length = chunk.heights[place] }
    }
    if length.isNaN { length = chunk.numbers[place] }
    return length.isNaN ? rowHeight : length
  }

  /// The columns of numbers in a chunk that contain row lengths, in order of precedence.
  fileprivate func columns(of chunk: ItemChunk) -> [PackedColumn] {
    let columns =
      axis == .vertical
      ? [chunk.sizedHeights, chunk.numbers]
      : [chunk.measuredWidths, chunk.widths, chunk.heights, chunk.numbers]
    return columns.filter { !$0.isEmpty }
  }

  /// Returns an error that lists the rows whose length is negative or not finite.
  ///
  /// - Throws: `LayoutError.cancelled`.
  func error(at path: DocumentPath, _ budget: LayoutBudget) throws(LayoutError) -> LayoutError {
    var issues: [LayoutError.Issue] = []
    for block in items.blocks where issues.count < LayoutError.maxIssues {
      try budget.count(block.count)
      for place in 0..<block.count where issues.count < LayoutError.maxIssues {
        let length = length(in: block.chunk, at: place)
        guard !length.isLength else { continue }
        issues.append(
          LayoutError.Issue(
            path: path.index(block.items.lowerBound + place),
            reason: "must have a finite length ≥ 0, up to 2^53 points (got \(length))"))
      }
    }
    return LayoutError(issues: issues)
  }
}

/// Reads the row lengths of one block after another, and reuses the memory.
struct ListBlockLengths {
  private let lengths: ListRowLengths
  private var column = UnpackedColumn()
  /// NaNs, for blocks in which no row has a length of its own.
  private var missing: [Double] = []

  init(_ lengths: ListRowLengths) { self.lengths = lengths }

  /// Returns the lengths of a block's rows; NaN or `rowHeight` for rows that have none of their own.
  ///
  /// The array may have more elements than the block has rows. Callers must release the previous result
  /// first; otherwise the memory is not reused but copied.
  ///
  /// - Complexity: O(items).
  mutating func read(_ block: ItemBlock) -> [Double] {
    let columns = lengths.columns(of: block.chunk)
    guard columns.count <= 1 else {
      return (0..<block.count).map { lengths.length(in: block.chunk, at: $0) }
    }
    guard let only = columns.first else {
      if missing.count < block.count { missing = Array(repeating: .nan, count: block.count) }
      return missing
    }
    column.unpack(only, count: block.chunk.count)
    return column.values
  }
}
