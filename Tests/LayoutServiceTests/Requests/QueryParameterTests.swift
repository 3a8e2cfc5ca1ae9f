import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire
import TestSupport
import Testing

@testable import LayoutService

/// Query parameters (Contract §3).
@Suite(.waits) struct QueryParameterTests {
  private func query(_ text: String) throws -> AttributesQuery {
    try AttributesQuery(TestRequest.head("GET", "/?\(text)"))
  }

  @Test func `A rect is four numbers`() throws {
    let rect = Rect(x: -1.5, y: 0.25, width: 390, height: 8e2)
    #expect(try query("rect=-1.5,0.25,390,8e2").query?.selection == .rect(rect))
    #expect(try query("rect=-1.5%2C0.25%2C390%2c8E2").query?.selection == .rect(rect))
    #expect(try query("%72ect=-1.5,25e-2,390.0,800").query?.selection == .rect(rect))
    #expect(try query("rect=all").query?.selection == .all)
    #expect(try query("").query == nil)
  }

  @Test func `All parameters together`() throws {
    let parameters = try query(
      "scroll=2:150,4:-20.5&rect=0,0,1,1&bounds=0,10,390,844&origin=section&format=columns")
    let query = try #require(parameters.query)
    #expect(query.bounds == Rect(x: 0, y: 10, width: 390, height: 844))
    #expect(query.scroll == [2: 150, 4: -20.5])
    #expect(query.origin == .section)
    #expect(parameters.format == .columns)
  }

  @Test func `Index paths are items, or layout-level elements`() throws {
    let selection = try query("indexPath=0-5,12-0,3&kind=header").query?.selection
    let paths = [
      LayoutIndexPath(section: 0, item: 5), LayoutIndexPath(section: 12, item: 0),
      LayoutIndexPath(section: nil, item: 3),
    ]
    #expect(selection == .indexPaths(paths, kind: "header"))
    let kind = try query("indexPath=0-0&kind=a%20b%26%C3%A4+c").query?.selection
    #expect(kind == .indexPaths([LayoutIndexPath(section: 0, item: 0)], kind: "a b&ä+c"))
  }

  @Test(arguments: [
    "rect=", "rect=0,0,1", "rect=0,0,1,1,1", "rect=0,0,1,1,", "rect=,0,0,1", "rect=0,0,-1,1",
    "rect=0,0,1,-0.1", "rect=0,0,1,NaN", "rect=0,0,1,inf", "rect=0,0,1,1e400", "rect=0,0,1,0x10",
    "rect=+1,0,1,1", "rect=%2B1,0,1,1", "rect=01,0,1,1", "rect=.5,0,1,1", "rect=5.,0,1,1",
    "rect=1e,0,1,1", "rect=0,0,1,1%20", "rect=0,0,1,1%", "rect=0,0,1,1%4", "rect=0,0,1,1%zz",
    "rect=0;0;1;1", "rect=All", "rect", "rect=0,0,1,1&rect=0,0,1,1", "rect=all&indexPath=0-0",
    "rect=all&kind=header", "kind=header", "indexPath=", "indexPath=0-", "indexPath=-0",
    "indexPath=0-0,", "indexPath=,0-0", "indexPath=0-00", "indexPath=0--1", "indexPath=0-1-2",
    "indexPath=0-9007199254740993", "indexPath=1e2", "indexPath=0-1.0", "indexPath=0-0&kind=%FF",
    "rect=all&bounds=all", "rect=all&bounds=0,0,1", "rect=all&scroll=0", "rect=all&scroll=0:",
    "rect=all&scroll=:1", "rect=all&scroll=0:1,0:2", "rect=all&scroll=-1:0", "rect=all&scroll=",
    "rect=all&origin=rect", "indexPath=0-0&origin=rect", "rect=all&origin=top",
    "rect=all&format=xml", "rect=all&format=JSON", "rect=all&format=json&format=json",
    "rect=all&colour=red", "Rect=all", "rect=all&=1",
  ])
  func `What cannot be read is refused`(_ text: String) throws {
    #expect(throws: BadQuery.self) { try query(text) }
    let answer = try TestService().send(
      "GET", "/v1/layouts/\(TestDocument.waterfallID)/attributes?\(text)")
    #expect(answer.status == 400)
    #expect(try answer.problem() == "bad-query")
    let detail = try #require(try answer.json()["detail"]?.string)
    let name = text.prefix { $0 != "=" && $0 != "&" }
    let others = ["rect", "indexPath", "kind", "bounds", "scroll", "origin", "format", "colour"]
    #expect(detail.contains(name) || others.contains { detail.contains($0) })
  }

  @Test func `A theme is of pictures`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let base = "/v1/layouts/\(TestDocument.waterfallID)"
    let (json, picture) = (["Accept: application/json"], ["Accept: image/svg+xml, */*;q=0.1"])
    for theme in ["light", "dark"] {
      for (query, fields) in [
        ("rect=all&theme=\(theme)", []), ("rect=all&theme=\(theme)", json),
        ("theme=\(theme)&indexPath=0-0", ["Accept: application/vnd.tatami.packed"]),
        ("rect=all&theme=\(theme)&format=json", picture),
        ("format=columns&rect=all&theme=\(theme)", []),
      ] {
        let document = Array(TestDocument.waterfall.utf8)
        for answer in [
          try service.send("GET", "\(base)/attributes?\(query)", fields),
          try service.send("POST", "/v1/layouts?\(query)", fields, body: document),
          try service.send("PUT", "\(base)?\(query)", fields, body: document),
        ] {
          #expect(answer.status == 400, "\(query) \(fields)")
          #expect(try answer.problem() == "bad-query")
          #expect(try answer.json()["detail"]?.string?.contains("theme") == true)
        }
      }
      // The summary is no picture, either.
      let summary = try service.send(
        "POST", "/v1/layouts?theme=\(theme)", text: TestDocument.waterfall)
      #expect(try summary.problem() == "bad-query")
      for (target, fields) in [
        ("attributes?rect=all&theme=\(theme)", picture),
        ("attributes?rect=all&format=svg&theme=\(theme)", json),
        ("attributes.svg?rect=all&theme=\(theme)", json),
      ] {
        let answer = try service.send("GET", "\(base)/\(target)", fields)
        #expect(answer.status == 200, "\(target)")
        #expect(answer["content-type"] == "image/svg+xml")
      }
    }
    // What cannot be answered at all is told first.
    let none = try service.send(
      "GET", "\(base)/attributes?rect=all&theme=dark", ["Accept: text/html"])
    #expect(none.status == 406)
  }

  @Test func `Attributes need a selection`() throws {
    let base = "/v1/layouts/\(TestDocument.waterfallID)"
    for target in [
      "\(base)/attributes", "\(base)/attributes?", "\(base)/attributes?format=json",
      "\(base)/attributes?bounds=0,0,1,1",
    ] {
      let answer = try TestService().send("GET", target)
      #expect(answer.status == 400, "\(target)")
      #expect(try answer.problem() == "bad-query")
    }
  }

  @Test func `Resources without parameters take none`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let base = "/v1/layouts/\(TestDocument.waterfallID)"
    #expect(try service.send("GET", "\(base)?rect=all").problem() == "bad-query")
    #expect(try service.send("GET", "\(base)/sections?a=b").problem() == "bad-query")
    #expect(try service.send("GET", "\(base)?").status == 200)
  }

  @Test func `A bad query is refused before the body is asked for`() throws {
    let request = try TestRequest.head(
      "POST", "/v1/layouts?rect=1", ["Content-Length: 1000000"])
    var response = HTTPResponse()
    let disposition = TestService().service.receive(
      request, response: &response, exchange: TestExchange())
    guard case .respond = disposition else {
      Issue.record("the body was asked for")
      return
    }
    #expect(response.status.code == 400)
  }

  @Test func `A thousand index paths are taken, one more is not`() throws {
    let thousand = Array(repeating: "0-0", count: 1_000).joined(separator: ",")
    #expect(throws: Never.self) { try query("indexPath=\(thousand)") }
    #expect(throws: BadQuery.self) { try query("indexPath=\(thousand),0-0") }
  }

  @Test(arguments: [
    "", "proposed=1", "proposed=1,2,3", "proposed=a,b", "proposed=0,0&indexPath=0-0",
    "indexPath=0-0", "indexPath=0-0&position=middle", "position=top", "proposed=0,0&position=top",
    "indexPath=0-0,0-1&position=top", "indexPath=3&position=top", "proposed=0,0&velocity=1",
    "proposed=0,0&section=-1", "proposed=0,0&section=1.0", "proposed=0,0&proposed=0,0",
    "proposed=0,0&rect=all", "indexPath=0-0&position=top&velocity=0,0", "velocity=0,0",
    "current=0,0&indexPath=0-0&position=top", "current=0,0&position=top", "start=0,0", "section=0",
    "proposed=0,0&start=1", "proposed=0,0&start=0,1e400", "proposed=0,0&start=0,0&start=0,0",
    "indexPath=0-0&position=top&start=0,0", "start=0,0", "proposed=0,0&kind=header",
    "proposed=0,0&under=true", "current=0,0&under=true", "indexPath=0-0&position=top&under=yes",
    "indexPath=0-0&position=top&kind=%FF", "indexPath=0-0,0-1&position=top&kind=header",
    "indexPath=0-0&kind=header", "indexPath=0-0&position=left&section=1",
    "indexPath=0-0&position=left&section=0&under=true",
    "indexPath=0-0&position=left&section=0&kind=header", "indexPath=3&position=top&section=0",
  ])
  func `Target offsets need what they need`(_ text: String) throws {
    let answer = try TestService().send(
      "GET", "/v1/layouts/\(TestDocument.waterfallID)/target-offset?\(text)")
    #expect(answer.status == 400)
    #expect(try answer.problem() == "bad-query")
  }
}

/// Numbers of query parameters.
@Suite struct NumberTextTests {
  private func double(_ text: String) -> Double? {
    let bytes = Array("x\(text)y".utf8)
    return NumberText.double(bytes, in: 1..<bytes.count - 1)
  }

  @Test func `Numbers read as the standard library reads them`() {
    var random = SeededGenerator(seed: 20_251_121)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(double("\(value)")?.bitPattern == (value == 0 ? 0.0 : value).bitPattern, "\(value)")
      let short = Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1_000
      #expect(double("\(short)") == short, "\(short)")
    }
  }

  @Test func `Long numbers keep all their digits`() {
    #expect(double("0.1000000000000000055511151231257827021181583404541015625") == 0.1)
    #expect(double("123456789012345678901234567890") == 1.2345678901234568e29)
    #expect(double("9007199254740993") == 9007199254740992)
    #expect(double("1e-400") == 0)
    #expect(double("0e99999999999") == 0)
    #expect(double("-0")?.sign == .plus)
    #expect(double("-1e-400")?.sign == .plus)
    #expect(double("1e99999999999999999999") == nil)
    #expect(double("1e308") == 1e308)
    #expect(double("2e308") == nil)
  }

  @Test func `Nothing but JSON's grammar is a number`() {
    for text in [
      "", "-", "+1", "01", "-01", "1.", ".1", "1e", "1e+", "e1", "1 ", " 1", "1_0", "0x1", "inf",
      "nan", "1,", "--1", "1.e1", "1e1.5", "٣",
    ] {
      #expect(double(text) == nil, "\(text)")
    }
  }

  @Test func `Indexes are digits up to 2^53`() {
    func index(_ text: String) -> Int? {
      NumberText.index(Array(text.utf8), in: 0..<text.utf8.count)
    }
    #expect(index("0") == 0)
    #expect(index("9007199254740992") == 1 << 53)
    #expect(index("9007199254740993") == nil)
    #expect(index("99999999999999999999999") == nil)
    for text in ["", "-1", "00", "01", "1.0", "1e3", "+1", " 1"] {
      #expect(index(text) == nil, "\(text)")
    }
  }
}
