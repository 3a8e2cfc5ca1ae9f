/// Escapes, shortens and measures the texts of a picture.
enum SVGText {
  /// The maximum number of characters (Unicode scalars) of a client's text in a picture.
  static let maxScalars = 48

  /// Returns the approximate width of a text, in ems of a sans-serif face.
  ///
  /// - Complexity: O(`maxScalars`).
  static func ems(_ text: String) -> Double {
    var ems = 0.0
    for scalar in text.unicodeScalars.prefix(maxScalars) {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A: ems += 0.64
      case 0x20...0x7F: ems += 0.56
      case 0x80...0x2FF: ems += 0.62
      default: ems += 1
      }
    }
    return ems
  }

  /// Returns whether the text is longer than `maxScalars`.
  static func isLong(_ text: String) -> Bool {
    text.unicodeScalars.dropFirst(maxScalars).first != nil
  }

  /// Returns a scalar that a picture may contain: the given one, a space, or U+FFFD in its place.
  ///
  /// XML 1.0 §2.2 forbids most control characters and U+FFFE and U+FFFF, even as references. The other
  /// controls and noncharacters are invisible; those that change the writing direction could change the
  /// meaning of the text around them.
  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF: "\u{FFFD}"
    case let value where value & 0xFFFE == 0xFFFE: "\u{FFFD}"
    default: scalar
    }
  }
}

extension SVGText {
  /// Whether the scalar changes the writing direction of a part of a line.
  fileprivate static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension [UInt8] {
  /// Appends a line of a client's text as XML character data.
  ///
  /// Unlike `appendXML`, it keeps characters that change the writing direction, because the line is an element of its
  /// own, and it does not shorten the text.
  mutating func appendXMLLine(_ text: String) {
    for scalar in text.unicodeScalars {
      appendXML(SVGText.isDirectional(scalar) ? scalar : SVGText.shown(scalar))
    }
  }

  /// Appends a client's text as XML character data, shortened to `SVGText.maxScalars` (XML 1.0 §2.4).
  ///
  /// The result is also valid in attributes.
  mutating func appendXML(_ text: String) {
    for scalar in text.unicodeScalars.prefix(SVGText.maxScalars) {
      appendXML(SVGText.shown(scalar))
    }
    if SVGText.isLong(text) { append("…") }
  }

  /// Appends a character that XML allows.
  private mutating func appendXML(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": append("&amp;")
    case "<": append("&lt;")
    case ">": append("&gt;")
    case "\"": append("&quot;")
    case "'": append("&#39;")
    default: append(contentsOf: String(scalar).utf8)
    }
  }
}
