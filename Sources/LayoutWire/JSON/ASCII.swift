/// The bytes that JSON's grammar names.
enum ASCII {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Whether the byte is a decimal digit.
  static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

  /// Whether the byte is a capital letter.
  static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  /// Whether the byte is a letter or a decimal digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || isCapital(byte & ~0x20)
  }

  /// Whether the byte is one of JSON's four kinds of white space.
  @inline(__always)
  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte <= space && (byte == space || byte == lineFeed || byte == carriageReturn || byte == tab)
  }

  /// Whether the byte begins a number.
  static func beginsNumber(_ byte: UInt8) -> Bool { isDigit(byte) || byte == minus }

  /// Returns the byte's value as a hexadecimal digit; nil if it is no such digit.
  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case zero...nine: UInt32(byte - zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
