/// Escapes texts of a document for style sheets (CSS Syntax 3 §4.3.7).
enum CSSText {
  /// Whether a character of a quoted string is written by its code.
  ///
  /// Quotes, backslashes and line ends would end the string; `<`, `>`, `&` and `'` have a meaning in HTML and XML;
  /// XML forbids most control characters and noncharacters; the others are invisible.
  static func isEscapedInStrings(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "\\", "<", ">", "&", "'": true
    default: ShownText.shown(scalar) != scalar
    }
  }
}

extension [UInt8] {
  /// Appends a part of an identifier as `CSS.escape` does, except that a digit at its start is not escaped.
  mutating func appendCSSIdentifier(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0: append("\u{FFFD}")
      case 1...0x1F, 0x7F: appendCSSCode(scalar)
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x80...: appendScalar(scalar)
      default:
        append(ASCII.backslash)
        appendScalar(scalar)
      }
    }
  }

  /// Appends a quoted string.
  package mutating func appendCSSString(_ text: String) {
    append(ASCII.quote)
    for scalar in text.unicodeScalars {
      if scalar.value == 0 {
        append("\u{FFFD}")
      } else if CSSText.isEscapedInStrings(scalar) {
        appendCSSCode(scalar)
      } else {
        appendScalar(scalar)
      }
    }
    append(ASCII.quote)
  }

  /// Appends a character by its code, with the space that ends an escape.
  private mutating func appendCSSCode(_ scalar: Unicode.Scalar) {
    append(ASCII.backslash)
    let value = scalar.value
    var shift = UInt32(20)
    while shift > 0, value >> shift == 0 { shift -= 4 }
    while true {
      let digit = UInt8(truncatingIfNeeded: value >> shift & 0xF)
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
      if shift == 0 { break }
      shift -= 4
    }
    append(ASCII.space)
  }

  private mutating func appendScalar(_ scalar: Unicode.Scalar) {
    append(contentsOf: String(scalar).utf8)
  }
}
