/// Some neighbouring items of a section, packed; immutable, and shared by all layouts that contain them.
final class ItemChunk: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The columns of those item fields that few documents have.
  struct RareFields: Sendable {
    /// The columns of `ItemNumberField`, by its raw values.
    fileprivate(set) var numbers: [PackedColumn]
    /// The width modes, by `MagazineWidthMode.number`.
    let widthModes: PackedColumn
    /// The height modes, by `MagazineHeightMode.number`.
    let heightModes: PackedColumn
    /// The rows' separators.
    let separators: SeparatorColumns
    /// The widths used for layout: an item's measured width, or its given width if none was measured.
    fileprivate(set) var sizedWidths: PackedColumn
    /// The heights used for layout: an item's measured height, or its given height if none was measured.
    fileprivate(set) var sizedHeights: PackedColumn
    /// The body heights used for layout: an item's measured one, or its given one if none was measured.
    fileprivate(set) var sizedBodyHeights: PackedColumn
    /// Whether every item has a `column` or a kept column.
    let haveAllColumns: Bool
    let ids: TextColumn
    let data: TextColumn
    /// The text of items that the engine measures (LayoutRules N1), as `Body.bytes`.
    let bodies: TextColumn
    private let sizedByteCount: Int

    fileprivate init(_ columns: ItemColumns, widths: PackedColumn, heights: PackedColumn) {
      let count = columns.count
      let numbers = ItemNumberField.allCases.map {
        PackedColumn(columns[$0].values, count: count)
      }
      self.numbers = numbers
      func column(_ field: ItemNumberField) -> PackedColumn { numbers[field.rawValue] }
      widthModes = PackedColumn(columns.widthModes.values.map { $0?.number ?? .nan }, count: count)
      heightModes = PackedColumn(
        columns.heightModes.values.map { $0?.number ?? .nan }, count: count)
      separators = SeparatorColumns(columns.separators, count: count)
      haveAllColumns =
        column(.column).isFull || column(.keptColumn).isFull
        || !(column(.column).isEmpty || column(.keptColumn).isEmpty)
          && (0..<count).allSatisfy { columns.columns[$0] != nil || columns.keptColumns[$0] != nil }
      var sizedByteCount = 0
      /// Returns the given lengths, each replaced by the item's measured length if it has one.
      func sized(
        _ given: NumberColumn, _ found: NumberColumn, _ packed: PackedColumn, _ alone: PackedColumn
      ) -> PackedColumn {
        // A column in every case, never nil: readers that chose between two columns would count references
        // at every read.
        if found.isEmpty { return packed }
        if given.isEmpty { return alone }
        let both = given.replaced(by: found, count: count)
        sizedByteCount += both.byteCount
        return both
      }
      sizedWidths = sized(columns.widths, columns.measuredWidths, widths, column(.measuredWidth))
      sizedHeights = sized(
        columns.heights, columns.measuredHeights, heights, column(.measuredHeight))
      sizedBodyHeights = sized(
        columns.bodyHeights, columns.measuredBodyHeights, column(.bodyHeight),
        column(.measuredBodyHeight))
      self.sizedByteCount = sizedByteCount
      ids = columns.ids.trimmed()
      data = columns.data.trimmed()
      bodies = columns.bodies.trimmed()
    }

    /// Returns the fields with the lengths of bodies, which count as measured by a view; lengths that a view
    /// has measured override them.
    ///
    /// - Parameters:
    ///   - widths: the items' given widths.
    ///   - heights: the items' given heights.
    /// - Returns: the fields, and the bytes of their columns that differ from these fields'.
    fileprivate func measured(
      _ lengths: BodyLengths, widths: PackedColumn, heights: PackedColumn
    ) -> (fields: RareFields, ownByteCount: Int) {
      var (fields, ownByteCount) = (self, 0)
      let count = lengths.count
      /// Sets a measured column, and returns the column of the lengths used for layout; nil if there is nothing new.
      func add(
        _ lengths: NumberColumn, over given: PackedColumn, to field: ItemNumberField
      ) -> PackedColumn? {
        guard !lengths.isEmpty else { return nil }
        let measured = PackedColumn(lengths.values, count: count)
          .replaced(by: numbers[field.rawValue], count: count)
        let sized = given.replaced(by: measured, count: count)
        fields.numbers[field.rawValue] = measured
        ownByteCount += measured.byteCount + (given.isEmpty ? 0 : sized.byteCount)
        return sized
      }
      if let sized = add(lengths.widths, over: widths, to: .measuredWidth) {
        fields.sizedWidths = sized
      }
      if let sized = add(lengths.heights, over: heights, to: .measuredHeight) {
        fields.sizedHeights = sized
      }
      let bodyHeights = numbers[ItemNumberField.bodyHeight.rawValue]
      if let sized = add(lengths.bodyHeights, over: bodyHeights, to: .measuredBodyHeight) {
        fields.sizedBodyHeights = sized
      }
      return (fields, ownByteCount)
    }

    /// Whether some item has a ratio, a body height or a measured side, on which its length depends.
    fileprivate var tellLengths: Bool {
      !(numbers[ItemNumberField.aspectRatio.rawValue].isEmpty && sizedBodyHeights.isEmpty
        && numbers[ItemNumberField.measuredWidth.rawValue].isEmpty
        && numbers[ItemNumberField.measuredHeight.rawValue].isEmpty)
    }

    /// Whether layouts need nothing from these fields.
    fileprivate var areImplicit: Bool {
      widthModes.isEmpty && heightModes.isEmpty && separators.isEmpty && bodies.isEmpty
        && ItemNumberField.allCases.allSatisfy {
          !$0.affectsPlaces || numbers[$0.rawValue].isEmpty
        }
    }

    /// Whether some item has an id, data or a number that does not affect places.
    fileprivate var haveOwnFields: Bool {
      !(ids.isEmpty && data.isEmpty)
        || ItemNumberField.allCases.contains {
          !$0.affectsPlaces && !numbers[$0.rawValue].isEmpty
        }
    }

    fileprivate var byteCount: Int {
      numbers.reduce(0) { $0 + $1.byteCount } + widthModes.byteCount + heightModes.byteCount
        + separators.byteCount + ids.byteCount + data.byteCount + bodies.byteCount
        + sizedByteCount + 64
    }
  }

  /// The number of items.
  let count: Int
  /// The values of items written as a lone number.
  let numbers: PackedColumn
  let widths: PackedColumn
  let heights: PackedColumn
  private let rare: RareBox?
  /// The memory used, in bytes; stored, because every version of a layout adds up the memory of its chunks.
  private let heldByteCount: Int
  /// Whether lone numbers and heights are the only fields that determine lengths, and no item has both.
  let areNumbersOrHeights: Bool
  /// Whether layouts need nothing from the items except how many there are; ids and stacking orders don't
  /// count.
  let isImplicit: Bool
  /// Whether some item has an id, data or a number that does not affect places, such as a stacking order.
  ///
  /// Every version reads `haveOwnFields`, `haveZIndexes`, `haveBodyHeights` and `haveBodies` of all its
  /// chunks. They are stored in the chunk itself, so that this doesn't read the chunk's `RareBox`.
  let haveOwnFields: Bool
  /// Whether some item has a stacking order of its own.
  let haveZIndexes: Bool
  /// Whether some item has data.
  let haveData: Bool
  /// Whether some item has a body height, given or measured.
  let haveBodyHeights: Bool
  /// Whether some item has a body to measure.
  let haveBodies: Bool
  /// The document's chunk from which this one was made by measuring its text; nil if this is the document's.
  let source: ItemChunk?

  /// A box, so that a chunk without rare fields is small: most chunks have none, and there may be 100,000.
  private final class RareBox: Sendable {
    let fields: RareFields
    init(_ fields: RareFields) { self.fields = fields }
  }

  /// Packs items.
  ///
  /// - Complexity: O(n).
  init(_ columns: ItemColumns) {
    count = columns.count
    numbers = PackedColumn(columns.numbers.values, count: count)
    widths = PackedColumn(columns.widths.values, count: count)
    heights = PackedColumn(columns.heights.values, count: count)
    let fields =
      columns.haveRareFields ? RareFields(columns, widths: widths, heights: heights) : nil
    rare = fields.map { RareBox($0) }
    haveZIndexes = fields.map { !$0.numbers[ItemNumberField.zIndex.rawValue].isEmpty } ?? false
    haveData = fields.map { !$0.data.isEmpty } ?? false
    haveOwnFields = fields?.haveOwnFields ?? false
    isImplicit =
      numbers.isEmpty && widths.isEmpty && heights.isEmpty && fields?.areImplicit != false
    haveBodyHeights = fields.map { !$0.sizedBodyHeights.isEmpty } ?? false
    haveBodies = fields.map { !$0.bodies.isEmpty } ?? false
    source = nil
    areNumbersOrHeights =
      widths.isEmpty && fields?.tellLengths != true
      && (numbers.isEmpty || heights.isEmpty || !Self.haveBoth(columns))
    heldByteCount =
      numbers.byteCount + widths.byteCount + heights.byteCount + (fields?.byteCount ?? 0) + 136
  }

  /// Creates a copy of a chunk whose items have the lengths that follow from their text.
  ///
  /// The copy shares all other columns with its source, and counts only the bytes of its own ones.
  init(_ source: ItemChunk, _ lengths: BodyLengths) {
    (count, numbers, widths, heights) = (
      source.count, source.numbers, source.widths, source.heights
    )
    let fields = source.rare.map {
      $0.fields.measured(lengths, widths: source.widths, heights: source.heights)
    }
    rare = fields.map { RareBox($0.fields) }
    (haveOwnFields, haveZIndexes) = (source.haveOwnFields, source.haveZIndexes)
    haveData = source.haveData
    (haveBodyHeights, haveBodies, self.source) = (true, true, source)
    isImplicit = false
    areNumbersOrHeights = false
    heldByteCount = (fields?.ownByteCount ?? 0) + 640
  }

  var byteCount: Int { heldByteCount }

  /// Whether some item has both a number and a height.
  private static func haveBoth(_ columns: ItemColumns) -> Bool {
    (0..<columns.count).contains { columns.numbers[$0] != nil && columns.heights[$0] != nil }
  }

  /// A chunk of `maxLength` items without fields; every count of items uses it.
  static let plain = ItemChunk(ItemColumns(count: ItemChunk.maxLength))

  /// The greatest number of items in a chunk.
  static let maxLength = 4_096

  /// The length of the chunk that follows `count` items.
  ///
  /// It is about four times the square root of `count`, from 496 to 4,080, so that a changed chunk and the
  /// list of chunks take about equal memory.
  ///
  /// Each length is 16 items less than a power of two. An array of the chunk's numbers, with the 32 bytes at
  /// its head, then fits one of the allocator's blocks whose lengths are powers of two, whatever type the
  /// numbers have. The next larger block is a quarter longer.
  static func length(after count: Int) -> Int {
    // The length changes where four times the root is the geometric mean of two powers of two. The first of
    // these counts is also a multiple of 992, the length of the first chunks of lines.
    (count < 32_736 ? 512 : count < 131_072 ? 1_024 : count < 524_288 ? 2_048 : maxLength) - 16
  }

  /// The numbers of a field.
  @inline(__always)
  subscript(field: ItemNumberField) -> PackedColumn {
    rare?.fields.numbers[field.rawValue] ?? .none
  }

  var aspectRatios: PackedColumn { self[.aspectRatio] }
  var bodyHeights: PackedColumn { self[.bodyHeight] }
  var columnSpans: PackedColumn { self[.columnSpan] }
  /// An item's aspect ratio, body height (measured or given) and column span; NaN for each that it lacks.
  ///
  /// They are read together, because a waterfall needs all three to place a cell.
  @inline(__always)
  func shape(of item: Int) -> (aspectRatio: Double, bodyHeight: Double, columnSpan: Double) {
    guard let rare else { return (.nan, .nan, .nan) }
    return (
      rare.fields.numbers[ItemNumberField.aspectRatio.rawValue][item],
      rare.fields.sizedBodyHeights[item],
      rare.fields.numbers[ItemNumberField.columnSpan.rawValue][item]
    )
  }

  /// An item's column span; NaN if it has none.
  @inline(__always)
  func columnSpan(of item: Int) -> Double {
    guard let rare else { return .nan }
    return rare.fields.numbers[ItemNumberField.columnSpan.rawValue][item]
  }

  var zIndexes: PackedColumn { self[.zIndex] }
  var widthModes: PackedColumn { rare?.fields.widthModes ?? .none }
  var heightModes: PackedColumn { rare?.fields.heightModes ?? .none }
  /// Whether some row has separators of its own choice.
  var haveSeparators: Bool { rare.map { !$0.fields.separators.isEmpty } ?? false }
  /// The columns of the rows' separators.
  var separatorColumns: [PackedColumn] { rare?.fields.separators.columns ?? [.none] }
  /// The items, ascending, that have a hidden separator between them and the chunk's next item.
  var hiddenSeparators: [Int32] { rare?.fields.separators.hidden ?? [] }

  /// The separators of a row; nil if the item does not say.
  func separators(of item: Int) -> ItemSeparators? { rare?.fields.separators[item] }

  var measuredWidths: PackedColumn { self[.measuredWidth] }
  var measuredHeights: PackedColumn { self[.measuredHeight] }
  var measuredBodyHeights: PackedColumn { self[.measuredBodyHeight] }
  /// The columns in which the document puts items (LayoutRules F10).
  var columns: PackedColumn { self[.column] }
  /// The columns that items keep because an earlier layout placed them there (LayoutRules K7).
  var keptColumns: PackedColumn { self[.keptColumn] }
  /// 1 for each item that is alone in a row of a justified section (LayoutRules G9).
  var fullWidths: PackedColumn { self[.fullWidth] }
  /// 1 for each item whose row stands at the trailing edge if it is as wide as its body (LayoutRules N5).
  var bodyAlignments: PackedColumn { self[.bodyAlignment] }
  /// The items' widths; a measured width overrides the given one (LayoutRules K2).
  var sizedWidths: PackedColumn { rare?.fields.sizedWidths ?? widths }
  /// The heights used by list, flow and magazine sections; a measured height overrides the given one
  /// (LayoutRules K2).
  var sizedHeights: PackedColumn { rare?.fields.sizedHeights ?? heights }
  /// The body heights used by waterfalls: a measured one overrides the given one (LayoutRules K3).
  var sizedBodyHeights: PackedColumn { rare?.fields.sizedBodyHeights ?? bodyHeights }

  /// Whether some item has a measured width or height.
  var haveMeasuredSides: Bool {
    rare != nil && !(measuredWidths.isEmpty && measuredHeights.isEmpty)
  }

  /// Whether every item has a `column` or a kept column.
  var haveAllColumns: Bool { rare?.fields.haveAllColumns ?? false }

  /// Whether some item has a `column` or a kept column.
  var haveColumns: Bool { rare != nil && !(columns.isEmpty && keptColumns.isEmpty) }

  /// Whether some item has a measured width, height or body height.
  var haveMeasuredSizes: Bool { haveMeasuredSides || !measuredBodyHeights.isEmpty }

  /// Whether some item has a measured size or a kept column.
  var haveLearned: Bool { haveMeasuredSizes || !keptColumns.isEmpty }

  /// An item's own id; nil if it has none.
  func id(of item: Int) -> ItemID? {
    rare?.fields.ids.bytes(of: item).map { ItemID(encoded: $0) }
  }

  /// The bytes of an item's own id (`ItemID.encoded`); nil if it has none.
  func idBytes(of item: Int) -> ArraySlice<UInt8>? { rare?.fields.ids.bytes(of: item) }

  /// Whether some item has an id.
  var haveIDs: Bool { rare.map { !$0.fields.ids.isEmpty } ?? false }

  /// An item's data as JSON text; nil if it has none.
  func data(of item: Int) -> ArraySlice<UInt8>? { rare?.fields.data.bytes(of: item) }

  /// An item's body; nil if it has none.
  func body(of item: Int) -> Body? {
    rare?.fields.bodies.bytes(of: item).map { Body(encoded: $0) }
  }

  /// The bytes of an item's body (`Body.bytes`); nil if it has none.
  func bodyBytes(of item: Int) -> ArraySlice<UInt8>? { rare?.fields.bodies.bytes(of: item) }

  /// Whether an item has a body to measure.
  func hasBody(_ item: Int) -> Bool { bodyBytes(of: item) != nil }

  /// The bytes of all bodies, of which those of each item are a slice.
  var bytesOfBodies: ArraySlice<UInt8> { rare?.fields.bodies.bytes ?? [] }

  /// The length of the items' bodies together, in bytes.
  var bodyLength: Int { rare?.fields.bodies.length(of: 0..<count) ?? 0 }

  /// The length of these items' ids together, in bytes of UTF-8.
  func idLength(of items: Range<Int>) -> Int { rare?.fields.ids.length(of: items) ?? 0 }

  /// The length of these items' data together, in bytes.
  func dataLength(of items: Range<Int>) -> Int { rare?.fields.data.length(of: items) ?? 0 }

  /// Whether some item has a field that few documents have.
  var haveRareFields: Bool { rare != nil }

  /// Whether the items have no fields.
  var isPlain: Bool { isImplicit && !haveOwnFields }

}

extension MagazineWidthMode {
  /// The mode as a number that packs well.
  var number: Double {
    switch self {
    case .full: 0
    case .fullBleed: 1
    case .fraction(let count): count >= 1 ? Double(count) + 1 : Double(count) - 1
    }
  }

  /// Creates a mode from its number; nil if the number is NaN.
  init?(number: Double) {
    guard !number.isNaN else { return nil }
    switch number {
    case 0: self = .full
    case 1: self = .fullBleed
    default: self = .fraction(Int(exactly: number >= 2 ? number - 1 : number + 1) ?? .max)
    }
  }
}

extension MagazineHeightMode {
  /// The mode as a number that packs well.
  var number: Double {
    switch self {
    case .static: 0
    case .dynamic: 1
    case .stretch: 2
    }
  }

  /// Creates a mode from its number; nil if the number is NaN.
  init?(number: Double) {
    guard !number.isNaN else { return nil }
    self = number == 0 ? .static : number == 1 ? .dynamic : .stretch
  }
}
