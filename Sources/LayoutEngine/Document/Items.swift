/// A section's items, by columns: one array a field, made only when some item has that field.
///
/// An item is written as a lone number, as `[width, height]` or as an object; what its numbers mean
/// is the layout's to say (`contract.md` 2).
public struct Items: Sendable {
  /// How many items there are.
  public private(set) var count: Int
  /// The values of items written as a lone number.
  public var numbers = NumberColumn()
  /// Widths, in points or as one side of a ratio.
  public var widths = NumberColumn()
  /// Heights, in points or as one side of a ratio.
  public var heights = NumberColumn()
  /// Width divided by height; beats widths and heights.
  public var aspectRatios = NumberColumn()
  /// Points below the media, for text and buttons.
  public var bodyHeights = NumberColumn()
  /// Columns that an item covers; whole numbers ≥ 1.
  public var columnSpans = NumberColumn()
  /// Stacking orders; whole numbers.
  public var zIndexes = NumberColumn()
  /// The clients' own names of items.
  public var ids = TextColumn()
  /// Magazine width modes.
  public var widthModes = CodeColumn<MagazineWidthMode>()
  /// Magazine height modes.
  public var heightModes = CodeColumn<MagazineHeightMode>()

  /// Creates `count` items that say nothing of themselves; `count` ≥ 0.
  public init(count: Int = 0) {
    self.count = count
  }

  /// Counts so many more items; `more` ≥ 0.
  ///
  /// Their fields are set item by item, each in any order.
  public mutating func append(_ more: Int = 1) {
    count += more
  }

  /// Bytes held by the columns.
  public var byteCount: Int {
    let numbers = [
      numbers, widths, heights, aspectRatios, bodyHeights, columnSpans, zIndexes,
    ].reduce(0) { $0 + $1.values.capacity }
    return numbers * MemoryLayout<Double>.stride + ids.byteCount + widthModes.byteCount
      + heightModes.byteCount
  }

  /// Makes room for that many items in the columns of numbers that are in use.
  public mutating func reserveCapacity(_ count: Int) {
    if !numbers.isEmpty { numbers.reserveCapacity(count) }
    if !widths.isEmpty { widths.reserveCapacity(count) }
    if !heights.isEmpty { heights.reserveCapacity(count) }
    if !aspectRatios.isEmpty { aspectRatios.reserveCapacity(count) }
    if !bodyHeights.isEmpty { bodyHeights.reserveCapacity(count) }
  }
}

/// Numbers of items, NaN where an item has none.
///
/// Items behind the last stored one have none.
public struct NumberColumn: Sendable {
  /// The stored values; empty where no item has one.
  public private(set) var values: [Double] = []

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// The item's number; nil where it has none.
  public subscript(item: Int) -> Double? {
    guard item < values.count else { return nil }
    let value = values[item]
    return value.isNaN ? nil : value
  }

  /// Gives an item a number.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ value: Double, at item: Int) {
    while item > values.count { values.append(.nan) }
    if item == values.count {
      values.append(value)
    } else {
      values[item] = value
    }
  }

  /// Gives items in a row their numbers, NaN where one has none.
  ///
  /// - Parameter item: the first one's index; no item from there on has a number yet.
  /// - Complexity: O(`numbers`), and O(items before them that have none).
  public mutating func set(_ numbers: Span<Double>, from item: Int) {
    if item > values.count {
      values.append(contentsOf: repeatElement(.nan, count: item - values.count))
    }
    numbers.withUnsafeBufferPointer { values.append(contentsOf: $0) }
  }

  /// Makes room for that many items.
  public mutating func reserveCapacity(_ count: Int) {
    values.reserveCapacity(count)
  }
}

/// Small codes of items, nil where an item has none.
public struct CodeColumn<Code: Sendable>: Sendable {
  /// The stored codes; empty where no item has one.
  public private(set) var values: [Code?] = []

  /// Creates a column without values.
  public init() {}

  /// Whether no item has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// Bytes held.
  public var byteCount: Int { values.capacity * MemoryLayout<Code?>.stride }

  /// The item's code; nil where it has none.
  public subscript(item: Int) -> Code? {
    item < values.count ? values[item] : nil
  }

  /// Gives an item a code.
  ///
  /// Items are set in ascending order.
  public mutating func set(_ code: Code, at item: Int) {
    if item > values.count {
      values.append(contentsOf: repeatElement(nil, count: item - values.count))
    }
    if item == values.count {
      values.append(code)
    } else {
      values[item] = code
    }
  }
}

/// Texts of items in one run of UTF-8, so that a million short ids cost no million strings.
public struct TextColumn: Sendable {
  /// All texts, one behind the other.
  private var utf8: [UInt8] = []
  /// Where each item's text ends in `utf8`.
  private var ends: [UInt32] = []
  /// Whether each item has a text, which an empty one has too.
  private var isPresent: [Bool] = []

  /// Creates a column without texts.
  public init() {}

  /// Whether no item has a text.
  public var isEmpty: Bool { ends.isEmpty }

  /// Bytes held.
  public var byteCount: Int { utf8.capacity + 4 * ends.capacity + isPresent.capacity }

  /// Bytes of UTF-8 that the texts of these items have together.
  ///
  /// - Complexity: O(1).
  func length(of items: Range<Int>) -> Int {
    end(before: items.upperBound) - end(before: items.lowerBound)
  }

  /// Where the texts of all items before that one end in `utf8`.
  private func end(before item: Int) -> Int {
    let stored = Swift.min(item, ends.count)
    return stored > 0 ? Int(ends[stored - 1]) : 0
  }

  /// The item's text; nil where it has none.
  public subscript(item: Int) -> String? {
    guard item < ends.count, isPresent[item] else { return nil }
    let start = item == 0 ? 0 : Int(ends[item - 1])
    return String(decoding: utf8[start..<Int(ends[item])], as: UTF8.self)
  }

  /// Gives an item a text of valid UTF-8.
  ///
  /// Items are set in ascending order, each once.
  ///
  /// - Returns: false where all texts together would pass 4 GiB; nothing is stored then.
  public mutating func set(_ text: [UInt8], at item: Int) -> Bool {
    set(text[...], at: item)
  }

  /// Gives an item a text of valid UTF-8 that is part of a larger one.
  ///
  /// The same as for an array; not generic, since that costs a million ids 100 ns each.
  public mutating func set(_ text: ArraySlice<UInt8>, at item: Int) -> Bool {
    guard item >= ends.count, utf8.count + text.count < Int(UInt32.max) else { return false }
    let end = UInt32(utf8.count)
    if item > ends.count {
      ends.append(contentsOf: repeatElement(end, count: item - ends.count))
      isPresent.append(contentsOf: repeatElement(false, count: item - isPresent.count))
    }
    utf8.append(contentsOf: text)
    ends.append(UInt32(utf8.count))
    isPresent.append(true)
    return true
  }
}
