import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// What is answered on the event loop and what by the workers.
@Suite struct EffortTests {
  /// 6,000 frames at one place, in a content a thousand times as long.
  private static let pile = {
    let frames = Array(repeating: "[0,0,10,10]", count: 6_000).joined(separator: ",")
    return #"{"container":{"width":100,"height":100},"layout":{"type":"custom","frames":["#
      + frames + #",[0,9990,10,10]]},"items":6001}"#
  }()

  @Test func `A small rectangle that meets thousands leaves the loop, its neighbour stays`() throws
  {
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts", text: Self.pile)
    let path = try #require(posted["location"]) + "/attributes?rect="
    let dense = try service.send("GET", path + "5,5,1,1")
    #expect(dense.status == 200)
    #expect(try dense.items().count == 6_000)
    #expect(try #require(dense["server-timing"]).contains("queue;dur="))
    let sparse = try service.send("GET", path + "5,9995,1,1")
    #expect(try sparse.items() == [6_000])
    #expect(try !#require(sparse["server-timing"]).contains("queue;dur="))
  }

  /// Rows of 10 points whose ids have these lengths.
  private static func list(idLengths: [Int]) -> String {
    let items = idLengths.map { #"{"id":"\#(String(repeating: "i", count: $0))"}"# }
    return #"{"container":{"width":100,"height":100},"layout":{"type":"list","rowHeight":10},"#
      + #""items":[\#(items.joined(separator: ","))]}"#
  }

  @Test func `Few elements with long ids leave the loop`() throws {
    let service = TestService()
    let posted = try service.send(
      "POST", "/v1/layouts",
      text: Self.list(idLengths: Array(repeating: 1_000, count: 100)))
    let path = try #require(posted["location"]) + "/attributes?rect="
    for (rect, isLong) in [
      // 65 ids are 65,000 bytes, 66 are more than 65,536.
      ("0,0,100,645", false), ("0,0,100,655", true), ("0,15,100,1", false),
    ] {
      let answer = try service.send("GET", path + rect)
      #expect(answer.status == 200)
      #expect(try #require(answer["server-timing"]).contains("queue;dur=") == isLong, "\(rect)")
    }
  }
}
