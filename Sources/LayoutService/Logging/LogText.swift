import HTTPMessage

/// Text of log lines: control characters never get through, so that no client can forge a line.
enum LogText {
  /// Appends bytes as the inside of a JSON string; what is not ASCII text is escaped byte by byte.
  static func appendJSON(_ bytes: some Sequence<UInt8>, to line: inout [UInt8]) {
    append(bytes, escaping: UInt8(ascii: "\""), otherBytesBy: "\\u00", to: &line)
  }

  /// Appends bytes for a terminal; what is not printable ASCII becomes `\xHH`.
  static func appendPlain(_ bytes: some Sequence<UInt8>, to line: inout [UInt8]) {
    append(bytes, escaping: UInt8(ascii: "\\"), otherBytesBy: "\\x", to: &line)
  }

  /// Appends runs of printable ASCII as they are, a backslash before a backslash and before
  /// `mark`, and any other byte as two hexadecimal digits after `escape`.
  private static func append(
    _ bytes: some Sequence<UInt8>, escaping mark: UInt8, otherBytesBy escape: StaticString,
    to line: inout [UInt8]
  ) {
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      var start = 0
      while start < bytes.count {
        let end =
          unsafe bytes[start...].firstIndex {
            !(0x20..<0x7F ~= $0) || $0 == mark || $0 == UInt8(ascii: "\\")
          } ?? bytes.count
        unsafe line.append(contentsOf: bytes[start..<end])
        guard end < bytes.count else { return }
        if unsafe 0x20..<0x7F ~= bytes[end] {
          line.append("\\")
          unsafe line.append(bytes[end])
        } else {
          line.append(escape)
          let digits = unsafe HexText.digits(of: UInt64(bytes[end]))
          line.append(digits[14])
          line.append(digits[15])
        }
        start = end + 1
      }
    }
    if bytes.withContiguousStorageIfAvailable(append) == nil {
      unsafe Array(bytes).withUnsafeBufferPointer(append)
    }
  }

  /// Appends a time as `2025-11-21T01:38:45.123Z` (RFC 3339).
  ///
  /// - Parameter nanoseconds: since 1970-01-01 00:00:00 UTC; 0 for anything before.
  static func append(time nanoseconds: Int, to line: inout [UInt8]) {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    let seconds = milliseconds / 1_000
    let date = HTTPDate.civil(days: seconds / 86_400)
    line.append(decimal: date.year, digits: 4)
    line.append(UInt8(ascii: "-"))
    line.append(decimal: date.month, digits: 2)
    line.append(UInt8(ascii: "-"))
    line.append(decimal: date.day, digits: 2)
    line.append(UInt8(ascii: "T"))
    line.append(decimal: seconds / 3_600 % 24, digits: 2)
    line.append(UInt8(ascii: ":"))
    line.append(decimal: seconds / 60 % 60, digits: 2)
    line.append(UInt8(ascii: ":"))
    line.append(decimal: seconds % 60, digits: 2)
    line.append(UInt8(ascii: "."))
    line.append(decimal: milliseconds % 1_000, digits: 3)
    line.append(UInt8(ascii: "Z"))
  }
}
