import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// What is answered on the event loop and what by the workers.
@Suite(.waits) struct EffortTests {
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
      ("0,0,100,95", false), ("0,0,100,155", true), ("0,15,100,1", false),
    ] {
      let answer = try service.send("GET", path + rect)
      #expect(answer.status == 200)
      #expect(try #require(answer["server-timing"]).contains("queue;dur=") == isLong, "\(rect)")
    }
  }

  @Test func `An item beside thousands of elements that may pin leaves the loop`() throws {
    func document(_ count: Int) -> String {
      let size = #"{"width":{"absolute":80},"height":{"absolute":80}}"#
      let items = (0..<count).map {
        #"{"kind":"k\#($0)","alignment":"top","pinToVisibleBounds":true,"size":\#(size)}"#
      }
      return #"{"container":{"width":100,"height":100},"layout":{"type":"compositional","group":"#
        + #"{"direction":"horizontal","size":\#(size),"subitems":[{"size":\#(size)}]},"#
        + #""boundarySupplementaryItems":[\#(items.joined(separator: ","))]},"items":9}"#
    }
    let service = TestService()
    for (count, isLong) in [(3_000, false), (5_000, true)] {
      let posted = try service.send("POST", "/v1/layouts", text: document(count))
      let path = try #require(posted["location"]) + "/target-offset?indexPath=0-8&position=top"
      #expect(try self.isLong(service, path) == isLong)
      #expect(try !self.isLong(service, path + "&under=true"))
    }
  }

  /// Whether a GET is answered by a worker.
  private func isLong(
    _ service: TestService, _ target: String, _ fields: [String] = []
  ) throws -> Bool {
    let answer = try service.send("GET", target, fields)
    #expect(answer.status == 200, "\(target)")
    return try #require(answer["server-timing"]).contains("queue;dur=")
  }

  @Test(
    arguments: [
      // What a screen or two shows stays on the loop, in every representation.
      ("attributes?", 60, "gzip", false), ("attributes?", 100, "", false),
      ("attributes?format=columns&", 60, "gzip", false), ("attributes.packed?", 60, "gzip", false),
      ("attributes.svg?", 60, "", false), ("attributes.css?", 100, "gzip", false),
      ("attributes?", 1_000, "", true), ("attributes?", 300, "gzip", true),
      ("attributes?format=columns&", 1_000, "", true), ("attributes.packed?", 1_000, "", true),
      ("attributes.svg?", 300, "", true), ("attributes.svg?", 150, "gzip", true),
      ("attributes.css?", 1_200, "", true), ("attributes.css?", 600, "gzip", true),
    ])
  func `The loop writes responses of at most 0.2 ms, by representation and coding`(
    path: String, count: Int, coding: String, isLong: Bool
  ) throws {
    let service = TestService()
    let posted = try service.send(
      "POST", "/v1/layouts", text: Self.list(idLengths: Array(repeating: 12, count: count)))
    let target = try #require(posted["location"]) + "/\(path)rect=all"
    #expect(try self.isLong(service, target, ["Accept-Encoding: \(coding)"]) == isLong)
  }

  @Test func `Ids, kinds and sections count, not elements alone`() throws {
    func target(_ document: String, _ path: String, _ service: TestService) throws -> String {
      let posted = try service.send("POST", "/v1/layouts", text: document)
      return try #require(posted["location"]) + path
    }
    func sections(_ count: Int, kindLength: Int) -> String {
      let kind = String(repeating: "k", count: kindLength)
      let section =
        #"{"layout":{"type":"compositional","group":{"direction":"horizontal","size":"#
        + #"{"width":{"absolute":80},"height":{"absolute":80}},"subitems":[{"size":{"width":"#
        + #"{"fractionalWidth":1},"height":{"absolute":80}}}]},"boundarySupplementaryItems":"#
        + #"[{"kind":"\#(kind)","alignment":"top","size":{"width":{"fractionalWidth":1},"#
        + #""height":{"absolute":5}}}]},"items":1}"#
      return #"{"container":{"width":100,"height":100},"sections":["#
        + Array(repeating: section, count: count).joined(separator: ",") + "]}"
    }
    let service = TestService()
    for (document, path, isLong) in [
      (sections(60, kindLength: 5), "/attributes?rect=all", false),
      (sections(60, kindLength: 256), "/attributes?rect=all", true),
      (sections(60, kindLength: 5), "/sections", false),
      (sections(3_000, kindLength: 5), "/sections", true),
      (Self.list(idLengths: [12, 12]), "/document", false),
      (Self.list(idLengths: Array(repeating: 1_000, count: 12)), "/document", true),
    ] {
      #expect(try self.isLong(service, target(document, path, service)) == isLong, "\(path)")
    }
  }
}
