import Foundation
import TestSupport
import Testing

@testable import tatami

/// Whatever README and its pages claim, the program does.
@Suite struct ReadmeTests {
  @Test(arguments: try Readme(Readme.layoutRules).layoutExamples)
  func `A document gives the frames of its table`(_ example: Readme.LayoutExample) throws {
    let answer = try Self.layOut(example.document)
    for row in example.frames {
      let wanted = row.dropFirst().compactMap(Double.init)
      if row.first == "content" {
        #expect([answer.contentSize.width, answer.contentSize.height] == wanted)
      } else {
        let frame = answer.attributes.first { $0.name == row.first }?.frame
        let values = frame.map { [$0.x, $0.y, $0.width, $0.height] }
        #expect(values == wanted, "\(row)")
      }
    }
    #expect(answer.attributes.count == example.frames.filter { $0.first != "content" }.count)
  }

  /// Every element of a document, as the program lays it out.
  private static func layOut(_ document: String) throws -> Answer {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(document.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try TatamiProgram.run(["layout", file.path(), "--rect", "all"])
    try #require(run.status == 0, "\(document): \(run.output)")
    return try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
  }

  private static let types = [
    "waterfall", "flow", "list", "justified", "magazine", "compositional", "custom",
  ]

  @Test func `LayoutRules has an example of every layout, each with its picture`() throws {
    let documents = try Readme(Readme.layoutRules).layoutExamples.map(\.document)
    for type in Self.types {
      #expect(documents.contains { $0.contains("\"type\":\"\(type)\"") }, "\(type)")
    }
    let folder = "Sources/LayoutEngine/LayoutEngine.docc/Resources"
    let text = try Readme.text(of: Readme.layoutRules)
    let names = text.matches(of: #/```\n\n<img src="Resources\/(\w+)\.svg"/#).map(\.output.1)
    #expect(names.count == documents.count)
    for (name, document) in zip(names, documents) {
      #expect(try Readme.text(of: "\(folder)/\(name).json") == document + "\n", "\(name)")
    }
  }

  @Test func `Recipes has an example of every layout, and all can be laid out`() throws {
    let table = try #require(try Readme(Readme.recipes).tables(under: "Layouts").first).dropFirst()
    let cells = table.map { $0[1].filter { $0 != "`" } }
    for type in Self.types {
      #expect(cells.contains { $0.contains("\"type\":\"\(type)\"") }, "\(type)")
    }
    // README shows some of them.
    let few = try #require(try Readme().tables(under: "Layouts").first).dropFirst()
    #expect(few.count == 5 && few.allSatisfy(table.contains))
    for cell in cells {
      let answer = try Self.layOut("{\"container\":{\"width\":390,\"height\":844},\(cell)}")
      #expect(!answer.attributes.isEmpty, "\(cell)")
    }
  }

  @Test(.enabled(if: Command.isInstalled("curl"), "curl is not installed"))
  func `A curl command prints the JSON below it`() throws {
    let examples = try Readme().commandExamples + Readme(Readme.contract).commandExamples
    #expect(examples.count >= 2)
    let program = try TatamiProgram()
    for example in examples {
      let command = example.command.replacing(
        "localhost:8080", with: "127.0.0.1:\(program.client.port)")
      let run = try Command.run(["/bin/sh", "-c", command])
      try #require(run.status == 0, "\(command)")
      let printed = try JSONDecoder().decode(JSONTree.self, from: Data(run.output.utf8))
      let wanted = try JSONDecoder().decode(JSONTree.self, from: Data(example.answer.utf8))
      #expect(printed.agrees(with: wanted), "\(command): \(run.output)")
    }
  }

  @Test func `The settings are those of the program, with their defaults`() throws {
    let help = try TatamiProgram.run(["serve", "--help"]).output
    let told = try Self.settings().map { Array($0.prefix(3)) }
    let pattern = #/\n  (--[a-z-]+|[A-Z_]+)[ =].*\n.*\n      ([A-Z_]+), default (.*)/#
    let printed = help.matches(of: pattern).map { match in
      // A secret has no flag.
      let flag = match.output.1.hasPrefix("--") ? String(match.output.1) : "—"
      return [flag, String(match.output.2), String(match.output.3)]
    }
    #expect(told == printed)
  }

  /// The settings of the table in Operating: flag, variable, default, text.
  private static func settings() throws -> [[String]] {
    let table = try #require(try Readme(Readme.operating).tables(under: "Settings").first)
    return table.dropFirst().map { row in row.map { $0.replacing("`", with: "") } }
  }

  @Test func `Every limit is the settings' default, or the code's`() throws {
    let defaults = Dictionary(try Self.settings().map { ($0[1], $0[2]) }) { first, _ in first }
    let sources = try SourceFile.all(in: "Sources")
    let rows = try #require(try Readme(Readme.limits).tables(under: "Limits").first).dropFirst()
    #expect(rows.count >= 25)
    for row in rows {
      let values = row[1].components(separatedBy: ", ")
      let names = row[2].matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      #expect(values.count == names.count, "\(row)")
      for (value, name) in zip(values, names) {
        if name.hasPrefix("TATAMI_") {
          let most = "at most \(value) from the container's memory"
          #expect([value, most].contains(defaults[name]), "\(name)")
        } else {
          let limits = Self.constants(name, in: sources)
          #expect(limits == [Self.number(value)], "\(name): \(limits)")
        }
      }
    }
  }

  /// The values that a name (`LayoutLimits.maxScale`) is given where its type is declared.
  private static func constants(_ name: String, in sources: [SourceFile]) -> [Double?] {
    let words = name.split(separator: ".")
    return sources.flatMap { file -> [Double?] in
      let text = file.lines.joined(separator: "\n")
      let isDeclared = ["struct", "enum", "class"].contains { text.contains("\($0) \(words[0])") }
      guard isDeclared else { return [] }
      let declaration = "\(words[1])(?:: [A-Za-z0-9]+)? = ([0-9_.<px ]+)"
      guard let pattern = try? Regex(declaration, as: (Substring, Substring).self) else {
        return []
      }
      return text.matches(of: pattern).map { number(String($0.output.1)) }
    }
  }

  /// A number as it is written in Limits (`10,000`, `2^53`) or in the code (`10_000`, `1 << 33`,
  /// `0x1p53`, `1...10_000`, of which the end counts).
  private static func number(_ text: String) -> Double? {
    let plain = text.filter { $0 != "," && $0 != "_" && $0 != " " }
    let end = plain.range(of: "...").map { String(plain[$0.upperBound...]) } ?? plain
    for sign in ["^", "<<"] {
      let parts = end.components(separatedBy: sign)
      if parts.count == 2, let base = Double(parts[0]), let power = Int(parts[1]) {
        let factor = Double(sign: .plus, exponent: power, significand: 1)
        return sign == "^" ? (base == 2 ? factor : nil) : base * factor
      }
    }
    return Double(end)
  }

  @Test func `What small containers get by default is what is told`() throws {
    let rows = try #require(try Readme(Readme.operating).tables(under: "In a container").first)
      .dropFirst()
    #expect(rows.count >= 5)
    for row in rows {
      let size = try #require(row[0].wholeMatch(of: #/(\d+) (MiB|GiB), (\d+)/#), "\(row)")
      let unit = size.output.2 == "MiB" ? 20 : 30
      let memory = try #require(Int(size.output.1)) << unit
      let processors = try #require(Int(size.output.3))
      let workers = MemoryShares.workers(processors, memory: memory)
      let shares = MemoryShares(memory: memory, workers: workers)
      #expect(shares.cacheBytes == shares.inflightBytes)
      let told = row.dropFirst().map { $0.replacing(",", with: "") }
      #expect(
        told == [
          "\(workers)", "\(shares.cacheBytes >> 20) MiB", "\(shares.bodyBytes >> 20) MiB",
          "\(shares.items)", "\(shares.connections)",
        ], "\(row)")
    }
  }

  @Test func `Every test that holds a threat off is there`() throws {
    let table = try #require(try Readme(Readme.threats).tables(under: "Threats").first)
    let tests = try SourceFile.all(in: "Tests").flatMap(\.lines).filter { $0.contains("func `") }
    let known = Set(tests.map { $0.split(separator: "`")[1] })
    for row in table.dropFirst() {
      let names = try #require(row.last).matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      #expect(!names.isEmpty)
      for name in names where !name.hasPrefix("make ") {
        #expect(known.contains(Substring(name)), "\(name)")
      }
    }
  }

  @Test func `CONTRIBUTING names every make target, and no other`() throws {
    let makefile = try Readme.text(of: "Makefile")
    let targets = Set(
      makefile.matches(of: #/(?m)^([a-z]+):.*\#\# /#).map { String($0.output.1) }
    ).subtracting(["help", "libraries"])
    let told = Set(
      try Readme(".github/CONTRIBUTING.md").tables(under: "Commands").joined().flatMap { row in
        row[0].matches(of: #/`make ([a-z]+)/#).map { String($0.output.1) }
      })
    #expect(told == targets)
  }
}

/// The part of an answer that the pages' tables show.
private struct Answer: Decodable {
  struct Size: Decodable {
    var width, height: Double
  }
  struct Frame: Decodable {
    var x, y, width, height: Double
  }
  struct Attributes: Decodable {
    var indexPath: [Int]
    var category: String
    var kind: String?
    var frame: Frame

    /// As the tables name an element: `cell 0-3`, `header 0-0`.
    var name: String {
      "\(kind ?? category) \(indexPath.map(String.init).joined(separator: "-"))"
    }
  }
  var contentSize: Size
  var attributes: [Attributes]
}

/// Any JSON value, for comparing.
enum JSONTree: Decodable, Equatable {
  case null, bool(Bool), number(Double), text(String), list([JSONTree]), object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  /// Whether this is what was wanted; `"…"` wants anything.
  func agrees(with wanted: JSONTree) -> Bool {
    switch (self, wanted) {
    case (_, .text("…")): true
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.agrees(with: $1) }
    case (.object(let left), .object(let right)):
      left.keys == right.keys
        && left.allSatisfy { key, value in right[key].map(value.agrees) ?? false }
    default: self == wanted
    }
  }
}
