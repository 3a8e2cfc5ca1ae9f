import HTTPMessage
import Testing

@Suite struct QueryStringTests {
  private func pairs(_ text: String) -> [[String]] {
    let bytes = Array(text.utf8)
    return QueryString(bytes, in: 0..<bytes.count).map {
      [bytes.text(in: $0.name), bytes.text(in: $0.value)]
    }
  }

  @Test func `Parameters come in order, still encoded`() {
    #expect(pairs("a=1&b=%2C+&a==&=x") == [["a", "1"], ["b", "%2C+"], ["a", "="], ["", "x"]])
  }

  @Test func `A name alone has an empty value, and empty pieces are none`() {
    #expect(pairs("") == [])
    #expect(pairs("&&a&") == [["a", ""]])
  }

  @Test(
    arguments: [
      ("", ""), ("abc", "abc"), ("a+b", "a+b"), ("%41%2c%2C", "A,,"), ("%2541", "%41"),
      ("%00%ff", "\u{0}\u{FFFD}"),
    ])
  func `Percent-encoding is undone once, and plus is plus`(text: String, decoded: String) throws {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    try PercentEncoding.decode(bytes, in: 0..<bytes.count, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == decoded)
  }

  @Test(arguments: [("%", 0), ("a%4", 1), ("%41%zz", 3), ("%%41", 0), ("%4", 0), ("% 41", 0)])
  func `A malformed percent is an error at its place`(text: String, offset: Int) {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    #expect(throws: PercentEncodingError(offset: offset)) {
      try PercentEncoding.decode(bytes, in: 0..<bytes.count, into: &output)
    }
  }

  @Test func `Encoded names equal plain ones`() {
    let bytes = Array("r%65ct%".utf8)
    #expect(PercentEncoding.equals(bytes, in: 0..<6, "rect"))
    #expect(!PercentEncoding.equals(bytes, in: 0..<7, "rect"))
    #expect(!PercentEncoding.equals(bytes, in: 0..<6, "rec"))
    #expect(!PercentEncoding.equals(bytes, in: 0..<6, "rects"))
    #expect(!PercentEncoding.equals(bytes, in: 0..<3, "rect"))
  }
}

@Suite struct HTTPDateTests {
  /// Seconds and texts of GNU date (`date -u -d @N '+%a, %d %b %Y %T GMT'`); the second is RFC
  /// 9110's own example.
  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
  func `Dates are written as RFC 9110 has them`(seconds: Int, text: String) {
    var output: [UInt8] = []
    HTTPDate.append(seconds: seconds, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == text)
  }
}
