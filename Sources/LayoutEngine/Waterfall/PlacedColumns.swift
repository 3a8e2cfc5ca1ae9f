/// Some neighbouring items of a waterfall, placed: relative to where their columns ended before them,
/// so that what comes before moves columns without touching what they hold.
///
/// It costs 12 bytes an item, 14 where columns and their items are too many for 16 bits together. A
/// cell's length is the next top in its column less its own less the spacing, and is not stored.
///
/// Where lists by column are of no use (`isListed`), tops stand in the items' order instead: 10 bytes
/// an item.
final class PlacedColumns: ColumnSource, LayoutPart {
  let holders = HolderCount()
  /// The most items: places are kept in 16 bits.
  static let greatestLength = Int(UInt16.max)
  /// A chunk of fewer items a column takes the next ones too, so that what is kept by column stays
  /// below an item's byte.
  private static let leastItemsAColumn = 32

  /// How many items a chunk of that many columns has at least, the last one aside.
  static func leastLength(ofColumns columnCount: Int) -> Int {
    min(leastItemsAColumn * columnCount, greatestLength)
  }

  /// Each item's leading column, and its place among that column's.
  private enum Codes: Sendable {
    case narrow([UInt16])
    case wide([UInt32])
  }

  /// Tops, column by column, each relative to where its column ended before the chunk.
  private let tops: [Units]
  /// The items of the tops, by their places in the chunk.
  private let items: [UInt16]
  /// The column above `shift` bits of its item's place; nothing but columns where none are listed.
  private let codes: Codes
  private let shift: Int
  /// Where each column's tops begin, and where the last one's end.
  private let starts: [UInt16]
  /// Where each column ends after the chunk, relative to where it ended before it.
  private let exits: [Units]
  /// Bytes held: known, since versions of a layout add up those of all chunks.
  private let heldByteCount: Int
  /// How many columns the last item covers.
  private let lastSpan: UInt16

  /// The items listed by column.
  ///
  /// - Parameters:
  ///   - codes: for every item its column above `shift` bits of its place among that column's.
  fileprivate init(_ listing: ColumnListing, codes: [UInt16], shift: Int) {
    (tops, items, starts, exits) = (listing.tops, listing.items, listing.starts, listing.exits)
    self.codes = .narrow(codes)
    self.shift = shift
    lastSpan = 1
    heldByteCount = Self.byteCount(tops, items, self.codes, starts, exits)
  }

  private static func byteCount(
    _ tops: [Units], _ items: [UInt16], _ codes: Codes, _ starts: [UInt16], _ exits: [Units]
  ) -> Int {
    let codeBytes =
      switch codes {
      case .narrow(let codes): 2 * codes.capacity
      case .wide(let codes): 4 * codes.capacity
      }
    return 8 * (tops.capacity + exits.capacity) + codeBytes
      + 2 * (items.capacity + starts.capacity) + 72
  }

  /// Lists items by column.
  ///
  /// - Parameters:
  ///   - placed: at most `greatestLength`.
  ///   - entries: where each column ended before them.
  ///   - bottoms: where each ends after them.
  ///   - lastSpan: how many columns the last of them covers.
  /// - Complexity: O(n + c).
  init(
    listing placed: ItemPlaces, from entries: [Units], to bottoms: [Units], lastSpan: UInt16 = 1
  ) {
    self.lastSpan = lastSpan
    let count = placed.columns.count
    let columns = placed.columns.span
    var lengths = [UInt16](repeating: 0, count: entries.count)
    let places = Self.places(columns, counting: &lengths)
    var longest = 0
    let starts = [UInt16](count: entries.count + 1) { starts in
      var start = 0
      for column in 0..<lengths.count {
        starts[column] = UInt16(truncatingIfNeeded: start)
        start += Int(lengths[column])
        longest = max(longest, Int(lengths[column]))
      }
      starts[lengths.count] = UInt16(truncatingIfNeeded: start)
      return true
    }
    var shift = 0
    while 1 << shift < longest { shift += 1 }
    self.shift = shift
    let first = starts.span
    let entry = entries.span
    let absolute = placed.tops.span
    var items: [UInt16] = []
    tops = [Units](count: count) { tops in
      items = [UInt16](count: count) { items in
        for item in 0..<count {
          let column = Int(columns[item])
          let slot = Int(first[column]) + Int(places[item])
          tops[slot] = absolute[item] - entry[column]
          items[slot] = UInt16(truncatingIfNeeded: item)
        }
        return true
      }
      return true
    }
    (self.items, self.starts) = (items, starts)
    codes =
      entries.count << shift <= 1 << 16
      ? .narrow(
        [UInt16](count: count) { codes in
          for item in 0..<count { codes[item] = columns[item] << UInt16(shift) | places[item] }
          return true
        })
      : .wide(
        [UInt32](count: count) { codes in
          for item in 0..<count {
            codes[item] = UInt32(columns[item]) << UInt32(shift) | UInt32(places[item])
          }
          return true
        })
    exits = [Units](count: entries.count) { exits in
      for column in entries.indices { exits[column] = bottoms[column] - entries[column] }
      return true
    }
    heldByteCount = Self.byteCount(tops, self.items, codes, self.starts, exits)
  }

  /// Each item's place among its column's.
  ///
  /// - Parameter lengths: set to how many items each column has.
  private static func places(
    _ columns: Span<UInt16>, counting lengths: inout [UInt16]
  ) -> [UInt16] {
    var next = lengths.mutableSpan
    return [UInt16](count: columns.count) { places in
      for item in columns.indices {
        let column = Int(columns[item])
        places[item] = next[column]
        next[column] &+= 1
      }
      return true
    }
  }

  /// Keeps items in their order, each top counted from the columns' beginning.
  init(inOrder placed: ItemPlaces) {
    (tops, codes, shift) = (placed.tops.trimmed(), .narrow(placed.columns.trimmed()), 0)
    (items, starts, exits, lastSpan) = ([], [], [], 1)
    heldByteCount = Self.byteCount(tops, items, codes, starts, exits)
  }

  var byteCount: Int { heldByteCount }

  /// How many items there are.
  var count: Int { tops.count }

  /// Whether items are listed by column.
  var isListed: Bool { !starts.isEmpty }

  /// An item's leading column, and where it stands among the tops.
  ///
  /// - Parameter item: its place in the chunk.
  @inline(__always)
  func place(of item: Int) -> (column: Int, slot: Int) {
    let code =
      switch codes {
      case .narrow(let codes): Int(codes[item])
      case .wide(let codes): Int(codes[item])
      }
    guard !starts.isEmpty else { return (code, item) }
    let column = code &>> shift
    return (column, Int(starts[column]) + code - column &<< shift)
  }

  func column(of item: Int) -> Int { place(of: item).column }

  var part: any LayoutPart { self }

  /// Whether items are listed by column, few enough for `forEachPlace`.
  var isNarrowListed: Bool {
    if case .narrow = codes { isListed } else { false }
  }

  /// Calls with some items, in order: each one's column, its top, and the next top in that column.
  @inline(__always)
  func forEachPlace(
    of items: Range<Int>, _ body: (_ item: Int, _ column: Int, _ top: Units, _ next: Units) -> Void
  ) {
    guard case .narrow(let codes) = codes else { return }
    for item in items {
      let code = Int(codes[item])
      let column = code &>> shift
      let slot = Int(starts[column]) + code - column &<< shift
      let next = slot + 1
      body(item, column, tops[slot], next < Int(starts[column + 1]) ? tops[next] : exits[column])
    }
  }

  /// The column after the last item, which may be one more than there are; items are listed.
  var nextColumn: Int { column(of: count - 1) + Int(lastSpan) }

  /// Where a column's items stand among the tops; items are listed.
  @inline(__always)
  func slots(of column: Int) -> Range<Int> {
    Int(starts[column])..<Int(starts[column + 1])
  }

  /// A top, relative to where its column ended before the chunk.
  @inline(__always)
  func top(at slot: Int) -> Units { tops[slot] }

  /// Where a column ends after the chunk, relative to where it ended before it; items are listed.
  @inline(__always)
  func exit(of column: Int) -> Units { exits[column] }

  /// The top after one in its column, or where the column ends; items are listed.
  @inline(__always)
  func nextTop(after slot: Int, in column: Int) -> Units {
    slot + 1 < Int(starts[column + 1]) ? tops[slot + 1] : exits[column]
  }

  /// The slot at which a column is about `part` of its length down, if its items are about as long as
  /// each other; items are listed.
  ///
  /// - Parameter part: any distance from where the column ended before the chunk.
  @inline(__always)
  func slot(about part: Units, in column: Int) -> Int {
    slots(of: column).number(about: part, of: exits[column])
  }

  /// The item of a top, by its place in the chunk; items are listed.
  @inline(__always)
  func item(at slot: Int) -> Int { Int(items[slot]) }
}

/// A chunk's items while they are listed, column after column.
struct ColumnListing {
  fileprivate var tops: [Units]
  fileprivate var items: [UInt16]
  fileprivate var starts: [UInt16] = []
  /// Where the columns listed so far end.
  private(set) var exits: [Units] = []
  private var count = 0

  /// Room for that many items, at most `PlacedColumns.greatestLength`.
  init(count: Int, columnCount: Int) {
    // Every one is set before it is read, when its column is listed.
    tops = [Units](count: count) { _ in true }
    items = [UInt16](count: count) { _ in true }
    starts.reserveCapacity(columnCount + 1)
    starts.append(0)
    exits.reserveCapacity(columnCount)
  }

  /// Lists the items of the next column.
  ///
  /// - Parameters:
  ///   - length: how many there are.
  ///   - item: the item at each place, and the units from its top to the next one's.
  @inline(__always)
  mutating func appendColumn(
    of length: Int, _ item: (_ place: Int) -> (item: UInt16, step: Int64)
  ) {
    precondition(length <= tops.count - count)
    var top: Int64 = 0
    let start = count
    unsafe tops.withUnsafeMutableBufferPointer { tops in
      unsafe items.withUnsafeMutableBufferPointer { items in
        for place in 0..<length {
          let (number, step) = item(place)
          // Within the room, as checked above.
          unsafe tops[start &+ place] = Units(count: top)
          unsafe items[start &+ place] = number
          top &+= step
        }
      }
    }
    count += length
    starts.append(UInt16(truncatingIfNeeded: count))
    exits.append(Units(count: top))
  }

  /// The chunk, when every column has been listed.
  ///
  /// - Parameter codes: for every item its column above `shift` bits of its place among that column's.
  func finish(_ codes: [UInt16], shift: Int) -> PlacedColumns {
    PlacedColumns(self, codes: codes, shift: shift)
  }
}
