/// A text for each item, stored in one run of UTF-8 so that a million short ids need no million strings.
public struct TextColumn: Sendable {
  /// All texts, one after the other.
  private var utf8: [UInt8] = []
  /// Where each item's text ends in `utf8`.
  private var ends: [UInt32] = []
  /// Whether each item has a text; an empty text counts.
  private var isPresent: [Bool] = []

  /// Creates a column without texts.
  public init() {}

  /// Whether no item has a text.
  public var isEmpty: Bool { ends.isEmpty }

  /// The memory used, in bytes.
  public var byteCount: Int { utf8.capacity + 4 * ends.capacity + isPresent.capacity }

  /// Whether texts of so many bytes in UTF-8 can be added.
  package func hasRoom(for byteCount: Int) -> Bool { utf8.count + byteCount < UInt32.max }

  /// The length of these items' texts together, in bytes of UTF-8.
  ///
  /// - Complexity: O(1).
  func length(of items: Range<Int>) -> Int {
    end(before: items.upperBound) - end(before: items.lowerBound)
  }

  /// Returns the texts without spare capacity.
  func trimmed() -> TextColumn {
    var column = self
    column.utf8 = utf8.trimmed()
    column.ends = ends.trimmed()
    column.isPresent = isPresent.trimmed()
    return column
  }

  /// All texts, one after the other, in the array that the texts of items are slices of.
  var bytes: ArraySlice<UInt8> { utf8[...] }

  /// The end, in `utf8`, of the texts of all items before `item`.
  private func end(before item: Int) -> Int {
    let stored = Swift.min(item, ends.count)
    return stored > 0 ? Int(ends[stored - 1]) : 0
  }

  /// The bytes of the item's text; nil if it has none.
  func bytes(of item: Int) -> ArraySlice<UInt8>? {
    guard item < ends.count, isPresent[item] else { return nil }
    return utf8[(item == 0 ? 0 : Int(ends[item - 1]))..<Int(ends[item])]
  }

  /// The item's text; nil if it has none.
  public subscript(item: Int) -> String? {
    guard item < ends.count, isPresent[item] else { return nil }
    let start = item == 0 ? 0 : Int(ends[item - 1])
    return String(decoding: utf8[start..<Int(ends[item])], as: UTF8.self)
  }

  /// Sets an item's text, which must be valid UTF-8.
  ///
  /// Callers must set items in ascending order, each once.
  ///
  /// - Returns: false if all texts together would exceed 4 GiB; nothing is stored then.
  public mutating func set(_ text: [UInt8], at item: Int) -> Bool {
    set(text[...], at: item)
  }

  /// Sets an item's text, which must be valid UTF-8, to a part of a larger text.
  ///
  /// Callers must set items in ascending order, each once. It is not generic over arrays, too, because that
  /// would be slower for many ids.
  ///
  /// - Returns: false if all texts together would exceed 4 GiB; nothing is stored then.
  public mutating func set(_ text: ArraySlice<UInt8>, at item: Int) -> Bool {
    guard item >= ends.count, hasRoom(for: text.count) else { return false }
    addMissing(before: item)
    utf8.append(contentsOf: text)
    ends.append(UInt32(utf8.count))
    isPresent.append(true)
    return true
  }

  /// Sets the bodies of consecutive items, each of as many texts as there are styles; there must be room for them.
  ///
  /// - Parameters:
  ///   - text: the text that contains all of them.
  ///   - ranges: where each text is in `text`, one item after the other.
  ///   - styles: the styles of each item's texts.
  ///   - items: the items; none of them, nor a later one, may have a body yet.
  /// - Complexity: O(bytes of the texts), plus O(items without a body directly before `items`).
  package mutating func setBodies(
    _ text: Span<UInt8>, _ ranges: ArraySlice<Range<Int>>, styles: [Int?], of items: Range<Int>
  ) {
    addMissing(before: items.lowerBound)
    var ranges = ranges.makeIterator()
    for _ in items {
      for style in styles {
        guard let range = ranges.next() else { break }
        let (mark, low, high) = Body.mark(of: range.count, style: style)
        utf8.append(mark)
        utf8.append(low)
        utf8.append(high)
        // The pointer is only read within the call.
        unsafe text.extracting(range).withUnsafeBufferPointer {
          unsafe utf8.append(contentsOf: $0)
        }
      }
      ends.append(UInt32(utf8.count))
    }
    isPresent.append(contentsOf: repeatElement(true, count: items.count))
  }

  /// Stores that the items before `item` that have no text yet have none.
  private mutating func addMissing(before item: Int) {
    guard item > ends.count else { return }
    isPresent.append(contentsOf: repeatElement(false, count: item - isPresent.count))
    ends.append(contentsOf: repeatElement(UInt32(utf8.count), count: item - ends.count))
  }

  /// Sets the texts of consecutive items to parts of a larger text, each valid UTF-8.
  ///
  /// - Parameters:
  ///   - text: the text that contains all of them.
  ///   - starts: where each item's text begins in `text`.
  ///   - ends: where each item's text ends in `text`.
  ///   - item: the first item's index; neither this item nor a later one may have a text yet.
  ///   - mark: a byte before each text; nil if there is none.
  /// - Returns: false if all texts together would exceed 4 GiB; nothing is stored then.
  /// - Complexity: O(bytes of the texts), plus O(items without a text directly before `item`).
  public mutating func set(
    _ text: Span<UInt8>, _ starts: Span<Int>, _ ends: Span<Int>, from item: Int,
    mark: UInt8? = nil
  ) -> Bool {
    var length = mark == nil ? 0 : starts.count
    for place in starts.indices { length += ends[place] - starts[place] }
    guard item >= self.ends.count, hasRoom(for: length) else { return false }
    addMissing(before: item)
    for place in starts.indices {
      if let mark { utf8.append(mark) }
      // The pointer is only read within the call.
      unsafe text.extracting(starts[place]..<ends[place]).withUnsafeBufferPointer {
        unsafe utf8.append(contentsOf: $0)
      }
      self.ends.append(UInt32(utf8.count))
    }
    isPresent.append(contentsOf: repeatElement(true, count: starts.count))
    return true
  }
}
