import LayoutEngine
import LayoutWire
import TestSupport
import Testing

/// Objects in a row that are written alike are read by their form; the same objects whose keys are
/// written with an escape are not.
struct AlikeItemTests {
  /// What a list of items comes to.
  private enum Outcome: Equatable {
    case items([Item])
    case refused([PointedError])
    case malformed(String, String)
  }

  private struct Item: Equatable {
    var id: ItemID?
    var numbers: [Double?]
    var body: [Body.Block]?
  }

  /// A member of an item's object, by its key and value.
  private typealias Member = (key: String, value: String)

  private static let fields = ["id", "width", "height", "aspectRatio", "bodyHeight", "body"]
  /// Bodies with a placeholder for each text.
  private static let bodies = [
    "%", "[%]", #"[{"text":%}]"#, #"[{"text":%,"style":"title"},%]"#,
    #"[ {"style" : "caption", "text":%} , {"text":%} ]"#, "[%,%,%,%]", "[%,%,%,%,%]", "[]",
    #"[%,{"height":4}]"#, #"[{"text":%,"style":"title"},{"text":%,"style":"caption"}]"#,
    #"[{"text":%,"style":"nothing"}]"#,
  ]
  private static let textStyles =
    #""textStyles":{"title":{"fontFamily":"A","fontSize":9,"lineHeight":9},"#
    + #""caption":{"fontFamily":"A","fontSize":9,"lineHeight":9}}"#
  private static let ids = [
    "a", "", "photo-12345678", "0123456789abcdef0123456789abcdef", "é", "日本語", #"a\"b"#, #"\u00e9"#,
    #"a\\"#, "a b,c:d{e}", String(repeating: "x", count: 300), "tab\u{7f}",
  ]
  private static let numberIDs = [
    "0", "1", "17", "123456789", "123456789012345", "1234567890123456", "9007199254740992", "-5",
    "1e3", "2.0", "00", "1.5", "9007199254740994",
  ]
  private static let numbers = [
    "0", "1", "7.5", "300", "4512", "1234567", "12345678", "1.7777777777777777", "1e2", "12.5E1",
    "123456789.125", "0.333",
  ]
  /// Members that make an object another one, good or bad.
  private static let others: [Member] = [
    ("columnSpan", "2"), ("zIndex", "-3"), ("nothing", "1"), ("measured", #"{"height":9}"#),
    ("width", "1"), ("height", "-1"), ("id", "7"), ("width", "null"), ("height", #""5""#),
    ("widthMode", #""full""#),
  ]
  private static let broken = [
    "{", "{}}", #"{"width"}"#, #"{"width":}"#, #"{"width":1,}"#, #"{"width":01}"#, #"{"id":"a}"#,
    #"{"width":1 "height":2}"#, #"{"width":1,"height":2"#, "{\"id\":\"\u{1}\"}", #"{"id":"\x"}"#,
    #"{"width":1.}"#, #"{"width":1]"#, #"{"width";1}"#, #"{"width":1,"height":2},"#,
  ]

  private func outcome(_ list: String, limits: DocumentLimits = DocumentLimits()) -> Outcome {
    do throws(DocumentError) {
      let document = try LayoutDocumentReader.read(
        Array(Reading.text(with: #""items":[\#(list)],\#(Self.textStyles)"#).utf8),
        limits: limits)
      let items = document.sections[0].items
      let columns = items.unpacked
      return .items(
        (0..<items.count).map { item in
          Item(
            id: items.id(of: item),
            numbers: [
              columns.numbers[item], columns.widths[item], columns.heights[item],
              columns.aspectRatios[item], columns.bodyHeights[item], columns.columnSpans[item],
              columns.zIndexes[item], columns.measuredHeights[item],
            ], body: items.fields(of: item).body.map { Array($0.blocks) })
        })
    } catch {
      switch error {
      case .cancelled: preconditionFailure("reading without a budget is not ended")
      case .invalid(let errors): return .refused(errors)
      case .malformed(let malformed):
        return .malformed(
          malformed.pointer, malformed.reason.replacing(#/, found.*/#, with: ""))
      }
    }
  }

  /// How a list's objects are written.
  private struct Style {
    var fields: [String]
    var body: String
    var hasNumberIDs: Bool
    var afterBrace: String
    var afterColon: String
    var afterComma: String
    var beforeEnd: String
    var separator: String

    init(_ random: inout SeededGenerator) {
      func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
      let count = Int.random(in: 1...6, using: &random)
      body = pick(AlikeItemTests.bodies)
      hasNumberIDs = Bool.random(using: &random)
      fields = Array(AlikeItemTests.fields.shuffled(using: &random).prefix(count))
      afterBrace = pick(["", "", " ", "\n      "])
      afterColon = pick(["", "", " "])
      afterComma = pick(["", "", " ", "\n\t"])
      beforeEnd = pick(["", "", " ", "\n    "])
      separator = pick([",", ", ", ",\n  ", " , ", ",\t"])
    }

    func text(_ members: [Member], escaped: Bool) -> String {
      let written = members.map { member in
        let first = member.key.unicodeScalars.first?.value ?? 0
        let key =
          escaped ? #"\u00\#(String(first, radix: 16))\#(member.key.dropFirst())"# : member.key
        return "\"\(key)\":\(afterColon)\(member.value)"
      }
      return "{" + afterBrace + written.joined(separator: "," + afterComma) + beforeEnd + "}"
    }
  }

  private func members(_ style: Style, _ random: inout SeededGenerator) -> [Member] {
    style.fields.map { field in
      func text() -> String { "\"" + (Self.ids.randomElement(using: &random) ?? "") + "\"" }
      switch field {
      case "id" where style.hasNumberIDs:
        return (field, Self.numberIDs.randomElement(using: &random) ?? "1")
      case "id": return (field, text())
      case "body":
        let parts = style.body.split(separator: "%", omittingEmptySubsequences: false)
        return (field, parts.dropFirst().reduce(String(parts[0])) { $0 + text() + $1 })
      default: return (field, Self.numbers.randomElement(using: &random) ?? "1")
      }
    }
  }

  @Test func `objects of one form are read as the same objects one by one are`() {
    let seed: UInt64 = 20_261_122
    var random = SeededGenerator(seed: seed)
    var (read, refused, malformed) = (0, 0, 0)
    for round in 0..<2_000 {
      var style = Style(&random)
      let count = Int.random(in: 1...(round % 40 == 0 ? 400 : 14), using: &random)
      let oddity = [0, 0, 3, 25].randomElement(using: &random) ?? 0
      var items: [(text: String, reference: String)] = (0..<count).map { _ in
        var members = members(style, &random)
        if Int.random(in: 0..<100, using: &random) < oddity {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: members.shuffle(using: &random)
          case 1: members.removeLast()
          case 2: style = Style(&random)
          default:
            if let other = Self.others.randomElement(using: &random) { members.append(other) }
          }
        }
        return (style.text(members, escaped: false), style.text(members, escaped: true))
      }
      if round % 5 == 0, let broken = Self.broken.randomElement(using: &random) {
        items.insert(
          (broken, broken), at: Int.random(in: 0...items.count, using: &random))
      }
      let limits = DocumentLimits(maxItems: round % 7 == 0 ? 5 : 1_000)
      let outcome = outcome(items.map(\.text).joined(separator: style.separator), limits: limits)
      let reference = self.outcome(
        items.map(\.reference).joined(separator: style.separator), limits: limits)
      #expect(outcome == reference, "seed \(seed), round \(round): \(items.map(\.text))")
      switch outcome {
      case .items: read += 1
      case .refused: refused += 1
      case .malformed: malformed += 1
      }
    }
    #expect(read > 500 && refused > 100 && malformed > 100, "\(read), \(refused), \(malformed)")
  }

  @Test func `a text that ends anywhere among objects is malformed there`() {
    let object = #"{"id":"0123456789","width":1600,"height":1200.5}"#
    let text = Array((#"{"items":["# + [object, object, object].joined(separator: ", ")).utf8)
    for count in 0...text.count {
      #expect(Reading.malformation(Array(text[..<count]))?.offset == count)
    }
  }

  @Test(arguments: [
    #"{"id":0.5}"#, #"{"id":[]}"#, #"{"width":"a,"}"#, #"{"width":"a}"}"#,
    #"{"id":"a","width":-1}"#,
    #"{"width":{"width":1}}"#, #"{"":1}"#, "{}",
  ])
  func `nothing is learned of objects that are refused, however many are`(_ object: String) {
    for count in [1, 19, 20, 21, 22, 60] {
      let list = Array(repeating: object, count: count).joined(separator: ",")
      for rest in ["", #",{"width":1}"#, #",{"id":"a"},{"id":"b"}"#] {
        // At the document's end, where nothing comes after them but what closes it.
        let text =
          #"{"container":{"width":1,"height":1},"layout":{"type":"list"},"items":["#
          + list + rest + "]}"
        let document = try? LayoutDocumentReader.read(Array(text.utf8), limits: DocumentLimits())
        #expect((document != nil) == (object == "{}"))
      }
    }
  }

  @Test func `what an id may be holds for objects of one form too`() {
    func list(_ id: String) -> String {
      let good = #"{"id":"a","height":1}"#
      return [good, good, #"{"id":"\#(id)","height":1}"#, good].joined(separator: ",")
    }
    let longest = String(repeating: "x", count: 1_024)
    guard case .items(let items) = outcome(list(longest)) else {
      Issue.record("an id of 1,024 bytes is refused")
      return
    }
    #expect(items[2].id == .text(longest))
    guard case .refused(let errors) = outcome(list(longest + "x")) else {
      Issue.record("an id of 1,025 bytes is not refused")
      return
    }
    #expect(errors.map(\.pointer) == ["/items/2/id"])
  }

  @Test func `A text has at most 8,192 UTF-16 units in bodies of one form too`() {
    func list(_ text: String) -> String {
      ["a", "b", text, "c"].map { #"{"height":1,"body":"\#($0)"}"# }.joined(separator: ",")
    }
    for character in ["x", "é", "語", "😀"] {
      let longest = String(
        repeating: character, count: Body.maxTextLength / character.utf16.count)
      guard case .items(let items) = outcome(list(longest)) else {
        Issue.record("a text of 8,192 units is refused")
        return
      }
      #expect(items[2].body == [.text(Array(longest.utf8)[...], style: nil)])
      guard case .refused(let errors) = outcome(list(longest + character)) else {
        Issue.record("a text of more than 8,192 units is not refused")
        return
      }
      #expect(errors.map(\.pointer) == ["/items/2/body"])
    }
  }
}
