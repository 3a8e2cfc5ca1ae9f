import Foundation
import LayoutEngine
import LayoutWire
import TestSupport
import Testing

/// What is no JSON is said with byte offset, line, column and pointer (Contract §7).
@Suite(.waits) struct MalformedJSONTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var offset: Int
    var line: Int
    var column: Int
    var pointer: String
    var reason: String
    var testDescription: String { text.prefix(60).debugDescription }
  }

  @Test(arguments: [
    Case(
      text: "", offset: 0, line: 1, column: 1, pointer: "",
      reason: "expected a value, found the end of the text"),
    Case(
      text: "{\"items\":[1,2,]}", offset: 14, line: 1, column: 15, pointer: "/items/2",
      reason: "expected a value, found ']' (JSON allows no trailing comma)"),
    Case(
      text: "{\n  \"items\": [1,\n    x]}", offset: 21, line: 3, column: 5, pointer: "/items/1",
      reason: "expected a value, found 'x' (JSON strings must be double-quoted)"),
    Case(
      text: "{\"items\":[1, 2, 3, 4, 5, 6, 7, 8, 9,\n  ]}", offset: 39, line: 2, column: 3,
      pointer: "/items/9",
      reason: "expected a value, found ']' (JSON allows no trailing comma)"),
    Case(
      text: "{\"items\":[1, 2, 3, 4, 5, 6, 7, 8, 9, x]}", offset: 37, line: 1, column: 38,
      pointer: "/items/9",
      reason: "expected a value, found 'x' (JSON strings must be double-quoted)"),
    Case(
      text: "{\"items\":[[1,2],[3,\t]]}", offset: 20, line: 1, column: 21, pointer: "/items/1/1",
      reason: "expected a value, found ']' (JSON allows no trailing comma)"),
    Case(
      text: "{\"container\":{\"width\" 390}}", offset: 22, line: 1, column: 23,
      pointer: "/container/width", reason: "expected ':', found '3'"),
    Case(
      text: "{\"container\":{\"width\":390 \"height\":1}}", offset: 26, line: 1, column: 27,
      pointer: "/container/width", reason: "expected ',' or '}', found '\"'"),
    Case(
      text: "{\"sections\":[{\"items\":01}]}", offset: 22, line: 1, column: 23,
      pointer: "/sections/0/items", reason: "a number has a leading zero"),
    Case(
      text: "{\"items\":[{\"id\":\"é€😀\u{1}\"}]}", offset: 26, line: 1, column: 21,
      pointer: "/items/0/id", reason: "a string has an unescaped control character"),
    Case(
      text: "{\"items\":[1]} {}", offset: 14, line: 1, column: 15, pointer: "",
      reason: "expected the end of the text, found '{'"),
    Case(
      text: "\u{FEFF}{}", offset: 0, line: 1, column: 1, pointer: "",
      reason: "begins with a byte order mark"),
    Case(
      text: "{\"a/b~c\":[tru]}", offset: 10, line: 1, column: 11, pointer: "/a~1b~0c/0",
      reason: "expected a value, found 't' (JSON strings must be double-quoted)"),
    Case(
      text: "{\"items\":[{\"id\":\"\\ud83d\"}]}", offset: 17, line: 1, column: 18,
      pointer: "/items/0/id", reason: "an unpaired surrogate"),
    Case(
      text: "{\"items\":[{\"id\":\"\\udc00\\ud83d\"}]}", offset: 17, line: 1, column: 18,
      pointer: "/items/0/id", reason: "an unpaired surrogate"),
    Case(
      text: "{\"items\":[{\"id\":\"\\x\"}]}", offset: 17, line: 1, column: 18,
      pointer: "/items/0/id", reason: "an unknown escape"),
    Case(
      text: "{\"items\":[{\"id\":\"\\u12g4\"}]}", offset: 17, line: 1, column: 18,
      pointer: "/items/0/id", reason: "\\u needs four hexadecimal digits"),
    Case(
      text: "{\"items\":[-]}", offset: 11, line: 1, column: 12, pointer: "/items/0",
      reason: "expected a digit, found ']'"),
    Case(
      text: "{\"items\":[1.]}", offset: 12, line: 1, column: 13, pointer: "/items/0",
      reason: "expected a digit, found ']'"),
    Case(
      text: "{\"items\":[1e+]}", offset: 13, line: 1, column: 14, pointer: "/items/0",
      reason: "expected a digit, found ']'"),
  ])
  func `names the place`(_ test: Case) throws {
    let found = try #require(Reading.malformation(test.text))
    #expect(
      found
        == MalformedJSON(
          offset: test.offset, line: test.line, column: test.column, reason: test.reason,
          pointer: test.pointer))
  }

  /// What people bring from JavaScript, Python and editors.
  @Test(arguments: [
    ("[1,]", "no trailing comma"), ("[1 , \n\t ]", "no trailing comma"),
    (#"{"a":1,}"#, "no trailing comma"), (#"{"a":{"b":1,},"c":1}"#, "no trailing comma"),
    ("// x\n{}", "no comments"), (#"{"a":1 /* x */}"#, "no comments"),
    (#"{"a":1, # x"#, "no comments"), ("{} // x", "no comments"),
    ("[NaN]", "no NaN or Infinity"), ("[nan]", "no NaN or Infinity"),
    ("[Infinity]", "no NaN or Infinity"), ("[-Infinity]", "no NaN or Infinity"),
    (#"{"container":{"width":NaN}}"#, "no NaN or Infinity"),
    ("{'a':1}", "need double quotes"), (#"{"a":'b'}"#, "need double quotes"),
    ("[`a`]", "need double quotes"), ("{“a”:1}", "straight double quotes"),
    (#"{"a":’b’}"#, "straight double quotes"),
    ("{items:1}", #"double-quoted: "items""#), ("{1:2}", #"double-quoted: "1""#),
    ("[True]", "writes it true"), ("[False]", "writes it false"), ("[TRUE]", "writes it true"),
    ("[None]", "writes it null"), ("[undefined]", "writes it null"), ("[nil]", "writes it null"),
    ("[+1]", "no plus sign"), ("[.5]", "begin with a digit: 0.5"),
    ("[flow]", "strings must be double-quoted"),
  ])
  func `names the habit`(_ text: String, _ hint: String) throws {
    let found = try #require(Reading.malformation(text))
    #expect(found.reason.contains(hint), "\(found.reason)")
    #expect(found.reason.utf8.count < 160)
  }

  /// What is none of these habits, or too far away to be looked for.
  @Test(arguments: [
    "[1 2]", "[]]", "{]", "[}", #"{"a" 1}"#, "[1/2]", "[", #"{"a":1"#, "[-]", "[1}", "\u{1}",
    "[1," + String(repeating: " ", count: 5_000) + "]",
  ])
  func `no habit is named where none is seen`(_ text: String) throws {
    let found = try #require(Reading.malformation(text))
    #expect(!found.reason.contains("JSON"), "\(found.reason)")
  }

  @Test func `a message holds no more than the beginning of a long word`() throws {
    let word = String(repeating: "word", count: 100_000)
    #expect(try #require(Reading.malformation("{" + word + ":1}")).reason.utf8.count < 160)
  }

  @Test(arguments: [
    (#"{"items":1,"items":2}"#, 11, "/items"),
    (#"{"items":[{"width":1,"width":2}]}"#, 21, "/items/0/width"),
    (#"{"items":[{"width":1,"w\u0069dth":2}]}"#, 21, "/items/0/width"),
    (#"{"container":{"width":1,"height":2,"width":1}}"#, 35, "/container/width"),
    (#"{"layout":{"type":"flow","type":"flow"}}"#, 25, "/layout/type"),
  ])
  func `a field that comes twice is malformed`(
    _ text: String, _ offset: Int, _ pointer: String
  ) throws {
    let found = try #require(Reading.malformation(text))
    #expect(found.offset == offset)
    #expect(found.pointer == pointer)
    #expect(found.reason.contains("twice"))
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0x80], [0xC3], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
      [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98, 0x20], [0xFF], [0xFE],
    ] as [[UInt8]])
  func `invalid UTF-8 is malformed`(_ bytes: [UInt8]) throws {
    let text = Array(#"{"items":[{"id":"a"#.utf8) + bytes + Array(#""}]}"#.utf8)
    let found = try #require(Reading.malformation(text))
    #expect(found.offset == 18)
    #expect(found.reason == "invalid UTF-8")
  }

  @Test(arguments: [
    "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{D7FF}",
    "\u{E000}", "漢字", "e\u{301}",
  ])
  func `valid UTF-8 is read as it stands`(_ id: String) throws {
    let items = try Reading.items(#"[{"id":"\#(id)"}]"#)
    #expect(items.id(of: 0).map { Array($0.text.utf8) } == Array(id.utf8))
  }

  @Test func `what is malformed anywhere wins over what is no document`() throws {
    let text = #"{"container":7,"colour":1,"items":[-1,"x",{"hight":1}],"layout":{"type":"x"}"#
    #expect(Reading.refusals(text + "}").count == 6)
    let found = try #require(Reading.malformation(text + ",}"))
    #expect(found.offset == text.utf8.count + 1)
  }

  @Test func `a million levels are malformed and never trap`() {
    #expect(Reading.malformation(String(repeating: "[", count: 1_000_000)) != nil)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `the pointer of what is nested deep has 100 steps`(_ opening: String) throws {
    let step = opening == "[" ? "/0" : "/a"
    for depth in [99, 100, 101, 163, 164, 165, 1_000] {
      let found = try #require(Reading.malformation(String(repeating: opening, count: depth) + "x"))
      #expect(found.pointer == String(repeating: step, count: min(depth, 100)))
    }
  }

  @Test func `members behind deep nesting are found`() throws {
    let deep = String(repeating: #"[{"b":"#, count: 200) + "1" + String(repeating: "}]", count: 200)
    let more = String(repeating: #"[2,{"b":3,"c":"#, count: 90) + "[4,5]"
    let found = try #require(Reading.malformation(#"{"a":["# + deep + "," + deep + #","z",x]}"#))
    #expect(found.pointer == "/a/3")
    // 100 steps: /a, then 49 pairs of /1/c, then one more /1.
    let cut = try #require(Reading.malformation(#"{"a":"# + more + ",6"))
    #expect(cut.pointer == "/a" + String(repeating: "/1/c", count: 49) + "/1")
    let end = try #require(
      Reading.malformation(#"{"a":[0,"# + more + String(repeating: "}]", count: 90) + ",7,x]}"))
    #expect(end.pointer == "/a/3")
  }

  @Test(
    .disabled(
      if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil,
      "AddressSanitizer keeps what is freed"))
  func `a text of nothing but brackets takes memory in proportion`() async {
    await #expect(processExitsWith: .success) {
      // In a process of its own, so that nothing else takes memory meanwhile.
      let text = [UInt8](repeating: UInt8(ascii: "["), count: 4 << 20)
      let before = try Self.maxMemory()
      #expect(throws: DocumentError.self) { try LayoutDocumentReader.read(text) }
      let taken = try Self.maxMemory() - before
      try #require(taken < 2 * text.count, "\(taken) bytes for \(text.count)")
    }
  }

  /// The most bytes that this process has held at once, by `VmHWM` in `/proc/self/status`.
  private static func maxMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return 1024 * (try #require(Int(line.filter(\.isNumber))))
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":[", "]}]")])
  func `deep nesting is malformed, or too deep`(_ opening: String, _ closing: String) {
    let open = String(repeating: opening, count: 20_000)
    #expect(Reading.malformation(open) != nil)
    #expect(Reading.malformation(#"{"items":"# + open) != nil)
    let whole =
      #"{"container":{"width":1,"height":1},"items":"# + open + "1"
      + String(repeating: closing, count: 20_000) + "}"
    let refusals = Reading.refusals(whole)
    #expect(refusals.contains { $0.detail == "nests deeper than 64 levels" })
  }

  @Test func `64 levels are read, 65 refused`() {
    // The document, its items and an item are three levels; an unknown field's value the others.
    func document(levels: Int) -> String {
      let inner = levels - 3
      return Reading.text(
        with: #""items":[{"x":"# + String(repeating: "[", count: inner)
          + String(repeating: "]", count: inner) + "}]")
    }
    #expect(Reading.refusals(document(levels: 64)).map(\.pointer) == ["/items/0/x"])
    let tooDeep = Reading.refusals(document(levels: 65))
    #expect(
      tooDeep.map(\.pointer) == ["/items/0/x", "/items/0/x" + String(repeating: "/0", count: 61)])
  }
}
