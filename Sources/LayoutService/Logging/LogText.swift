import HTTPMessage

/// Escapes the text of log lines: control characters never pass, so that no client can forge a line.
enum LogText {
  /// Maximum bytes that one byte of a text takes after escaping.
  static let maxBytes = 6

  /// Writes bytes as the inside of a JSON string, or for a terminal.
  ///
  /// A backslash is put before each backslash, and in JSON before each quotation mark. Bytes other
  /// than printable ASCII are written one by one: `\u00HH` in JSON, else `\xHH`.
  static func write(_ bytes: Span<UInt8>, _ format: LogFormat, to line: inout ByteWriter) {
    let mark = format == .json ? UInt8(ascii: "\"") : UInt8(ascii: "\\")
    // The last load ends at `count`.
    unsafe bytes.withUnsafeBytes { buffer in
      if buffer.count >= 8, unsafe isPlain(buffer, mark) {
        line.write(bytes: bytes)
      } else {
        for place in buffer.indices { unsafe write(buffer[place], mark, format, to: &line) }
      }
    }
  }

  /// Appends a text, escaped as `write` escapes bytes.
  static func append(_ text: String, _ format: LogFormat, to line: inout [UInt8]) {
    let utf8 = text.utf8
    line.append(room: maxBytes * utf8.count) { write(utf8.span, format, to: &$0) }
  }

  private static func write(
    _ byte: UInt8, _ mark: UInt8, _ format: LogFormat, to line: inout ByteWriter
  ) {
    guard 0x20..<0x7F ~= byte else {
      line.write(format == .json ? "\\u00" : "\\x")
      let digits = HexText.digits(of: UInt64(byte))
      line.write(byte: digits[14])
      line.write(byte: digits[15])
      return
    }
    if byte == mark || byte == UInt8(ascii: "\\") { line.write("\\") }
    line.write(byte: byte)
  }

  /// Returns whether all bytes, of which there must be eight or more, are printable ASCII other than `mark`
  /// and the backslash, as in nearly all texts.
  private static func isPlain(_ bytes: UnsafeRawBufferPointer, _ mark: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var others: UInt64 = 0
    func look(at index: Int) {
      let eight = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A byte's top bit is set: by the subtractions, if it is below 0x20 or equals a mark; by the
      // addition, if it is above 0x7E; from the start, if it is not ASCII. Only such bytes borrow or carry.
      others |= eight | (eight &- ones &* 0x20) | (eight &+ ones)
      others |= (eight ^ ones &* UInt64(mark)) &- ones
      others |= (eight ^ ones &* UInt64(UInt8(ascii: "\\"))) &- ones
    }
    var index = 0
    while index + 8 < bytes.count {
      look(at: index)
      index += 8
    }
    look(at: bytes.count - 8)
    return others & (ones &* 0x80) == 0
  }
}

/// A time as `2025-11-21T01:38:45.123Z` (RFC 3339), rewritten only when the second changes.
struct LogTime: Sendable {
  private var second = -1
  private(set) var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "Z"))

  /// Sets the time.
  ///
  /// - Parameter nanoseconds: the time since 1970-01-01 00:00:00 UTC; an earlier time counts as 0.
  mutating func set(_ nanoseconds: Int) {
    let milliseconds = max(0, nanoseconds) / 1_000_000
    let second = milliseconds / 1_000
    if second != self.second {
      self.second = second
      let date = HTTPDate.civil(days: second / 86_400)
      var place = 0
      func put(_ number: Int, _ digits: Int, _ mark: UInt8) {
        set(number, digits, at: place)
        text[place + digits] = mark
        place += digits + 1
      }
      put(date.year, 4, UInt8(ascii: "-"))
      put(date.month, 2, UInt8(ascii: "-"))
      put(date.day, 2, UInt8(ascii: "T"))
      put(second / 3_600 % 24, 2, UInt8(ascii: ":"))
      put(second / 60 % 60, 2, UInt8(ascii: ":"))
      put(second % 60, 2, UInt8(ascii: "."))
    }
    let rest = milliseconds % 1_000
    text[20] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 100)
    text[21] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10 % 10)
    text[22] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
  }

  private mutating func set(_ number: Int, _ digits: Int, at place: Int) {
    var rest = number
    for index in (place..<place + digits).reversed() {
      text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
