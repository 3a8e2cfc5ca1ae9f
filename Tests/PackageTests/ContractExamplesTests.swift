import Foundation
import Testing

/// Every example of openapi.yaml is what the program answers.
@Suite struct ContractExamplesTests {
  /// The examples as `Tests/Tools/openapi.py` writes them.
  private struct Examples: Decodable {
    struct Exchange: Decodable {
      var name: String
      var document: String?
      var method: String
      var path: String
      var status: Int
      var answer: JSONTree
    }
    var fnv1a: String
    var exchanges: [Exchange]

    static func load() throws -> Examples {
      let file = Readme.root.appending(path: "Tests/PackageTests/Fixtures/openapi-examples.json")
      return try JSONDecoder().decode(Examples.self, from: Data(contentsOf: file))
    }
  }

  @Test func `The examples were made of the openapi.yaml that stands there`() throws {
    let contract = try Data(contentsOf: Readme.root.appending(path: "openapi.yaml"))
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in contract {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let text = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - text.count) + text
    #expect(try Examples.load().fnv1a == padded, "run Tests/Tools/openapi.py generate")
  }

  @Test func `Every example is answered as it says`() throws {
    let exchanges = try Examples.load().exchanges
    #expect(exchanges.count >= 27)
    try TatamiProcess.serving { address in
      for exchange in exchanges {
        if exchange.method == "GET", let document = exchange.document {
          let stored = try LoopbackClient.send("POST", "/v1/layouts", body: document, to: address)
          #expect([200, 201].contains(stored.status), "\(exchange.name)")
        }
        let body = exchange.method == "GET" ? nil : exchange.document
        let answer = try LoopbackClient.send(
          exchange.method, exchange.path, body: body, to: address)
        let printed = try JSONDecoder().decode(JSONTree.self, from: answer.body)
        #expect(answer.status == exchange.status, "\(exchange.name)")
        #expect(
          Self.agrees(printed, with: exchange.answer),
          "\(exchange.name): \(String(decoding: answer.body, as: UTF8.self))")
      }
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
