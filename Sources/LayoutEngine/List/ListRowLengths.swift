/// The rows' lengths along the scroll axis: a lone number or `height`, else `rowHeight`; finite, ≥ 0.
///
/// With horizontal scrolling rows are columns, and what is read of an item's two sides is its width
/// (as in LayoutRules F9); one side alone is the length there too.
enum ListRowLengths: Sendable {
  /// All equal, or none.
  case equal(Double)
  /// Not all equal; with the greatest.
  case varied([Double], greatest: Double)

  /// Reads and checks the lengths.
  ///
  /// - Throws: the items whose length is negative or not finite.
  /// - Complexity: O(1) for items without lengths of their own, else O(n).
  init(
    _ items: Items, rowHeight: Double, axis: Axis, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let items = items.unpacked
    let side = axis == .vertical ? items.heights.values : items.widths.values
    let otherSide = axis == .vertical ? [] : items.heights.values
    // In order of precedence.
    let columns = [side, items.numbers.values, otherSide].filter { !$0.isEmpty }
    guard !columns.isEmpty, items.count > 0 else {
      self = .equal(rowHeight)
      return
    }
    var lengths: [Double] = []
    let greatest: Double
    if columns.count == 1, columns[0].count == items.count,
      let found = try columns[0].greatestLength(budget)
    {
      // Every item has its number, as in most lists: not copied.
      lengths = columns[0].trimmed()
      greatest = found
    } else {
      lengths = try Self.merged(columns, count: items.count, otherwise: rowHeight, budget)
      greatest = try Self.check(lengths, at: path, budget)
    }
    let first = lengths[0]
    self =
      try lengths.allSatisfy(budget) { $0 == first }
      ? .equal(first) : .varied(lengths, greatest: greatest)
  }

  /// The greatest of all, in points.
  var greatest: Double {
    switch self {
    case .equal(let length): length
    case .varied(_, let greatest): greatest
    }
  }

  /// Each item's number from the first column that has one.
  private static func merged(
    _ columns: [[Double]], count: Int, otherwise missing: Double, _ budget: LayoutBudget
  ) throws(LayoutError) -> [Double] {
    var lengths = [Double](repeating: missing, count: count)
    for stretch in (0..<count).stretches {
      try budget.count(stretch.count)
      for item in stretch {
        for column in columns where item < column.count && !column[item].isNaN {
          lengths[item] = column[item]
          break
        }
      }
    }
    return lengths
  }

  /// The greatest of the lengths.
  ///
  /// - Throws: those that are none.
  private static func check(
    _ lengths: [Double], at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) -> Double {
    if let greatest = try lengths.greatestLength(budget) { return greatest }
    var issues = SpecIssues()
    for (item, length) in lengths.enumerated() where !issues.isFull {
      try budget.count(1)
      guard !length.isLength else { continue }
      issues.add(
        path.index(item), "must have a finite length ≥ 0, up to 2^53 points, has \(length)")
    }
    try issues.throwIfAny()
    return 0
  }
}
