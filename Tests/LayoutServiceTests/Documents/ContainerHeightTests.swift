import Foundation
import TestSupport
import Testing

@testable import LayoutService

/// Containers without a height (Contract §2.9).
@Suite(.timeLimit(.minutes(60)), .waits) struct ContainerHeightTests {
  /// Members of documents that nothing but the container's width places.
  private static let unread = [
    #""layout":{"type":"waterfall","columns":3},"items":[[400,300],[300,400],[1,1],200,90]"#,
    #""layout":{"type":"flow","headerReferenceSize":{"width":0,"height":40},"#
      + #""sectionHeadersPinToVisibleBounds":true},"items":[[90,80],[200,30],[300,40]]"#,
    #""layout":{"type":"justified"},"items":[1.5,0.7,1,2]"#,
    #""layout":{"type":"magazine"},"items":[{"widthMode":"full","height":80},70,60]"#,
    #""layout":{"type":"list"},"items":[44,{"height":80},10]"#,
    #""layout":{"type":"custom","frames":[[0,0,10,10],[20,5000,10,10]]},"items":2"#,
    #""layout":[{"when":{"maxWidth":200},"layout":{"type":"list"}},"#
      + #"{"when":{"direction":"ltr"},"layout":{"type":"waterfall"}}],"items":[10,20,30]"#,
    #""layout":{"type":"compositional","orthogonalScrollingBehavior":"groupPaging","#
      + #""group":{"direction":"horizontal","size":{"width":{"fractionalWidth":0.8},"#
      + #""height":{"absolute":100}},"subitems":[{"size":{"width":{"fractionalWidth":1},"#
      + #""height":{"fractionalHeight":1}}}]}},"items":4"#,
  ]

  private func document(_ container: String, _ members: String) -> [UInt8] {
    Array(#"{"container":{"width":390\#(container)},\#(members)}"#.utf8)
  }

  private func id(_ answer: LiveClient.Answer) throws -> String {
    try #require(try FixtureValue(answer.body)["id"]?.string)
  }

  /// The answer without the id at its beginning.
  private func afterID(_ body: [UInt8]) throws -> Substring {
    let text = String(decoding: body, as: UTF8.self)
    return text[try #require(text.range(of: #""contentSize""#)).lowerBound...]
  }

  @Test(arguments: unread)
  func `A container without a height has the elements of any container`(_ members: String) throws {
    try TestService.serving { client, _ in
      let tall = try client.send(
        "POST", "/v1/layouts?rect=all", body: document(#","height":844"#, members))
      let open = try client.send("POST", "/v1/layouts?rect=all", body: document("", members))
      #expect(open.status == 201 && tall.status == 201)
      #expect(try id(open) != id(tall))
      #expect(try afterID(open.body) == afterID(tall.body))
      for query in ["rect=0,30,390,80", "rect=0,0,390,200&bounds=0,10,390,200"] {
        let paths = [open, tall].map {
          (try? id($0)).map { "/v1/layouts/\($0)/attributes?\(query)" }
        }
        let bodies = try paths.map { try client.send("GET", try #require($0)).body }
        #expect(try afterID(bodies[0]) == afterID(bodies[1]))
      }
      for format in ["svg", "css", "columns", "packed"] {
        let bodies = try ["", #","height":844"#].map {
          try client.send(
            "POST", "/v1/layouts?rect=all&format=\(format)", body: document($0, members))
        }
        #expect(bodies[0].status == bodies[1].status, "\(format)")
      }
    }
  }

  @Test(arguments: [
    (
      #""configuration":{"scrollDirection":"horizontal"},"layout":{"type":"list"},"items":3"#,
      #"needs "height": content that scrolls horizontally is laid out in it"#
    ),
    (
      #""configuration":{"boundarySupplementaryItems":[{"kind":"a","alignment":"top","size":"#
        + #"{"width":{"fractionalWidth":1},"height":{"fractionalHeight":0.1}}}]},"#
        + #""layout":{"type":"list"},"items":3"#,
      #"needs "height": /configuration/boundarySupplementaryItems/0 has a fraction of it as a side"#
    ),
    (
      #""configuration":{"minimumContentLength":"container"},"layout":{"type":"list"},"items":3"#,
      #"needs "height": /configuration/minimumContentLength makes the content as long as it"#
    ),
    (
      #""layout":[{"when":{"maxHeight":500},"layout":{"type":"list"}},"#
        + #"{"layout":{"type":"list"}}],"items":3"#,
      #"needs "height": /layout/0/when compares it"#
    ),
    (
      #""layout":{"type":"list"},"sections":[{"items":1},{"items":2,"layout":{"type":"flow","#
        + #""sectionInset":"centered","itemSize":{"width":9,"height":9}}}]"#,
      #"needs "height": the layout at /sections/1/layout places elements by it"#
    ),
    (
      #""layout":{"type":"compositional","group":{"direction":"vertical","size":{"width":"#
        + #"{"fractionalWidth":1},"height":{"fractionalHeight":0.5}},"subitems":[{"size":{"#
        + #""width":{"fractionalWidth":1},"height":{"absolute":10}}}]}},"items":3"#,
      #"needs "height": the layout at /layout places elements by it"#
    ),
  ])
  func `What reads the height refuses a container without one`(
    _ members: String, _ reason: String
  ) throws {
    try TestService.serving { client, _ in
      let tall = try client.send(
        "POST", "/v1/layouts", body: document(#","height":844"#, members))
      #expect(tall.status == 201)
      let open = try client.send("POST", "/v1/layouts", body: document("", members))
      #expect(open.status == 422 && open.type == "application/problem+json")
      let errors = try FixtureValue(open.body)["errors"]?.elements ?? []
      #expect(errors.map { $0["pointer"]?.string } == ["/container"])
      #expect(errors.first?["detail"]?.string == reason)
    }
  }

  @Test func `A target offset needs a height, but that of a section does not`() throws {
    try TestService.serving { client, _ in
      let shelf = try #require(Self.unread.last)
      let path =
        "/v1/layouts/"
        + (try id(try client.send("POST", "/v1/layouts", body: document("", shelf))))
        + "/target-offset?"
      for query in ["proposed=0,10", "indexPath=0-1&position=top"] {
        let answer = try client.send("GET", path + query)
        #expect(answer.status == 422)
        let error = try FixtureValue(answer.body)["errors"]?.elements.first
        #expect(error?["pointer"]?.string == "/container")
        #expect(error?["detail"]?.string?.hasPrefix(#"needs "height""#) == true)
      }
      #expect(try client.send("GET", path + "section=0&proposed=200,0").status == 200)
      #expect(try client.send("GET", path + "indexPath=0-9&position=top").status == 404)
    }
  }

  @Test func `An update gives a container a height, and takes it away`() throws {
    try TestService.serving { client, _ in
      let rows = #""layout":{"type":"list"},"items":[44,80,10]"#
      let open = try id(try client.send("POST", "/v1/layouts", body: document("", rows)))
      func updated(_ id: String, _ update: String) throws -> LiveClient.Answer {
        try client.send("POST", "/v1/layouts/\(id)/updates", body: Array(update.utf8))
      }
      let tall = try updated(open, #"{"container":{"height":60}}"#)
      #expect(tall.status == 201)
      let offset = "/v1/layouts/\(try id(tall))/target-offset?proposed=0,999"
      let target = try FixtureValue(try client.send("GET", offset).body)["targetContentOffset"]
      #expect(target?["y"]?.number == 74)
      let again = try updated(try id(tall), #"{"container":{"height":null}}"#)
      #expect(again.status == 201)
      let stored = try client.send("GET", "/v1/layouts/\(try id(again))/document")
      let text = String(decoding: stored.body, as: UTF8.self)
      #expect(text.hasPrefix(#"{"container":{"width":390},"#))
      let sideways = try updated(open, #"{"configuration":{"scrollDirection":"horizontal"}}"#)
      #expect(sideways.status == 422)
      // A version of a layout that read the height is refused, although it shares its sections.
      let centred = Array(
        (#"{"container":{"width":90,"height":90},"layout":{"type":"flow","sectionInset":"centered","#
          + #""itemSize":{"width":9,"height":9}},"items":3}"#).utf8)
      let flow = try id(try client.send("POST", "/v1/layouts", body: centred))
      #expect(try updated(flow, #"{"container":{"height":null}}"#).status == 422)
    }
  }

  @Test func `Changes without a height keep the anchor, and end with the content`() throws {
    try TestService.serving { client, _ in
      for height in ["", #","height":100"#] {
        let rows = #""layout":{"type":"list"},"items":[50,50,50,50,50]"#
        let from = try id(try client.send("POST", "/v1/layouts", body: document(height, rows)))
        func changes(_ update: String, _ bounds: String) throws -> FixtureValue {
          let version = try id(
            try client.send("POST", "/v1/layouts/\(from)/updates", body: Array(update.utf8)))
          return try FixtureValue(
            try client.send(
              "GET", "/v1/layouts/\(version)/changes?from=\(from)&bounds=\(bounds)&rect=\(bounds)"
            ).body)
        }
        let grown = try changes(
          #"{"insert":[{"indexPath":[0,0],"items":[30]}]}"#, "0,60,390,100")
        #expect(grown["contentOffset"]?["y"]?.number == 90)
        // The content ends 100 points below the new offset: the height of the visible rectangle.
        let shorter = try changes(#"{"delete":[[0,3],[0,4]]}"#, "0,150,390,100")
        #expect(shorter["contentOffset"]?["y"]?.number == 50)
      }
    }
  }
}
