/// A section's items, by columns: one array a field, made only when some item has that field.
///
/// An item is written as a lone number, as `[width, height]` or as an object; what its numbers mean
/// depends on the layout (Contract §2).
public struct Items: Sendable {
  /// How many items there are.
  public private(set) var count: Int
  /// The values of items written as a lone number.
  public var numbers = NumberColumn()
  /// Widths, in points or as one side of a ratio.
  public var widths = NumberColumn()
  /// Heights, in points or as one side of a ratio.
  public var heights = NumberColumn()
  /// Width divided by height; takes precedence over widths and heights.
  public var aspectRatios = SparseNumberColumn()
  /// Points below the media, for text and buttons.
  public var bodyHeights = SparseNumberColumn()
  /// Columns that an item covers; whole numbers ≥ 1.
  public var columnSpans = SparseNumberColumn()
  /// Stacking orders; whole numbers.
  public var zIndexes = SparseNumberColumn()
  /// The clients' own ids of items.
  public var ids = TextColumn()
  /// Magazine width modes.
  public var widthModes = CodeColumn<MagazineWidthMode>()
  /// Magazine height modes.
  public var heightModes = CodeColumn<MagazineHeightMode>()

  /// Creates `count` items without fields; `count` ≥ 0.
  public init(count: Int = 0) {
    self.count = count
  }

  /// Adds that many items; `more` ≥ 0.
  ///
  /// Their fields are set item by item, each in any order.
  public mutating func append(_ more: Int = 1) {
    count += more
  }

  /// Bytes held by the columns.
  public var byteCount: Int {
    // Added one by one: an array of the columns would be allocated for every section.
    var count = numbers.byteCount + widths.byteCount + heights.byteCount
    count += aspectRatios.byteCount + bodyHeights.byteCount
    count += columnSpans.byteCount + zIndexes.byteCount
    return count + ids.byteCount + widthModes.byteCount + heightModes.byteCount
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

/// Texts of items in one run of UTF-8, so that a million short ids cost no million strings.
public struct TextColumn: Sendable {
  /// All texts, one after the other.
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
    guard item >= ends.count, utf8.count + text.count < UInt32.max else { return false }
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
