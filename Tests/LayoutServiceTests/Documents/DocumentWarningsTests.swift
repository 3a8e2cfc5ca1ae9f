import TestSupport
import Testing

import class Foundation.JSONSerialization
import struct Foundation.Data

@testable import LayoutService

/// Warnings about documents that are valid, but probably not meant (Contract §1).
@Suite struct DocumentWarningsTests {
  private func warnings(_ document: String) throws -> [[String: String]] {
    let answer = try TestService().send("POST", "/v1/layouts", text: document)
    #expect(answer.status == 201, "\(answer.text)")
    let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    return try #require((object?["warnings"] ?? []) as? [[String: String]])
  }

  private static let list = #""container":{"width":100,"height":100},"layout":{"type":"list"}"#

  @Test func `The first id that repeats is named with the item that has it already`() throws {
    let plain = #"{\#(Self.list),"items":[{"id":"a"},{"id":"b"},44,{"id":"a"},{"id":"b"}]}"#
    #expect(
      try warnings(plain) == [
        [
          "pointer": "/items/3/id",
          "detail": "repeats the id at /items/0/id; ids tell items apart if they differ",
        ]
      ])
    let sections = #"{\#(Self.list),"sections":[{"items":[{"id":7}]},{"items":[1,{"id":7}]}]}"#
    #expect(try warnings(sections).map { $0["pointer"] } == ["/sections/1/items/1/id"])
    // A number and a string are two ids.
    #expect(try warnings(#"{\#(Self.list),"items":[{"id":7},{"id":"7"}]}"#) == [])
  }

  @Test func `Ids of a large document are compared up to a number of them`() throws {
    func document(_ count: Int, repeated: Int) -> String {
      let items = (0..<count).map { #"{"id":"\#($0 == repeated ? 0 : $0)"}"# }
      return #"{\#(Self.list),"items":[\#(items.joined(separator: ","))]}"#
    }
    #expect(try warnings(document(1_900, repeated: 1_899)).count == 1)
    #expect(try warnings(document(1_900, repeated: -1)) == [])
    #expect(try warnings(document(3_000, repeated: 2_999)) == [])
  }

  @Test func `A boundary item beside the content that should pin has a warning`() throws {
    func item(_ alignment: String, _ pins: Bool) -> String {
      #"{"kind":"a","size":{"width":{"absolute":10},"height":{"absolute":10}},"alignment":"\#(alignment)","pinToVisibleBounds":\#(pins)}"#
    }
    func document(_ items: [String]) -> String {
      let list = items.joined(separator: ",")
      return #"""
        {"container":{"width":100,"height":100},"configuration":{"boundarySupplementaryItems":[\#(list)]},
         "layout":[{"layout":{"type":"compositional","boundarySupplementaryItems":[\#(list)],
           "group":{"direction":"horizontal","size":{"width":{"fractionalWidth":1},"height":{"absolute":10}},
             "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}}}],
         "items":3}
        """#
    }
    let found = try warnings(document([item("top", true), item("leading", true)]))
    #expect(
      found.map { $0["pointer"] } == [
        "/configuration/boundarySupplementaryItems/1/pinToVisibleBounds",
        "/layout/0/layout/boundarySupplementaryItems/1/pinToVisibleBounds",
      ])
    #expect(try warnings(document([item("top", true), item("leading", false)])) == [])
  }
}
