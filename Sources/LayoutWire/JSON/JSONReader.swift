/// The number of bytes read between two charges of the budget.
///
/// They contain up to 2,000 values, each of which takes some 10 to 500 ns.
private let bytesPerCount = 4_096
/// The number of bytes of one token, or of white space, read between two charges; they take some 0.1 ms.
let bytesPerCheck = 1 << 16

/// The record of a value that is JSON, but has the wrong shape.
struct JSONRefusal: Equatable {
  /// The number of bytes before the value, or before a member's key.
  var offset: Int
  /// The reason, as a phrase.
  var detail: String
  /// The offset by which errors are sorted.
  ///
  /// For a missing field, it is the offset of the last unknown key, which may be a misspelling of the field.
  var place: Int

  init(offset: Int, detail: String, place: Int? = nil) {
    self.offset = offset
    self.detail = detail
    self.place = place ?? offset
  }

  /// The maximum number of refusals recorded for a text (Contract §7).
  static let maxCount = 20
}

/// A pull parser for JSON text (RFC 8259): each call states what should come next.
///
/// A syntax error is thrown at once. JSON of the wrong shape is added to `refusals` with its offset and
/// skipped, and reading continues, so that the whole text is checked to be JSON before its shape is
/// criticised. Offsets become pointers later, and only after an error (`JSONPointerLocator`), so that
/// valid texts pay nothing for them.
struct JSONReader<Budget: ReadingBudget> {
  /// The text.
  let bytes: ContiguousArray<UInt8>
  /// The budget charged for reading, and the limits that apply.
  var budget: Budget
  /// The number of bytes read so far.
  var position = 0
  /// The number of objects and arrays that are currently open.
  var depth = 0
  /// The values of the wrong shape, in the order in which they were met.
  var refusals: [JSONRefusal] = []

  /// The position up to which the budget has been charged.
  private var countedTo = 0
  /// The position of the next charge.
  ///
  /// Charges go by bytes, because charging for each value would take as long as reading some of them.
  private var countsAt = bytesPerCount

  init(_ bytes: [UInt8], _ budget: Budget) {
    // Both kinds of arrays share the bytes; the span of an `Array` needs iOS 26.
    self.bytes = ContiguousArray(bytes)
    self.budget = budget
  }

  /// Charges the budget for the bytes read, if enough have been read since the last charge.
  ///
  /// Must be called at least once per value. Values of known fields are exempt, because a known field occurs
  /// at most once per object.
  @inline(__always)
  mutating func count() throws(JSONSyntaxError) {
    if position >= countsAt { try countBytes() }
  }

  /// Charges two steps per byte: the budget checks for cancellation every 8 KiB, or some 10 to 500 µs.
  @inline(never)
  private mutating func countBytes() throws(JSONSyntaxError) {
    guard goesOn(at: position) else { throw .ended(at: position) }
  }

  /// Charges the budget for the bytes before an index that have not been charged yet.
  ///
  /// - Returns: false if the budget has ended the work.
  mutating func goesOn(at index: Int) -> Bool {
    let steps = 2 * max(0, index - countedTo)
    countedTo = index
    countsAt = index + bytesPerCount
    return budget.checkpoint(after: steps)
  }

  /// Returns to an earlier position; bytes that are read twice are charged twice.
  mutating func rewind(to start: Int) {
    // If the budget ends the work here, reading notices that at the text's end or before.
    _ = goesOn(at: position)
    position = start
    countedTo = start
    countsAt = start + bytesPerCount
  }

  /// The next byte; at the end of the text 0, with which no JSON token begins.
  @inline(__always)
  var next: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  /// Skips white space and returns the byte after it; 0 at the end of the text.
  @inline(__always)
  mutating func nextToken() -> UInt8 {
    let byte = next
    return byte > ASCII.space ? byte : skipWhiteSpace()
  }

  /// Skips white space and returns the byte after it; 0 at the end of the text.
  ///
  /// If the budget ends the work, the function moves to the end of the text and returns 0.
  @inline(never)
  private mutating func skipWhiteSpace() -> UInt8 {
    while true {
      let end = min(bytes.count, position + bytesPerCheck)
      while position < end, ASCII.isWhiteSpace(bytes[position]) { position += 1 }
      guard position == end, position < bytes.count else { return next }
      guard goesOn(at: position) else {
        position = bytes.count
        return 0
      }
    }
  }

  /// Whether the next refusal will be recorded; if not, its message need not be composed.
  var isNoting: Bool { refusals.count < JSONRefusal.maxCount }

  /// Records a value of the wrong shape, unless the maximum number is reached.
  ///
  /// - Parameter place: the offset by which the error is sorted; nil if it is the value's own offset.
  mutating func refuse(at offset: Int, after place: Int? = nil, _ detail: @autoclosure () -> String)
  {
    guard isNoting else { return }
    refusals.append(JSONRefusal(offset: offset, detail: detail(), place: place))
  }

  /// Records a value of the wrong shape; `detail` receives the reader, so that it can quote the text.
  mutating func refuse(at offset: Int, quoting detail: (JSONReader) -> String) {
    guard isNoting else { return }
    refusals.append(JSONRefusal(offset: offset, detail: detail(self)))
  }

  /// Records that the next value is not as expected, and skips it.
  @inline(never)
  mutating func refuseValue(_ expectation: @autoclosure () -> String) throws(JSONSyntaxError) {
    // The compiler copies this function for every expectation, so the shared code is in separate functions.
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
    refusals.append(JSONRefusal(offset: offset, detail: "\(expectation) (got \(kind))"))
  }

  /// The kind of the next value, for messages.
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

  /// Returns the error that the next byte is not what the grammar requires.
  ///
  /// - Parameter expectation: the required text, such as `':'` or `a key`.
  func unexpected(_ expectation: String) -> JSONSyntaxError {
    .expectation(expectation, in: bytes.span, at: position)
  }

  /// Refuses a byte order mark (RFC 8259 §8.1).
  func checkStart() throws(JSONSyntaxError) {
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    throw JSONSyntaxError(at: 0, "begins with a byte order mark")
  }

  /// Skips white space, and throws an error if anything else follows.
  mutating func checkEnd() throws(JSONSyntaxError) {
    _ = nextToken()
    guard position == bytes.count else { throw unexpected("the end of the text") }
  }
}
