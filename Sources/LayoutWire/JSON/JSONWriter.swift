/// Writes JSON text at the end of a byte buffer, in which the caller has reserved capacity.
///
/// The writer moves a cursor instead of appending: an attribute consists of some thirty short pieces,
/// and checking the capacity once per attribute instead of once per piece halves the time. The type is
/// marked safe because only `appendJSON(capacity:)` creates one, with a capacity for everything that
/// its closure can write: literals, and numbers of at most `maxNumberBytes`. Debug builds check that.
@safe
struct JSONWriter {
  /// The capacity needed to write a number, in bytes: sign, 16 digits, point, 18 decimals, and a margin.
  static let maxNumberBytes = 40

  /// The address of the next byte; valid only in the closure that receives the writer.
  private var next: UnsafeMutablePointer<UInt8>
  private let start: UnsafeMutablePointer<UInt8>

  init(at start: UnsafeMutablePointer<UInt8>) {
    unsafe next = start
    unsafe self.start = start
  }

  /// The number of bytes written.
  var count: Int { unsafe next - start }

  /// Writes text that needs no escapes.
  @inline(__always)
  mutating func write(_ literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    unsafe UnsafeMutableRawPointer(next).copyMemory(from: literal.utf8Start, byteCount: count)
    unsafe next += count
  }

  /// Writes one byte.
  @inline(__always)
  mutating func write(byte: UInt8) {
    unsafe next.pointee = byte
    unsafe next += 1
  }

  /// Returns the 32 bytes from the offset `place` on; bytes that have not been written yet are arbitrary.
  ///
  /// The caller must ensure that all 32 bytes are within the capacity.
  @inline(__always)
  func bytes(from place: Int) -> SIMD32<UInt8> {
    unsafe UnsafeRawPointer(start + place).loadUnaligned(as: SIMD32<UInt8>.self)
  }

  /// Writes the first `count` of 32 bytes.
  ///
  /// The caller must ensure that the capacity suffices for all 32 bytes.
  @inline(__always)
  mutating func write(_ bytes: SIMD32<UInt8>, count: Int) {
    unsafe UnsafeMutableRawPointer(next).storeBytes(of: bytes, as: SIMD32<UInt8>.self)
    unsafe next += count
  }

  /// Writes a whole number.
  @inline(__always)
  mutating func write(_ value: Int) {
    write(Int64(value))
  }

  /// Writes a 64-bit whole number; in the WebAssembly module, an `Int` has only 32 bits.
  @inline(__always)
  mutating func write(_ value: Int64) {
    if value < 0 { write(byte: ASCII.minus) }
    writeDigits(value.magnitude)
  }

  /// Writes a number: the shortest decimal that reads back as the same double, −0 as 0.
  ///
  /// Multiples of 1/1000 below 10^12 have at most 15 significant digits, so their exact decimal is the
  /// shortest. For other numbers, `ShortestDecimalFormatter` or the standard library finds the shortest decimal,
  /// which is slow enough to make the memo worthwhile.
  @inline(__always)
  mutating func write(_ value: Double, _ memo: inout DecimalMemo) {
    guard abs(value) < 1e12 else { return memo.write(value, to: &self) }
    // Adding and subtracting 1.5 · 2^52 rounds to the nearest whole number, whose bits are the sum's lowest.
    let rounding = 0x1.8p52
    let halves = value * 2 + rounding
    if halves - rounding == value * 2 {
      return write(
        halves: Int64(bitPattern: halves.bitPattern) &- Int64(bitPattern: rounding.bitPattern))
    }
    let thousandths = (value * 1000 + rounding) - rounding
    guard thousandths / 1000 == value else { return memo.write(value, to: &self) }
    if value < 0 { write(byte: ASCII.minus) }
    let magnitude = Int64(thousandths).magnitude
    writeDigits(magnitude / 1000)
    writeDecimals(magnitude % 1000)
  }

  /// Writes the number `halves / 2`.
  ///
  /// Most numbers in frames are multiples of 1/2, and a branch could not predict which of them are
  /// whole: the `.5` is always written, and the cursor passes it only if the number has it.
  @inline(__always)
  private mutating func write(halves: Int64) {
    if halves < 0 { write(byte: ASCII.minus) }
    let magnitude = halves.magnitude
    writeDigits(magnitude >> 1)
    unsafe next[0] = ASCII.point
    unsafe next[1] = UInt8(ascii: "5")
    unsafe next += Int(magnitude & 1) * 2
  }

  /// Writes a decimal without sign.
  @inline(__always)
  mutating func write(_ decimal: ShortestDecimalFormatter) {
    let (whole, fraction) = decimal.parts
    writeDigits(whole)
    guard decimal.decimals > 0 else { return }
    // All 18 decimals are written; the cursor passes only the significant ones.
    let (front, back) = (fraction / 10_000_000_000, fraction % 10_000_000_000)
    unsafe next[0] = ASCII.point
    let decimals = unsafe UnsafeMutableRawPointer(next + 1)
    unsafe decimals.storeBytes(of: Self.eightDigits(front), as: UInt64.self)
    unsafe decimals.storeBytes(of: Self.eightDigits(back / 100), toByteOffset: 8, as: UInt64.self)
    unsafe copyPair(back % 100, to: decimals + 16)
    unsafe next += 1 + decimal.decimals
  }

  /// Returns the digits of a number below 10^8 as text, with the first digit in the lowest byte.
  ///
  /// Each step splits all parts of the word in two: one number of eight digits, then two of four, four of
  /// two, and eight digits.
  @inline(__always)
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    let (high, low) = (number / 10_000, number % 10_000)
    let fours = high | low &<< 32
    let hundreds = (fours &* 5_243) &>> 19 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (pairs &* 103) &>> 10 & 0x000F_000F_000F_000F
    let ones = tens | (pairs &- tens &* 10) &<< 8
    return (ones | 0x3030_3030_3030_3030).littleEndian
  }

  /// Writes a point and up to three decimals, the last of them not 0.
  @inline(__always)
  private mutating func writeDecimals(_ thousandths: UInt64) {
    unsafe next[0] = ASCII.point
    unsafe next[1] = ASCII.zero + UInt8(truncatingIfNeeded: thousandths / 100)
    unsafe next[2] = ASCII.zero + UInt8(truncatingIfNeeded: thousandths / 10 % 10)
    unsafe next[3] = ASCII.zero + UInt8(truncatingIfNeeded: thousandths % 10)
    unsafe next += thousandths % 100 == 0 ? 2 : thousandths % 10 == 0 ? 3 : 4
  }

  /// Writes a whole number's digits.
  @inline(__always)
  private mutating func writeDigits(_ value: UInt64) {
    guard value >= 10 else { return write(byte: ASCII.zero + UInt8(truncatingIfNeeded: value)) }
    let count = Self.digitCount(value)
    var rest = value
    var position = count
    // Two digits at a time: this halves the number of divisions, each of which waits for the one before.
    while position > 1 {
      position -= 2
      let (hundreds, pair) = (rest / 100, rest % 100)
      unsafe copyPair(pair, to: UnsafeMutableRawPointer(next + position))
      rest = hundreds
    }
    // One digit is left if their number is odd.
    if position > 0 { unsafe next.pointee = ASCII.zero + UInt8(truncatingIfNeeded: rest) }
    unsafe next += count
  }

  /// Writes the two digits of a number below 100 at an address.
  @inline(__always)
  private func copyPair(_ number: UInt64, to place: UnsafeMutableRawPointer) {
    let pair = 2 * Int(truncatingIfNeeded: number)
    unsafe place.copyMemory(from: Self.pairs.utf8Start + pair, byteCount: 2)
  }

  /// The digits of all numbers below 100, two for each.
  private static var pairs: StaticString {
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748\
    49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697\
    9899
    """
  }

  /// Returns the number of decimal digits of `value`.
  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    switch value {
    case ..<10: 1
    case ..<100: 2
    case ..<1_000: 3
    case ..<10_000: 4
    case ..<100_000: 5
    case ..<1_000_000: 6
    case ..<10_000_000: 7
    default: 7 + digitCountAbove(value / 10_000_000)
    }
  }

  private static func digitCountAbove(_ value: UInt64) -> Int {
    var count = 0
    var rest = value
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }
}

extension [UInt8] {
  /// Appends the text that the closure writes, at most `capacity` bytes.
  @inline(__always)
  mutating func appendJSON(capacity: Int, _ write: (inout JSONWriter) -> Void) {
    append(addingCapacity: capacity) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var writer = unsafe JSONWriter(at: start)
        write(&writer)
        count = writer.count
        assert(count <= capacity)
      }
    }
  }

  /// Appends text that needs no escapes.
  mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// Appends a whole number.
  package mutating func appendJSON(_ value: Int) {
    appendJSON(Int64(value))
  }

  /// Appends a 64-bit whole number.
  mutating func appendJSON(_ value: Int64) {
    appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value) }
  }

  /// Appends a JSON number: the shortest decimal that reads back as the same double.
  package mutating func appendJSON(_ value: Double) {
    var memo = DecimalMemo()
    appendJSON(capacity: JSONWriter.maxNumberBytes) { $0.write(value, &memo) }
  }

  /// Appends a JSON string, with quotes, backslashes and control characters escaped (RFC 8259 §7).
  package mutating func appendJSON(_ text: String) {
    var text = text
    text.withUTF8 { unsafe appendJSON(utf8: $0) }
  }

  /// Appends a JSON string of valid UTF-8.
  private mutating func appendJSON(utf8 text: UnsafeBufferPointer<UInt8>) {
    append(ASCII.quote)
    var start = 0
    for index in text.indices where unsafe Self.needsEscape(text[index]) {
      unsafe append(contentsOf: text[start..<index])
      unsafe appendEscape(text[index])
      start = index + 1
    }
    unsafe append(contentsOf: text[start...])
    append(ASCII.quote)
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case ASCII.quote, ASCII.backslash: append(contentsOf: [ASCII.backslash, byte])
    case ASCII.lineFeed: append("\\n")
    case ASCII.carriageReturn: append("\\r")
    case ASCII.tab: append("\\t")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u00")
      append(contentsOf: String(byte, radix: 16).utf8)
    }
  }
}

/// Returns the shortest decimal that reads back as the same double, for messages.
func shortText(of value: Double) -> String {
  var text: [UInt8] = []
  text.appendJSON(value)
  return String(decoding: text, as: UTF8.self)
}
