/// The sizes of a flow section's items along and across the scroll axis: finite, ≥ 0.
///
/// `[w, h]` or width and height are the size; a lone number is the height; what is missing comes
/// from `itemSize` (Contract §2).
enum FlowItemSizes: Sendable {
  /// All equal, or none: LayoutRules A4's first regime, whether the items or `itemSize` gave the
  /// size.
  case uniform(main: Double, cross: Double)
  /// Not all equal: LayoutRules A4's second regime; with the greatest length along the scroll axis.
  case varied(mains: [Double], crosses: [Double], greatest: Double)

  /// Reads and checks the sizes.
  ///
  /// - Throws: the items whose size is negative or not finite.
  /// - Complexity: O(1) for items without sizes of their own, else O(n).
  init(
    _ items: Items, itemSize: Size, axis: Axis, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let reader = Reader(items.unpacked, itemSize: itemSize, axis: axis)
    guard reader.saysAnything, items.count > 0 else {
      self = .uniform(main: axis.main(itemSize), cross: axis.cross(itemSize))
      return
    }
    let first = reader.size(of: 0)
    if try reader.areAll(first, budget), reader.isValid(first) {
      self = .uniform(main: first.main, cross: first.cross)
      return
    }
    if reader.hasPairsOnly, let widest = try reader.widths.greatestLength(budget),
      let tallest = try reader.heights.greatestLength(budget)
    {
      // Sizes as they came, not copied.
      let (widths, heights) = (reader.widths.trimmed(), reader.heights.trimmed())
      self =
        axis == .vertical
        ? .varied(mains: heights, crosses: widths, greatest: tallest)
        : .varied(mains: widths, crosses: heights, greatest: widest)
      return
    }
    var mains = [Double](repeating: 0, count: items.count)
    var crosses = mains
    guard let greatest = try reader.readAll(mains: &mains, crosses: &crosses, budget) else {
      throw try reader.error(at: path, budget)
    }
    self = .varied(mains: mains, crosses: crosses, greatest: greatest)
  }

  /// The greatest length along the scroll axis, in points.
  var greatestLength: Double {
    switch self {
    case .uniform(let main, _): main
    case .varied(_, _, let greatest): greatest
    }
  }

  /// Reads the columns of a section's items.
  private struct Reader {
    let numbers: [Double]
    let widths: [Double]
    let heights: [Double]
    let itemSize: Size
    let axis: Axis
    let count: Int

    init(_ items: ItemColumns, itemSize: Size, axis: Axis) {
      numbers = items.numbers.values
      widths = items.widths.values
      heights = items.heights.values
      self.itemSize = itemSize
      self.axis = axis
      count = items.count
    }

    var saysAnything: Bool { !(numbers.isEmpty && widths.isEmpty && heights.isEmpty) }

    /// Whether every item has both sides, unless they are NaN.
    var hasPairsOnly: Bool {
      numbers.isEmpty && widths.count == count && heights.count == count
    }

    func size(of item: Int) -> (main: Double, cross: Double) {
      let ownWidth = item < widths.count ? widths[item] : .nan
      let width = ownWidth.isNaN ? itemSize.width : ownWidth
      var height = item < heights.count ? heights[item] : .nan
      if height.isNaN, item < numbers.count { height = numbers[item] }
      if height.isNaN { height = itemSize.height }
      return axis == .vertical ? (height, width) : (width, height)
    }

    func isValid(_ size: (main: Double, cross: Double)) -> Bool {
      size.main.isLength && size.cross.isLength
    }

    /// Whether every item has that size.
    func areAll(
      _ size: (main: Double, cross: Double), _ budget: LayoutBudget
    ) throws(LayoutError) -> Bool {
      for stretch in (0..<count).stretches {
        try budget.count(stretch.count)
        for item in stretch where self.size(of: item) != size { return false }
      }
      return true
    }

    /// Reads every size.
    ///
    /// - Returns: the greatest length along the scroll axis; nil where one is no size.
    func readAll(
      mains: inout [Double], crosses: inout [Double], _ budget: LayoutBudget
    ) throws(LayoutError) -> Double? {
      var areValid = true
      var greatest = 0.0
      for stretch in mains.indices.stretches {
        try budget.count(stretch.count)
        for item in stretch {
          let size = size(of: item)
          mains[item] = size.main
          crosses[item] = size.cross
          greatest = max(greatest, size.main)
          areValid = areValid && isValid(size)
        }
      }
      return areValid ? greatest : nil
    }

    func error(
      at path: DocumentPath, _ budget: LayoutBudget
    ) throws(LayoutError) -> LayoutError {
      var issues: [LayoutError.Issue] = []
      for item in 0..<count {
        try budget.count(1)
        let (main, cross) = size(of: item)
        guard !isValid((main, cross)) else { continue }
        let size = axis.size(main: main, cross: cross)
        issues.append(
          LayoutError.Issue(
            path: path.index(item),
            reason: "must have finite sides ≥ 0, up to 2^53 points, "
              + "is \(size.width) × \(size.height)"))
        if issues.count == LayoutError.maxIssues { break }
      }
      return LayoutError(issues: issues)
    }
  }
}
