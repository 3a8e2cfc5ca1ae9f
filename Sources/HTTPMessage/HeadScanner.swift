/// Finds the end of a request's head, byte by byte.
///
/// It reads each byte once, in order, so the result does not depend on how the bytes are split between
/// calls. It throws at once at a byte that may not be where it is (a control character, a CR without
/// its LF, white space at the start of a line); `HeadReader` makes all other checks.
struct HeadScanner: Sendable {
  private enum State: Sendable {
    /// Before the first byte; one empty line is skipped (RFC 9112 §2.2).
    case start
    case startReturn
    case startAgain
    case requestLine
    case fieldLine
    /// After a CR that must be followed by LF.
    case lineReturn
    /// At the first byte of a line after the request line.
    case lineStart
    /// After the CR of the empty line.
    case lastReturn
  }

  private let limit: Int
  private var state = State.start
  private var count = 0
  private var isPastRequestLine = false

  /// Creates a scanner for a head of at most `limit` bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// The number of bytes of the head scanned so far.
  var scanned: Int { count }

  /// Returns to the initial state, so that the next byte begins another head.
  mutating func reset() {
    state = .start
    count = 0
    isPastRequestLine = false
  }

  /// Scans the bytes in `range`, which must follow the bytes that the previous call scanned.
  ///
  /// - Returns: the index after the head's empty line; nil if the head continues.
  /// - Throws: 400, 414 or 431, at the first byte that violates a rule.
  /// - Complexity: O(`range`); no allocation.
  mutating func scan(_ bytes: [UInt8], _ range: Range<Int>) throws(HTTPRefusal) -> Int? {
    // The first byte beyond the limit is refused, even one that would end the head.
    let allowed = limit - count
    let isCut = range.count > allowed
    let end = isCut ? range.lowerBound + max(allowed, 0) : range.upperBound
    var index = range.lowerBound
    while true {
      if state == .requestLine || state == .fieldLine {
        index = bytes.endOfPlainText(in: index..<end)
      }
      guard index < end else { break }
      let isLast = try step(bytes[index])
      index += 1
      if isLast {
        count += index - range.lowerBound
        return index
      }
    }
    count += end - range.lowerBound
    if isCut { throw tooLong }
    return nil
  }

  private var tooLong: HTTPRefusal {
    isPastRequestLine
      ? HTTPRefusal(
        .requestHeaderFieldsTooLarge,
        "The request's head exceeds \(limit) bytes (TATAMI_MAX_HEADER_BYTES).")
      : HTTPRefusal(
        .uriTooLong, "The request line exceeds \(limit) bytes (TATAMI_MAX_HEADER_BYTES).")
  }

  /// Reads one byte; returns true for the last byte of the head.
  private mutating func step(_ byte: UInt8) throws(HTTPRefusal) -> Bool {
    switch state {
    case .start, .startAgain:
      if byte == UInt8(ascii: "\r"), state == .start {
        state = .startReturn
      } else {
        try requireToken(byte, "The request line does not begin with a method.")
        state = .requestLine
      }
    case .startReturn:
      try requireLineFeed(byte)
      state = .startAgain
    case .requestLine:
      if byte == UInt8(ascii: "\r") {
        isPastRequestLine = true
        state = .lineReturn
      } else if byte < 0x20 || byte > 0x7E {
        throw HTTPRefusal(
          .badRequest, "The request line contains a byte that is not printable ASCII.")
      }
    case .fieldLine:
      if byte == UInt8(ascii: "\r") {
        state = .lineReturn
      } else if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F {
        throw HTTPRefusal(.badRequest, "A header field contains a control character.")
      }
    case .lineReturn:
      try requireLineFeed(byte)
      state = .lineStart
    case .lineStart:
      if byte == UInt8(ascii: "\r") {
        state = .lastReturn
      } else {
        try requireToken(byte, "A header line does not begin with a field name.")
        state = .fieldLine
      }
    case .lastReturn:
      try requireLineFeed(byte)
      return true
    }
    return false
  }

  private func requireToken(_ byte: UInt8, _ detail: String) throws(HTTPRefusal) {
    guard byte.isToken else { throw HTTPRefusal(.badRequest, detail) }
  }

  private func requireLineFeed(_ byte: UInt8) throws(HTTPRefusal) {
    guard byte == UInt8(ascii: "\n") else {
      throw HTTPRefusal(.badRequest, "A carriage return is not followed by a line feed.")
    }
  }
}

extension UInt8 {
  /// Whether a token may contain the byte (RFC 9110 §5.6.2).
  var isToken: Bool {
    // One bit per byte: the digits, letters and !#$%&'*+-.^_`|~ .
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    guard self < 128 else { return false }
    return (self < 64 ? low >> UInt64(self) : high >> UInt64(self - 64)) & 1 == 1
  }

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
