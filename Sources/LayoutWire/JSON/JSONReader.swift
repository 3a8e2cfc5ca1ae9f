import LayoutEngine

/// A pull parser over JSON text (RFC 8259) that is told at each step what ought to come next.
///
/// Two sorts of findings are kept apart: what is no JSON is thrown at once; JSON of the wrong shape
/// is noted among `refusals` with its offset, skipped, and reading goes on, so that a text is known
/// to be JSON as a whole before its shape is complained of. Offsets become pointers afterwards, only
/// where something was wrong (`JSONPointerLocator`), so that good texts pay nothing for them.
struct JSONReader {
  /// A value of the wrong shape.
  struct Refusal: Equatable {
    /// Bytes from the text's start to the value, or to a member's key.
    var offset: Int
    /// What is wrong, as a phrase.
    var detail: String
  }

  /// The most refusals that are kept (Contract §7).
  static let maxRefusals = 20

  /// The text.
  let bytes: [UInt8]
  /// What the text may hold at most.
  let limits: DocumentLimits
  /// Bytes read so far.
  var position = 0
  /// Objects and arrays open now.
  var depth = 0
  /// Values of the wrong shape, in the order in which they were met.
  var refusals: [Refusal] = []
  /// Layout objects open now.
  var layoutDepth = 0
  /// Items that may still come.
  var itemsLeft: Int
  /// Items that room may still be made for ahead of them.
  var roomLeft: Int
  /// Given frames that may still come.
  var framesLeft: Int

  /// What reading is counted against.
  private let budget: LayoutBudget?
  /// Where the budget has counted to.
  private var countedTo = 0
  /// Where it is to be counted again: by bytes, since counting each value would take as long as
  /// reading some of them.
  private var countsAt = JSONReader.bytesACount

  /// Bytes read between two counts: up to 2,000 values, each of them some 10 to 500 ns.
  private static let bytesACount = 4_096

  init(
    _ bytes: [UInt8], limits: DocumentLimits = DocumentLimits(), _ budget: LayoutBudget? = nil
  ) {
    self.budget = budget
    self.bytes = bytes
    self.limits = limits
    itemsLeft = limits.maxItems
    roomLeft = limits.maxItems
    framesLeft = limits.maxItems
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
    let steps = 2 * (position - countedTo)
    countedTo = position
    countsAt = position + Self.bytesACount
    guard budget?.goesOn(after: steps) ?? true else { throw .ended(at: position) }
  }

  /// Counts memory that what was read takes.
  func hold(_ byteCount: Int) throws(JSONSyntaxError) {
    guard budget?.holds(byteCount) ?? true else { throw .ended(at: position) }
  }

  /// Objects and arrays that may be open at once.
  var maxDepth: Int { limits.maxDepth }

  /// The next byte; 0 at the end, which no JSON token begins with.
  @inline(__always)
  var next: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  /// Steps over white space and says which byte comes then; 0 at the end.
  @inline(__always)
  mutating func nextToken() -> UInt8 {
    let byte = next
    return byte > ASCII.space ? byte : skipWhiteSpace()
  }

  /// Steps over white space and says which byte comes then; 0 at the end.
  @inline(never)
  private mutating func skipWhiteSpace() -> UInt8 {
    while ASCII.isWhiteSpace(next) { position += 1 }
    return next
  }

  /// Notes a value of the wrong shape, as long as there are few.
  mutating func refuse(at offset: Int, _ detail: @autoclosure () -> String) {
    guard refusals.count < Self.maxRefusals else { return }
    refusals.append(Refusal(offset: offset, detail: detail()))
  }

  /// Notes a value of the wrong shape, in words that quote the text.
  mutating func refuse(at offset: Int, quoting detail: (JSONReader) -> String) {
    guard refusals.count < Self.maxRefusals else { return }
    refusals.append(Refusal(offset: offset, detail: detail(self)))
  }

  /// Notes that the next value is not what is expected, and skips it.
  mutating func refuseValue(_ expectation: @autoclosure () -> String) throws(JSONSyntaxError) {
    _ = nextToken()
    let start = position
    let sort = nextSort
    try skipValue()
    refuse(at: start, "\(expectation()), is \(sort)")
  }

  /// What sort of value comes next, for messages.
  private var nextSort: String {
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
    Self.expectation(expectation, in: bytes.span, at: position)
  }

  /// The error for a byte that no rule allows there.
  static func expectation(
    _ expectation: String, in text: Span<UInt8>, at offset: Int
  ) -> JSONSyntaxError {
    let found: String
    if offset >= text.count {
      found = "the end of the text"
    } else {
      let byte = text[offset]
      found =
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case ASCII.space: "a space"
        default: "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return JSONSyntaxError(at: offset, "expected \(expectation), found \(found)")
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
