import LayoutEngine

/// Items in a row that are objects of one form, as feeds write them.
///
/// Read by what the last one looked like, and put into the columns together.
struct AlikeItems {
  /// A field's numbers of the items read.
  private typealias Row = InlineArray<64, Double>

  /// The most that are read in one go.
  private static let capacity = Row.count
  /// How often a form is looked for in a list whose items are not alike.
  private static let mostLessons = 16
  /// Bytes that there must be after a part's first: those of the part, and eight of a value.
  private static let longest = ItemForm.Part.greatestLength + 8

  private(set) var form: ItemForm?
  private var lessons = 0
  /// How many have been read.
  private(set) var count = 0
  private var widths = Row(repeating: .nan)
  private var heights = Row(repeating: .nan)
  private var aspectRatios = Row(repeating: .nan)
  private var bodyHeights = Row(repeating: .nan)
  private var idStarts = InlineArray<64, Int>(repeating: 0)
  private var idEnds = InlineArray<64, Int>(repeating: 0)

  /// Learns the form of an object that was read without a fault, unless that has often been of no use.
  mutating func learn(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard lessons < Self.mostLessons else { return }
    lessons += 1
    form = ItemForm(of: text, range)
  }

  /// Begins a run of items.
  mutating func begin() { count = 0 }

  /// Reads an item's values.
  ///
  /// - Parameters:
  ///   - start: where its object begins.
  ///   - maxIDBytes: the longest id.
  ///   - longNumber: reads a number that `ShortDecimal` does not, and where it ends.
  /// - Returns: where the object ends; nil if it is of another form, or has to be looked at byte by
  ///   byte.
  @inline(__always)
  mutating func read(
    _ text: Span<UInt8>, at start: Int, maxIDBytes: Int,
    longNumber: (Int) -> (value: Double, end: Int)?
  ) -> Int? {
    guard let form, count < Self.capacity else { return nil }
    var index = start
    for part in form.parts {
      guard text.count - index >= Self.longest, part.stands(in: text, at: index) else { return nil }
      index += part.length
      guard let field = part.field else { break }
      if field == .id {
        guard let end = Self.endOfPlainText(text, from: index), end - index <= maxIDBytes else {
          return nil
        }
        idStarts[count] = index
        idEnds[count] = end
        index = end
        continue
      }
      let value: Double
      if let short = ShortDecimal(text.word(at: index)) {
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

  /// The quote that ends a text of printable ASCII without escapes; nil if there is anything else.
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
        guard index - start <= bytesALook else { return nil }
        continue
      }
      index += found.trailingZeroBitCount / 8
      return text[index] == ASCII.quote ? index : nil
    }
    return nil
  }

  /// The top bits of the bytes that are 0, and of some after the first of them.
  @inline(__always)
  private static func zeroes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word
  }

  /// Appends what was read, one item at least.
  ///
  /// - Returns: false if the ids would pass what all of them may take; then nothing is appended.
  func append(to items: inout ItemColumns, _ text: Span<UInt8>) -> Bool {
    guard let form else { return false }
    let first = items.count
    for part in form.parts where part.field == .id {
      guard
        items.ids.set(
          text, idStarts.span.extracting(..<count), idEnds.span.extracting(..<count), from: first)
      else { return false }
    }
    items.append(count)
    for part in form.parts {
      switch part.field {
      case .width?: items.widths.set(widths.span.extracting(..<count), from: first)
      case .height?: items.heights.set(heights.span.extracting(..<count), from: first)
      case .aspectRatio?:
        items.aspectRatios.set(aspectRatios.span.extracting(..<count), from: first)
      case .bodyHeight?: items.bodyHeights.set(bodyHeights.span.extracting(..<count), from: first)
      case .id?, nil: break
      }
    }
    return true
  }
}

extension DocumentReader {
  /// Reads the objects that come next as far as they are of one form.
  ///
  /// - Parameters:
  ///   - list: has counted the first of them.
  ///   - limit: how many items there may be.
  /// - Returns: whether there was one.
  mutating func readAlikeItems(
    into items: inout ItemColumns, _ alike: inout AlikeItems, of list: inout ArrayScope, limit: Int
  ) -> Bool {
    guard alike.form != nil, depth < budget.maxDepth else { return false }
    let start = position
    var end = start
    alike.begin()
    let maxIDBytes = budget.limits.maxIDBytes
    // Held, since the reader moves while a span of it is looked at.
    let text = bytes
    while items.count + alike.count < limit {
      guard
        let after = alike.read(
          text.span, at: position, maxIDBytes: maxIDBytes,
          longNumber: { index in
            position = index
            return scanPlainLength().map { ($0, position) }
          })
      else { break }
      end = after
      position = after
      guard next == ASCII.comma else { break }
      position += 1
      // Long white space is left to the reader, which looks at times.
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
