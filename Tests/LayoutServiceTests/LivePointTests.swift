import TestSupport
import Testing

@testable import LayoutService

/// Items at points, on a running server (Contract §3.1).
@Suite(.timeLimit(.minutes(60)), .waits) struct LivePointTests {
  private static let document =
    #"{"container":{"width":100,"height":100},"layout":{"type":"list","rowHeight":10},"#
    + #""items":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]}"#

  private func value(_ client: LiveClient, _ path: String, _ status: Int = 200) throws
    -> FixtureValue
  {
    let answer = try client.send("GET", path)
    #expect(answer.status == status, "\(path)")
    return try FixtureValue(answer.body)
  }

  private func indexPath(_ value: FixtureValue) -> [Double?]? {
    value["indexPath"]?.elements.map { $0.number }
  }

  @Test func `The cell at a point, the nearest one, and the place of a dragged item`() throws {
    try TestService.serving { client, _ in
      let body = Array(Self.document.utf8)
      #expect(try client.send("POST", "/v1/layouts", body: body).status == 201)
      let base = body.layoutID.path
      let cell = try value(client, "\(base)/index-path?point=5,25")
      #expect(indexPath(cell) == [0, 2] && cell["frame"]?["y"]?.number == 20)
      let none = try value(client, "\(base)/index-path?point=5,40", 404)
      #expect(none["type"]?.string == "/problems/no-such-element")
      #expect(none["detail"]?.string == "the layout has no item at the point 5.0,40.0")
      let nearest = try value(client, "\(base)/index-path?point=-5,99&nearest=true")
      #expect(indexPath(nearest) == [0, 3])

      // A whole reorder: the place is the `to` of the move, and the version has the item there.
      let place = try value(client, "\(base)/index-path?point=5,36&moving=0-0")
      #expect(indexPath(place) == [0, 3] && place["frame"] == nil)
      let update = Array(#"{"move":[{"from":[0,0],"to":[0,3]}]}"#.utf8)
      let moved = try client.send("POST", "\(base)/updates", body: update)
      let version = try #require(try FixtureValue(moved.body)["id"]?.string)
      let attributes = try value(client, "/v1/layouts/\(version)/attributes?rect=all")["attributes"]
      #expect(attributes?.elements.compactMap { $0["id"]?.string } == ["b", "c", "d", "a"])
    }
  }

  @Test func `A pile of cells is searched by a worker`() throws {
    try TestService.serving { client, _ in
      let frames = Array(repeating: "[0,0,9,9]", count: 50_000).joined(separator: ",")
      let body = Array(
        (#"{"container":{"width":100,"height":100},"items":50000,"layout":{"type":"custom","#
          + "\"frames\":[\(frames)]}}").utf8)
      #expect(try client.send("POST", "/v1/layouts", body: body).status == 201)
      let base = body.layoutID.path
      for more in ["", "&nearest=true"] {
        let found = try value(client, "\(base)/index-path?point=1,1\(more)")
        #expect(indexPath(found) == [0, 49_999])
      }
    }
  }

  @Test(arguments: [
    "", "point=1", "point=1,a", "point=1,1&nearest=yes", "point=1,1&moving=3",
    "point=1,1&moving=0-1,0-2", "point=1,1&nearest=true&moving=0-1", "point=1,1&point=1,1",
    "point=1,1&rect=all", "nearest=true", "point=1,1&nearest=false&moving=0-0",
  ])
  func `What cannot be read is refused`(query: String) throws {
    let refused = try TestService().send(
      "GET", "/v1/layouts/\(TestDocument.waterfallID)/index-path?\(query)")
    #expect(refused.status == 400)
    #expect(try refused.problem() == "bad-query")
  }

  @Test func `What does not exist is 404`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: Self.document)
    let base = Array(Self.document.utf8).layoutID.path
    for query in [
      "point=5,5&moving=0-9", "point=5,5&moving=3-0", "point=5,5&scroll=0:1", "point=5,-1",
    ] {
      let answer = try service.send("GET", "\(base)/index-path?\(query)")
      #expect(answer.status == 404, "\(query)")
      #expect(try answer.problem() == "no-such-element")
    }
  }
}
