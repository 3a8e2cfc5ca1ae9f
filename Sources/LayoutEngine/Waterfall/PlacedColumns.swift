/// A chunk of neighbouring items of a waterfall, placed.
///
/// Tops are relative to where their columns ended before the chunk, so that a change before it moves
/// columns without touching their items.
///
/// It takes 12 bytes an item, 14 if a column and a place in it don't fit 16 bits together. A cell's
/// length is not stored: it is the next top in its column less its own top and the spacing.
///
/// If lists by column are of no use (see `isListed`), tops are stored in the items' order instead: 10
/// bytes an item.
final class PlacedColumns: ColumnSource, LayoutPart {
  let holders = HolderCount()
  /// The most items of a chunk: their places are stored in 16 bits.
  static let greatestLength = Int(UInt16.max)
  /// The least number of items a column: a chunk with fewer takes in the next items too, so that its
  /// entries by column take less than a byte an item.
  private static let leastItemsAColumn = 32

  /// Returns the least number of items of a chunk with this many columns; the last chunk may have fewer.
  static func leastLength(ofColumns columnCount: Int) -> Int {
    min(leastItemsAColumn * columnCount, greatestLength)
  }

  /// Each item's leading column, and its place among that column's items.
  private enum Codes: Sendable {
    case narrow([UInt16])
    case wide([UInt32])
  }

  /// Tops, column by column, each relative to where its column ended before the chunk.
  private let tops: [Units]
  /// The item of each top, by its place in the chunk.
  private let items: [UInt16]
  /// Each item's column above `shift` bits for its place there; only columns if items are not listed.
  private let codes: Codes
  private let shift: Int
  /// Where each column's tops begin, and where the last one's end.
  private let starts: [UInt16]
  /// Where each column ends after the chunk, relative to where it ended before it.
  private let exits: [Units]
  /// The bytes that the chunk takes; stored because versions of a layout add up those of all chunks.
  private let heldByteCount: Int
  /// The number of columns that the last item covers.
  private let lastSpan: UInt16

  /// Creates a chunk from items that are listed by column.
  ///
  /// - Parameters:
  ///   - codes: for every item its column above `shift` bits of its place among that column's items.
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
  ///   - placed: the items' places; at most `greatestLength` of them.
  ///   - entries: where each column ended before them.
  ///   - bottoms: where each column ends after them.
  ///   - lastSpan: the number of columns that the last item covers.
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

  /// Returns each item's place among its column's items.
  ///
  /// - Parameter lengths: set to the number of items in each column.
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

  /// Creates a chunk with items in their order, and with tops counted from the columns' beginning.
  init(inOrder placed: ItemPlaces) {
    (tops, codes, shift) = (placed.tops.trimmed(), .narrow(placed.columns.trimmed()), 0)
    (items, starts, exits, lastSpan) = ([], [], [], 1)
    heldByteCount = Self.byteCount(tops, items, codes, starts, exits)
  }

  var byteCount: Int { heldByteCount }

  /// The number of items.
  var count: Int { tops.count }

  /// Whether items are listed by column.
  var isListed: Bool { !starts.isEmpty }

  /// Returns an item's leading column, and its slot among the tops.
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

  /// Whether items are listed by column with codes of 16 bits, as `forEachPlace` requires.
  var isNarrowListed: Bool {
    if case .narrow = codes { isListed } else { false }
  }

  /// Calls `body` with some items in order: each item's column, its top, and the next top in that column.
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

  /// The column after the last item, which may be the number of columns; items must be listed.
  var nextColumn: Int { column(of: count - 1) + Int(lastSpan) }

  /// Returns the slots of a column's items among the tops; items must be listed.
  @inline(__always)
  func slots(of column: Int) -> Range<Int> {
    Int(starts[column])..<Int(starts[column + 1])
  }

  /// Returns the top at a slot, relative to where its column ended before the chunk.
  @inline(__always)
  func top(at slot: Int) -> Units { tops[slot] }

  /// Returns where a column ends after the chunk, relative to where it ended before it; items must be
  /// listed.
  @inline(__always)
  func exit(of column: Int) -> Units { exits[column] }

  /// Returns the top after a slot in its column, or the column's end; items must be listed.
  @inline(__always)
  func nextTop(after slot: Int, in column: Int) -> Units {
    slot + 1 < Int(starts[column + 1]) ? tops[slot + 1] : exits[column]
  }

  /// Returns the slot at distance `part` in a column, on the guess that its items are equally long; items
  /// must be listed.
  ///
  /// - Parameter part: any distance from where the column ended before the chunk.
  @inline(__always)
  func slot(about part: Units, in column: Int) -> Int {
    slots(of: column).number(about: part, of: exits[column])
  }

  /// Returns the item at a slot, by its place in the chunk; items must be listed.
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

  /// Makes room for `count` items, at most `PlacedColumns.greatestLength`.
  init(count: Int, columnCount: Int) {
    // Every entry is set before it is read, when its column is listed.
    tops = [Units](count: count) { _ in true }
    items = [UInt16](count: count) { _ in true }
    starts.reserveCapacity(columnCount + 1)
    starts.append(0)
    exits.reserveCapacity(columnCount)
  }

  /// Lists the items of the next column.
  ///
  /// - Parameters:
  ///   - length: the number of items.
  ///   - item: returns the item at a place, and the units from its top to the next one's.
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
          // The index is within the room, as checked above.
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

  /// Returns the chunk when every column has been listed.
  ///
  /// - Parameter codes: for every item its column above `shift` bits of its place among that column's.
  func finish(_ codes: [UInt16], shift: Int) -> PlacedColumns {
    PlacedColumns(self, codes: codes, shift: shift)
  }
}
