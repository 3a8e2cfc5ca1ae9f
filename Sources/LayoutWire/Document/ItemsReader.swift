import LayoutEngine

/// The keys of an item: those of its numbers, and those of all else.
private enum ItemKey: JSONField {
  case width, height, id, body, data, widthMode, heightMode, separators, measured
  case number(ItemNumberField)

  static let allCases: [ItemKey] =
    [.width, .height, .id] + ItemNumberField.given.map { .number($0) }
    + [.body, .data, .widthMode, .heightMode, .separators, .measured]
  static let names = FieldNames<Self>()

  init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  var rawValue: String {
    switch self {
    case .width: "width"
    case .height: "height"
    case .id: "id"
    case .body: "body"
    case .data: "data"
    case .widthMode: "widthMode"
    case .heightMode: "heightMode"
    case .separators: "separators"
    case .measured: "measured"
    case .number(let field): "\(field.key)"
    }
  }
}

/// The keys of an item's object `measured`.
private enum MeasuredKey: JSONField {
  case number(ItemNumberField)

  static let allCases: [MeasuredKey] = ItemNumberField.measured.map { .number($0) }
  static let names = FieldNames<Self>()

  init?(rawValue: String) {
    guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = key
  }

  var rawValue: String {
    switch self {
    case .number(let field): "\(field.key)"
    }
  }
}

private let widthModeWords = Words<MagazineWidthMode>([
  "full": .full, "fullBleed": .fullBleed,
])

private let heightModeWords = Words<MagazineHeightMode>([
  "static": .static, "dynamic": .dynamic, "stretch": .stretch,
])

/// Whether an item stands at the trailing edge.
private let alignmentWords = Words<Bool>(["leading": false, "trailing": true])

extension DocumentReader {
  /// Reads a section's items: a count, or an array of items.
  mutating func readItems() throws(JSONSyntaxError) -> Items {
    if ASCII.beginsNumber(nextToken()) {
      let count = try readItemCount()
      budget.itemsLeft -= count
      return Items(count: count)
    }
    guard var list = try openArray("must be a count or an array of items") else { return Items() }
    var packing = ItemPacking()
    var items = ItemColumns()
    var plain = NumericItems()
    var alike = SameShapeItems()
    var room = min(packing.chunkLength, budget.itemsLeft)
    while try nextElement(of: &list) {
      if items.count >= room {
        guard packing.count + items.count < budget.itemsLeft else {
          try refuseRest(
            of: &list, limit: budget.limits.maxItems,
            "items in all sections\(DocumentBudget.itemsSetting)")
          break
        }
        try pack(&items, into: &packing)
        room = min(packing.chunkLength, budget.itemsLeft - packing.count)
      }
      let first = nextToken()
      if first != ASCII.openBrace, readPlainItems(into: &items, &plain, of: &list, limit: room) {
        try count()
        continue
      }
      if first == ASCII.openBrace {
        if readAlikeItems(into: &items, &alike, of: &list, limit: room) {
          try count()
          continue
        }
        let (start, refused) = (position, refusals.count)
        try readAnyItem(into: &items)
        // At most `JSONRefusal.maxCount` refusals are recorded; after that, no object can be shown to
        // be valid.
        if refused < JSONRefusal.maxCount, refusals.count == refused {
          alike.learn(bytes.span, start..<position, budget.styles)
        }
        continue
      }
      try readAnyItem(into: &items)
    }
    let held = packing.byteCount
    let packed = packing.finish(items)
    try reserve(packed.byteCount - held)
    budget.itemsLeft -= packed.count
    return packed
  }

  /// Reads an item of any form, and appends it to `items`, even if a part of it is refused.
  mutating func readAnyItem(into items: inout ItemColumns) throws(JSONSyntaxError) {
    items.append()
    switch nextToken() {
    case ASCII.zero...ASCII.nine, ASCII.minus:
      if let number = try readLength() { items.numbers.set(number, at: items.count - 1) }
    case ASCII.openBracket: try readPair(into: &items)
    case ASCII.openBrace: try readItem(into: &items)
    default: try refuseValue("must be a number, [width, height] or an object")
    }
  }

  /// Packs the items into a chunk, and charges the budget for the memory that the chunk takes.
  @inline(never)
  private mutating func pack(
    _ items: inout ItemColumns, into packing: inout ItemPacking
  ) throws(JSONSyntaxError) {
    let held = packing.byteCount
    packing.pack(&items)
    try reserve(packing.byteCount - held)
  }

  /// Reads the next items, if they are plain.
  ///
  /// - Parameter list: the array being read; it has already counted the first of these items.
  /// - Returns: whether at least one item was read.
  @inline(__always)
  private mutating func readPlainItems(
    into items: inout ItemColumns, _ plain: inout NumericItems, of list: inout ArrayScope,
    limit: Int
  ) -> Bool {
    let (room, allowsPairs) = (limit - items.count, depth < budget.maxDepth)
    position = plain.read(bytes.span, from: position, limit: room, allowsPairs: allowsPairs)
    guard plain.count > 0 else { return false }
    plain.append(to: &items)
    list.count += plain.count - 1
    return true
  }

  /// Reads `[width, height]` number by number into the last item; refuses any other array.
  private mutating func readPair(into items: inout ItemColumns) throws(JSONSyntaxError) {
    guard var pair = try openArray() else { return }
    let item = items.count - 1
    while try nextElement(of: &pair) {
      switch pair.count {
      case 1: if let width = try readLength() { items.widths.set(width, at: item) }
      case 2: if let height = try readLength() { items.heights.set(height, at: item) }
      default:
        try refuseRest(of: &pair, limit: 2, "numbers: a width and a height")
        return
      }
    }
    if pair.count < 2 { refuse(at: pair.start, "needs two numbers: a width and a height") }
  }

  /// Reads a number that is finite and ≥ 0; returns nil if there is none.
  ///
  /// After nil, the position is undefined, and the caller must set it.
  @inline(__always)
  mutating func scanPlainLength() -> Double? {
    guard ASCII.isDigit(next), let value = try? scanNumber(), value < .infinity else { return nil }
    return value
  }

  /// Reads a number that is finite and ≥ 0, with a fast path for the usual form; refuses anything else.
  private mutating func readLength() throws(JSONSyntaxError) -> Double? {
    if ASCII.isDigit(nextToken()) {
      let start = position
      if let length = scanPlainLength() { return length }
      position = start
    }
    return try readNumber(.nonNegative)
  }

  /// Reads an object with an item's fields into the last item.
  private mutating func readItem(into items: inout ItemColumns) throws(JSONSyntaxError) {
    guard var scope = try openObject(of: ItemKey.self) else { return }
    let item = items.count - 1
    while let key = try nextField(of: &scope) {
      switch key {
      case .width:
        if let width = try readLength() { items.widths.set(width, at: item) }
      case .height:
        if let height = try readLength() { items.heights.set(height, at: item) }
      case .id: try readID(into: &items)
      case .number(let field): try readNumber(of: field, into: &items)
      case .body: try readBody(into: &items)
      case .data: try readData(into: &items)
      case .widthMode:
        if let mode = try readWidthMode() { items.widthModes.set(mode, at: item) }
      case .heightMode:
        if let mode = try readWord(heightModeWords) { items.heightModes.set(mode, at: item) }
      case .separators:
        if let shown = try readItemSeparators() { items.separators.set(shown, at: item) }
      case .measured: try readMeasured(into: &items)
      }
    }
  }

  /// Reads a number of the last item.
  private mutating func readNumber(
    of field: ItemNumberField, into items: inout ItemColumns
  ) throws(JSONSyntaxError) {
    let number: Double? =
      switch field.kind {
      case .length: try readLength()
      case .wholeNumber(let range): try readInteger(in: range).map { Double($0) }
      case .flag: try readBool() == true ? 1 : nil
      case .alignment: try readWord(alignmentWords) == true ? 1 : nil
      }
    if let number { items.set(number, of: field, at: items.count - 1) }
  }

  /// Reads the number of a section's items, which then have no fields.
  private mutating func readItemCount() throws(JSONSyntaxError) -> Int {
    let most = WholeNumber(budget.itemsLeft)
    return Int(try readInteger(in: 0...most, DocumentBudget.itemsSetting) ?? 0)
  }

  /// Reads the sides that a client has measured into the last item.
  private mutating func readMeasured(into items: inout ItemColumns) throws(JSONSyntaxError) {
    guard
      var scope = try openObject(
        of: MeasuredKey.self, like: ObjectExample(#"{"height": #}"#, "44"))
    else { return }
    while case .number(let field)? = try nextField(of: &scope) {
      try readNumber(of: field, into: &items)
    }
  }

  private mutating func readID(into items: inout ItemColumns) throws(JSONSyntaxError) {
    if ASCII.beginsNumber(nextToken()) { return try readNumberID(into: &items) }
    guard next == ASCII.quote else {
      try refuseValue("must be a string or a whole number")
      return
    }
    let start = position
    let token = try readStringToken()
    guard token.range.count <= budget.limits.maxIDBytes else {
      refuse(at: start) {
        "must be at most \($0.budget.limits.maxIDBytes) bytes long (got \(token.range.count))"
      }
      return
    }
    let item = items.count - 1
    let isStored =
      token.hasEscapes
      ? items.ids.set(decode(token, atMost: token.range.count), at: item)
      : items.ids.set(bytes[token.range], at: item)
    if !isStored { refuse(at: start, "is beyond the 4 GiB that all ids may take together") }
  }

  /// Reads an id that is a whole number into the last item.
  private mutating func readNumberID(into items: inout ItemColumns) throws(JSONSyntaxError) {
    let start = position
    guard let number = try readInteger(in: -maxWholeNumber...maxWholeNumber) else { return }
    if !items.ids.set(ItemID.number(number).encoded, at: items.count - 1) {
      refuse(at: start, "is beyond the 4 GiB that all ids may take together")
    }
  }

  /// Reads the last item's data: any JSON, stored as it is written.
  private mutating func readData(into items: inout ItemColumns) throws(JSONSyntaxError) {
    _ = nextToken()
    let start = position
    try skipValue()
    let length = position - start
    guard length <= LayoutLimits.maxItemDataBytes else {
      refuse(
        at: start,
        "must be at most \(LayoutLimits.maxItemDataBytes) bytes of JSON (got \(length))")
      return
    }
    if !items.data.set(bytes[start..<position], at: items.count - 1) {
      refuse(at: start, "is beyond the 4 GiB that all data may take together")
    }
  }

  /// Reads `"full"`, `"fullBleed"`, or the number of items in a row.
  private mutating func readWidthMode() throws(JSONSyntaxError) -> MagazineWidthMode? {
    if ASCII.beginsNumber(nextToken()) {
      return try readInteger(in: 1...10_000).map { .fraction(Int($0)) }
    }
    guard next == ASCII.quote else {
      try refuseValue("must be \"full\", \"fullBleed\" or a whole number")
      return nil
    }
    return try readWord(widthModeWords)
  }
}
