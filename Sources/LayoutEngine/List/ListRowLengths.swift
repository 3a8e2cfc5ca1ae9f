/// The rows' lengths along the scroll axis: the side that a view found, else a lone number or `height`,
/// else `rowHeight`; finite, ≥ 0.
///
/// With horizontal scrolling rows are columns, and `height` is their length all the same. They are read
/// from the items as these are packed.
struct ListRowLengths: Sendable {
  let items: Items
  let rowHeight: Double
  let axis: Axis

  /// What all rows have; nil if lengths differ or one is none.
  ///
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(chunks) for items without lengths of their own, else O(n), up to the first other
  ///   length.
  func uniform(_ budget: LayoutBudget) throws(LayoutError) -> Double? {
    guard items.count > 0 else { return rowHeight }
    let first = items.place(of: 0).map { length(in: $0.chunk, at: $0.place) } ?? rowHeight
    for block in items.blocks {
      if columns(of: block.chunk).isEmpty {
        try budget.count(1)
        guard first == rowHeight else { return nil }
        continue
      }
      try budget.count(block.count)
      for place in 0..<block.count where length(in: block.chunk, at: place) != first { return nil }
    }
    return first.isLength ? first : nil
  }

  /// The length of the row at a place of a chunk.
  @inline(__always)
  func length(in chunk: ItemChunk, at place: Int) -> Double {
    var length = axis == .vertical ? chunk.sizedHeights[place] : chunk.measuredWidths[place]
    if length.isNaN, axis == .horizontal { length = chunk.heights[place] }
    if length.isNaN { length = chunk.numbers[place] }
    return length.isNaN ? rowHeight : length
  }

  /// The columns of a chunk that have lengths, in order of precedence.
  fileprivate func columns(of chunk: ItemChunk) -> [PackedColumn] {
    let columns =
      axis == .vertical
      ? [chunk.sizedHeights, chunk.numbers]
      : [chunk.measuredWidths, chunk.heights, chunk.numbers]
    return columns.filter { !$0.isEmpty }
  }

  /// The rows whose length is negative or not finite.
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
            reason: "must have a finite length ≥ 0, up to 2^53 points, has \(length)"))
      }
    }
    return LayoutError(issues: issues)
  }
}

/// The lengths of one chunk's rows after the other's, unpacked into the same memory.
struct ListBlockLengths {
  private let lengths: ListRowLengths
  private var column = UnpackedColumn()
  /// For rows without lengths of their own.
  private var missing: [Double] = []

  init(_ lengths: ListRowLengths) { self.lengths = lengths }

  /// Unpacks a block: NaN for rows without a length of their own, and one number for each at least.
  ///
  /// What was returned for the one before must have been given up.
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
