/// Some neighbouring items of a section, packed; immutable, and held by every layout that has them.
final class ItemChunk: LayoutPart {
  let holders = HolderCount()
  /// Fields that few documents have.
  struct RareFields: Sendable {
    let aspectRatios: PackedColumn
    let bodyHeights: PackedColumn
    let columnSpans: PackedColumn
    let zIndexes: PackedColumn
    /// By `MagazineWidthMode.number`.
    let widthModes: PackedColumn
    /// By `MagazineHeightMode.number`.
    let heightModes: PackedColumn
    let measuredWidths: PackedColumn
    let measuredHeights: PackedColumn
    let measuredBodyHeights: PackedColumn
    let columns: PackedColumn
    /// Sides as they are laid out: those given, where views have found none.
    let sizedWidths: PackedColumn
    let sizedHeights: PackedColumn
    let sizedBodyHeights: PackedColumn
    /// Whether every item has a column of its own.
    let haveAllColumns: Bool
    let ids: TextColumn
    private let sizedByteCount: Int

    fileprivate init(_ columns: ItemColumns, widths: PackedColumn, heights: PackedColumn) {
      let count = columns.count
      aspectRatios = PackedColumn(columns.aspectRatios.values, count: count)
      bodyHeights = PackedColumn(columns.bodyHeights.values, count: count)
      columnSpans = PackedColumn(columns.columnSpans.values, count: count)
      zIndexes = PackedColumn(columns.zIndexes.values, count: count)
      widthModes = PackedColumn(columns.widthModes.values.map { $0?.number ?? .nan }, count: count)
      heightModes = PackedColumn(
        columns.heightModes.values.map { $0?.number ?? .nan }, count: count)
      measuredWidths = PackedColumn(columns.measuredWidths.values, count: count)
      measuredHeights = PackedColumn(columns.measuredHeights.values, count: count)
      measuredBodyHeights = PackedColumn(columns.measuredBodyHeights.values, count: count)
      self.columns = PackedColumn(columns.columns.values, count: count)
      haveAllColumns = self.columns.isFull
      var sizedByteCount = 0
      /// Sides with those found in the places of those given.
      func sized(
        _ given: NumberColumn, _ found: NumberColumn, _ packed: PackedColumn, _ alone: PackedColumn
      ) -> PackedColumn {
        // Never nil, since choosing between two columns whenever a number is read counts references.
        if found.isEmpty { return packed }
        if given.isEmpty { return alone }
        let both = given.replaced(by: found, count: count)
        sizedByteCount += both.byteCount
        return both
      }
      sizedWidths = sized(columns.widths, columns.measuredWidths, widths, measuredWidths)
      sizedHeights = sized(columns.heights, columns.measuredHeights, heights, measuredHeights)
      sizedBodyHeights = sized(
        columns.bodyHeights, columns.measuredBodyHeights, bodyHeights, measuredBodyHeights)
      self.sizedByteCount = sizedByteCount
      ids = columns.ids.trimmed()
    }

    /// Whether some item's length follows from them.
    fileprivate var tellLengths: Bool {
      !(aspectRatios.isEmpty && sizedBodyHeights.isEmpty && measuredWidths.isEmpty
        && measuredHeights.isEmpty)
    }

    fileprivate var byteCount: Int {
      aspectRatios.byteCount + bodyHeights.byteCount + columnSpans.byteCount + zIndexes.byteCount
        + widthModes.byteCount + heightModes.byteCount + measuredWidths.byteCount
        + measuredHeights.byteCount + measuredBodyHeights.byteCount + columns.byteCount
        + ids.byteCount + sizedByteCount + 40
    }
  }

  /// How many items there are.
  let count: Int
  /// The values of items written as a lone number.
  let numbers: PackedColumn
  let widths: PackedColumn
  let heights: PackedColumn
  private let rare: RareBox?
  /// Bytes held: known, since versions of a layout add up those of all chunks.
  private let heldByteCount: Int
  /// Whether nothing tells lengths but numbers and heights, both of which an item has not.
  let areNumbersOrHeights: Bool
  /// Whether some item has an id or a stacking order of its own, a stacking order, a body height: asked
  /// of all chunks for every version, so that no more than the chunk is read.
  let haveOwnFields: Bool
  let haveZIndexes: Bool
  let haveBodies: Bool

  /// Boxed, so that a chunk without them, as most are, is small: there may be 100,000.
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
    haveZIndexes = fields.map { !$0.zIndexes.isEmpty } ?? false
    haveOwnFields = fields.map { !($0.ids.isEmpty && $0.zIndexes.isEmpty) } ?? false
    haveBodies = fields.map { !$0.sizedBodyHeights.isEmpty } ?? false
    areNumbersOrHeights =
      widths.isEmpty && fields?.tellLengths != true
      && (numbers.isEmpty || heights.isEmpty || !Self.haveBoth(columns))
    heldByteCount =
      numbers.byteCount + widths.byteCount + heights.byteCount + (fields?.byteCount ?? 0) + 136
  }

  var byteCount: Int { heldByteCount }

  /// Whether an item has a number and a height.
  private static func haveBoth(_ columns: ItemColumns) -> Bool {
    (0..<columns.count).contains { columns.numbers[$0] != nil && columns.heights[$0] != nil }
  }

  /// Items without fields, as many as a chunk may have.
  static let plain = ItemChunk(ItemColumns(count: ItemChunk.greatestLength))

  /// The most items of a chunk.
  static let greatestLength = 4_096

  /// How long the chunk should be that follows that many items: about four times their number's square
  /// root, from 512 to 4,096, so that a changed chunk and the list of chunks take about the same.
  ///
  /// Each is 16 items shorter, so that an array of its numbers, with the 32 bytes at its head, fills the
  /// allocator's blocks: these have the lengths of powers of two, whatever type the numbers take, and the
  /// next greater ones are a quarter longer.
  static func length(after count: Int) -> Int {
    // Between two powers of two at the root of their product; the first such place is where a chunk of 992
    // lines ends, too.
    (count < 32_736 ? 512 : count < 131_072 ? 1_024 : count < 524_288 ? 2_048 : greatestLength) - 16
  }

  var aspectRatios: PackedColumn { rare?.fields.aspectRatios ?? .none }
  var bodyHeights: PackedColumn { rare?.fields.bodyHeights ?? .none }
  var columnSpans: PackedColumn { rare?.fields.columnSpans ?? .none }
  /// An item's ratio, body height and span, NaN for what it has not: read together, as cells are placed
  /// by them one by one.
  @inline(__always)
  func shape(of item: Int) -> (aspectRatio: Double, bodyHeight: Double, columnSpan: Double) {
    guard let rare else { return (.nan, .nan, .nan) }
    return (
      rare.fields.aspectRatios[item], rare.fields.sizedBodyHeights[item],
      rare.fields.columnSpans[item]
    )
  }

  /// An item's span, NaN for none.
  @inline(__always)
  func columnSpan(of item: Int) -> Double {
    guard let rare else { return .nan }
    return rare.fields.columnSpans[item]
  }

  var zIndexes: PackedColumn { rare?.fields.zIndexes ?? .none }
  var widthModes: PackedColumn { rare?.fields.widthModes ?? .none }
  var heightModes: PackedColumn { rare?.fields.heightModes ?? .none }
  var measuredWidths: PackedColumn { rare?.fields.measuredWidths ?? .none }
  var measuredHeights: PackedColumn { rare?.fields.measuredHeights ?? .none }
  var measuredBodyHeights: PackedColumn { rare?.fields.measuredBodyHeights ?? .none }
  var columns: PackedColumn { rare?.fields.columns ?? .none }
  /// Sides as lists, flow and magazine sections lay them out: what a view found beats what the item
  /// says (LayoutRules K2).
  var sizedWidths: PackedColumn { rare?.fields.sizedWidths ?? widths }
  var sizedHeights: PackedColumn { rare?.fields.sizedHeights ?? heights }
  /// Body heights as waterfalls lay them out (LayoutRules K3).
  var sizedBodyHeights: PackedColumn { rare?.fields.sizedBodyHeights ?? bodyHeights }

  /// Whether views have found sides of some items.
  var haveMeasuredSides: Bool {
    rare.map { !($0.fields.measuredWidths.isEmpty && $0.fields.measuredHeights.isEmpty) } ?? false
  }

  /// Whether every item keeps a column of its own.
  var haveAllColumns: Bool { rare?.fields.haveAllColumns ?? false }

  /// Whether some item has learned something that layouts read.
  var haveLearned: Bool {
    rare != nil
      && !(measuredWidths.isEmpty && measuredHeights.isEmpty && measuredBodyHeights.isEmpty
        && columns.isEmpty)
  }

  /// An item's own id; nil if it has none.
  func id(of item: Int) -> String? { rare?.fields.ids[item] }

  /// Bytes of UTF-8 of these items' ids.
  func idLength(of items: Range<Int>) -> Int { rare?.fields.ids.length(of: items) ?? 0 }

  /// Whether some item has a field that few documents have.
  var haveRareFields: Bool { rare != nil }

  /// Whether layouts find anything in the items.
  var saysNothing: Bool {
    numbers.isEmpty && widths.isEmpty && heights.isEmpty && aspectRatios.isEmpty
      && bodyHeights.isEmpty && columnSpans.isEmpty && widthModes.isEmpty && heightModes.isEmpty
      && !haveLearned
  }

  /// Whether the items have no fields.
  var isPlain: Bool { saysNothing && !haveOwnFields }

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

  /// The mode of a number; nil for NaN.
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

  /// The mode of a number; nil for NaN.
  init?(number: Double) {
    guard !number.isNaN else { return nil }
    self = number == 0 ? .static : number == 1 ? .dynamic : .stretch
  }
}
