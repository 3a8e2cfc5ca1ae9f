/// The aspect ratios of a section's items (Contract §2).
///
/// An item's ratio is the forced one, otherwise its `aspectRatio`, otherwise its width divided by its height,
/// otherwise its lone number, otherwise 1.
struct JustifiedRatios: Sendable {
  let items: Items
  /// The ratio that replaces the ratios of all items; nil if there is none.
  let forced: Double?

  /// An item's ratio, which may be invalid (`isRatio`).
  ///
  /// - Parameter place: the item's index in the chunk.
  func ratio(of place: Int, in chunk: ItemChunk) -> Double {
    if let forced { return forced }
    if let ratio = chunk.aspectRatios.number(of: place) { return ratio }
    if let width = chunk.widths.number(of: place), let height = chunk.heights.number(of: place) {
      return Self.ratio(width: width, height: height)
    }
    return chunk.numbers.number(of: place) ?? 1
  }

  /// An item's ratio by its number in the section.
  @inline(__always)
  func ratio(of item: Int) -> Double {
    guard forced == nil, let (chunk, place) = items.place(of: item) else { return forced ?? 1 }
    // The fast path for photo sizes.
    if case .whole(let widths) = chunk.widths, case .whole(let heights) = chunk.heights,
      chunk.aspectRatios.isEmpty, widths[place] != .max, heights[place] != .max
    {
      return Double(widths[place]) / Double(heights[place])
    }
    return ratio(of: place, in: chunk)
  }

  /// Whether a row is one item that has the field `fullWidth` (LayoutRules G9).
  ///
  /// - Parameter cells: the numbers of the row's items in the section; at least one.
  func standsAlone(_ cells: Range<Int>) -> Bool {
    guard cells.count == 1, let (chunk, place) = items.place(of: cells.lowerBound) else {
      return false
    }
    return chunk.standsAlone(place)
  }

  /// Calls the body with the ratio of each item of a range, in order.
  ///
  /// - Parameter cells: the items' indices in the section; at least one.
  @inline(__always)
  func forEach(of cells: Range<Int>, _ body: (Double) -> Void) {
    guard forced == nil, let (chunk, place) = items.place(of: cells.lowerBound) else {
      for _ in cells { body(forced ?? 1) }
      return
    }
    let places = place..<place + cells.count
    guard places.upperBound <= chunk.count else {
      for cell in cells { body(ratio(of: cell)) }
      return
    }
    // The fast path for photo sizes: the columns are read from the chunk once, not for each item.
    if case .whole(let widths) = chunk.widths, case .whole(let heights) = chunk.heights,
      chunk.aspectRatios.isEmpty
    {
      for place in places {
        let (width, height) = (widths[place], heights[place])
        let isGiven = width != .max && height != .max
        body(isGiven ? Double(width) / Double(height) : ratio(of: place, in: chunk))
      }
    } else {
      for place in places { body(ratio(of: place, in: chunk)) }
    }
  }

  /// Width divided by height; NaN if the width is not positive, because two negative sides are no ratio.
  @inline(__always)
  private static func ratio(width: Double, height: Double) -> Double {
    width > 0 ? width / height : .nan
  }

  @inline(__always)
  private static func isRatio(_ value: Double) -> Bool {
    value > 0 && value < .infinity
  }

  /// Checks all ratios.
  ///
  /// - Throws: an error that lists the items whose ratio is not finite and > 0, at most
  ///   `LayoutError.maxIssues`; `LayoutError.cancelled`.
  func check(at path: DocumentPath, _ budget: LayoutBudget) throws(LayoutError) {
    var issues = SpecIssues()
    for block in items.blocks where !issues.isFull {
      try budget.count(block.count)
      for place in 0..<block.count where !issues.isFull {
        let ratio = ratio(of: place, in: block.chunk)
        guard !Self.isRatio(ratio) else { continue }
        note(ratio, of: place, in: block, at: path, &issues)
      }
    }
    try issues.throwIfAny()
  }

  private func note(
    _ ratio: Double, of place: Int, in block: ItemBlock, at path: DocumentPath,
    _ issues: inout SpecIssues
  ) {
    let path = path.index(block.items.lowerBound + place)
    let rule = "must have an aspect ratio that is a finite number greater than 0"
    let chunk = block.chunk
    if chunk.aspectRatios.number(of: place) != nil {
      issues.add(path.field("aspectRatio"), "\(rule) (got \(ratio))")
    } else if let width = chunk.widths.number(of: place),
      let height = chunk.heights.number(of: place)
    {
      issues.add(path, "\(rule) (got \(width) × \(height))")
    } else {
      issues.add(path, "\(rule) (got \(ratio))")
    }
  }
}

extension JustifiedRatios {
  /// Reads the ratios of items, one `ItemBlock` at a time, into memory that it reuses.
  struct Reader {
    private let ratios: JustifiedRatios
    private var widths = UnpackedColumn()
    private var heights = UnpackedColumn()
    /// The numbers, in the section, of the items that were read last.
    private(set) var items = 0..<0
    /// The ratios of the items that were read last.
    private(set) var values: [Double] = []
    /// The ratio that all `values` are, if they were read as one ratio; otherwise nil.
    private var shared: Double?

    init(_ ratios: JustifiedRatios) { self.ratios = ratios }

    /// Reads the ratios of a block's items.
    ///
    /// - Returns: whether all ratios are valid.
    /// - Complexity: O(items of the block).
    mutating func read(_ block: ItemBlock) -> Bool {
      items = block.items
      if read(common: block), areRatios { return true }
      shared = nil
      values = [Double](count: block.count) { values in
        for place in 0..<block.count { values[place] = ratios.ratio(of: place, in: block.chunk) }
        return true
      }
      return areRatios
    }

    /// Reads a block as if all its items gave their ratios in one kind of field: ratios, two sides or lone
    /// numbers.
    ///
    /// An item without this field gets an invalid ratio.
    ///
    /// - Returns: false if there is no value for each item; the items must then be read one by one.
    private mutating func read(common block: ItemBlock) -> Bool {
      let chunk = block.chunk
      if ratios.forced != nil || chunk.isImplicit {
        let ratio = ratios.forced ?? 1
        if values.count != block.count || shared != ratio {
          values = [Double](repeating: ratio, count: block.count)
          shared = ratio
        }
        return true
      }
      shared = nil
      if !chunk.aspectRatios.isEmpty {
        widths.unpack(chunk.aspectRatios, count: block.count)
        values = widths.values
      } else if !chunk.widths.isEmpty, !chunk.heights.isEmpty {
        readQuotients(block)
      } else {
        widths.unpack(chunk.numbers, count: block.count)
        values = widths.values
      }
      return values.count == block.count
    }

    private mutating func readQuotients(_ block: ItemBlock) {
      let (count, chunk) = (block.count, block.chunk)
      if case .whole(let widths) = chunk.widths, case .whole(let heights) = chunk.heights {
        // 65,535 means that an item has no number.
        values = Self.quotients(count) { place in
          let (width, height) = (widths[place], heights[place])
          return width == .max || height == .max ? .nan : Double(width) / Double(height)
        }
      } else {
        widths.unpack(chunk.widths, count: count)
        heights.unpack(chunk.heights, count: count)
        let (widths, heights) = (widths.values, heights.values)
        values = Self.quotients(count) {
          JustifiedRatios.ratio(width: widths[$0], height: heights[$0])
        }
      }
    }

    @inline(__always)
    private static func quotients(_ count: Int, _ quotient: (Int) -> Double) -> [Double] {
      [Double](count: count) { values in
        for place in 0..<count { values[place] = quotient(place) }
        return true
      }
    }

    /// Whether all values are valid ratios.
    ///
    /// Valid values are counted without an early exit, so that there is no branch to predict.
    private var areRatios: Bool {
      var count = 0
      for value in values { count += JustifiedRatios.isRatio(value) ? 1 : 0 }
      return count == values.count
    }

    /// Reads the block that contains the first of some items, unless it was read last.
    ///
    /// - Parameter rest: at least one item.
    /// - Returns: the items of `rest` that are in the block.
    mutating func part(of rest: Range<Int>) -> Range<Int> {
      if !items.contains(rest.lowerBound) { _ = read(ratios.items.block(of: rest.lowerBound)) }
      return rest.lowerBound..<min(rest.upperBound, items.upperBound)
    }
  }
}

extension Items {
  /// The block that contains an item; `item` in 0..<count.
  fileprivate func block(of item: Int) -> ItemBlock {
    guard let (chunk, place) = place(of: item) else {
      let plain = ItemChunk.plain
      let start = item - item % plain.count
      return ItemBlock(items: start..<min(count, start + plain.count), chunk: plain)
    }
    return ItemBlock(items: item - place..<item - place + chunk.count, chunk: chunk)
  }
}

extension ItemChunk {
  /// Whether an item is alone in its row (LayoutRules G9).
  fileprivate func standsAlone(_ place: Int) -> Bool { fullWidths.number(of: place) == 1 }

  /// The first item, at `place` or after it, that is alone in its row; `.max` if there is none.
  func aloneItem(from place: Int) -> Int {
    guard !fullWidths.isEmpty else { return .max }
    return (place..<max(place, count)).first { standsAlone($0) } ?? .max
  }
}
