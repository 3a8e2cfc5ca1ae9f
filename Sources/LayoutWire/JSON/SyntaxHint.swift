/// Explains the likely cause of a JSON syntax error: habits of JavaScript, Python and editors.
///
/// Used only after a text has been refused; it examines only the bytes around the error.
struct SyntaxHint {
  /// The maximum number of bytes in a word that is examined and repeated in a message.
  private static let wordBytes = 40
  /// The maximum number of bytes before the error that are searched for a comma.
  private static let spaceBytes = 4_096

  private let bytes: [UInt8]
  private let error: JSONSyntaxError

  /// Returns the error's reason, followed by a way to fix the text if one is found.
  static func reason(of error: JSONSyntaxError, in bytes: [UInt8]) -> String {
    guard isPrefix("expected", error), error.offset < bytes.count,
      let hint = SyntaxHint(bytes: bytes, error: error).hint
    else { return error.reason }
    return error.reason + " (" + hint + ")"
  }

  private static func isPrefix(_ text: StaticString, _ error: JSONSyntaxError) -> Bool {
    error.reason.utf8.starts(with: "\(text)".utf8)
  }

  /// The byte at which the error occurred.
  private var found: UInt8 { bytes[error.offset] }

  private var wantsKey: Bool { Self.isPrefix("expected a key", error) }

  private var wantsValue: Bool {
    Self.isPrefix("expected a value", error) || Self.isPrefix("expected a digit", error)
  }

  private var hint: String? {
    switch found {
    case ASCII.closeBracket, ASCII.closeBrace:
      return followsComma ? "JSON allows no trailing comma" : nil
    case UInt8(ascii: "#"): return "JSON allows no comments"
    case UInt8(ascii: "/"): return beginsComment ? "JSON allows no comments" : nil
    case UInt8(ascii: "'"), UInt8(ascii: "`"): return "JSON strings need double quotes"
    case 0xE2: return hasCurlyQuote ? "JSON strings need straight double quotes" : nil
    case ASCII.plus: return wantsValue ? "JSON numbers have no plus sign" : nil
    case ASCII.point: return wantsValue ? "JSON numbers begin with a digit: 0.5" : nil
    default: return hintAboutWord
    }
  }

  /// Whether a comma precedes the error, with nothing but white space between.
  private var followsComma: Bool {
    var index = error.offset - 1
    let start = max(0, index - Self.spaceBytes)
    while index > start, ASCII.isWhiteSpace(bytes[index]) { index -= 1 }
    return index >= 0 && bytes[index] == ASCII.comma
  }

  private var beginsComment: Bool {
    let next = error.offset + 1 < bytes.count ? bytes[error.offset + 1] : 0
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
  }

  /// Whether the error is at one of ‘ ’ “ ”.
  private var hasCurlyQuote: Bool {
    let rest = bytes[error.offset...].prefix(3)
    return rest.elementsEqual([0xE2, 0x80, 0x98]) || rest.elementsEqual([0xE2, 0x80, 0x99])
      || rest.elementsEqual([0xE2, 0x80, 0x9C]) || rest.elementsEqual([0xE2, 0x80, 0x9D])
  }

  /// The hint for a word without quotes.
  private var hintAboutWord: String? {
    let word = bytes[error.offset...].prefix(Self.wordBytes).prefix { Self.isPartOfWord($0) }
    guard let first = word.first, !ASCII.isDigit(first) || wantsKey else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    if wantsKey { return "JSON keys must be double-quoted: \"\(text)\"" }
    guard wantsValue else { return nil }
    // `lowercased()` would link tables of all of Unicode, 20 kB of tatami.wasm. The word is ASCII.
    let small = String(decoding: word.map { ASCII.isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    switch small {
    case "nan", "infinity", "inf": return "JSON has no NaN or Infinity"
    case "true", "false": return "JSON writes it \(small)"
    case "none", "nil", "null", "undefined": return "JSON writes it null"
    default: return "JSON strings must be double-quoted"
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), ASCII.zero...ASCII.nine:
      true
    default: false
    }
  }
}
