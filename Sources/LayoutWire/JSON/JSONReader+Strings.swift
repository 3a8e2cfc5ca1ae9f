/// The maximum number of a string's bytes used in messages and to look up names; no name is as long.
let shownBytes = 1_024

/// A checked string in the text.
struct StringToken {
  /// The bytes between the quotes.
  var range: Range<Int>
  /// Whether the string contains escapes.
  var hasEscapes: Bool
}

extension JSONReader {
  /// Reads a string, whose opening quote comes next, and checks it: UTF-8, no control characters, valid
  /// escapes, surrogates in pairs.
  mutating func readStringToken() throws(JSONSyntaxError) -> StringToken {
    let start = position + 1
    var index = start
    var looksAt = start + bytesPerCheck
    var hasEscapes = false
    while index < bytes.count {
      if index >= looksAt {
        guard goesOn(at: index) else { throw .ended(at: index) }
        looksAt = index + bytesPerCheck
      }
      let byte = bytes[index]
      if byte == ASCII.quote {
        position = index + 1
        return StringToken(range: start..<index, hasEscapes: hasEscapes)
      }
      if byte == ASCII.backslash {
        hasEscapes = true
        index = try endOfEscape(at: index)
      } else if byte >= 0x80 {
        index = try endOfScalar(at: index)
      } else {
        guard byte >= ASCII.space else {
          throw JSONSyntaxError(at: index, "a string has an unescaped control character")
        }
        index += 1
      }
    }
    throw JSONSyntaxError(at: bytes.count, "unterminated string")
  }

  /// Returns the string's characters as UTF-8, with escapes decoded.
  ///
  /// - Parameter limit: the number of bytes after which a longer string is cut, perhaps within a
  ///   character; up to three more bytes if an escape ends there.
  func decode(_ token: StringToken, atMost limit: Int) -> [UInt8] {
    guard token.hasEscapes else { return Array(bytes[token.range].prefix(limit)) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(min(token.range.count, limit))
    var index = token.range.lowerBound
    while index < token.range.upperBound, decoded.count < limit {
      let byte = bytes[index]
      guard byte == ASCII.backslash else {
        decoded.append(byte)
        index += 1
        continue
      }
      index = appendEscape(at: index, to: &decoded)
    }
    return decoded
  }

  /// Returns the string's characters with escapes decoded; a longer string is cut after `limit` bytes.
  func text(of token: StringToken, atMost limit: Int) -> String {
    String(decoding: decode(token, atMost: limit), as: UTF8.self)
  }

  /// Returns the number of bytes in the string's characters as UTF-8, with escapes decoded.
  func decodedCount(of token: StringToken) throws(JSONSyntaxError) -> Int {
    guard token.hasEscapes else { return token.range.count }
    var count = 0
    var character: [UInt8] = []
    var index = token.range.lowerBound
    var looksAt = index + bytesPerCheck
    while index < token.range.upperBound {
      if index >= looksAt {
        try budget.look(at: index)
        looksAt = index + bytesPerCheck
      }
      guard bytes[index] == ASCII.backslash else {
        count += 1
        index += 1
        continue
      }
      character.removeAll(keepingCapacity: true)
      index = appendEscape(at: index, to: &character)
      count += character.count
    }
    return count
  }

  /// Returns the index after the escape that begins at `index`.
  private func endOfEscape(at index: Int) throws(JSONSyntaxError) -> Int {
    let letter = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch letter {
    case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index + 2
    case UInt8(ascii: "u"):
      break
    default:
      throw JSONSyntaxError(at: index, "an unknown escape")
    }
    guard let unit = codeUnit(at: index) else {
      throw JSONSyntaxError(at: index, "\\u needs four hexadecimal digits")
    }
    switch unit {
    case 0xD800...0xDBFF:
      guard let low = codeUnit(at: index + 6), 0xDC00...0xDFFF ~= low else {
        throw JSONSyntaxError(at: index, "an unpaired surrogate")
      }
      return index + 12
    case 0xDC00...0xDFFF:
      throw JSONSyntaxError(at: index, "an unpaired surrogate")
    default:
      return index + 6
    }
  }

  /// Returns the UTF-16 code unit of the `\u` escape at `index`; nil if no such escape is there.
  private func codeUnit(at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == ASCII.backslash,
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for offset in 2..<6 {
      guard let digit = ASCII.hexValue(bytes[index + offset]) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Appends the character of the checked escape at `index`, and returns the index after the escape.
  private func appendEscape(at index: Int, to decoded: inout [UInt8]) -> Int {
    switch bytes[index + 1] {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(ASCII.lineFeed)
    case UInt8(ascii: "r"): decoded.append(ASCII.carriageReturn)
    case UInt8(ascii: "t"): decoded.append(ASCII.tab)
    case UInt8(ascii: "u"):
      let unit = codeUnit(at: index) ?? 0xFFFD
      guard 0xD800...0xDBFF ~= unit, let low = codeUnit(at: index + 6) else {
        decoded.append(contentsOf: utf8(unit))
        return index + 6
      }
      decoded.append(contentsOf: utf8(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)))
      return index + 12
    default: decoded.append(bytes[index + 1])
    }
    return index + 2
  }

  private func utf8(_ scalar: UInt32) -> String.UTF8View {
    String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8
  }

  /// Returns the index after the multi-byte character that begins at `index` (RFC 3629 §4: no overlong
  /// forms, no surrogates, nothing above U+10FFFF).
  private func endOfScalar(at index: Int) throws(JSONSyntaxError) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[index] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw JSONSyntaxError(at: index, "invalid UTF-8")
    }
    guard index + length <= bytes.count, second ~= bytes[index + 1],
      bytes[(index + 2)..<(index + length)].allSatisfy({ 0x80...0xBF ~= $0 })
    else { throw JSONSyntaxError(at: index, "invalid UTF-8") }
    return index + length
  }
}
