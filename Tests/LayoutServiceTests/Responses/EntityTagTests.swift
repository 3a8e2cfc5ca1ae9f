import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// ETag, If-None-Match and caching fields (Contract §8).
@Suite(.waits) struct EntityTagTests {
  private let base = "/v1/layouts/\(TestDocument.waterfallID)"

  private func tag(_ service: TestService, _ target: String, _ fields: [String] = []) throws
    -> String
  {
    try #require(try service.send("GET", target, fields)["etag"])
  }

  @Test func `A 304 needs no cached layout`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let empty = TestService()
    for target in [
      base, "\(base)/attributes?rect=0,0,10,10", "\(base)/sections",
      "\(base)/target-offset?proposed=0,3",
    ] {
      let tag = try tag(service, target)
      for method in ["GET", "HEAD"] {
        for value in [tag, "W/\(tag)", "\"a\", \(tag)", "\"x,y\" , W/\(tag), \"b\""] {
          let answer = try empty.send(method, target, ["If-None-Match: \(value)"])
          #expect(answer.status == 304, "\(target) \(value)")
          #expect(answer.body.isEmpty)
          #expect(answer["etag"]?.hasSuffix(tag) == true)
          #expect(answer["cache-control"] == "public, max-age=3600")
          #expect(answer["vary"] == "Accept-Encoding, Accept")
          #expect(answer["content-type"] == nil)
        }
      }
      let otherDigit = tag.hasSuffix("0\"") ? "1" : "0"
      for value in ["\"a\"", "\(tag.dropLast(2))\(otherDigit)\"", "\(tag.dropLast())", "*"] {
        let answer = try empty.send("GET", target, ["If-None-Match: \(value)"])
        #expect(answer.status == 404, "\(target) \(value)")
      }
    }
    #expect(try service.send("GET", base, ["If-None-Match: *"]).status == 304)
    #expect(try service.send("GET", base, ["If-None-Match: \"a\""]).status == 200)
  }

  @Test func `Any tag matches only what there is`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    for (target, status) in [
      ("attributes?indexPath=0-3", 304), ("attributes?indexPath=0-999", 404),
      ("attributes?indexPath=0-0&kind=zz", 404), ("attributes?rect=all&scroll=0:5", 404),
      ("target-offset?indexPath=0-3&position=top", 304),
      ("target-offset?indexPath=0-999&position=top", 404),
      ("target-offset?proposed=0,0&section=9", 404),
      ("index-path?point=1,1", 304), ("index-path?point=-1,1", 404),
    ] {
      let answer = try service.send("GET", "\(base)/\(target)", ["If-None-Match: *"])
      #expect(answer.status == status, "\(target)")
      #expect(answer["cache-control"] == (status == 304 ? "public, max-age=3600" : "no-store"))
    }
  }

  @Test func `Tags tell different answers apart`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let list = TestDocument.list(2)
    _ = try service.send("POST", "/v1/layouts", text: list)
    let targets =
      [base, "\(base)/sections", "/v1/layouts/\(LayoutID(hashing: Array(list.utf8)).text)"]
      + [
        "rect=all", "rect=0,0,1,1", "rect=0,0,1,2", "rect=1,0,0,1", "indexPath=0-0",
        "indexPath=0-1", "indexPath=0-0,0-1", "indexPath=0-1,0-0", "rect=all&format=columns",
        "rect=all&format=packed", "rect=all&origin=section", "rect=0,0,1,1&origin=rect",
        "rect=all&bounds=0,0,1,1", "rect=0,0,1,1&bounds=0,0,1,1",
      ].map { "\(base)/attributes?\($0)" }
      + [
        "proposed=0,0", "proposed=1,0", "proposed=0,0&velocity=0,1", "proposed=0,0&current=0,1",
        "proposed=0,0&start=0,1", "current=0,0", "current=0,0&velocity=0,1", "current=0,1",
        "indexPath=0-0&position=top", "indexPath=0-0&position=bottom",
        "indexPath=0-0&position=top&under=true",
      ].map { "\(base)/target-offset?\($0)" }
      + [
        "point=1,1", "point=1,2", "point=1,1&nearest=true", "point=1,1&moving=0-0",
        "point=1,1&moving=0-1",
      ].map { "\(base)/index-path?\($0)" }
    let tags = try targets.map { try tag(service, $0) }
    #expect(Set(tags).count == tags.count)
    #expect(tags.allSatisfy { $0.utf8.count == 34 })
  }

  @Test func `Tags are of the decoded query`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let tag = try tag(service, "\(base)/attributes?rect=0,0,10,20")
    for query in [
      "rect=0%2C0%2C10%2C20", "rect=0.0,-0,1e1,20", "%72ect=0,0,10,20&",
      "rect=0,0,10,20&origin=content", "rect=0,0,10,20&format=json",
    ] {
      #expect(try self.tag(service, "\(base)/attributes?\(query)") == tag, "\(query)")
    }
    let accept = ["Accept: application/vnd.tatami.packed"]
    #expect(
      try self.tag(service, "\(base)/attributes?rect=0,0,10,20", accept)
        == self.tag(service, "\(base)/attributes?rect=0,0,10,20&format=packed"))
  }

  @Test func `A 304 repeats the form of the tag that matched`() throws {
    let service = TestService()
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    let tag = try tag(service, base)
    #expect(try service.send("GET", base, ["If-None-Match: W/\(tag)"])["etag"] == "W/\(tag)")
    #expect(try service.send("GET", base, ["If-None-Match: \(tag)"])["etag"] == tag)
  }

  @Test func `POST does not look at If-None-Match`() throws {
    let service = TestService()
    let tag = try #require(
      try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)["etag"])
    let again = try service.send(
      "POST", "/v1/layouts", ["If-None-Match: \(tag)"], text: TestDocument.waterfall)
    #expect(again.status == 200)
  }

  @Test func `Pages have the tag of their bytes, and a 304 for who has them`() throws {
    let service = TestService()
    var tags: Set<String> = []
    for page in EmbeddedPage.all where !page.bytes.isEmpty {
      let plain = try service.send("GET", page.path)
      let tag = try #require(plain["etag"])
      #expect(tag.utf8.count == 34)
      #expect(tags.insert(tag).inserted)
      #expect(try self.tag(TestService(), page.path) == tag)
      #expect(plain["cache-control"] == "public, no-cache")
      let gzip = try service.send("GET", page.path, ["Accept-Encoding: gzip"])
      #expect(gzip["etag"] == (gzip["content-encoding"] == nil ? tag : "W/\(tag)"))
      for method in ["GET", "HEAD"] {
        for value in [tag, "W/\(tag)", "\"a\", \(tag)", "*"] {
          let answer = try service.send(method, page.path, ["If-None-Match: \(value)"])
          #expect(answer.status == 304, "\(page.path) \(value)")
          #expect(answer.body.isEmpty)
          #expect(answer["etag"] == (value.hasPrefix("W/") ? value : tag))
          #expect(answer["cache-control"] == "public, no-cache")
          #expect(answer["vary"] == "Accept-Encoding")
          #expect(answer["content-type"] == nil)
          #expect(answer["content-security-policy"] == plain["content-security-policy"])
        }
      }
      let other = try service.send("GET", page.path, ["If-None-Match: \"a\""])
      #expect(other.body == plain.body)
    }
    #expect(tags.count > 4)
    let off = TestService { $0.isPlaygroundOn = false }
    #expect(try off.send("GET", "/", ["If-None-Match: *"]).status == 404)
  }

  @Test func `Pages are compressed once, and every answer has the same bytes`() throws {
    // Kept while they are compared: other bytes could stand at the same place later.
    var answers: [TestAnswer] = []
    for page in EmbeddedPage.all where page.bytes.count > ResponseWriter.minCompressedBytes {
      let found = try (0..<2).map { _ in
        try TestService().send("GET", page.path, ["Accept-Encoding: gzip"])
      }
      let places = found.map { unsafe $0.body.withUnsafeBytes { Int(bitPattern: $0.baseAddress) } }
      #expect(found[0]["content-encoding"] == "gzip")
      #expect(places[0] != 0 && places[0] == places[1], "\(page.path)")
      #expect(try Gzip.inflated(found[0].body, limit: 1 << 24) == page.bytes)
      answers += found
    }
    #expect(answers.count > 8)
  }

  @Test func `Nothing but GETs by id may be stored by others`() throws {
    let service = TestService()
    let stored = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    #expect(stored["cache-control"] == "no-store")
    for target in [
      "/healthz", "/readyz", "/metrics", "/nothing", "/problems/bad-query",
      "/v1/layouts/\(String(repeating: "0", count: 64))", "\(base)/attributes?indexPath=0-99",
    ] {
      #expect(try service.send("GET", target)["cache-control"] == "no-store", "\(target)")
    }
    let keyed = TestService {
      $0.apiKeys = ["k"]
      $0.maxAge = 60
    }
    let key = ["Authorization: Bearer k"]
    _ = try keyed.send("POST", "/v1/layouts", key, text: TestDocument.waterfall)
    #expect(try keyed.send("GET", base, key)["cache-control"] == "private, max-age=60")
  }
}
