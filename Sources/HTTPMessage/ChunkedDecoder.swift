/// Decodes the chunked transfer coding (RFC 9112 §7.1), strictly and byte by byte.
///
/// A size is 1–16 hexadecimal digits, followed directly by `;` or CR LF. Extensions and trailer fields
/// are checked, counted and dropped. The result does not depend on how the bytes are split between calls.
public struct ChunkedDecoder: Sendable {
  /// The result of one call of `next`.
  public enum Step: Sendable, Hashable {
    /// This range of the bytes is data of the body; call `next` again from the range's upper bound.
    case data(Range<Int>)
    /// All bytes of the range have been read, but the body has not ended.
    case needsMore
    /// The body has ended; the bytes after it begin at this index.
    case end(Int)
  }

  private enum State: Sendable {
    case size
    case sizeSpace
    case sizeReturn
    case chunkExtension
    case data
    case dataReturn
    case dataLineFeed
    case trailerStart
    case trailerName
    case trailerValue
    case trailerReturn
    case endReturn
    case ended
  }

  /// The maximum number of extension bytes in one body.
  static let extensionLimit = 4096
  /// The maximum number of trailer bytes in one body.
  static let trailerLimit = 8192

  private var state = State.size
  private var digits = 0
  private var remaining: UInt64 = 0
  private var extensionBytes = 0
  private var trailerBytes = 0

  /// Creates a decoder that expects the body's first byte.
  public init() {}

  /// Reads the bytes of `range` until it finds data, or until the body or the range ends.
  ///
  /// The bytes must follow those that earlier calls have read.
  ///
  /// - Throws: 400 or 431, at the first byte that violates a rule.
  /// - Complexity: O(bytes read); no allocation.
  public mutating func next(_ bytes: [UInt8], _ range: Range<Int>) throws(HTTPRefusal) -> Step {
    var index = range.lowerBound
    while index < range.upperBound, state != .ended {
      if state == .data {
        let available = UInt64(range.upperBound - index)
        let taken = min(available, remaining)
        remaining -= taken
        if remaining == 0 { state = .dataReturn }
        return .data(index..<index + Int(taken))
      }
      try step(bytes[index])
      index += 1
    }
    return state == .ended ? .end(index) : .needsMore
  }

  private mutating func step(_ byte: UInt8) throws(HTTPRefusal) {
    switch state {
    case .size: try size(byte)
    case .sizeSpace: try sizeSpace(byte)
    case .chunkExtension: try chunkExtension(byte)
    case .sizeReturn:
      try require(byte == UInt8(ascii: "\n"), "A chunk's size is not followed by CR LF.")
      state = remaining == 0 ? .trailerStart : .data
      digits = 0
    case .dataReturn:
      try require(byte == UInt8(ascii: "\r"), "A chunk's data is not followed by CR LF.")
      state = .dataLineFeed
    case .dataLineFeed:
      try require(byte == UInt8(ascii: "\n"), "A chunk's data is not followed by CR LF.")
      state = .size
    case .trailerStart, .trailerName, .trailerValue, .trailerReturn: try trailer(byte)
    case .endReturn:
      try require(byte == UInt8(ascii: "\n"), "The trailer does not end with CR LF.")
      state = .ended
    case .data, .ended: break
    }
  }

  private mutating func size(_ byte: UInt8) throws(HTTPRefusal) {
    if let digit = byte.hexValue {
      digits += 1
      try require(digits <= 16, "A chunk's size has more than 16 digits.")
      remaining = digits == 1 ? UInt64(digit) : remaining << 4 | UInt64(digit)
      return
    }
    try require(digits > 0, "A chunk's size is not a hexadecimal number.")
    if byte == UInt8(ascii: "\r") {
      state = .sizeReturn
    } else {
      try sizeSpace(byte)
    }
  }

  /// Reads the white space that may precede an extension, and its semicolon (RFC 9112 §7.1.1).
  private mutating func sizeSpace(_ byte: UInt8) throws(HTTPRefusal) {
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      state = .sizeSpace
      try countExtensionByte()
    } else {
      try require(byte == UInt8(ascii: ";"), "A chunk's size is not a hexadecimal number.")
      state = .chunkExtension
    }
  }

  private mutating func chunkExtension(_ byte: UInt8) throws(HTTPRefusal) {
    if byte == UInt8(ascii: "\r") {
      state = .sizeReturn
      return
    }
    try require(byte.isFieldValue, "A chunk's extension contains a control character.")
    try countExtensionByte()
  }

  private mutating func countExtensionByte() throws(HTTPRefusal) {
    extensionBytes += 1
    guard extensionBytes <= Self.extensionLimit else {
      throw HTTPRefusal(
        .badRequest, "The chunk extensions exceed \(Self.extensionLimit) bytes.")
    }
  }

  private mutating func trailer(_ byte: UInt8) throws(HTTPRefusal) {
    trailerBytes += 1
    guard trailerBytes <= Self.trailerLimit else {
      throw HTTPRefusal(
        .requestHeaderFieldsTooLarge, "The trailer exceeds \(Self.trailerLimit) bytes.")
    }
    switch state {
    case .trailerStart where byte == UInt8(ascii: "\r"):
      state = .endReturn
    case .trailerName where byte == UInt8(ascii: ":"):
      state = .trailerValue
    case .trailerStart, .trailerName:
      try require(byte.isToken, "A trailer field's name is not a token.")
      state = .trailerName
    case .trailerReturn:
      try require(byte == UInt8(ascii: "\n"), "A trailer field is not followed by CR LF.")
      state = .trailerStart
    default:
      if byte == UInt8(ascii: "\r") {
        state = .trailerReturn
      } else {
        try require(byte.isFieldValue, "A trailer field contains a control character.")
      }
    }
  }

  private func require(_ condition: Bool, _ detail: String) throws(HTTPRefusal) {
    guard condition else { throw HTTPRefusal(.badRequest, detail) }
  }
}

extension UInt8 {
  /// Whether a field's value may contain the byte (RFC 9110 §5.5).
  var isFieldValue: Bool { self >= 0x20 && self != 0x7F || self == UInt8(ascii: "\t") }
}
