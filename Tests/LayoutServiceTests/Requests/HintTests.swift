import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// Problems that say how a request is to be mended, as clients read them over HTTP.
@Suite(.waits) struct HintTests {
  private static func document(_ members: String) -> String {
    #"{"container":{"width":390,"height":844},"items":3,"# + members + "}"
  }

  /// Documents, and what the problem's first error says.
  @Test(arguments: [
    (#""layout":{"type":"masonry"}"#, #"; did you mean "waterfall"?"#),
    (#""layout":{"type":"waterfall","gap":4}"#, #"; did you mean "spacing"?"#),
    (#""layout":{"type":"list"},"direction":"rtl""#, #" here; it belongs in "container""#),
    (
      #""layout":{"type":"list"},"rtl":true"#,
      #" here; it belongs in "container", as "direction": "rtl""#
    ),
    (
      #""layout":{"type":"list"},"configuration":{"direction":"rtl"}"#,
      #" here; it belongs in "container""#
    ),
    (
      #""layout":{"type":"list"},"scrollDirection":"horizontal""#,
      #" here; it belongs in "configuration""#
    ),
    (
      #""layout":{"type":"flow","scrollDirection":"horizontal"}"#,
      #" here; it belongs in "/configuration""#
    ),
    (
      #""layout":{"type":"list","estimatedItemSize":[50,50]}"#,
      #"; use "rowHeight", which counts until an update's "measure" replaces it"#
    ),
    (
      #""layout":{"type":"waterfall","sectionInset":"10px"}"#,
      #"{"top": 10, "left": 10, "bottom": 10, "right": 10} (got a string)"#
    ),
    (
      #""layout":{"type":"list","rowHeight":"10px"}"#,
      #"such as 10 (in points, without a unit; got "10px")"#
    ),
    (#""layout":{"type":"list"},"#, "(JSON allows no trailing comma)"),
    (#""layout":{"type":"list"} // rows"#, "(JSON allows no comments)"),
    (#""layout":{"type":"list","rowHeight":NaN}"#, "(JSON has no NaN or Infinity)"),
    (#""layout":{"type":'list'}"#, "(JSON strings need double quotes)"),
    (#"layout:{"type":"list"}"#, #"(JSON keys must be double-quoted: "layout")"#),
    (#""layout":None"#, "(JSON writes it null)"),
  ])
  func `A document's problem says what was meant`(_ members: String, _ detail: String) throws {
    try TestService.serving { client, _ in
      let answer = try client.send(
        "POST", "/v1/layouts", [], body: Array(Self.document(members).utf8))
      #expect(answer.status == 400 || answer.status == 422)
      let problem = try FixtureValue(answer.body)
      #expect(problem["errors"]?.elements.first?["detail"]?.string?.hasSuffix(detail) == true)
      #expect(problem["detail"]?.string?.hasSuffix(detail) == true)
    }
  }

  @Test func `An empty body is said to be empty`() throws {
    try TestService.serving { client, _ in
      for (body, isEmpty) in [("", true), (" ", false), ("[", false)] {
        let length = body.isEmpty ? ["Content-Length: 0"] : []
        let answer = try client.send("POST", "/v1/layouts", length, body: Array(body.utf8))
        #expect(answer.status == 400)
        let detail = try FixtureValue(answer.body)["detail"]?.string ?? ""
        #expect(detail.hasSuffix("the end of the text: the body is empty") == isEmpty, "\(detail)")
      }
    }
  }

  @Test(arguments: [
    ("rekt=0,0,9,9", "; did you mean rect? Known parameters: rect, indexPath"),
    ("indexpath=0-1", "; did you mean indexPath? Known parameters: rect, indexPath"),
    ("engines=3", "; did you mean engine? Known parameters: rect, indexPath"),
    ("x=0&y=0", "\"x\" is an unknown parameter; did you mean rect=x,y,width,height? Known param"),
    ("width=3", "\"width\" is an unknown parameter; did you mean rect=x,y,width,height? Known"),
    ("height=3", "; did you mean rect=x,y,width,height? Known parameters: rect"),
    ("item=3", "; did you mean indexPath=0-5? Known parameters: rect"),
    ("page=3", "\"page\" is an unknown parameter; known parameters: rect, indexPath"),
    ("and=3", "\"and\" is an unknown parameter; known parameters: rect, indexPath"),
  ])
  func `A parameter's problem says which was meant`(_ query: String, _ part: String) throws {
    try TestService.serving { client, _ in
      let answer = try client.send(
        "POST", "/v1/layouts?\(query)", [],
        body: Array(Self.document(#""layout":{"type":"list"}"#).utf8))
      #expect(answer.status == 400)
      let detail = try FixtureValue(answer.body)["detail"]?.string ?? ""
      #expect(detail.contains(part), "\(detail)")
    }
  }

  @Test func `A path's problem says what is wrong with it`() throws {
    let id = String(repeating: "0a", count: 32)
    let rule = "a layout's id is 64 lowercase hexadecimal digits, the SHA-256 of its document"
    try TestService.serving { client, _ in
      for (path, hint) in [
        ("/v1/layouts/", "; /v1/layouts has no slash at its end"),
        ("/v1/layouts/\(id)/", "; /v1/layouts/\(id) has no slash at its end"),
        ("/v1/layouts/\(id)/sections/", "; /v1/layouts/\(id)/sections has no slash at its end"),
        ("/healthz/", "; /healthz has no slash at its end"),
        ("/docs/", "; /docs has no slash at its end"),
        ("/v1/layouts/abc", "; \(rule) (got 3 characters)"),
        ("/v1/layouts/abc/", "; \(rule) (got 3 characters)"),
        ("/v1/layouts/\(id.dropLast())/attributes", "; \(rule) (got 63 characters)"),
        ("/v1/layouts/\(id.uppercased())", "; \(rule)"),
        (
          "/v1/layouts/\(id)/frames",
          "; a layout has /attributes, /attributes.svg, /attributes.css, /attributes.columns, "
            + "/attributes.packed, /sections, /target-offset, /index-path, /updates, /changes, "
            + "/changes.svg, /document"
        ),
        ("/layouts", "; did you mean /v1/layouts?"), ("/v1/layout", "; did you mean /v1/layouts?"),
        ("/layout", "; did you mean /v1/layouts?"), ("/V1/Texts", "; did you mean /v1/texts?"),
        ("/nope", ""), ("/nope/", ""), ("//nope//", ""), ("//", ""),
        ("/v1/layouts/" + String(repeating: "a/", count: 500), ""),
      ] {
        let answer = try client.send("GET", path)
        #expect(answer.status == 404)
        let problem = try FixtureValue(answer.body)
        #expect(problem["type"]?.string == "/problems/not-found")
        #expect(problem["detail"]?.string == "no resource has this path\(hint)", "\(path)")
      }
    }
  }

  @Test func `A query's problem names its parameter, and those that are known there`() throws {
    let all = "rect, indexPath, kind, bounds, scroll, origin"
    try TestService.serving { client, _ in
      let posted = try client.send(
        "POST", "/v1/layouts", [], body: Array(Self.document(#""layout":{"type":"list"}"#).utf8))
      let layout = "/v1/layouts/\(try #require(try FixtureValue(posted.body)["id"]?.string))"
      for (query, parameter, detail) in [
        (
          "\(layout)/attributes.css?rect=all&q=1", "q",
          #""q" is an unknown parameter; known parameters: \#(all), selector, unit, widths and engine"#
        ),
        (
          "\(layout)/attributes.css?rect=all&width=9", "width",
          #""width" is an unknown parameter; did you mean widths? Known parameters: "#
            + "\(all), selector, unit, widths and engine"
        ),
        (
          "\(layout)/attributes.packed?rect=all&q=1", "q",
          #""q" is an unknown parameter; known parameters: \#(all) and engine"#
        ),
        (
          "\(layout)/attributes.packed?width=390&height=844", "width",
          #""width" is an unknown parameter; did you mean rect=x,y,width,height? "#
            + "Known parameters: \(all) and engine"
        ),
        (
          "\(layout)/changes?y=5", "y",
          #""y" is an unknown parameter; did you mean rect=x,y,width,height? "#
            + "Known parameters: from, rect, bounds, anchor, scroll, format, data and engine"
        ),
        (
          "\(layout)/changes.svg?q=5", "q",
          #""q" is an unknown parameter; known parameters: from, rect, bounds, anchor, scroll, "#
            + "theme, zoom and engine"
        ),
        (
          "\(layout)/target-offset?x=5&y=6", "x",
          #""x" is an unknown parameter; did you mean proposed=x,y? Known parameters: proposed, "#
            + "velocity, current, start and section, or indexPath, position, kind, under and "
            + "section; engine"
        ),
        (
          "\(layout)/sections?x=5", "x", #""x" is an unknown parameter; known parameters: engine"#
        ),
        (
          "/v1/pictures?document=e30&q=1", "q",
          #""q" is an unknown parameter; known parameters: document, \#(all), theme, zoom and engine"#
        ),
        (
          "\(layout)/attributes.css?rect=all&theme=dark", "theme",
          "theme is of pictures, and this is answered as text/css"
        ),
        (
          "/v1/pictures?document=e30&selector=.a", "selector",
          "selector is of style sheets, and this is answered as image/svg+xml"
        ),
        (
          "\(layout)/attributes?rect=all&widths=9", "widths",
          "widths is of style sheets, and this is answered as application/json; format=css asks for a style sheet"
        ),
        (
          "\(layout)/attributes.svg?rect=all&format=svg", "format",
          "format is fixed by the path's ending"
        ),
        (
          "\(layout)/attributes.css?rect=all&selector=%zz", "selector",
          "selector: % must be followed by two hexadecimal digits"
        ),
      ] {
        let answer = try client.send("GET", query)
        #expect(answer.status == 400)
        let problem = try FixtureValue(answer.body)
        #expect(problem["detail"]?.string == detail)
        #expect(problem["parameter"]?.string == parameter)
      }
    }
  }

  @Test func `An item's number with a comma is told with a hyphen`() throws {
    try TestService.serving { client, _ in
      let posted = try client.send(
        "POST", "/v1/layouts", [], body: Array(Self.document(#""layout":{"type":"list"}"#).utf8))
      let id = try #require(try FixtureValue(posted.body)["id"]?.string)
      for (query, status, detail) in [
        (
          "attributes?indexPath=0,2", 404, "the layout has no item at 0; item 2 of section 0 is 0-2"
        ),
        ("attributes?indexPath=2", 404, "the layout has no item at 2; item 2 of section 0 is 0-2"),
        ("attributes?indexPath=0-5", 404, "the layout has no item at 0-5"),
        (
          "attributes?indexPath=3&kind=header", 404,
          "the layout has no element of kind \"header\" at 3; item 3 of section 0 is 0-3"
        ),
        (
          "target-offset?indexPath=0,2&position=top", 400,
          "indexPath must be one item, such as 0-2"
        ),
        (
          "target-offset?indexPath=0-1,0-2&position=top", 400,
          "indexPath must be one item, such as 0-5"
        ),
        (
          "target-offset?indexPath=0-0&position=top&kind=header", 404,
          "the layout has no element of kind \"header\" at 0-0"
        ),
        (
          "target-offset?indexPath=0-0,1&position=top&kind=header", 400,
          "indexPath must be one index path, such as 0-5, or 2 for a layout-level element"
        ),
        (
          "target-offset?proposed=0,0&under=true", 400, "under is given without indexPath"
        ),
        (
          "target-offset?indexPath=0-0&position=left&section=1", 400,
          "section must be that of indexPath, 0 (got 1)"
        ),
        (
          "target-offset?indexPath=0-0&position=left&section=0", 400,
          "section must be one that scrolls by itself (got 0): leave it out to scroll the content"
        ),
        (
          "target-offset?indexPath=0-0&position=left&section=0&under=true", 400,
          "under cannot be combined with section, whose own scrolling shows items and has nothing "
            + "pinned: leave out under, or section"
        ),
      ] {
        let answer = try client.send("GET", "/v1/layouts/\(id)/\(query)")
        #expect(answer.status == status)
        #expect(try FixtureValue(answer.body)["detail"]?.string == detail)
      }
    }
  }
}
