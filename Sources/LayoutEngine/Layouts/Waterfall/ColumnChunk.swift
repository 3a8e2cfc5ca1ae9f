/// A chunk of neighbouring items of a waterfall, with their columns and tops.
///
/// The top of an item is its distance from where its column ended before the chunk. So a change of
/// earlier items moves the columns without touching this chunk.
///
/// A chunk uses 12 bytes per item, or 14 if an item's column and its index in the column together need
/// more than 16 bits. A cell's length is not stored: it is the next top in its column less its own top
/// and the spacing.
///
/// If `isListed` is false, tops are stored in the items' order, as distances from where the columns
/// begin; that uses 10 bytes per item.
final class ColumnChunk: SharedNode {
  nonisolated(unsafe) var holders = HolderCount()
  /// The maximum number of items in a chunk: an item's number in the chunk is stored in 16 bits.
  static let maxLength = Int(UInt16.max)
  /// The least number of items for each column in a chunk.
  ///
  /// A smaller chunk takes in the next items too, so that the columns' entries in `ColumnTable` take less
  /// than a byte for each item.
  private static let minItemsPerColumn = 32

  /// Returns the least number of items of a chunk with this many columns; the last chunk may have fewer.
  static func minLength(ofColumns columnCount: Int) -> Int {
    min(minItemsPerColumn * columnCount, maxLength)
  }

  /// For each item, its leading column and its index among the items that begin in that column, as one
  /// number.
  private enum Codes: Sendable {
    case narrow([UInt16])
    case wide([UInt32])
  }

  /// Tops, column by column, as distances from where the column ended before the chunk.
  private let tops: [Units]
  /// For each element of `tops`, the item's index in the chunk.
  private let items: [UInt16]
  /// For each item, its leading column above `shift` bits for its index in the column; only the column
  /// if items are not listed by column.
  private let codes: Codes
  /// The number of low bits of a code that store the index in the column; 0 if items are not listed by
  /// column.
  private let shift: Int
  /// For each column, the index of its first top in `tops`, then the number of tops; empty if items are
  /// not listed by column.
  private let starts: [UInt16]
  /// For each column, the distance from where it ended before the chunk to where it ends after it.
  private let exits: [Units]
  /// The bytes that the chunk takes; stored because versions of a layout add up those of all chunks.
  private let heldByteCount: Int
  /// The cursor of LayoutRules F4 and F5 after the chunk's items; may be the number of columns.
  ///
  /// It is nil if no item moves the cursor (F10), or if items are not listed by column.
  let cursor: Int?

  /// Creates a chunk from items that are listed by column.
  ///
  /// - Parameters:
  ///   - codes: for each item, its column above `shift` bits for its index among that column's items.
  fileprivate init(_ listing: ColumnChunkBuilder, codes: [UInt16], shift: Int) {
    (tops, items, starts, exits) = (listing.tops, listing.items, listing.starts, listing.exits)
    self.codes = .narrow(codes)
    self.shift = shift
    cursor = codes.last.map { Int($0) >> shift + 1 }
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

  /// Creates a chunk from places in the items' order, and lists the items by column.
  ///
  /// - Parameters:
  ///   - placed: the items' places, as distances from where the columns begin; at most `maxLength`
  ///     items.
  ///   - entries: where each column ended before these items.
  ///   - bottoms: where each column ends after these items.
  ///   - cursor: see `cursor`.
  /// - Complexity: O(n + c).
  init(
    listing placed: ItemPlaces, from entries: [Units], to bottoms: [Units], cursor: Int?
  ) {
    self.cursor = cursor
    let count = placed.columns.count
    let columnSlice = placed.columns[...]
    let columns = columnSlice.span
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
    let (firstSlice, entrySlice, topSlice) = (starts[...], entries[...], placed.tops[...])
    let (first, entry, absolute) = (firstSlice.span, entrySlice.span, topSlice.span)
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

  /// Returns each item's index among the items that begin in its column.
  ///
  /// - Parameter lengths: must be 0 for each column; set to the number of items that begin there.
  private static func places(
    _ columns: Span<UInt16>, counting lengths: inout [UInt16]
  ) -> [UInt16] {
    lengths.withMutableSpan { next in
      [UInt16](count: columns.count) { places in
        for item in columns.indices {
          let column = Int(columns[item])
          places[item] = next[column]
          next[column] &+= 1
        }
        return true
      }
    }
  }

  /// Creates a chunk that stores tops in the items' order, as distances from where the columns begin.
  init(inOrder placed: ItemPlaces) {
    (tops, codes, shift) = (placed.tops.trimmed(), .narrow(placed.columns.trimmed()), 0)
    (items, starts, exits, cursor) = ([], [], [], nil)
    heldByteCount = Self.byteCount(tops, items, codes, starts, exits)
  }

  var byteCount: Int { heldByteCount }

  /// The number of items.
  var count: Int { tops.count }

  /// Whether tops are stored column by column; if not, they are stored in the items' order.
  var isListed: Bool { !starts.isEmpty }

  /// Returns an item's leading column, and the index of its top in the chunk's tops: its slot.
  ///
  /// - Parameter item: the item's index in the chunk.
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

  /// Returns the leading columns of some items.
  func columns(of items: Range<Int>) -> [UInt16] {
    // Without a listing, `shift` is 0.
    switch codes {
    case .narrow(let codes):
      let (slice, shift) = (codes[items], UInt16(shift))
      let codes = slice.span
      return [UInt16](count: codes.count) { columns in
        for place in codes.indices { columns[place] = codes[place] &>> shift }
        return true
      }
    case .wide(let codes):
      return codes[items].map { UInt16(truncatingIfNeeded: $0 &>> UInt32(shift)) }
    }
  }

  /// Whether items are listed by column with codes of 16 bits, as `forEachPlace` requires.
  var isNarrowListed: Bool {
    if case .narrow = codes { isListed } else { false }
  }

  /// Calls `body` with each of these items in order: its number in the chunk, its column, its top, and
  /// the next top in that column (or the column's end).
  ///
  /// The chunk must satisfy `isNarrowListed`.
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

  /// Returns the indices of a column's tops in the chunk's tops; items must be listed by column.
  @inline(__always)
  func slots(of column: Int) -> Range<Int> {
    Int(starts[column])..<Int(starts[column + 1])
  }

  /// Returns the top at a slot, as a distance from where its column ended before the chunk.
  @inline(__always)
  func top(at slot: Int) -> Units { tops[slot] }

  /// Returns where a column ends after the chunk, as a distance from where it ended before the chunk;
  /// items must be listed by column.
  @inline(__always)
  func exit(of column: Int) -> Units { exits[column] }

  /// Returns the next top after a slot in its column, or the column's end if there is none; items must
  /// be listed by column.
  @inline(__always)
  func nextTop(after slot: Int, in column: Int) -> Units {
    slot + 1 < Int(starts[column + 1]) ? tops[slot + 1] : exits[column]
  }

  /// Returns a guess of the slot at a distance in a column, as if its items were equally long; items
  /// must be listed by column.
  ///
  /// - Parameter part: any distance from where the column ended before the chunk.
  @inline(__always)
  func slot(about part: Units, in column: Int) -> Int {
    slots(of: column).number(about: part, of: exits[column])
  }

  /// Returns the number in the chunk of the item at a slot; items must be listed by column.
  @inline(__always)
  func item(at slot: Int) -> Int { Int(items[slot]) }
}

/// Builds a chunk whose items are listed by column, one column after the other.
struct ColumnChunkBuilder {
  fileprivate var tops: [Units]
  fileprivate var items: [UInt16]
  fileprivate var starts: [UInt16] = []
  /// For each column listed so far, the distance from its first top to its end.
  private(set) var exits: [Units] = []
  /// The number of items listed so far.
  private var count = 0

  /// Creates an empty listing with space for `count` items, at most `ColumnChunk.maxLength`.
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
  ///   - item: returns, for an index in the column, the item's index in the chunk and the units from
  ///     its top to the next top.
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

  /// Returns the chunk; every column must have been listed.
  ///
  /// - Parameter codes: for each item, its column above `shift` bits for its index among that column's
  ///   items.
  func finish(_ codes: [UInt16], shift: Int) -> ColumnChunk {
    ColumnChunk(self, codes: codes, shift: shift)
  }
}
