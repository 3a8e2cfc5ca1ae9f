/// The items of a waterfall section as the columns need them: lengths along the scroll axis and
/// spans (Contract §2.2; LayoutRules F3, F9).
struct WaterfallItems: Sendable {
  /// Each item's length along the scroll axis, media and body; finite, ≥ 0.
  private(set) var lengths: [Double]
  /// How many columns each covers, none more than there are; empty where all cover one.
  private(set) var spans: [UInt16] = []
  /// The media's length of items that have a body, NaN for the others; empty where none has.
  private(set) var mediaLengths: [Double] = []
  /// How many columns all items cover together: none of them begins beyond that many.
  private(set) var coveredColumns = 0
  /// The greatest of all spans.
  private(set) var maxSpan = 1
  /// The greatest of all lengths; 0 without items.
  private(set) var greatest = 0.0

  var count: Int { lengths.count }

  /// Reads and checks the items, by the fastest way that covers their fields.
  ///
  /// Measured as times the whole layout of 200,000 items takes without a way: lone numbers 1.3 to 1.6,
  /// pairs 1.4, numbers and pairs mixed 2.0. The last way reads anything.
  ///
  /// - Throws: the items with sides, ratios or spans out of range; `LayoutError.cancelled`.
  /// - Complexity: O(n).
  init(
    _ items: Items, metrics: WaterfallMetrics, at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    let items = items.unpacked
    let reader = Reader(items, metrics: metrics)
    lengths = []
    coveredColumns = items.count
    if reader.hasNumbersOnly {
      // The common photo feed: heights as they came, not copied.
      lengths = items.numbers.values.trimmed()
      if try measure(budget) { return }
    }
    var media = try reader.scaledPairs(budget)
    if media == nil { media = try reader.plainMediaLengths(budget) }
    if let media {
      lengths = media
      if try measure(budget) { return }
    }
    try read(reader, budget)
    if try measure(budget), try reader.areValid(budget) { return }
    try reader.check(lengths: lengths, at: path, budget)
  }

  /// Computes every item's length and span.
  private mutating func read(_ reader: Reader, _ budget: LayoutBudget) throws(LayoutError) {
    lengths = [Double](repeating: 0, count: reader.count)
    try readSpans(reader, budget)
    if !reader.bodyHeights.isEmpty {
      mediaLengths = [Double](repeating: .nan, count: reader.count)
    }
    for stretch in lengths.indices.stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let span = spans.isEmpty ? 1 : Int(spans[item])
        let media = reader.mediaLength(of: item, span: span)
        let body = reader.bodyHeight(of: item)
        lengths[item] = body.isNaN ? media : media + body
        if !body.isNaN { mediaLengths[item] = media }
      }
    }
  }

  /// LayoutRules F3: spans are capped at the number of columns.
  private mutating func readSpans(
    _ reader: Reader, _ budget: LayoutBudget
  ) throws(LayoutError) {
    guard !reader.columnSpans.isEmpty else { return }
    var spans: [UInt16] = []
    spans.reserveCapacity(reader.count)
    var (greatest, sum) = (1, 0)
    for stretch in (0..<reader.count).stretches {
      try budget.count(stretch.count)
      for item in stretch {
        let span = reader.span(of: item)
        spans.append(span)
        greatest = max(greatest, Int(span))
        sum += Int(span)
      }
    }
    guard greatest > 1 else { return }
    (self.spans, maxSpan, coveredColumns) = (spans, greatest, sum)
  }

  /// Notes the greatest length; false where one is no length.
  private mutating func measure(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    guard let greatest = try lengths.greatestLength(budget) else { return false }
    self.greatest = greatest
    return true
  }
}

/// Reads the columns of a section's items.
private struct Reader {
  let numbers: [Double]
  let widths: [Double]
  let heights: [Double]
  let aspectRatios: NumberColumn
  let bodyHeights: NumberColumn
  let columnSpans: NumberColumn
  let count: Int
  let metrics: WaterfallMetrics

  init(_ items: ItemColumns, metrics: WaterfallMetrics) {
    numbers = items.numbers.values
    widths = items.widths.values
    heights = items.heights.values
    aspectRatios = items.aspectRatios
    bodyHeights = items.bodyHeights
    columnSpans = items.columnSpans
    count = items.count
    self.metrics = metrics
  }

  /// Whether every item is a lone number.
  var hasNumbersOnly: Bool {
    numbers.count == count && widths.isEmpty && heights.isEmpty && aspectRatios.isEmpty
      && bodyHeights.isEmpty && columnSpans.isEmpty
  }

  /// The lengths where every item is `[w, h]`; nil where one is not, or is no such pair.
  func scaledPairs(_ budget: LayoutBudget) throws(LayoutError) -> [Double]? {
    guard widths.count == count, heights.count == count, numbers.isEmpty, aspectRatios.isEmpty,
      bodyHeights.isEmpty, columnSpans.isEmpty, try widths.greatestLength(budget) != nil,
      try heights.greatestLength(budget) != nil
    else { return nil }
    let (mains, crosses) = metrics.axis == .vertical ? (heights, widths) : (widths, heights)
    let width = metrics.columnWidth
    let lengths = [Double](count: count) { lengths in
      for stretch in (0..<count).stretches where budget.goesOn(after: stretch.count) {
        for item in stretch {
          // As many as the sides, whose index is checked.
          let length = Self.scaled(width, main: mains[item], cross: crosses[item])
          unsafe lengths[unchecked: item] = length
        }
      }
      return !budget.isEnded
    }
    try budget.count(0)
    return lengths
  }

  /// The lengths where items are nothing but numbers, widths and heights; nil where one is more, or
  /// no length.
  ///
  /// The same as `mediaLength`, but without a branch: in a wall of numbers and pairs none could be
  /// predicted.
  func plainMediaLengths(_ budget: LayoutBudget) throws(LayoutError) -> [Double]? {
    guard aspectRatios.isEmpty, bodyHeights.isEmpty, columnSpans.isEmpty,
      try numbers.givenAreLengths(budget), try widths.givenAreLengths(budget),
      try heights.givenAreLengths(budget)
    else { return nil }
    let isVertical = metrics.axis == .vertical
    let (mains, crosses) = isVertical ? (heights, widths) : (widths, heights)
    let width = SIMD8(repeating: metrics.columnWidth)
    // The items that have a place in all three columns, eight at a time.
    let common = min(count, numbers.count, mains.count, crosses.count) & ~7
    let lengths = [Double](count: count) { lengths in
      // A stretch is a multiple of eight.
      for stretch in (0..<common).stretches where budget.goesOn(after: stretch.count) {
        for start in stride(from: stretch.lowerBound, to: stretch.upperBound, by: 8) {
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
          // The bytes of doubles, each set; where they begin and end is checked.
          var bytes = unsafe lengths.mutableBytes
          bytes.storeBytes(of: length, toByteOffset: start * 8, as: SIMD8<Double>.self)
        }
      }
      for stretch in (common..<count).stretches where budget.goesOn(after: stretch.count) {
        for item in stretch { lengths[item] = mediaLength(of: item, span: 1) }
      }
      return !budget.isEnded
    }
    try budget.count(0)
    return lengths
  }

  /// The length of media of these sides in an item of that width; a side of 0 leaves none.
  private static func scaled(_ width: Double, main: Double, cross: Double) -> Double {
    main == 0 || cross == 0 ? 0 : width * main / cross
  }

  private func value(_ values: [Double], _ item: Int) -> Double {
    item < values.count ? values[item] : .nan
  }

  func bodyHeight(of item: Int) -> Double { (bodyHeights[item] ?? .nan) }

  func span(of item: Int) -> UInt16 {
    let span = columnSpans[item] ?? .nan
    return span >= 1 ? UInt16(min(span, Double(metrics.columnCount))) : 1
  }

  /// The media's length along the scroll axis.
  ///
  /// `aspectRatio` beats width and height, which together scale to the item's width across the
  /// axis; a lone number or the side along the axis is the length itself. With horizontal scrolling
  /// either side alone is the length (LayoutRules F9). A side of 0 leaves none (Contract §2);
  /// without any of these the media is a square.
  func mediaLength(of item: Int, span: Int) -> Double {
    let axis = metrics.axis
    let width = metrics.width(ofSpan: span)
    let ratio = aspectRatios[item] ?? .nan
    if !ratio.isNaN { return axis == .vertical ? width / ratio : width * ratio }
    let itemWidth = value(widths, item)
    let itemHeight = value(heights, item)
    let number = value(numbers, item)
    if !itemWidth.isNaN, !itemHeight.isNaN {
      let (main, cross) =
        axis == .vertical ? (itemHeight, itemWidth) : (itemWidth, itemHeight)
      return Self.scaled(width, main: main, cross: cross)
    }
    if !number.isNaN { return number }
    if !itemHeight.isNaN { return itemHeight }
    if axis == .horizontal, !itemWidth.isNaN { return itemWidth }
    return itemWidth == 0 ? 0 : width
  }

  /// Whether every number given is one that its field may hold.
  func areValid(_ budget: LayoutBudget) throws(LayoutError) -> Bool {
    for lengths in [numbers, widths, heights, bodyHeights.values] {
      guard try lengths.givenAreLengths(budget) else { return false }
    }
    guard try aspectRatios.values.allSatisfy(budget, { $0.isNaN || isRatio($0) }) else {
      return false
    }
    return try columnSpans.values.allSatisfy(budget) { $0.isNaN || isSpan($0) }
  }

  private func isRatio(_ value: Double) -> Bool { value > 0 && value < .infinity }
  private func isSpan(_ value: Double) -> Bool {
    value >= 1 && value < .infinity && value == value.rounded()
  }

  /// Throws the faults of the items, one for each that has any.
  func check(
    lengths: [Double], at path: DocumentPath, _ budget: LayoutBudget
  ) throws(LayoutError) {
    var issues = SpecIssues()
    for item in 0..<count where !issues.isFull {
      try budget.count(1)
      let place = path.index(item)
      let sides = [numbers, widths, heights].map { value($0, item) }
      let body = bodyHeight(of: item)
      let ratio = aspectRatios[item] ?? .nan
      let span = columnSpans[item] ?? .nan
      if let side = sides.first(where: { !$0.isNaN && !$0.isLength }) {
        issues.add(place, "must have finite sides ≥ 0, up to 2^53 points, has \(side)")
      } else if !body.isNaN, !body.isLength {
        issues.add(place.field("bodyHeight"), "must be finite and ≥ 0, is \(body)")
      } else if !ratio.isNaN, !isRatio(ratio) {
        issues.add(place.field("aspectRatio"), "must be finite and > 0, is \(ratio)")
      } else if !span.isNaN, !isSpan(span) {
        issues.add(place.field("columnSpan"), "must be a whole number ≥ 1, is \(span)")
      } else if !lengths[item].isLength {
        issues.add(place, "must be at most 2^53 points long, is \(lengths[item])")
      }
    }
    try issues.throwIfAny()
  }
}
