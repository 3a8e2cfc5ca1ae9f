/// The fields of one item of a document (Contract §2); a field that the item does not have is nil.
package struct ItemFields: Sendable, Hashable {
  /// The value of an item written as a lone number.
  package var number: Double?
  /// Width, in points or as one side of a ratio.
  package var width: Double?
  /// Height, in points or as one side of a ratio.
  package var height: Double?
  /// Its magazine width mode.
  package var widthMode: MagazineWidthMode?
  /// Its magazine height mode.
  package var heightMode: MagazineHeightMode?
  /// The separators of its row in a list.
  package var separators: ItemSeparators?
  /// The text that the engine measures (LayoutRules N1).
  package var body: Body?
  /// The id that the client gives the item.
  package var id: ItemID?
  /// What the client's page needs to show the item, as JSON text.
  package var data: ArraySlice<UInt8>?
  /// Whether the item has a field other than the lone number, width and height.
  package var isObject = false

  /// The other numbers, by the raw values of their fields, with space for 16; 0 for those that the item does not have.
  private var others = SIMD16<Double>()
  /// One bit for each of the other numbers that the item has.
  private var given: UInt16 = 0

  /// The number of a field; nil if the item does not have it.
  package subscript(field: ItemNumberField) -> Double? {
    get { given & 1 << UInt16(field.rawValue) == 0 ? nil : others[field.rawValue] }
    set {
      let bit: UInt16 = 1 << UInt16(field.rawValue)
      given = newValue == nil ? given & ~bit : given | bit
      others[field.rawValue] = newValue ?? 0
    }
  }

  /// Creates the fields of an item that has none but these.
  init(number: Double? = nil, width: Double? = nil, height: Double? = nil) {
    self.number = number
    self.width = width
    self.height = height
  }
}

extension ItemFields {
  /// Width divided by height.
  package var aspectRatio: Double? {
    get { self[.aspectRatio] }
    set { self[.aspectRatio] = newValue }
  }

  /// The height of the body below the media, in points.
  package var bodyHeight: Double? {
    get { self[.bodyHeight] }
    set { self[.bodyHeight] = newValue }
  }

  /// The number of columns that the item covers; a whole number.
  package var columnSpan: Double? {
    get { self[.columnSpan] }
    set { self[.columnSpan] = newValue }
  }

  /// Its stacking order; a whole number.
  package var zIndex: Double? {
    get { self[.zIndex] }
    set { self[.zIndex] = newValue }
  }

  /// Whether it is alone in a row of a justified section; nil if it isn't.
  package var fullWidth: Bool? {
    get { self[.fullWidth] == 1 ? true : nil }
    set { self[.fullWidth] = newValue == true ? 1 : nil }
  }

  /// The measured width, in points (LayoutRules K2–K5).
  package var measuredWidth: Double? {
    get { self[.measuredWidth] }
    set { self[.measuredWidth] = newValue }
  }

  /// The measured height, in points.
  package var measuredHeight: Double? {
    get { self[.measuredHeight] }
    set { self[.measuredHeight] = newValue }
  }

  /// The measured body height, in points.
  package var measuredBodyHeight: Double? {
    get { self[.measuredBodyHeight] }
    set { self[.measuredBodyHeight] = newValue }
  }

  /// The waterfall column in which the document puts the item (LayoutRules F10).
  package var column: Double? {
    get { self[.column] }
    set { self[.column] = newValue }
  }

  /// The waterfall column that the item keeps because an earlier layout placed it there (LayoutRules K7).
  package var keptColumn: Double? {
    get { self[.keptColumn] }
    set { self[.keptColumn] = newValue }
  }
}

extension Items {
  /// Whether no item has a field, so that a count describes all of them.
  public var areCounted: Bool { chunks.isEmpty }

  /// The fields of an item; `item` in `0..<count`.
  ///
  /// - Complexity: O(1).
  package func fields(of item: Int) -> ItemFields {
    var fields = ItemFields()
    guard let (chunk, place) = place(of: item) else { return fields }
    fields.number = chunk.numbers.number(of: place)
    fields.width = chunk.widths.number(of: place)
    fields.height = chunk.heights.number(of: place)
    fields.keptColumn = keptColumn(of: item)
    fields.isObject = fields.keptColumn != nil
    guard chunk.haveRareFields else { return fields }
    for field in ItemNumberField.allCases where field != .keptColumn {
      fields[field] = chunk[field].number(of: place)
    }
    fields.widthMode = MagazineWidthMode(number: chunk.widthModes[place])
    fields.heightMode = MagazineHeightMode(number: chunk.heightModes[place])
    fields.separators = chunk.separators(of: place)
    fields.body = chunk.body(of: place)
    fields.id = chunk.id(of: place)
    fields.data = chunk.data(of: place)
    let plain = ItemFields(number: fields.number, width: fields.width, height: fields.height)
    fields.isObject = fields != plain
    return fields
  }
}
