import LayoutEngine
import LayoutWire
import Testing

@testable import LayoutWire

/// Strings come in and go out as they are.
struct StringTests {
  private func read(_ text: String) throws -> [UInt8]? {
    let items = try Reading.items(#"[{"id":"\#(text)"}]"#)
    return items.id(of: 0).map { Array($0.text.utf8) }
  }

  @Test(arguments: [
    (#"\" \\ \/ \b \f \n \r \t"#, "\" \\ / \u{8} \u{C} \n \r \t"),
    (#"\u0041\u00e9\u20AC"#, "Aé€"), (#"\ud83d\ude00"#, "😀"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
    (#"\u0000"#, "\0"), ("", ""), (#"a\\u0041"#, "a\\u0041"), (#"\ud83d\ude00\u0301"#, "😀\u{301}"),
  ])
  func `escapes stand for their characters`(_ text: String, _ value: String) throws {
    #expect(try read(text) == Array(value.utf8))
  }

  @Test func `an escaped field name is that field`() throws {
    let items = try Reading.items(#"[{"\u0068eight":5,"aspect\u0052atio":2}]"#)
    #expect(items.unpacked.heights[0] == 5)
    #expect(items.unpacked.aspectRatios[0] == 2)
  }

  @Test func `names alike in their first eight bytes are told apart`() throws {
    let refusals = Reading.layoutRefusals(
      #""type":"flow","minimumLineSpacinh":1,"minimumL":1,"minimumLineSpacing":3"#)
    #expect(refusals.map(\.pointer) == ["/minimumLineSpacinh", "/minimumL"])
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
    ("\u{0}\u{1}\u{1F}\u{8}", #""\u0000\u0001\u001f\u0008""#), ("é€😀", "\"é€😀\""), ("", "\"\""),
    ("/<&>'", #""/<&>'""#),
  ])
  func `text is written with what must be escaped`(_ text: String, _ json: String) {
    var output: [UInt8] = []
    output.appendJSON(text)
    #expect(String(decoding: output, as: UTF8.self) == json)
  }

  @Test(arguments: ["a\"b\\c\u{0}\u{7F}\u{2028}é\u{10FFFF}/", "\\u0041", "\u{FEFF}"])
  func `what is written is read back`(_ text: String) throws {
    var output: [UInt8] = []
    output.appendJSON(text)
    let json = String(decoding: output, as: UTF8.self)
    #expect(try read(String(json.dropFirst().dropLast())) == Array(text.utf8))
  }
}
