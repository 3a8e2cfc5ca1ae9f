/// Gathers magazine items into rows (LayoutRules H1, H2).
///
/// Consecutive items of one width mode make rows, each with as many items as the mode allows. A row is as
/// tall as its tallest item.
struct MagazineRule: LineRule {
  /// The row that is being filled; empty before the first item.
  private struct OpenRow {
    /// The row's width mode, by `MagazineWidthMode.number`.
    var mode = Double.nan
    /// The number of further items that fit the row.
    var room = 0
    var count = 0
    /// The height of the row's tallest item, in points.
    var height = 0.0
  }

  private let columns: MagazineColumns
  private let context: PlacingContext
  private let magazineItems: MagazineItems
  private var reader = MagazineItems.Reader()
  private var openRow = OpenRow()
  /// The width modes that have been checked, as bits; modes of rows of 63 items and more have no bit, and are
  /// checked for every row.
  private var knownModes: UInt64 = 0
  private var issues = SpecIssues()

  /// Creates a rule that has not read any item yet.
  init(_ items: MagazineItems, _ columns: MagazineColumns, _ context: PlacingContext) {
    magazineItems = items
    self.columns = columns
    self.context = context
  }

  var items: Items { magazineItems.items }

  /// Items without fields are placed one by one if their mode is impossible, so that each is reported.
  var repeatsLines: Bool { columns.reason(against: .full) == nil }

  func restarted(with items: Items) -> MagazineRule {
    MagazineRule(MagazineItems(items: items), columns, context)
  }

  mutating func read(_ block: ItemBlock) { reader.read(block) }

  mutating func beginLine(
    at item: Int, _ lines: inout LineBuilder
  ) throws(LayoutError) -> Bool {
    guard openRow.count > 0 else { return true }
    guard openRow.room <= 0 || openRow.mode != magazineItems.mode(of: item) else { return false }
    try close(openRow, &lines)
    openRow = OpenRow()
    return true
  }

  /// - Throws: an error that lists the faults of the items so far, once there are `LayoutError.maxIssues`;
  ///   `LayoutError.cancelled`.
  mutating func add(
    _ items: Range<Int>, of block: ItemBlock, to lines: inout LineBuilder
  ) throws(LayoutError) -> Int {
    let (heights, modes, first) = (reader.heights, reader.modes, block.items.lowerBound)
    var row = openRow
    for place in items.lowerBound - first..<items.upperBound - first {
      let given = modes.isEmpty ? MagazineItems.fullMode : modes[place]
      let mode = given.isNaN ? MagazineItems.fullMode : given
      if row.room <= 0 || row.mode != mode {
        if row.count > 0 { try close(row, &lines) }
        row = open(mode, for: place, of: block)
      }
      let height = heights[place]
      if !(height >= 0 && height < .infinity) {
        note(height, of: place, in: block)
      }
      row.height = max(row.height, height)
      row.count += 1
      row.room -= 1
      if issues.isFull { try issues.throwIfAny() }
    }
    openRow = row
    return items.upperBound
  }

  func extentAcross(_ summary: LineSummary) -> (lower: Double, upper: Double) {
    (summary.minCross, summary.maxCross)
  }

  func places() -> MagazinePlaces { MagazinePlaces(columns: columns, magazineItems: magazineItems) }

  private mutating func note(_ height: Double, of place: Int, in block: ItemBlock) {
    let isNumber = !block.chunk.numbers[place].isNaN
    let path = context.path.index(block.items.lowerBound + place)
    issues.checkLength(height, isNumber ? path : path.field("height"))
  }

  @inline(__always)
  private func close(
    _ row: OpenRow, _ lines: inout LineBuilder
  ) throws(LayoutError) {
    try lines.append(row.count, thickness: Units(points: row.height))
    lines.open.maxLength = max(lines.open.maxLength, row.height)
    let bit = Self.bit(row.mode)
    if lines.open.modes & bit == 0 { include(row.mode, bit, &lines) }
  }

  /// The bit of a width mode; 0 if the mode's number is not in 0..<64.
  @inline(__always)
  private static func bit(_ mode: Double) -> UInt64 {
    mode >= 0 && mode < 64 ? 1 << UInt64(mode) : 0
  }

  /// Widens the open chunk's span across the scroll axis so that it contains a full row of a width mode.
  ///
  /// - Parameters:
  ///   - number: the mode, by `MagazineWidthMode.number`.
  ///   - bit: the mode's bit; 0 if it has none.
  private func include(_ number: Double, _ bit: UInt64, _ lines: inout LineBuilder) {
    let mode = MagazineWidthMode(number: number) ?? .full
    let last = columns.capacity(mode) - 1
    lines.open.include(
      columns.itemLeft(0, mode), columns.itemLeft(last, mode) + columns.itemWidth(mode))
    lines.open.modes |= bit
  }

  /// Returns an empty row of a width mode, and checks the mode unless that has been done.
  ///
  /// - Parameters:
  ///   - number: the mode, by `MagazineWidthMode.number`.
  ///   - place: the index, in the block, of the row's first item.
  @inline(__always)
  private mutating func open(
    _ number: Double, for place: Int, of block: ItemBlock
  ) -> OpenRow {
    let bit = Self.bit(number)
    let isKnown = knownModes & bit != 0
    // The most common case: rows of one item each.
    if isKnown, number == MagazineItems.fullMode { return OpenRow(mode: number, room: 1) }
    let mode = MagazineWidthMode(number: number) ?? .full
    if !isKnown {
      if let reason = columns.reason(against: mode) {
        issues.add(context.path.index(block.items.lowerBound + place), reason)
      } else {
        knownModes |= bit
      }
    }
    return OpenRow(mode: number, room: columns.capacity(mode))
  }

  /// - Throws: an error that lists every fault of the items; `LayoutError.cancelled`.
  mutating func finish(_ lines: inout LineBuilder) throws(LayoutError) {
    try issues.throwIfAny()
    if openRow.count > 0 { try close(openRow, &lines) }
  }
}
