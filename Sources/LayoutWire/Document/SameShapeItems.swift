import LayoutEngine

/// A run of items that are objects of the same form, as feeds write them.
///
/// Each object is compared with the form of an earlier object; the values of the whole run are appended
/// to the `ItemColumns` together.
struct SameShapeItems {
  /// One field's number of each item in the run.
  private typealias Row = SixtyFour<Double>

  /// The maximum number of items read at a time.
  private static let capacity = Row.count
  /// The maximum number of forms learned in one list, because its items may all differ in form.
  private static let maxAttempts = 16
  /// The number of bytes that must follow a part's start: those of the part, and eight of a value.
  private static let longest = ObjectShape.Segment.maxLength + 8

  private(set) var form: ObjectShape?
  private var lessons = 0
  /// The number of items in the run.
  private(set) var count = 0
  private var widths = Row(repeating: .nan)
  private var heights = Row(repeating: .nan)
  private var aspectRatios = Row(repeating: .nan)
  private var bodyHeights = Row(repeating: .nan)
  private var idStarts = SixtyFour<Int>(repeating: 0)
  private var idEnds = SixtyFour<Int>(repeating: 0)
  /// The ranges of the items' text in the document, one item after the other.
  private var texts: [Range<Int>] = []

  /// Learns the form of an object that was read without errors; does nothing after `maxAttempts` calls.
  mutating func learn(_ text: Span<UInt8>, _ range: Range<Int>, _ styles: StyleNames) {
    guard lessons < Self.maxAttempts else { return }
    lessons += 1
    form = ObjectShape(of: text, range, styles)
  }

  /// Begins an empty run of items.
  mutating func begin() {
    count = 0
    texts.removeAll(keepingCapacity: true)
  }

  /// Reads an item that has the learned form, and adds its values to the run.
  ///
  /// - Parameters:
  ///   - start: the index at which the item's object begins.
  ///   - maxIDBytes: the maximum number of bytes in an id.
  ///   - longNumber: reads a number that `FastDecimalParser` cannot read; returns the number and the index
  ///     of its end.
  ///   - longText: reads a text that is not short printable ASCII from its first quote on; returns the index of
  ///     its last quote, or nil if it has escapes or must be refused.
  /// - Returns: the index at which the object ends; nil if it has another form, or must be read byte by byte.
  @inline(__always)
  mutating func read(
    _ text: Span<UInt8>, at start: Int, maxIDBytes: Int,
    longNumber: (Int) -> (value: Double, end: Int)?, longText: (Int) -> Int?
  ) -> Int? {
    guard let form, count < Self.capacity else { return nil }
    var index = start
    for part in form.parts {
      guard text.count - index >= Self.longest, part.stands(in: text, at: index) else { return nil }
      index += part.length
      guard let field = part.field else { break }
      if field == .id {
        let found =
          part.isNumberID
          ? Self.endOfDigits(text, from: index) : Self.endOfPlainText(text, from: index)
        guard let end = found, end - index <= maxIDBytes else { return nil }
        idStarts[count] = index
        idEnds[count] = end
        index = end
        continue
      }
      if field == .body {
        guard let end = Self.endOfPlainText(text, from: index) ?? longText(index - 1),
          end - index <= Body.maxTextLength
        else { return nil }
        texts.append(index..<end)
        index = end
        continue
      }
      let value: Double
      if let short = FastDecimalParser(text.word(at: index)) {
        value = short.value
        index += short.length
      } else {
        guard let long = longNumber(index) else { return nil }
        (value, index) = long
      }
      switch field {
      case .width: widths[count] = value
      case .height: heights[count] = value
      case .aspectRatio: aspectRatios[count] = value
      default: bodyHeights[count] = value
      }
    }
    count += 1
    return index
  }

  /// Returns the index of the quote that ends a string of printable ASCII without escapes; nil if
  /// it is another string.
  @inline(__always)
  private static func endOfPlainText(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while text.count - index >= 8 {
      let word = text.word(at: index)
      let others =
        Self.zeroes(word ^ 0x2222_2222_2222_2222)
        | Self.zeroes(word ^ 0x5C5C_5C5C_5C5C_5C5C) | (word &- 0x2020_2020_2020_2020) & ~word | word
      let found = others & 0x8080_8080_8080_8080
      guard found != 0 else {
        index += 8
        guard index - start <= bytesPerCheck else { return nil }
        continue
      }
      index += found.trailingZeroBitCount / 8
      return text[index] == ASCII.quote ? index : nil
    }
    return nil
  }

  /// Returns the index after a whole number of at most 15 digits without a sign; nil if it is none, or has
  /// more digits.
  @inline(__always)
  private static func endOfDigits(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
    let count = index - start
    guard 1...15 ~= count, count == 1 || text[start] != ASCII.zero else { return nil }
    return index
  }

  /// Returns a word with the top bit set in each byte that is 0 in `word`.
  ///
  /// Only the top bits up to the first zero byte are reliable.
  @inline(__always)
  private static func zeroes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word
  }

  /// Appends the run to `items`; it must contain at least one item.
  ///
  /// - Returns: false, with nothing appended, if the ids or bodies would exceed the limit for all of them together.
  mutating func append(to items: inout ItemColumns, _ text: Span<UInt8>) -> Bool {
    guard let form else { return false }
    // An item that could not be read to its end may have left texts behind the others.
    let bodies = texts.prefix(count * form.textCount)
    let bodyLength = bodies.reduce(0) { $0 + Body.markLength + $1.count }
    guard items.bodies.hasRoom(for: bodyLength) else { return false }
    let first = items.count
    for part in form.parts where part.field == .id {
      let isSet = idStarts.withFirst(count) { starts in
        idEnds.withFirst(count) { ends in
          items.ids.set(
            text, starts, ends, from: first, mark: part.isNumberID ? ItemID.numberMark : nil)
        }
      }
      guard isSet else { return false }
    }
    items.append(count)
    if form.textCount > 0 {
      let styles = form.parts.filter { $0.field == .body }.map { $0.style }
      items.bodies.setBodies(text, bodies, styles: styles, of: first..<first + count)
    }
    for part in form.parts {
      switch part.field {
      case .width?: widths.withFirst(count) { items.widths.set($0, from: first) }
      case .height?: heights.withFirst(count) { items.heights.set($0, from: first) }
      case .aspectRatio?: aspectRatios.withFirst(count) { items.aspectRatios.set($0, from: first) }
      case .bodyHeight?: bodyHeights.withFirst(count) { items.bodyHeights.set($0, from: first) }
      case .id?, .body?, nil: break
      }
    }
    return true
  }
}

extension DocumentReader {
  /// Reads the next objects, as long as they have the learned form.
  ///
  /// - Parameters:
  ///   - list: the array being read; it has already counted the first object.
  ///   - limit: the maximum number of items in `items`.
  /// - Returns: whether at least one object was read.
  mutating func readAlikeItems(
    into items: inout ItemColumns, _ alike: inout SameShapeItems, of list: inout ArrayScope,
    limit: Int
  ) -> Bool {
    guard alike.form != nil, depth < budget.maxDepth else { return false }
    let start = position
    var end = start
    alike.begin()
    let maxIDBytes = budget.limits.maxIDBytes
    // A copy of the reference, because the reader changes while a span of the bytes is in use.
    let text = bytes
    while items.count + alike.count < limit {
      guard
        let after = alike.read(
          text.span, at: position, maxIDBytes: maxIDBytes,
          longNumber: { index in
            position = index
            return scanPlainLength().map { ($0, position) }
          },
          longText: { quote in
            position = quote
            guard let token = try? readStringToken(), !token.hasEscapes else { return nil }
            return token.range.upperBound
          })
      else { break }
      end = after
      position = after
      guard next == ASCII.comma else { break }
      position += 1
      // Longer white space is left to the reader, which checks for cancellation.
      while next == ASCII.space || next == ASCII.lineFeed, position - end < 64 { position += 1 }
    }
    position = end
    guard alike.count > 0 else { return false }
    guard alike.append(to: &items, text.span) else {
      position = start
      return false
    }
    list.count += alike.count - 1
    return true
  }
}
