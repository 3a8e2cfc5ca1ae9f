import LayoutEngine

/// A run of items written as numbers or as pairs of numbers, in the form that programs write.
///
/// The numbers have no sign, white space appears only after the comma between items, and a pair contains
/// at most one space. A loop that supports nothing else reads the items, which are then appended to the
/// `ItemColumns` together: reading them one by one spends much of the time on testing for other kinds of
/// items.
struct NumericItems {
  /// One number of each item in the run.
  private typealias Row = SixtyFour<Double>

  /// The maximum number of items read at a time.
  ///
  /// All rows are filled with NaN for each list of items, so a greater number would slow down short lists.
  private static let capacity = Row.count
  /// The number of bytes that must follow an item's start.
  ///
  /// A bracket, two short numbers read from eight bytes each, a space, and the bytes examined after
  /// them, up to the byte after the item's comma, add up to 20; the other 4 bytes are a margin.
  private static let longest = 24

  /// The number of items in the run.
  private(set) var count = 0
  /// The number of each item that is a single number; NaN for pairs.
  private var numbers = Row(repeating: .nan)
  /// The width of each pair in the run; NaN for all other items, which `begin` ensures.
  private var widths = Row(repeating: .nan)
  /// The height of each pair in the run; NaN for all other items, which `begin` ensures.
  private var heights = Row(repeating: .nan)
  /// The number of items in the run that are single numbers.
  private var numberCount = 0

  /// Reads a new run of items, until `limit` is reached or anything but a plain item follows.
  ///
  /// - Parameters:
  ///   - start: the index at which an item may begin.
  ///   - limit: ≥ 0; at most `capacity` items are read.
  ///   - allowsPairs: whether the limit of nested arrays and objects allows pairs.
  /// - Returns: the index at which the last item ends; `start` if no item was read.
  mutating func read(_ text: Span<UInt8>, from start: Int, limit: Int, allowsPairs: Bool) -> Int {
    begin()
    var end = start
    var index = start
    let limit = min(limit, Self.capacity)
    while count < limit, text.count - index >= Self.longest {
      if text[index] == ASCII.openBracket {
        guard allowsPairs else { break }
        // The ends of both numbers in a pair of whole numbers are found from sixteen bytes at once.
        // Number by number would be slower, because each position depends on the length before it. The code
        // is inline because the compiler would merge the conditions of a function and wait for all of them.
        let word = text.word(at: index + 1)
        let others =
          FastDecimalParser.otherBits(word) | FastDecimalParser.otherBits(text.word(at: index + 9))
          << 8
          | 0b11 << 16
        let first = others.trailingZeroBitCount
        let second = (others & (others &- 1)).trailingZeroBitCount
        let comma = index + 1 + first
        let bracket = index + 1 + second
        if text[comma] == ASCII.comma, text[bracket] == ASCII.closeBracket, 1...8 ~= first,
          2...9 ~= second - first, first == 1 || word & 0xFF != UInt64(ASCII.zero)
        {
          let other = text.word(at: comma + 1)
          guard second - first == 2 || other & 0xFF != UInt64(ASCII.zero) else { break }
          numbers[count] = .nan
          widths[count] = FastDecimalParser.whole(word, digits: first)
          heights[count] = FastDecimalParser.whole(other, digits: second - first - 1)
          end = bracket + 1
        } else {
          guard let pair = Self.pair(text, at: index) else { break }
          numbers[count] = .nan
          (widths[count], heights[count], end) = pair
        }
        count &+= 1
      } else {
        // The guard on `longest` covers these eight bytes.
        if let number = FastDecimalParser(unsafe text.word(unchecked: index)) {
          numbers[count] = number.value
          end = index &+ number.length
        } else {
          guard let number = Self.longNumber(text, at: index) else { break }
          (numbers[count], end) = number
        }
        numberCount &+= 1
        count &+= 1
      }
      // A long number may end with the text.
      guard text.count &- end > 1, unsafe text[unchecked: end] == ASCII.comma else { break }
      index = end &+ 1
      guard unsafe text[unchecked: index] <= ASCII.space else { continue }
      guard let next = Self.next(text, after: end) else { return end }
      index = next
    }
    return end
  }

  /// Returns the index after the white space that follows a comma.
  ///
  /// Returns nil if the white space is long: the reader then skips it, and checks for cancellation.
  @inline(__always)
  private static func next(_ text: Span<UInt8>, after comma: Int) -> Int? {
    var index = comma + 1
    while index < text.count, ASCII.isWhiteSpace(text[index]) {
      index += 1
      guard index - comma < bytesPerCheck else { return nil }
    }
    return index
  }

  /// Begins an empty run of items.
  private mutating func begin() {
    if numberCount < count {
      for item in 0..<count { (widths[item], heights[item]) = (.nan, .nan) }
    }
    count = 0
    numberCount = 0
  }

  /// Returns the pair of short or long numbers whose bracket opens at `start`, and the index at which
  /// the pair ends.
  @inline(__always)
  private static func pair(
    _ text: Span<UInt8>, at start: Int
  ) -> (width: Double, height: Double, end: Int)? {
    guard let width = number(text, at: start + 1) else { return nil }
    let comma = width.end
    guard text.count - comma > 1, text[comma] == ASCII.comma else { return nil }
    let second = comma + (text[comma + 1] == ASCII.space ? 2 : 1)
    guard let height = number(text, at: second), text[height.end] == ASCII.closeBracket else {
      return nil
    }
    return (width.value, height.value, height.end + 1)
  }

  /// Returns the unsigned number at `index`, and the index of the byte that follows it in the text.
  ///
  /// Returns nil if there is no such number, or if the text ends with it.
  @inline(__always)
  private static func number(_ text: Span<UInt8>, at index: Int) -> (value: Double, end: Int)? {
    if text.count - index >= 8, let short = FastDecimalParser(text.word(at: index)) {
      return (short.value, index + short.length)
    }
    return longNumber(text, at: index)
  }

  /// Returns the unsigned number of any length at `index`; nil if there is none, or if the text ends with it.
  ///
  /// It is not inlined, so that the loop over short numbers stays small.
  @inline(never)
  private static func longNumber(
    _ text: Span<UInt8>, at index: Int
  ) -> (value: Double, end: Int)? {
    guard index < text.count, ASCII.isDigit(text[index]),
      let number = JSONNumber(usual: text, from: index)
    else { return nil }
    return (number.value, number.end)
  }

  /// Appends the run to `items`; it must contain at least one item.
  mutating func append(to items: inout ItemColumns) {
    let first = items.count
    items.append(count)
    guard count > 1 else { return setOnly(at: first, of: &items) }
    if numberCount > 0 { numbers.withFirst(count) { items.numbers.set($0, from: first) } }
    if numberCount < count {
      widths.withFirst(count) { items.widths.set($0, from: first) }
      heights.withFirst(count) { items.heights.set($0, from: first) }
    }
  }

  /// Sets the values of the run's only item, which is cheaper than setting those of a longer run.
  private mutating func setOnly(at item: Int, of items: inout ItemColumns) {
    guard numberCount == 0 else { return items.numbers.set(numbers[0], at: item) }
    items.widths.set(widths[0], at: item)
    items.heights.set(heights[0], at: item)
  }
}
