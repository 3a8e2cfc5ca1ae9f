/// Bytes read between two counts: up to 2,000 values, each of them some 10 to 500 ns.
private let bytesACount = 4_096
/// Bytes of one token, or of white space, between two counts: some 0.1 ms.
let bytesALook = 1 << 16

/// A value of the wrong shape.
struct JSONRefusal: Equatable {
  /// Bytes from the text's start to the value, or to a member's key.
  var offset: Int
  /// What is wrong, as a phrase.
  var detail: String
  /// After which byte it is told where several things are wrong: that a field is missing comes after the
  /// misspelt one that may be it.
  var place: Int

  init(offset: Int, detail: String, place: Int? = nil) {
    self.offset = offset
    self.detail = detail
    self.place = place ?? offset
  }

  /// The most that are kept of a text (Contract §7).
  static let maxCount = 20
}

/// A pull parser over JSON text (RFC 8259): each call says what should come next.
///
/// There are two kinds of findings. What is not JSON is thrown at once. JSON of the wrong shape is
/// added to `refusals` with its offset and skipped, and reading goes on, so that a whole text is
/// known to be JSON before its shape is criticised. Offsets become pointers later, and only where
/// something was wrong (`JSONPointerLocator`), so that good texts pay nothing for them.
struct JSONReader<Budget: ReadingBudget> {
  /// The text.
  let bytes: [UInt8]
  /// What reading may cost, and what it counts on its way.
  var budget: Budget
  /// Bytes read so far.
  var position = 0
  /// Objects and arrays open now.
  var depth = 0
  /// Values of the wrong shape, in the order in which they were met.
  var refusals: [JSONRefusal] = []

  /// Where the budget has counted to.
  private var countedTo = 0
  /// Where it counts next: by bytes, since counting each value would take as long as reading some
  /// of them.
  private var countsAt = bytesACount

  init(_ bytes: [UInt8], _ budget: Budget) {
    self.bytes = bytes
    self.budget = budget
  }

  /// Counts what has been read, where it is time to: called at least once for every value but those
  /// of an object's own fields, which come once each.
  @inline(__always)
  mutating func count() throws(JSONSyntaxError) {
    if position >= countsAt { try countBytes() }
  }

  /// Counts a byte as two things done: a look comes every 8 KiB, some 10 to 500 µs.
  @inline(never)
  private mutating func countBytes() throws(JSONSyntaxError) {
    guard goesOn(at: position) else { throw .ended(at: position) }
  }

  /// Counts the bytes before an index.
  ///
  /// - Returns: false if the budget ended the work.
  mutating func goesOn(at index: Int) -> Bool {
    let steps = 2 * max(0, index - countedTo)
    countedTo = index
    countsAt = index + bytesACount
    return budget.goesOn(after: steps)
  }

  /// Goes back to an earlier place: what has been read counts, and counts again when it is read again.
  mutating func rewind(to start: Int) {
    // Where the work has ended, that is found when the text's end is reached, or before.
    _ = goesOn(at: position)
    position = start
    countedTo = start
    countsAt = start + bytesACount
  }

  /// The next byte; 0 at the end, which no JSON token begins with.
  @inline(__always)
  var next: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  /// Steps over white space and returns the byte after it; 0 at the end.
  @inline(__always)
  mutating func nextToken() -> UInt8 {
    let byte = next
    return byte > ASCII.space ? byte : skipWhiteSpace()
  }

  /// Steps over white space and returns the byte after it; 0 at the end, and where the budget has
  /// ended the work: the text seems to end there, and reading does.
  @inline(never)
  private mutating func skipWhiteSpace() -> UInt8 {
    while true {
      let end = min(bytes.count, position + bytesALook)
      while position < end, ASCII.isWhiteSpace(bytes[position]) { position += 1 }
      guard position == end, position < bytes.count else { return next }
      guard goesOn(at: position) else {
        position = bytes.count
        return 0
      }
    }
  }

  /// Whether what is refused next is noted; else no words need be found for it.
  var isNoting: Bool { refusals.count < JSONRefusal.maxCount }

  /// Notes a value of the wrong shape, unless there are too many.
  ///
  /// - Parameter place: after which byte it is told; nil for the offset's own.
  mutating func refuse(at offset: Int, after place: Int? = nil, _ detail: @autoclosure () -> String)
  {
    guard isNoting else { return }
    refusals.append(JSONRefusal(offset: offset, detail: detail(), place: place))
  }

  /// Notes a value of the wrong shape, in words that quote the text.
  mutating func refuse(at offset: Int, quoting detail: (JSONReader) -> String) {
    guard isNoting else { return }
    refusals.append(JSONRefusal(offset: offset, detail: detail(self)))
  }

  /// Notes that the next value is not what is expected, and skips it.
  @inline(never)
  mutating func refuseValue(_ expectation: @autoclosure () -> String) throws(JSONSyntaxError) {
    // The compiler makes a copy of this for every expectation: what is alike in them stands outside.
    let (start, kind) = try skipRefused()
    guard isNoting else { return }
    refuse(at: start, expectation(), is: kind)
  }

  @inline(never)
  private mutating func skipRefused() throws(JSONSyntaxError) -> (start: Int, kind: String) {
    _ = nextToken()
    let start = position
    let kind = nextKind
    try skipValue()
    return (start, kind)
  }

  @inline(never)
  private mutating func refuse(at offset: Int, _ expectation: String, is kind: String) {
    refusals.append(JSONRefusal(offset: offset, detail: "\(expectation), is \(kind)"))
  }

  /// What kind of value comes next, for messages.
  private var nextKind: String {
    switch next {
    case ASCII.openBrace: "an object"
    case ASCII.openBracket: "an array"
    case ASCII.quote: "a string"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
    case UInt8(ascii: "n"): "null"
    default: "a number"
    }
  }

  /// The error for a byte that no rule allows here.
  func unexpected(_ expectation: String) -> JSONSyntaxError {
    .expectation(expectation, in: bytes.span, at: position)
  }

  /// Refuses a byte order mark (RFC 8259 §8.1).
  func checkStart() throws(JSONSyntaxError) {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    throw JSONSyntaxError(at: 0, "begins with a byte order mark")
  }

  /// Refuses anything but white space from here on.
  mutating func checkEnd() throws(JSONSyntaxError) {
    _ = nextToken()
    guard position == bytes.count else { throw unexpected("the end of the text") }
  }
}
