import TestSupport
import Testing

@testable import LayoutService

/// Short content (LayoutRules C25) and bounded rows (G8, G9), on a running server.
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveShortContentTests {
  private static let chat =
    #"{"container":{"width":100,"height":300},"configuration":{"minimumContentLength":"container","#
    + #""contentAlignment":"end"},"layout":{"type":"list"},"items":[50,30]}"#
  private static let photos =
    #"{"container":{"width":1000},"layout":{"type":"justified","targetRowHeight":250,"#
    + #""boxSpacing":0,"rowHeightRange":[150,400]},"items":[0.5,12,{"aspectRatio":4,"fullWidth":true},1]}"#

  private func value(_ client: LiveClient, _ path: String) throws -> FixtureValue {
    let answer = try client.send("GET", path)
    #expect(answer.status == 200, "\(path)")
    return try FixtureValue(answer.body)
  }

  private func frames(_ value: FixtureValue?) -> [[Double]] {
    (value?.elements ?? []).compactMap { element in
      element["frame"].map { frame in
        ["x", "y", "width", "height"].map { frame[$0]?.number ?? .nan }
      }
    }
  }

  private func version(
    _ client: LiveClient, of path: String, _ update: String
  ) throws -> (path: String, answer: FixtureValue) {
    let answer = try client.send("POST", path + "/updates?rect=all", body: Array(update.utf8))
    #expect(answer.status == 201)
    let value = try FixtureValue(answer.body)
    return ("/v1/layouts/\(try #require(value["id"]?.string))", value)
  }

  @Test func `A short chat is at the bottom of its view, and moves up as it grows`() throws {
    try TestService.serving { client, _ in
      let body = Array(Self.chat.utf8)
      #expect(try client.send("POST", "/v1/layouts", body: body).status == 201)
      let base = body.layoutID.path
      let first = try value(client, "\(base)/attributes?rect=all")
      #expect(frames(first["attributes"]) == [[0, 220, 100, 50], [0, 270, 100, 30]])
      #expect(first["contentSize"]?["height"]?.number == 300)
      let sections = try value(client, "\(base)/sections")
      #expect(frames(sections["sections"]) == [[0, 220, 100, 80]])
      let cell = try value(client, "\(base)/index-path?point=5,280")
      #expect(cell["indexPath"]?.elements.map { $0.number } == [0, 1])
      let target = try value(client, "\(base)/target-offset?proposed=0,90")
      #expect(target["targetContentOffset"]?["y"]?.number == 0)
      let sheet = try client.send("GET", "\(base)/attributes.css?rect=all")
      #expect(String(decoding: sheet.body, as: UTF8.self).contains("top:220px"))

      let (second, changes) = try version(client, of: base, #"{"append":[{"items":[40]}]}"#)
      #expect(frames(changes["inserted"]) == [[0, 260, 100, 40]])
      let moved = changes["changed"]?.elements ?? []
      #expect(moved.count == 2)
      let (third, _) = try version(client, of: second, #"{"append":[{"items":[500]}]}"#)
      let long = try value(client, "\(third)/attributes?rect=all")
      #expect(frames(long["attributes"]).map { $0[1] } == [0, 50, 80, 120])
      // The document of the version is laid out alike when it is sent anew.
      let document = try client.send("GET", "\(second)/document")
      let again = try client.send("POST", "/v1/layouts?rect=all", body: document.body)
      #expect(frames(try FixtureValue(again.body)["attributes"]).map { $0[1] } == [180, 230, 260])
      // Another height of the container moves the sections, too.
      let (turned, _) = try version(client, of: second, #"{"container":{"height":200}}"#)
      let low = try value(client, "\(turned)/attributes?rect=all")
      #expect(frames(low["attributes"]).map { $0[1] } == [80, 130, 160])
    }
  }

  @Test func `Rows are as high as their range, and an item of full width is alone`() throws {
    try TestService.serving { client, _ in
      let body = Array(Self.photos.utf8)
      #expect(try client.send("POST", "/v1/layouts", body: body).status == 201)
      let base = body.layoutID.path
      let first = try value(client, "\(base)/attributes?rect=all")
      #expect(
        frames(first["attributes"]) == [
          [0, 0, 200, 400], [0, 400, 1000, 150], [0, 550, 1000, 250], [0, 800, 250, 250],
        ])
      let (second, _) = try version(
        client, of: base,
        #"{"replace":[{"indexPath":[0,3],"item":{"aspectRatio":0.25,"fullWidth":true}},"#
          + #"{"indexPath":[0,2],"item":{"aspectRatio":4}}]}"#)
      let replaced = try value(client, "\(second)/attributes?rect=all")
      #expect(
        frames(replaced["attributes"]).suffix(2) == [[0, 550, 1000, 250], [0, 800, 1000, 400]])
      let document = try client.send("GET", "\(second)/document")
      let text = String(decoding: document.body, as: UTF8.self)
      #expect(text.contains(#"{"aspectRatio":0.25,"fullWidth":true}"#))
      #expect(text.contains(#""rowHeightRange":[150,400]"#))
      let again = try client.send("POST", "/v1/layouts?rect=all", body: document.body)
      #expect(frames(try FixtureValue(again.body)["attributes"]) == frames(replaced["attributes"]))
    }
  }

  @Test func `A range that begins with the greatest height is refused`() throws {
    try TestService.serving { client, _ in
      let body =
        #"{"container":{"width":9},"layout":{"type":"justified","rowHeightRange":[30,20]},"items":1}"#
      let answer = try client.send("POST", "/v1/layouts", body: Array(body.utf8))
      #expect(answer.status == 422)
      let error = try #require(try FixtureValue(answer.body)["errors"]?.elements.first)
      #expect(error["pointer"]?.string == "/layout/rowHeightRange")
      #expect(error["detail"]?.string == "must begin with the least height (got [30, 20])")
    }
  }
}
