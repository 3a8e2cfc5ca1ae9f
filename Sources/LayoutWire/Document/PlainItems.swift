import LayoutEngine

/// Items in a row that are written as short numbers, or as pairs of them, as programs write them:
/// with white space, if any, after the comma only, and in a pair one space at most.
///
/// Read in one loop that knows nothing else, and put into the columns together: one by one, half of
/// the time went into finding out what else an item might be.
struct PlainItems {
  /// A column's numbers of the items read.
  private typealias Row = InlineArray<64, Double>

  /// The most that are read in one go; the rows are filled for each list of items, however short.
  private static let capacity = Row.count
  /// Bytes that there must be from an item's first on: a bracket, two numbers read from eight bytes
  /// each, a space, and what is looked at after each make 19, and some to spare.
  private static let longest = 24

  /// How many have been read.
  private(set) var count = 0
  private var numbers = Row(repeating: .nan)
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
    count = 0
    numberCount = 0
    var end = start
    var index = start
    let limit = min(limit, Self.capacity)
    while count < limit, text.count - index >= Self.longest {
      if text[index] == ASCII.openBracket {
        guard allowsPairs, let width = Self.number(text, at: index + 1) else { break }
        let comma = index + 1 + width.length
        guard text[comma] == ASCII.comma else { break }
        let second = comma + (text[comma + 1] == ASCII.space ? 2 : 1)
        guard let height = Self.number(text, at: second) else { break }
        let bracket = second + height.length
        guard text[bracket] == ASCII.closeBracket else { break }
        numbers[count] = .nan
        widths[count] = width.value
        heights[count] = height.value
        end = bracket + 1
      } else {
        guard let number = Self.number(text, at: index) else { break }
        numbers[count] = number.value
        widths[count] = .nan
        heights[count] = .nan
        numberCount += 1
        end = index + number.length
      }
      count += 1
      guard text[end] == ASCII.comma else { break }
      index = end + 1
      while index < text.count, ASCII.isWhiteSpace(text[index]) {
        index += 1
        // Long white space is left to the reader, which looks at times.
        guard index - end < bytesALook else { return end }
      }
    }
    return end
  }

  /// The short number there; eight bytes are read.
  @inline(__always)
  private static func number(_ text: Span<UInt8>, at index: Int) -> ShortDecimal? {
    ShortDecimal(text.word(at: index))
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
