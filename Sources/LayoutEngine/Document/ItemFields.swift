/// The fields of one item of a document (Contract §2); a field that the item does not have is nil.
public struct ItemFields: Sendable, Hashable {
  /// The value of an item written as a lone number.
  public var number: Double?
  /// Width, in points or as one side of a ratio.
  public var width: Double?
  /// Height, in points or as one side of a ratio.
  public var height: Double?
  /// Width divided by height.
  public var aspectRatio: Double?
  /// The height of the body below the media, in points.
  public var bodyHeight: Double?
  /// The number of columns that the item covers; a whole number.
  public var columnSpan: Double?
  /// Its stacking order; a whole number.
  public var zIndex: Double?
  /// Its magazine width mode.
  public var widthMode: MagazineWidthMode?
  /// Its magazine height mode.
  public var heightMode: MagazineHeightMode?
  /// Whether it stands alone in a row of a justified section; nil if it doesn't.
  public var fullWidth: Bool?
  /// The separators of its row in a list.
  public var separators: ItemSeparators?
  /// The measured width, in points (LayoutRules K2–K5).
  public var measuredWidth: Double?
  /// The measured height, in points.
  public var measuredHeight: Double?
  /// The measured body height, in points.
  public var measuredBodyHeight: Double?
  /// The waterfall column in which the document puts the item (LayoutRules F10).
  public var column: Double?
  /// The waterfall column that the item keeps because an earlier layout placed it there (LayoutRules K7).
  public var keptColumn: Double?
  /// The body that is measured (LayoutRules N1).
  public var body: Body?
  /// The id that the client gives the item.
  public var id: ItemID?
  /// What the client's page needs to show the item, as JSON text.
  public var data: ArraySlice<UInt8>?
  /// Whether the item has a field other than the lone number, width and height.
  public var isObject = false
}

extension Items {
  /// Whether no item has a field, so that a count describes all of them.
  public var areCounted: Bool { chunks.isEmpty }

  /// The fields of an item; `item` in `0..<count`.
  ///
  /// - Complexity: O(1).
  public func fields(of item: Int) -> ItemFields {
    var fields = ItemFields()
    guard let (chunk, place) = place(of: item) else { return fields }
    fields.number = chunk.numbers.number(of: place)
    fields.width = chunk.widths.number(of: place)
    fields.height = chunk.heights.number(of: place)
    fields.keptColumn = keptColumn(of: item)
    fields.isObject = fields.keptColumn != nil
    guard chunk.haveRareFields else { return fields }
    fields.aspectRatio = chunk.aspectRatios.number(of: place)
    fields.bodyHeight = chunk.bodyHeights.number(of: place)
    fields.columnSpan = chunk.columnSpans.number(of: place)
    fields.zIndex = chunk.zIndexes.number(of: place)
    fields.widthMode = MagazineWidthMode(number: chunk.widthModes[place])
    fields.heightMode = MagazineHeightMode(number: chunk.heightModes[place])
    fields.fullWidth = chunk.fullWidths.number(of: place) == 1 ? true : nil
    fields.separators = chunk.separators(of: place)
    fields.measuredWidth = chunk.measuredWidths.number(of: place)
    fields.measuredHeight = chunk.measuredHeights.number(of: place)
    fields.measuredBodyHeight = chunk.measuredBodyHeights.number(of: place)
    fields.column = chunk.columns.number(of: place)
    fields.body = chunk.body(of: place)
    fields.id = chunk.id(of: place)
    fields.data = chunk.data(of: place)
    let plain = ItemFields(number: fields.number, width: fields.width, height: fields.height)
    fields.isObject = fields != plain
    return fields
  }
}
