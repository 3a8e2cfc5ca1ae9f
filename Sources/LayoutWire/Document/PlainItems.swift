import LayoutEngine

/// Items in a row that are written as numbers, or as pairs of them, as programs write them: without
/// sign, with white space, if any, after the comma only, and in a pair one space at most.
///
/// Read in one loop that knows nothing else, and put into the columns together: one by one, half of
/// the time went into finding out what else an item might be.
struct PlainItems {
  /// A column's numbers of the items read.
  private typealias Row = InlineArray<64, Double>

  /// The most that are read in one go; the rows are filled for each list of items, however short.
  private static let capacity = Row.count
  /// Bytes that there must be from an item's first on: a bracket, two short numbers read from eight bytes
  /// each, a space, and what is looked at behind them, up to the byte after the item's comma, make 20, and
  /// some to spare.
  private static let longest = 24

  /// How many have been read.
  private(set) var count = 0
  private var numbers = Row(repeating: .nan)
  /// This one and the next hold NaN but where a pair has been read, which `begin` sees to.
  private var widths = Row(repeating: .nan)
  private var heights = Row(repeating: .nan)
  private var numberCount = 0

  /// Reads items until there are `limit`, or something else stands there.
  ///
  /// - Parameters:
  ///   - start: where an item may begin.
  ///   - limit: ≥ 0; no more than `capacity` are read.
  ///   - allowsPairs: whether a bracket may be opened here.
  /// - Returns: where the last one ends; `start` where there was none.
  mutating func read(_ text: Span<UInt8>, from start: Int, limit: Int, allowsPairs: Bool) -> Int {
    begin()
    var end = start
    var index = start
    let limit = min(limit, Self.capacity)
    while count < limit, text.count - index >= Self.longest {
      if text[index] == ASCII.openBracket {
        guard allowsPairs else { break }
        // Where both numbers of a pair of whole ones end is found from sixteen bytes at once: number by
        // number the position waits for the length of each, and a pair takes 1.15 times as long. Written here,
        // since the compiler joins the conditions of a function, and waits for all of them.
        let word = text.word(at: index + 1)
        let others =
          ShortDecimal.otherBits(word) | ShortDecimal.otherBits(text.word(at: index + 9)) << 8
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
          widths[count] = ShortDecimal.whole(word, digits: first)
          heights[count] = ShortDecimal.whole(other, digits: second - first - 1)
          end = bracket + 1
        } else {
          guard let pair = Self.shortPair(text, at: index) else { break }
          numbers[count] = .nan
          widths[count] = pair.width
          heights[count] = pair.height
          end = pair.end
        }
      } else {
        // Eight of the `longest` bytes; and `count` is below the rows'.
        guard let number = ShortDecimal(unsafe text.word(unchecked: index)) else { break }
        unsafe numbers[unchecked: count] = number.value
        end = index &+ number.length
        numberCount &+= 1
      }
      count &+= 1
      // These two are among the `longest`, too.
      guard unsafe text[unchecked: end] == ASCII.comma else { break }
      index = end &+ 1
      guard unsafe text[unchecked: index] <= ASCII.space else { continue }
      guard let next = Self.next(text, after: end) else { return end }
      index = next
    }
    return end
  }

  /// The same of numbers of any length, which takes a third longer.
  mutating func readLong(
    _ text: Span<UInt8>, from start: Int, limit: Int, allowsPairs: Bool
  ) -> Int {
    begin()
    var end = start
    var index = start
    let limit = min(limit, Self.capacity)
    while count < limit, index < text.count {
      if text[index] == ASCII.openBracket {
        guard allowsPairs, let pair = Self.pair(text, at: index) else { break }
        (widths[count], heights[count], end) = pair
        numbers[count] = .nan
      } else {
        guard let number = Self.number(text, at: index) else { break }
        (numbers[count], end) = number
        numberCount += 1
      }
      count += 1
      guard end < text.count, text[end] == ASCII.comma, let next = Self.next(text, after: end)
      else { break }
      index = next
    }
    return end
  }

  /// Where white space behind a comma ends; nil for long white space, which is left to the reader, for it
  /// looks at times.
  @inline(__always)
  private static func next(_ text: Span<UInt8>, after comma: Int) -> Int? {
    var index = comma + 1
    while index < text.count, ASCII.isWhiteSpace(text[index]) {
      index += 1
      guard index - comma < bytesALook else { return nil }
    }
    return index
  }

  /// Forgets what was read.
  private mutating func begin() {
    if numberCount < count {
      for item in 0..<count { (widths[item], heights[item]) = (.nan, .nan) }
    }
    count = 0
    numberCount = 0
  }

  /// The pair of short numbers whose bracket opens there, and where it ends.
  @inline(__always)
  private static func shortPair(
    _ text: Span<UInt8>, at start: Int
  ) -> (width: Double, height: Double, end: Int)? {
    guard let width = ShortDecimal(text.word(at: start + 1)) else { return nil }
    let comma = start + 1 + width.length
    guard text[comma] == ASCII.comma else { return nil }
    let second = comma + (text[comma + 1] == ASCII.space ? 2 : 1)
    guard let height = ShortDecimal(text.word(at: second)) else { return nil }
    let bracket = second + height.length
    guard text[bracket] == ASCII.closeBracket else { return nil }
    return (width.value, height.value, bracket + 1)
  }

  /// The pair of any numbers whose bracket opens there, and where it ends.
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

  /// The number without sign there, and where it ends: within the text.
  @inline(__always)
  private static func number(_ text: Span<UInt8>, at index: Int) -> (value: Double, end: Int)? {
    if text.count - index >= 8, let short = ShortDecimal(text.word(at: index)) {
      return (short.value, index + short.length)
    }
    guard index < text.count, ASCII.isDigit(text[index]),
      let number = JSONNumber(usual: text, from: index)
    else { return nil }
    return (number.value, number.end)
  }

  /// Appends what was read, one item at least.
  func append(to items: inout ItemColumns) {
    let first = items.count
    items.append(count)
    guard count > 1 else { return setOnly(at: first, of: &items) }
    if numberCount > 0 { items.numbers.set(numbers.span.extracting(..<count), from: first) }
    if numberCount < count {
      items.widths.set(widths.span.extracting(..<count), from: first)
      items.heights.set(heights.span.extracting(..<count), from: first)
    }
  }

  /// Sets the only item that was read, which is less than to set a run.
  private func setOnly(at item: Int, of items: inout ItemColumns) {
    guard numberCount == 0 else { return items.numbers.set(numbers[0], at: item) }
    items.widths.set(widths[0], at: item)
    items.heights.set(heights[0], at: item)
  }
}
