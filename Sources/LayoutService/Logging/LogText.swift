import HTTPMessage

/// Text of log lines: control characters never get through, so that no client can forge a line.
enum LogText {
  /// Appends bytes as the inside of a JSON string; what is not ASCII text is escaped byte by byte.
  static func appendJSON(_ bytes: some Sequence<UInt8>, to line: inout [UInt8]) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        line.append(UInt8(ascii: "\\"))
        line.append(byte)
      case 0x20..<0x7F: line.append(byte)
      default:
        append("\\u00", to: &line)
        appendHex(byte, to: &line)
      }
    }
  }

  /// Appends bytes for a terminal; what is not printable ASCII becomes `\xHH`.
  static func appendPlain(_ bytes: some Sequence<UInt8>, to line: inout [UInt8]) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): append("\\\\", to: &line)
      case 0x20..<0x7F: line.append(byte)
      default:
        append("\\x", to: &line)
        appendHex(byte, to: &line)
      }
    }
  }

  /// Appends text known at compile time.
  static func append(_ text: StaticString, to line: inout [UInt8]) {
    text.withUTF8Buffer { line.append(contentsOf: $0) }
  }

  /// Appends a whole number.
  static func append(_ number: Int, to line: inout [UInt8]) {
    if number < 0 { line.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = line.count
    repeat {
      line.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    line[start...].reverse()
  }

  /// Appends nanoseconds as milliseconds with three decimals.
  static func append(milliseconds nanoseconds: UInt64, to line: inout [UInt8]) {
    let micros = Int(clamping: nanoseconds / 1_000)
    append(micros / 1_000, to: &line)
    line.append(UInt8(ascii: "."))
    appendPadded(micros % 1_000, digits: 3, to: &line)
  }

  /// Appends a time as `2025-11-21T01:38:45.123Z` (RFC 3339).
  ///
  /// - Parameter nanoseconds: since 1970-01-01 00:00:00 UTC; 0 for anything before.
  static func append(time nanoseconds: Int, to line: inout [UInt8]) {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    let seconds = milliseconds / 1_000
    let date = HTTPDate.civil(days: seconds / 86_400)
    appendPadded(date.year, digits: 4, to: &line)
    line.append(UInt8(ascii: "-"))
    appendPadded(date.month, digits: 2, to: &line)
    line.append(UInt8(ascii: "-"))
    appendPadded(date.day, digits: 2, to: &line)
    line.append(UInt8(ascii: "T"))
    appendPadded(seconds / 3_600 % 24, digits: 2, to: &line)
    line.append(UInt8(ascii: ":"))
    appendPadded(seconds / 60 % 60, digits: 2, to: &line)
    line.append(UInt8(ascii: ":"))
    appendPadded(seconds % 60, digits: 2, to: &line)
    line.append(UInt8(ascii: "."))
    appendPadded(milliseconds % 1_000, digits: 3, to: &line)
    line.append(UInt8(ascii: "Z"))
  }

  private static func appendPadded(_ number: Int, digits: Int, to line: inout [UInt8]) {
    var unit = 1
    for _ in 1..<digits { unit *= 10 }
    while unit > 0 {
      line.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  private static func appendHex(_ byte: UInt8, to line: inout [UInt8]) {
    for digit in [byte >> 4, byte & 0xF] {
      line.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
