import Foundation
import HTTPMessage
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// Which form an answer takes (Contract §5 and §8; RFC 9110 §12).
@Suite(.waits) struct NegotiationTests {
  private let base = "/v1/layouts/\(TestDocument.waterfallID)/attributes?rect=all"

  private func service() throws -> TestService {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    return service
  }

  @Test(arguments: [
    (nil, "application/json"), ("", "application/json"), ("*/*", "application/json"),
    ("*", "application/json"),
    ("application/*", "application/json"),
    ("application/vnd.tatami.columns+json", "application/vnd.tatami.columns+json"),
    ("Application/VND.Tatami.Packed", "application/vnd.tatami.packed"),
    ("application/json;q=0.5, application/vnd.tatami.packed", "application/vnd.tatami.packed"),
    ("application/json;q=0.5,application/vnd.tatami.packed;q=0.4", "application/json"),
    ("*/*;q=0.1, application/json;q=0", "application/vnd.tatami.columns+json"),
    ("application/vnd.tatami.columns+json;q=0.3, */*;q=0.2", "application/vnd.tatami.columns+json"),
    ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json"),
    ("text/css,*/*;q=0.1", "text/css"), ("text/*", "text/css"),
    ("text/html, application/json ; charset=utf-8 ; q=0.001", "application/json"),
  ])
  func `Accept chooses`(_ accept: String?, _ type: String) throws {
    let answer = try service().send("GET", base, accept.map { ["Accept: \($0)"] } ?? [])
    #expect(answer.status == 200)
    #expect(answer["content-type"] == type)
    #expect(answer["vary"] == "Accept-Encoding, Accept")
  }

  @Test(arguments: [
    "text/html", "application/xml, font/*", "application/json;q=0, text/html", "*/*;q=0",
  ])
  func `What none of the types matches is 406`(_ accept: String) throws {
    let answer = try service().send("GET", base, ["Accept: \(accept)"])
    #expect(answer.status == 406)
    #expect(try answer.problem() == "not-acceptable")
  }

  @Test func `Format beats Accept, and then Accept is not varied by`() throws {
    let service = try service()
    for (format, type) in [
      ("json", "application/json"), ("columns", "application/vnd.tatami.columns+json"),
      ("packed", "application/vnd.tatami.packed"),
    ] {
      let answer = try service.send(
        "GET", "\(base)&format=\(format)", ["Accept: text/html"])
      #expect(answer.status == 200)
      #expect(answer["content-type"] == type)
      #expect(answer["vary"] == "Accept-Encoding")
    }
  }

  @Test(arguments: [
    ("columns", "application/vnd.tatami.columns+json"), ("packed", "application/vnd.tatami.packed"),
  ])
  func `A path's ending names the representation as format does`(
    _ name: String, _ type: String
  ) throws {
    let service = try service()
    let path = base.replacingOccurrences(of: "attributes", with: "attributes.\(name)")
    let chosen = try service.send("GET", "\(base)&format=\(name)")
    for fields in [[], ["Accept: application/json"], ["Accept: text/html"]] {
      let answer = try service.send("GET", path, fields)
      #expect(answer.status == 200)
      #expect(answer["content-type"] == type)
      #expect(answer["vary"] == "Accept-Encoding")
      #expect(answer.body == chosen.body)
    }
    let tag = try #require(try service.send("GET", path)["etag"])
    #expect(try service.send("GET", path, ["If-None-Match: \(tag)"]).status == 304)
    for query in ["&format=\(name)", "&theme=dark", "&origin=none"] {
      #expect(try service.send("GET", path + query).problem() == "bad-query")
    }
    let gone = path.replacingOccurrences(
      of: TestDocument.waterfallID, with: String(repeating: "0", count: 64))
    #expect(try service.send("GET", gone).problem() == "layout-not-cached")
    let posted = try service.send("POST", path, text: TestDocument.waterfall)
    #expect(posted.status == 405 && posted["allow"] == "GET, HEAD, OPTIONS")
  }

  @Test func `What is only JSON needs a client that takes JSON`() throws {
    let service = try service()
    let id = "/v1/layouts/\(TestDocument.waterfallID)"
    for target in [id, "\(id)/sections", "\(id)/target-offset?proposed=0,0"] {
      #expect(try service.send("GET", target, ["Accept: image/svg+xml"]).status == 406)
      #expect(try service.send("GET", target, ["Accept: image/svg+xml, */*;q=0.1"]).status == 200)
    }
    let document = TestDocument.list(3)
    let packed = ["Accept: application/vnd.tatami.packed"]
    #expect(try service.send("POST", "/v1/layouts", packed, text: document).status == 406)
    #expect(try service.send("POST", "/v1/layouts?rect=all", packed, text: document).status == 201)
    #expect(try service.send("POST", "/v1/layouts?format=packed", text: document).status == 406)
  }

  @Test func `The representations say the same`() throws {
    let service = try service()
    let json = try service.send("GET", base).json()
    let columns = try service.send("GET", "\(base)&format=columns").json()
    let x = try #require(columns["cells"]?["x"]).elements.map(\.number)
    let attributes = try #require(json["attributes"]).elements
    #expect(x == attributes.map { $0["frame"]?["x"]?.number })
    #expect(columns["contentSize"]?["height"]?.number == json["contentSize"]?["height"]?.number)
    let packed = try service.send("GET", "\(base)&format=packed").body
    #expect(Array(packed[..<8]) == Array("TTM1".utf8) + [4, 0, 0, 0])
    // Header 16, content size 16, two columns of four u32, four of four f64.
    let x1 = packed[16 + 16 + 32 + 8..<16 + 16 + 32 + 16].reversed().reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    #expect(Double(bitPattern: x1) == x[1])
  }

  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("br, gzip;q=0.1", true), ("*", true), ("gzip;q=0", false),
    ("*, gzip;q=0", false), ("*;q=0, gzip", true), ("br", false), ("", false), ("identity", false),
    ("gzip;q=0.001, identity;q=1", false), ("identity;q=0.5, gzip", true),
    ("*;q=0.4, identity", false),
    ("gzip, identity", true),
  ])
  func `Accept-Encoding decides on gzip`(_ accept: String, _ isTaken: Bool) throws {
    let request = try TestRequest.head("GET", "/", ["Accept-Encoding: \(accept)"])
    #expect(ContentCoding.acceptsGzip(request) == isTaken)
  }

  @Test func `Large enough answers are compressed for those who take it`() throws {
    let service = TestService()
    let document = TestDocument.list(100)
    let id = LayoutID(hashing: Array(document.utf8)).text
    _ = try service.send("POST", "/v1/layouts", text: document)
    let target = "/v1/layouts/\(id)/attributes?rect=all"
    let gzip = ["Accept-Encoding: gzip"]
    let plain = try service.send("GET", target)
    let compressed = try service.send("GET", target, gzip)
    #expect(plain["content-encoding"] == nil)
    #expect(compressed["content-encoding"] == "gzip")
    #expect(compressed.body.count < plain.body.count / 4)
    #expect(try Gzip.inflated(compressed.body, limit: 1 << 20) == plain.body)
    #expect(compressed["vary"] == "Accept-Encoding, Accept")
    // Weak when compressed: the bytes are others.
    let tag = try #require(plain["etag"])
    #expect(compressed["etag"] == "W/\(tag)")
    // Answers of up to a kibibyte are not worth it.
    let small = try service.send("GET", "/v1/layouts/\(id)", gzip)
    #expect(small["content-encoding"] == nil)
    #expect(small["etag"]?.hasPrefix("\"") == true)
  }

  @Test func `Large answers are streamed, and say the same`() throws {
    let service = TestService()
    let document = TestDocument.list(20_000)
    let id = LayoutID(hashing: Array(document.utf8)).text
    _ = try service.send("POST", "/v1/layouts", text: document)
    let target = "/v1/layouts/\(id)/attributes?rect=all"
    let streamed = try service.send("GET", target)
    #expect(streamed.isStreamed)
    #expect(streamed.body.count > ResponseWriter.wholeLimit)
    let items = try streamed.items()
    #expect(items == Array(0..<20_000))
    let compressed = try service.send("GET", target, ["Accept-Encoding: gzip"])
    #expect(!compressed.isStreamed)
    #expect(try Gzip.inflated(compressed.body, limit: 1 << 26) == streamed.body)
    for format in ["columns", "packed"] {
      let answer = try service.send("GET", "\(target)&format=\(format)")
      #expect(answer.isStreamed)
      let same = try service.send("GET", "\(target)&format=\(format)", ["Accept-Encoding: gzip"])
      #expect(try Gzip.inflated(same.body, limit: 1 << 26) == answer.body)
    }
  }
}
