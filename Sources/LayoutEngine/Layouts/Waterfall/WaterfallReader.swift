/// The lengths along the scroll axis, the spans and the given columns of neighbouring items that are placed
/// together.
struct WaterfallLengths {
  /// Each item's length in points, media and body together; finite, ≥ 0.
  var lengths: [Double] = []
  /// The number of columns that each item covers, at most all of them; empty if spans are not read
  /// because each item covers one.
  var spans: [UInt16] = []
  /// The column in which each item begins; empty if the section's columns are not read.
  var givenColumns: [GivenColumn] = []
  /// An upper bound of the elements of `lengths`.
  var greatest = 0.0

  var count: Int { lengths.count }

  /// The greatest number of columns that one item covers.
  var widestSpan: Int {
    // This loop is vectorized; `max()` is not.
    var greatest: UInt16 = 1
    for span in spans { greatest = max(greatest, span) }
    return Int(greatest)
  }

  /// Appends the items of `others`.
  mutating func append(_ others: WaterfallLengths) {
    // If there are no items yet, the arrays are reused without a copy.
    if lengths.isEmpty {
      self = others
    } else {
      if !(spans.isEmpty && others.spans.isEmpty) {
        spans += repeatElement(1, count: count - spans.count)
        spans += others.spans
        spans += repeatElement(1, count: count + others.count - spans.count)
      }
      lengths += others.lengths
      givenColumns += others.givenColumns
      greatest = max(greatest, others.greatest)
    }
  }
}

/// The column in which an item of a waterfall has to begin, if it has one, in 16 bits.
struct GivenColumn: Equatable {
  /// A column, which takes at most 14 bits, with `explicitBit`; or `none`.
  private let code: UInt16

  private static let explicitBit: UInt16 = 1 << 15

  /// No column: the item gets one by LayoutRules F2–F5.
  static let none = GivenColumn(code: .max)

  /// The column in which the document puts the item (LayoutRules F10); less than 10,000.
  static func explicit(_ column: Int) -> GivenColumn {
    GivenColumn(code: UInt16(truncatingIfNeeded: column) | explicitBit)
  }

  /// The column that the item keeps (LayoutRules K7); less than 10,000.
  static func kept(_ column: Int) -> GivenColumn {
    GivenColumn(code: UInt16(truncatingIfNeeded: column))
  }

  /// The column; nil if the item has none.
  var column: Int? { self == .none ? nil : Int(code & ~Self.explicitBit) }

  /// Whether the cursor of F4 and F5 stays where it is: the document puts the item into its column.
  var leavesCursor: Bool { self != .none && code & Self.explicitBit != 0 }
}

/// Reads and checks the items of a waterfall section chunk by chunk, and reuses its buffers for the next
/// chunk.
struct WaterfallReader {
  private let metrics: WaterfallMetrics
  private var numbers = UnpackedColumn()
  private var widths = UnpackedColumn()
  private var heights = UnpackedColumn()
  private var aspectRatios = UnpackedColumn()
  private var bodyHeights = UnpackedColumn()
  private var columnSpans = UnpackedColumn()
  private var count = 0
  /// The cells' measured lengths along the scroll axis.
  private var measured = UnpackedColumn()

  init(metrics: WaterfallMetrics) { self.metrics = metrics }

  /// Returns the lengths of a chunk's items; nil if an item has a fault.
  ///
  /// It uses the fastest of four code paths that can read the items' fields; the last one reads all
  /// fields.
  ///
  /// - Parameters:
  ///   - withSpans: whether to read spans.
  ///   - withColumns: whether to read the columns that items have or keep.
  /// - Throws: `LayoutError.cancelled`.
  /// - Complexity: O(n).
  mutating func read(
    _ block: ItemBlock, withSpans: Bool, withColumns: Bool = false, _ budget: LayoutBudget
  ) throws(LayoutError) -> WaterfallLengths? {
    unpack(block)
    var read = WaterfallLengths()
    if withSpans { read.spans = spans() }
    if withColumns { read.givenColumns = givenColumns(of: block) }
    if hasNumbersOnly {
      // In the common case, lone heights, the numbers are used without a copy.
      read.lengths = numbers.values
      if try measure(&read, budget) { return read }
    }
    if let lengths = try scaledPairs(budget) {
      read.lengths = lengths
      if try measure(&read, budget) { return read }
    } else if let lengths = try plainMediaLengths(budget) {
      read.lengths = lengths
      if try measure(&read, budget) { return read }
    }
    try budget.count(count)
    read.lengths = lengths()
    guard try read.measure(budget) else { return nil }
    return try areValid(budget) ? read : nil
  }

  /// Replaces lengths with those that views have measured (LayoutRules K3), and sets `read.greatest`.
  ///
  /// - Returns: false if a length is invalid.
  private func measure(
    _ read: inout WaterfallLengths, _ budget: LayoutBudget
  ) throws(LayoutError) -> Bool {
    guard try read.measure(budget) else { return false }
    guard !measured.values.isEmpty else { return true }
    for (item, length) in measured.values.enumerated() where !length.isNaN {
      read.lengths[item] = length
    }
    return try read.measure(budget)
  }

  private mutating func unpack(_ block: ItemBlock) {
    count = block.count
    let chunk = block.chunk
    numbers.unpack(chunk.numbers, count: count)
    widths.unpack(chunk.widths, count: count)
    heights.unpack(chunk.heights, count: count)
    aspectRatios.unpack(chunk.aspectRatios, count: count)
    bodyHeights.unpack(chunk.sizedBodyHeights, count: count)
    columnSpans.unpack(chunk.columnSpans, count: count)
    measured.unpack(
      metrics.axis == .vertical ? chunk.measuredHeights : chunk.measuredWidths, count: count)
  }

  /// Whether no item has an aspect ratio, a body height or a span.
  private var haveNoMore: Bool {
    aspectRatios.values.isEmpty && bodyHeights.values.isEmpty
      && columnSpans.values.isEmpty
  }

  /// Whether every item is a lone number.
  private var hasNumbersOnly: Bool {
    numbers.values.count == count && widths.values.isEmpty && heights.values.isEmpty && haveNoMore
  }

  /// Returns the items' lengths if every item is `[w, h]` with valid sides; otherwise nil.
  private func scaledPairs(_ budget: LayoutBudget) throws(LayoutError) -> [Double]? {
    let (widths, heights) = (widths.values, heights.values)
    guard widths.count == count, heights.count == count, numbers.values.isEmpty, haveNoMore,
      try widths.maxLength(budget) != nil, try heights.maxLength(budget) != nil
    else { return nil }
    try budget.count(count)
    let (mains, crosses) = metrics.axis == .vertical ? (heights, widths) : (widths, heights)
    let (width, count) = (metrics.columnWidth, count)
    return [Double](count: count) { lengths in
      for item in 0..<count {
        // There are as many lengths as sides, and the index into those is checked.
        let length = WaterfallItem.scaled(width, main: mains[item], cross: crosses[item])
        unsafe lengths[unchecked: item] = length
      }
      return true
    }
  }

  /// Returns the items' lengths if they have only numbers, widths and heights, all valid; otherwise nil.
  ///
  /// The result is that of `WaterfallItem.mediaLength`, but it is computed without branches: if numbers
  /// and pairs are mixed, branches could not be predicted.
  private func plainMediaLengths(_ budget: LayoutBudget) throws(LayoutError) -> [Double]? {
    let (numbers, widths, heights) = (numbers.values, widths.values, heights.values)
    guard haveNoMore, try numbers.givenAreLengths(budget), try widths.givenAreLengths(budget),
      try heights.givenAreLengths(budget)
    else { return nil }
    try budget.count(count)
    let isVertical = metrics.axis == .vertical
    let (mains, crosses) = isVertical ? (heights, widths) : (widths, heights)
    let (width, count) = (SIMD8(repeating: metrics.columnWidth), count)
    // The number of items that are in all three field arrays, rounded down to groups of eight.
    let common = min(count, numbers.count, mains.count, crosses.count) & ~7
    return [Double](count: count) { lengths in
      for start in stride(from: 0, to: common, by: 8) {
        let number = numbers.eight(at: start)
        let (main, cross) = (mains.eight(at: start), crosses.eight(at: start))
        let isPair = main .== main .& cross .== cross
        let isNone = main .== 0 .| cross .== 0
        var length = width.replacing(with: 0, where: isNone)
        if !isVertical { length.replace(with: cross, where: cross .== cross) }
        length.replace(with: main, where: main .== main)
        length.replace(with: number, where: number .== number)
        let scaled = (width * main / cross).replacing(with: 0, where: isNone)
        length.replace(with: scaled, where: isPair)
        // The loops set every byte of the doubles; `storeBytes` checks the bounds.
        var bytes = unsafe lengths.mutableBytes
        bytes.storeBytes(of: length, toByteOffset: start * 8, as: SIMD8<Double>.self)
      }
      for place in common..<count { lengths[place] = item(place).mediaLength(metrics, span: 1) }
      return true
    }
  }

  /// Returns the items' lengths, whatever fields they have.
  private func lengths() -> [Double] {
    let columnCount = metrics.columnCount
    return [Double](count: count) { lengths in
      for place in 0..<count {
        let item = item(place)
        let found = measured.values.isEmpty ? .nan : measured.values[place]
        lengths[place] =
          found.isNaN ? item.length(metrics, span: item.span(of: columnCount)) : found
      }
      return true
    }
  }

  /// Returns the items' spans, 1 for an item without one (LayoutRules F3).
  private func spans() -> [UInt16] {
    let (given, columnCount) = (columnSpans.values, Double(metrics.columnCount))
    guard !given.isEmpty else { return [UInt16](repeating: 1, count: count) }
    return [UInt16](count: count) { spans in
      for place in 0..<count {
        spans[place] = given[place] >= 1 ? UInt16(min(given[place], columnCount)) : 1
      }
      return true
    }
  }

  /// Returns the column in which each item begins, at most the section's last column.
  private func givenColumns(of block: ItemBlock) -> [GivenColumn] {
    let (chunk, assigned) = (block.chunk, block.assigned)
    func limited(_ column: Double) -> Int { Int(min(column, Double(metrics.columnCount - 1))) }
    return (0..<count).map { place in
      if let column = chunk.columns.number(of: place), column >= 0 {
        return .explicit(limited(column))
      }
      if let column = chunk.keptColumns.number(of: place), column >= 0 {
        return .kept(limited(column))
      }
      return assigned.map { .kept(min($0.column(of: place), metrics.columnCount - 1)) } ?? .none
    }
  }

  @inline(__always)
  private func item(_ place: Int) -> WaterfallItem {
    func value(_ column: UnpackedColumn) -> Double {
      column.values.isEmpty ? .nan : column.values[place]
    }
    return WaterfallItem(
      number: value(numbers), width: value(widths), height: value(heights),
      aspectRatio: value(aspectRatios), bodyHeight: value(bodyHeights),
      columnSpan: value(columnSpans))
  }

  /// Returns whether every value that the items give is valid for its field.
  private func areValid(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    for column in [numbers, widths, heights, bodyHeights] {
      guard try column.values.givenAreLengths(budget) else { return false }
    }
    guard
      try aspectRatios.values.allSatisfy(budget, { $0.isNaN || WaterfallItem.isRatio($0) })
    else { return false }
    return try columnSpans.values.allSatisfy(budget) { $0.isNaN || WaterfallItem.isSpan($0) }
  }
}

extension WaterfallLengths {
  /// Sets `greatest`; returns false if a length is invalid.
  fileprivate mutating func measure(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    guard let greatest = try lengths.maxLength(budget) else { return false }
    self.greatest = greatest
    return true
  }
}

extension Items {
  /// Throws the faults that the items have in a waterfall, one for each item that has any.
  ///
  /// - Parameter path: the path of the items in the document.
  /// - Complexity: O(n).
  func requireNoFaults(
    _ metrics: WaterfallMetrics, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var issues = SpecIssues()
    for block in blocks {
      for place in 0..<block.count where !issues.isFull {
        try budget.count(1)
        WaterfallItem(block.chunk, place).addFault(
          to: &issues, metrics, at: path.index(block.items.lowerBound + place))
      }
    }
    try issues.throwIfAny()
  }
}
