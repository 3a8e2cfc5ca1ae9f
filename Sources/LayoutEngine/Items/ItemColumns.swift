/// Items while they are collected: one array for each field.
///
/// The array of a field is created only when some item has the field.
///
/// An item is written as a lone number, as `[width, height]` or as an object; what its numbers mean
/// depends on the layout (Contract §2).
///
/// ```swift
/// let heights = [120.0, 80, 200]
/// var columns = ItemColumns(count: heights.count)
/// for (item, height) in heights.enumerated() { columns.heights.set(height, at: item) }
/// let items = Items(columns)
/// ```
public struct ItemColumns: Sendable {
  /// The number of items.
  public private(set) var count: Int
  /// The values of items written as a lone number.
  public var numbers = NumberColumn()
  /// Widths, in points or as one side of a ratio.
  public var widths = NumberColumn()
  /// Heights, in points or as one side of a ratio.
  public var heights = NumberColumn()
  /// The columns of the other numbers, by the raw values of their fields; empty if no item has one.
  private var others: [NumberColumn] = []
  /// The ids that clients give to items, as `ItemID.encoded`.
  public var ids = TextColumn()
  /// What clients' pages need to show the items, as JSON text.
  public var data = TextColumn()
  /// The text of items that the engine measures (LayoutRules N), as `Body.bytes`.
  public var bodies = TextColumn()
  /// Magazine width modes.
  public var widthModes = CodeColumn<MagazineWidthMode>()
  /// Magazine height modes.
  public var heightModes = CodeColumn<MagazineHeightMode>()
  /// The separators of rows of lists.
  public var separators = CodeColumn<ItemSeparators>()

  /// The numbers of a field.
  package subscript(field: ItemNumberField) -> NumberColumn {
    get { others.isEmpty ? NumberColumn() : others[field.rawValue] }
    _modify {
      if others.isEmpty {
        others = Array(repeating: NumberColumn(), count: ItemNumberField.allCases.count)
      }
      yield &others[field.rawValue]
    }
  }

  /// Sets an item's number in a field, like `NumberColumn.set(_:at:)`.
  package mutating func set(_ number: Double, of field: ItemNumberField, at item: Int) {
    self[field].set(number, at: item)
  }

  /// Creates `count` items without fields; `count` ≥ 0.
  public init(count: Int = 0) {
    self.count = count
  }

  /// Adds `more` items without fields; `more` ≥ 0.
  ///
  /// Callers then set the fields item by item; the fields of one item in any order.
  public mutating func append(_ more: Int = 1) {
    count += more
  }

  /// Removes all items and keeps the capacity of the number columns.
  mutating func removeAll() {
    count = 0
    numbers.removeAll()
    widths.removeAll()
    heights.removeAll()
    for place in others.indices { others[place].removeAll() }
    if !ids.isEmpty { ids = TextColumn() }
    if !data.isEmpty { data = TextColumn() }
    if !bodies.isEmpty { bodies = TextColumn() }
    widthModes = CodeColumn()
    heightModes = CodeColumn()
    separators = CodeColumn()
  }

  /// Whether some item has a field.
  var haveFields: Bool {
    haveRareFields || !(numbers.isEmpty && widths.isEmpty && heights.isEmpty)
  }

  /// Whether some item has a field that few documents have.
  var haveRareFields: Bool {
    !(ids.isEmpty && data.isEmpty && widthModes.isEmpty && heightModes.isEmpty
      && bodies.isEmpty && separators.isEmpty && others.allSatisfy { $0.isEmpty })
  }

  /// The items of a range, renumbered from 0.
  ///
  /// - Complexity: O(items in the range).
  subscript(items: Range<Int>) -> ItemColumns {
    var part = ItemColumns(count: items.count)
    part.numbers = numbers[items]
    part.widths = widths[items]
    part.heights = heights[items]
    part.others = others.map { $0[items] }
    for item in items {
      let place = item - items.lowerBound
      if let id = ids.bytes(of: item) { _ = part.ids.set(id, at: place) }
      if let data = data.bytes(of: item) { _ = part.data.set(data, at: place) }
      if let body = bodies.bytes(of: item) { _ = part.bodies.set(body, at: place) }
      if let mode = widthModes[item] { part.widthModes.set(mode, at: place) }
      if let mode = heightModes[item] { part.heightModes.set(mode, at: place) }
      if let shown = separators[item] { part.separators.set(shown, at: place) }
    }
    return part
  }
}

// MARK: Numbers by name

extension ItemColumns {
  /// Width divided by height; takes precedence over widths and heights.
  public var aspectRatios: NumberColumn {
    get { self[.aspectRatio] }
    _modify { yield &self[.aspectRatio] }
  }

  /// The height of the body below the media, for text and buttons, in points.
  public var bodyHeights: NumberColumn {
    get { self[.bodyHeight] }
    _modify { yield &self[.bodyHeight] }
  }

  /// The numbers of columns that items cover; whole numbers ≥ 1.
  public var columnSpans: NumberColumn {
    get { self[.columnSpan] }
    _modify { yield &self[.columnSpan] }
  }

  /// Stacking orders; whole numbers.
  public var zIndexes: NumberColumn {
    get { self[.zIndex] }
    _modify { yield &self[.zIndex] }
  }

  /// The waterfall columns in which documents put items (LayoutRules F10); whole numbers ≥ 0.
  public var columns: NumberColumn {
    get { self[.column] }
    _modify { yield &self[.column] }
  }

  /// The waterfall columns that items keep because an earlier layout placed them there (LayoutRules K7);
  /// whole numbers ≥ 0.
  public var keptColumns: NumberColumn {
    get { self[.keptColumn] }
    _modify { yield &self[.keptColumn] }
  }

  /// 1 for each item that is alone in a row of a justified section (LayoutRules G9).
  public var fullWidths: NumberColumn {
    get { self[.fullWidth] }
    _modify { yield &self[.fullWidth] }
  }

  /// 1 for each item whose row stands at the trailing edge if it is as wide as its body (LayoutRules N5).
  public var bodyAlignments: NumberColumn {
    get { self[.bodyAlignment] }
    _modify { yield &self[.bodyAlignment] }
  }

  /// Measured widths, in points (LayoutRules K2–K5).
  public var measuredWidths: NumberColumn {
    get { self[.measuredWidth] }
    _modify { yield &self[.measuredWidth] }
  }

  /// Measured heights, in points (LayoutRules K2–K5).
  public var measuredHeights: NumberColumn {
    get { self[.measuredHeight] }
    _modify { yield &self[.measuredHeight] }
  }

  /// Measured body heights, in points (LayoutRules K3).
  public var measuredBodyHeights: NumberColumn {
    get { self[.measuredBodyHeight] }
    _modify { yield &self[.measuredBodyHeight] }
  }
}
