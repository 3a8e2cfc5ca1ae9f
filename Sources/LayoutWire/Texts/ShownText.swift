/// Replaces characters that have no place in a text to be shown.
enum ShownText {
  /// Returns a scalar that a picture or a style sheet may contain: the given one, a space, or U+FFFD in its place.
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
