import Foundation
import TestSupport
import Testing

/// Every example of openapi.yaml is what the program answers.
@Suite(.waits) struct ContractExamplesTests {
  /// The examples as `Tests/Generators/openapi.py` writes them.
  private struct Examples: Decodable {
    struct Exchange: Decodable {
      var name: String
      var document: String?
      /// An update of the document, which the example itself sends where it is a POST.
      var update: Update?
      var method: String
      var path: String
      var status: Int
      var type: String
      /// How much of the answer is shown: `whole`, `members` of an object, `some` members and elements of every
      /// object and list, or `lines`.
      var compare: String
      /// The answer where it is JSON.
      var answer: JSONTree?
      /// The answer where it is not.
      var text: String?
    }
    struct Update: Decodable {
      var path: String
      var body: String
    }
    var fnv1a: String
    var exchanges: [Exchange]

    static func load() throws -> Examples {
      let file = "Tests/PackageTests/Fixtures/openapi-examples.json"
      return try JSONDecoder().decode(Examples.self, from: PackageFiles.data(of: file))
    }
  }

  @Test func `The examples were made of the openapi.yaml that stands there`() throws {
    let contract = try PackageFiles.data(of: "openapi.yaml")
    #expect(
      try Examples.load().fnv1a == fingerprint(of: contract),
      "run Tests/Generators/openapi.py generate")
  }

  @Test func `Every example is answered as it says`() throws {
    let exchanges = try Examples.load().exchanges
    #expect(exchanges.count >= 34)
    // One family, so that the list of fonts and errors about families are the same on every machine.
    let program = try TatamiProgram(["--fonts", "/usr/share/fonts/opentype/inter"])
    for exchange in exchanges {
      let document = exchange.document.map { Array($0.utf8) }
      let update = exchange.update
      if exchange.method == "GET" || update != nil, let document {
        let stored = try Self.send("POST", "/v1/layouts", document, to: program)
        #expect([200, 201].contains(stored.status), "\(exchange.name)")
        if exchange.method == "GET", let update {
          let version = try Self.send("POST", update.path, Array(update.body.utf8), to: program)
          #expect([200, 201].contains(version.status), "\(exchange.name)")
        }
      }
      let body = exchange.method == "GET" ? nil : update.map { Array($0.body.utf8) } ?? document
      let answer = try Self.send(exchange.method, exchange.path, body, to: program)
      #expect(answer.status == exchange.status, "\(exchange.name)")
      #expect(answer.type.hasPrefix(exchange.type), "\(exchange.name): \(answer.type)")
      #expect(
        try Self.agrees(Data(answer.body), with: exchange),
        "\(exchange.name): \(String(decoding: answer.body, as: UTF8.self))")
    }
  }

  private static func send(
    _ method: String, _ path: String, _ document: [UInt8]?, to program: TatamiProgram
  ) throws -> LiveClient.Answer {
    let fields = document == nil ? [] : ["Content-Type: application/json"]
    return try program.client.send(method, path, fields, body: document ?? [])
  }

  /// Whether an answer is what its example shows.
  private static func agrees(_ body: Data, with exchange: Examples.Exchange) throws -> Bool {
    if let example = exchange.text {
      let text = String(decoding: body, as: UTF8.self)
      return exchange.compare == "whole" ? text == example : has(text, lines: example)
    }
    let answer = try JSONDecoder().decode(JSONTree.self, from: body)
    let example = try #require(exchange.answer)
    if exchange.compare == "some" { return shows(answer, example) }
    guard exchange.compare == "members" else { return agrees(answer, with: example) }
    guard case .object(let told) = answer, case .object(let wanted) = example else { return false }
    return wanted.allSatisfy { told[$0.key] == $0.value }
  }

  /// Whether an answer has the members and elements of an example, at every depth.
  private static func shows(_ answer: JSONTree, _ example: JSONTree) -> Bool {
    switch (answer, example) {
    case (.object(let told), .object(let wanted)):
      wanted.allSatisfy { key, value in told[key].map { shows($0, value) } ?? false }
    case (.list(let told), .list(let wanted)):
      wanted.allSatisfy { one in told.contains { shows($0, one) } }
    default: answer == example
    }
  }

  /// Whether lines begin lines of a text, in their order.
  private static func has(_ text: String, lines: String) -> Bool {
    var rest = text.split(separator: "\n")[...]
    return lines.split(separator: "\n").allSatisfy { line in
      guard let place = rest.firstIndex(where: { $0.hasPrefix(line) }) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  /// Whether an answer is the example's; the words of problems may be others.
  private static func agrees(_ answer: JSONTree, with example: JSONTree) -> Bool {
    guard case .object(let wanted) = example, case .text(let type)? = wanted["type"],
      type.hasPrefix("/problems/"), case .object(let told) = answer
    else { return answer == example }
    let worded: Set = ["title", "detail", "errors"]
    return told.filter { !worded.contains($0.key) } == wanted.filter { !worded.contains($0.key) }
      && (wanted["errors"] == nil || pointers(told) == pointers(wanted))
  }

  /// The pointers of a problem's errors.
  private static func pointers(_ problem: [String: JSONTree]) -> [JSONTree?] {
    guard case .list(let errors)? = problem["errors"] else { return [] }
    return errors.map { error in
      guard case .object(let members) = error else { return nil }
      return members["pointer"]
    }
  }
}
