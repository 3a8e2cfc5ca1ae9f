import Foundation
import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// Every resource of Contract §1, without a socket.
@Suite(.waits) struct RouteTests {
  private let id = TestDocument.waterfallID
  private var base: String { "/v1/layouts/\(id)" }

  @Test func `POST stores a new document, and finds it the second time`() throws {
    let service = TestService()
    let first = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    #expect(first.status == 201)
    #expect(first["location"] == base)
    #expect(first["content-location"] == nil)
    #expect(first["content-type"] == "application/json")
    #expect(first["cache-control"] == "no-store")
    #expect(first["cache-status"] == "tatami; fwd=miss; stored")
    let summary = try first.json()
    #expect(summary["id"]?.string == id)
    #expect(summary["contentSize"]?["width"]?.number == 390)
    // The third column: 90, a gap of 10, and 123⅓ · 200/300 high, in whole units (LayoutRules I1).
    let height = try #require(summary["contentSize"]?["height"]?.number)
    let third: Double = 370.0 / 3 * 2 / 3
    let units = 100 * 6_144_000 + (third * 6_144_000).rounded()
    #expect(height == units / 6_144_000)
    #expect(summary["sectionCount"]?.number == 1)
    #expect(summary["itemCount"]?.number == 4)
    #expect(summary["attributes"] == nil)

    let second = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    #expect(second.status == 200)
    #expect(second["cache-status"] == "tatami; hit")
    #expect(second.body == first.body)
    #expect(second["etag"] == first["etag"])
  }

  @Test func `POST with a query answers what GET attributes would, and names it`() throws {
    let service = TestService()
    let posted = try service.send(
      "POST", "/v1/layouts?rect=0,0,390,50", text: TestDocument.waterfall)
    #expect(posted.status == 201)
    #expect(posted["location"] == base)
    #expect(posted["content-location"] == "\(base)/attributes?rect=0,0,390,50")
    #expect(try posted.items() == [0, 1, 2])
    let got = try service.send("GET", "\(base)/attributes?rect=0,0,390,50")
    #expect(got.status == 200)
    #expect(got.body == posted.body)
    #expect(got["cache-status"] == "tatami; hit")
    #expect(got["cache-control"] == "public, max-age=3600")
  }

  @Test func `A 201 has the summary's tag, a 200 that of what it answers`() throws {
    let service = TestService()
    let created = try service.send(
      "POST", "/v1/layouts?rect=all", text: TestDocument.waterfall)
    let found = try service.send("POST", "/v1/layouts?rect=all", text: TestDocument.waterfall)
    let summary = try service.send("GET", base)
    let attributes = try service.send("GET", "\(base)/attributes?rect=all")
    #expect(created["etag"] == summary["etag"])
    #expect(found["etag"] == attributes["etag"])
    #expect(summary["etag"] != attributes["etag"])
  }

  @Test func `PUT stores under the body's own hash only`() throws {
    let service = TestService()
    let put = try service.send("PUT", "\(base)?rect=all", text: TestDocument.waterfall)
    #expect(put.status == 201)
    #expect(put["location"] == base)
    #expect(try put.items() == [0, 1, 2, 3])
    #expect(try service.send("PUT", base, text: TestDocument.waterfall).status == 200)

    // The hash is checked before anything is parsed: this is no JSON.
    let other = try service.send("PUT", base, text: "{")
    #expect(other.status == 422)
    #expect(try other.problem() == "id-mismatch")
    #expect(
      try other.json()["id"]?.string
        == "021fb596db81e6d02bf3d2586ee3981fe519f275c0ac9ca76bbcf2ebb4097d96")
  }

  @Test func `QUERY is POST by a safe method`() throws {
    let service = TestService()
    let json = ["Content-Type: application/json"]
    let asked = try service.send(
      "QUERY", "/v1/layouts?rect=all", json, text: TestDocument.waterfall)
    #expect(asked.status == 200)
    #expect(asked["location"] == "\(base)/attributes?rect=all")
    #expect(asked["content-location"] == "\(base)/attributes?rect=all")
    #expect(asked["accept-query"] == "\"application/json\"")
    #expect(asked["cache-control"] == "no-store")
    #expect(try asked.items() == [0, 1, 2, 3])
    let summary = try service.send("QUERY", "/v1/layouts", json, text: TestDocument.waterfall)
    #expect(summary.status == 200)
    #expect(summary["location"] == base)
    #expect(try summary.json()["attributes"] == nil)
  }

  @Test func `GET by id answers the summary that POST answered`() throws {
    let service = TestService()
    let posted = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let got = try service.send("GET", base)
    #expect(got.status == 200)
    #expect(got.body == posted.body)
    #expect(got["etag"] == posted["etag"])
    #expect(got["vary"] == "Accept-Encoding, Accept")
  }

  @Test func `HEAD has GET's fields`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    for target in [base, "\(base)/attributes?rect=all", "/healthz"] {
      let get = try service.send("GET", target)
      let head = try service.send("HEAD", target)
      #expect(head.status == get.status)
      #expect(head["etag"] == get["etag"])
      #expect(head["content-type"] == get["content-type"])
      // The server leaves the body out, and tells its length.
      #expect(head.body.count == get.body.count)
    }
  }

  @Test func `Sections are told with their extents`() throws {
    let document =
      #"{"container":{"width":320,"height":480},"configuration":{"interSectionSpacing":5},"#
      + #""layout":{"type":"list","rowHeight":10},"sections":[{"items":3},{"items":2}]}"#
    let service = TestService()
    let id = LayoutID(hashing: Array(document.utf8)).text
    _ = try service.send("POST", "/v1/layouts", text: document)
    let answer = try service.send("GET", "/v1/layouts/\(id)/sections")
    #expect(answer.status == 200)
    let json = try answer.json()
    #expect(json["id"]?.string == id)
    let sections = try #require(json["sections"]).elements
    #expect(sections.count == 2)
    #expect(sections[1]["section"]?.number == 1)
    #expect(sections[1]["frame"]?["y"]?.number == 35)
    #expect(sections[1]["frame"]?["height"]?.number == 20)
    #expect(sections[1]["frame"]?["width"]?.number == 320)
    #expect(sections[1]["itemCount"]?.number == 2)
  }

  @Test func `Target offsets follow the snapping and the scroll position`() throws {
    let document =
      #"{"container":{"width":100,"height":100},"layout":{"type":"flow","#
      + #""itemSize":{"width":100,"height":90},"minimumLineSpacing":10,"#
      + #""snapping":{"mode":"item"}},"items":20}"#
    let service = TestService()
    let id = LayoutID(hashing: Array(document.utf8)).text
    _ = try service.send("POST", "/v1/layouts", text: document)
    let base = "/v1/layouts/\(id)/target-offset"
    // Page width 90 + 10; 260 is nearest to page 3.
    let snapped = try service.send("GET", "\(base)?proposed=0,260")
    #expect(snapped.status == 200)
    #expect(try snapped.json()["targetContentOffset"]?["y"]?.number == 300)
    #expect(try snapped.json()["page"]?.number == 3)
    // A flick upwards goes to the page before.
    let flicked = try service.send("GET", "\(base)?proposed=0,260&velocity=0,-1")
    #expect(try flicked.json()["targetContentOffset"]?["y"]?.number == 200)
    let shown = try service.send("GET", "\(base)?indexPath=0-5&position=top")
    #expect(try shown.json()["targetContentOffset"]?["y"]?.number == 500)
  }

  /// Five cards of 300 with 10 between them, turned one at a time, in a container of 500.
  @Test func `Pages turn from where the drag began, and what is answered is answered again`()
    throws
  {
    let document =
      #"{"container":{"width":500,"height":500},"layout":{"type":"compositional","#
      + #""group":{"direction":"horizontal","size":{"width":{"absolute":300},"#
      + #""height":{"absolute":200}},"subitems":[{"size":{"width":{"fractionalWidth":1},"#
      + #""height":{"fractionalHeight":1}}}]},"interGroupSpacing":10,"#
      + #""orthogonalScrollingBehavior":"groupPaging"},"items":5}"#
    let service = TestService()
    let id = LayoutID(hashing: Array(document.utf8)).text
    _ = try service.send("POST", "/v1/layouts", text: document)
    func target(_ query: String) throws -> TestAnswer {
      try service.send("GET", "/v1/layouts/\(id)/target-offset?section=0&\(query)")
    }
    // Groups stand at 0, 310, 620 and 930; the content of 1540 ends at 1040.
    for (query, x, page) in [
      ("proposed=900,0&velocity=1,0&current=200,0&start=0,0", 310.0, 1.0),
      ("proposed=900,0&velocity=1,0&current=200,0", 620, 2),
      ("proposed=900,0&velocity=0.2,0&current=200,0&start=0,0", 310, 1),
      ("proposed=900,0&current=150,0&start=0,0", 0, 0),
      ("proposed=990,0", 1040, 4), ("proposed=980,0", 930, 3),
      ("current=200,0&velocity=1,0&start=0,0", 310, 1),
    ] {
      let answer = try target(query)
      #expect(try answer.json()["targetContentOffset"]?["x"]?.number == x, "\(query)")
      #expect(try answer.json()["page"]?.number == page, "\(query)")
      let again = try target("proposed=\(x),0")
      #expect(again.body == answer.body, "\(query)")
    }
  }

  @Test func `A section of negative length is told as it is stacked`() throws {
    let document =
      #"{"container":{"width":100,"height":100},"layout":{"type":"list"},"sections":["#
      + #"{"items":1,"layout":{"type":"list","rowHeight":10,"sectionInset":"#
      + #"{"top":-20,"bottom":-20}}},{"items":2}]}"#
    let service = TestService()
    let id = LayoutID(hashing: Array(document.utf8)).text
    _ = try service.send("POST", "/v1/layouts", text: document)
    let sections = try service.send("GET", "/v1/layouts/\(id)/sections").json()["sections"]
    let frames = (sections?.elements ?? []).map { $0["frame"] }
    #expect(frames.map { $0?["y"]?.number } == [0, -30])
    #expect(frames.map { $0?["height"]?.number } == [-30, 88])
  }

  @Test func `Ids that are none are not found, ids that are not cached say what to do`() throws {
    let service = TestService()
    for path in [
      "/v1/layouts/abc", "/v1/layouts/\(id.uppercased())", "/v1/layouts/\(id)0",
      "/v1/layouts/", "\(base)/", "\(base)/items", "/v1/layoutsx", "/v1", "/nothing",
    ] {
      let answer = try service.send("GET", path)
      #expect(answer.status == 404, "\(path)")
      #expect(try answer.problem() == "not-found", "\(path)")
    }
    for path in [
      base, "\(base)/attributes?rect=all", "\(base)/sections",
      "\(base)/target-offset?proposed=0,0",
    ] {
      let answer = try service.send("GET", path)
      #expect(answer.status == 404, "\(path)")
      #expect(try answer.problem() == "layout-not-cached", "\(path)")
      #expect(try answer.json()["detail"]?.string?.contains("PUT") == true)
    }
  }

  @Test func `Elements that are not there are named`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    for (query, name) in [
      ("indexPath=0-4", "0-4"), ("indexPath=0-1,1-0", "1-0"), ("indexPath=7", "7"),
      ("indexPath=0-0&kind=header", "header"), ("rect=all&scroll=0:5", "section 0"),
      ("rect=all&scroll=3:5", "section 3"),
    ] {
      let answer = try service.send("GET", "\(base)/attributes?\(query)")
      #expect(answer.status == 404, "\(query)")
      #expect(try answer.problem() == "no-such-element", "\(query)")
      #expect(try answer.json()["detail"]?.string?.contains(name) == true, "\(query)")
    }
    // The document is stored all the same.
    let posted = try service.send(
      "POST", "/v1/layouts?indexPath=0-99", text: TestDocument.list(3))
    #expect(posted.status == 404)
  }

  @Test func `Index paths are answered in the order asked`() throws {
    let service = TestService()
    let answer = try service.send(
      "POST", "/v1/layouts?indexPath=0-3,0-0,0-2,0-0", text: TestDocument.waterfall)
    #expect(try answer.items() == [3, 0, 2, 0])
  }

  @Test func `Health is answered, and readiness until the service drains`() throws {
    let service = TestService()
    #expect(try service.send("GET", "/healthz").status == 200)
    #expect(try service.send("GET", "/readyz").status == 200)
    service.service.beginDraining()
    #expect(try service.send("GET", "/healthz").status == 200)
    let answer = try service.send("GET", "/readyz")
    #expect(answer.status == 503)
    #expect(try answer.problem() == "draining")
    #expect(answer["retry-after"] == "1")
    // What was accepted is still answered.
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.waterfall).status == 201)
  }

  @Test func `Methods that a resource does not know are refused with those it knows`() throws {
    let service = TestService()
    for (method, path, allow) in [
      ("GET", "/v1/layouts", "POST, QUERY, OPTIONS"),
      ("DELETE", "/v1/layouts", "POST, QUERY, OPTIONS"),
      ("POST", base, "GET, HEAD, PUT, DELETE, OPTIONS"),
      ("QUERY", base, "GET, HEAD, PUT, DELETE, OPTIONS"),
      ("POST", "\(base)/attributes", "GET, HEAD, OPTIONS"),
      ("PUT", "\(base)/sections", "GET, HEAD, OPTIONS"),
      ("PATCH", "/healthz", "GET, HEAD, OPTIONS"),
      ("TRACE", "/healthz", "GET, HEAD, OPTIONS"),
      ("TRACE", "/v1/layouts", "POST, QUERY, OPTIONS"),
      ("TRACE", base, "GET, HEAD, PUT, DELETE, OPTIONS"), ("TRACE", "/docs", "GET, HEAD, OPTIONS"),
    ] {
      let answer = try service.send(method, path, body: [])
      #expect(answer.status == 405, "\(method) \(path)")
      #expect(answer["allow"] == allow)
      #expect(try answer.problem() == "method-not-allowed")
    }
    for method in ["BREW", "trace", "get"] {
      let unknown = try service.send(method, base)
      #expect(unknown.status == 501)
      #expect(try unknown.problem() == "not-implemented")
    }
    #expect(try service.send("TRACE", "/nothing").status == 404)
  }

  @Test func `OPTIONS lists the methods`() throws {
    let service = TestService()
    for (path, allow) in [
      ("/v1/layouts", "POST, QUERY, OPTIONS"), (base, "GET, HEAD, PUT, DELETE, OPTIONS"),
      ("\(base)/attributes", "GET, HEAD, OPTIONS"),
    ] {
      let answer = try service.send("OPTIONS", path)
      #expect(answer.status == 204)
      #expect(answer["allow"] == allow)
      #expect(answer.body.isEmpty)
    }
    #expect(try service.send("OPTIONS", "/v1/layouts")["accept-query"] == "\"application/json\"")
    #expect(try service.send("OPTIONS", "*").status == 204)
    #expect(try service.send("OPTIONS", "/nothing").status == 404)
  }

  @Test func `Every problem has its page`() throws {
    let service = TestService()
    for kind in ProblemKind.allCases {
      let answer = try service.send("GET", "/problems/\(kind.rawValue)")
      #expect(answer.status == 200)
      #expect(answer["content-type"] == "text/plain; charset=utf-8")
      #expect(answer.text.contains(kind.rawValue))
      #expect(answer.text.contains("\(kind.status.code)"))
      #expect(answer.text.count > 60)
    }
    #expect(try service.send("GET", "/problems/nothing").status == 404)
  }

  @Test func `Pages are served with what keeps browsers from running strangers' scripts`() throws {
    let service = TestService()
    let page = try service.send("GET", "/")
    #expect(page.status == 200)
    #expect(page["content-type"] == "text/html; charset=utf-8")
    #expect(page["content-security-policy"]?.contains("default-src 'self'") == true)
    #expect(page["x-content-type-options"] == "nosniff")
    #expect(page.text.contains("<title>"))
    let policy = try #require(page["content-security-policy"])
    // WebAssembly may be compiled, no text.
    #expect(!policy.replacing("'wasm-unsafe-eval'", with: "").contains("unsafe"))
    // Whatever the pages name is there.
    for file in ["/", "/docs"] {
      let text = try service.send("GET", file).text
      let names = text.matches(of: #/(?:src|href)="(\/[^"#]*)"/#)
        .map { String($0.output.1).replacing("&amp;", with: "&") }
      #expect(!names.isEmpty)
      for name in names {
        #expect(try service.send("GET", name).status == 200, "\(file) names \(name)")
      }
    }
  }

  @Test func `The contract and the schema are those of the package`() throws {
    let service = TestService()
    for (path, type, file) in [
      ("/openapi.yaml", "application/yaml", "openapi.yaml"),
      ("/openapi.json", "application/json", "Web/contract/openapi.json"),
      (
        "/schemas/layout-document.json", "application/schema+json",
        "Web/contract/layout-document.schema.json"
      ),
      (
        "/schemas/layout-update.json", "application/schema+json",
        "Web/contract/layout-update.schema.json"
      ),
    ] {
      let answer = try service.send("GET", path)
      #expect(answer.status == 200)
      #expect(answer["content-type"] == type)
      #expect(answer.body == Array(try PackageFiles.data(of: file)))
      let compressed = try service.send("GET", path, ["Accept-Encoding: gzip"])
      #expect(compressed["content-encoding"] == "gzip")
      #expect(compressed["vary"] == "Accept-Encoding")
      #expect(try Gzip.inflated(compressed.body, limit: 1 << 20) == answer.body)
    }
  }

  @Test func `The playground can be turned off, the reference stays`() throws {
    let service = TestService { $0.isPlaygroundOn = false }
    #expect(try service.send("GET", "/").status == 404)
    #expect(try service.send("GET", "/playground/playground.js").status == 404)
    #expect(try service.send("GET", "/docs").status == 200)
    #expect(try service.send("GET", "/openapi.yaml").status == 200)
  }
}
