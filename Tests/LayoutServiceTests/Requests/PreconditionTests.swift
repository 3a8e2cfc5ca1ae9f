import HTTPMessage
import TestSupport
import Testing

@testable import LayoutService

/// If-Match, and If-None-Match of PUT and QUERY (RFC 9110 §13).
@Suite(.waits) struct PreconditionTests {
  private let base = "/v1/layouts/\(TestDocument.waterfallID)"

  private func stored() throws -> TestService {
    let service = TestService()
    #expect(try service.send("POST", "/v1/layouts", text: TestDocument.waterfall).status == 201)
    return service
  }

  @Test func `GETs by id are answered only where If-Match names their tag`() throws {
    let service = try stored()
    for target in [
      base, "\(base)/attributes?rect=0,0,10,10", "\(base)/attributes.svg?rect=all",
      "\(base)/sections", "\(base)/target-offset?proposed=0,3",
    ] {
      let tag = try #require(try service.send("GET", target)["etag"])
      for (value, status) in [
        (tag, 200), ("*", 200), ("\"a\", \(tag)", 200), ("\(tag),W/\"b\"", 200),
        // Compared strongly: a weak tag is never the same.
        ("W/\(tag)", 412), ("\"a\"", 412), ("W/\"a\", \"b\"", 412), ("", 412), ("a", 412),
        (String(tag.dropFirst()), 412), ("\"*\"", 412),
      ] {
        for method in ["GET", "HEAD"] {
          let answer = try service.send(method, target, ["If-Match: \(value)"])
          #expect(answer.status == status, "\(method) \(target) \(value)")
          if status == 412 { #expect(try answer.problem() == "precondition-failed") }
        }
      }
      let two = try service.send("GET", target, ["If-Match: \"a\"", "If-Match: \(tag)"])
      #expect(two.status == 200)
    }
  }

  @Test func `If-Match is asked before If-None-Match`() throws {
    let service = try stored()
    for target in [base, "\(base)/attributes?rect=all", "/openapi.yaml"] {
      let tag = try #require(try service.send("GET", target)["etag"])
      for (match, noneMatch, status) in [
        (tag, tag, 304), ("*", "*", 304), (tag, "\"a\"", 200), ("\"a\"", tag, 412),
        ("\"a\"", "\"a\"", 412), ("W/\(tag)", tag, 412),
      ] {
        let answer = try service.send(
          "GET", target, ["If-None-Match: \(noneMatch)", "If-Match: \(match)"])
        #expect(answer.status == status, "\(target) \(match) \(noneMatch)")
      }
    }
  }

  @Test func `What is not there is 404 with a condition, too`() throws {
    let service = try stored()
    for (target, name) in [
      ("attributes?indexPath=0-999", "no-such-element"),
      ("target-offset?proposed=0,0&section=9", "no-such-element"),
    ] {
      for value in ["*", "\"a\""] {
        let answer = try service.send("GET", "\(base)/\(target)", ["If-Match: \(value)"])
        #expect(try answer.problem() == name, "\(target) \(value)")
      }
    }
    let tag = try #require(try service.send("GET", base)["etag"])
    for value in ["*", "\"a\"", tag] {
      let answer = try TestService().send("GET", base, ["If-Match: \(value)"])
      #expect(try answer.problem() == "layout-not-cached")
    }
    #expect(try service.send("GET", "\(base)?x", ["If-Match: \"a\""]).problem() == "bad-query")
  }

  @Test func `What is kept ready is not answered past a condition`() throws {
    let service = try stored()
    let target = "\(base)/attributes?rect=0,0,390,844"
    for _ in 0..<4 { #expect(try service.send("GET", target).status == 200) }
    #expect(service.service.responder.cache.hits == 2)
    #expect(try service.send("GET", target, ["If-Match: \"a\""]).status == 412)
    #expect(try service.send("GET", target, ["iF-mATCH: \"a\""]).status == 412)
    #expect(service.service.responder.cache.hits == 2)
  }

  @Test func `Pages are answered only where If-Match names their tag`() throws {
    let service = TestService()
    for page in EmbeddedPage.all where !page.bytes.isEmpty {
      let tag = try #require(try service.send("GET", page.path)["etag"])
      for (value, status) in [(tag, 200), ("*", 200), ("W/\(tag)", 412), ("\"a\"", 412)] {
        #expect(try service.send("GET", page.path, ["If-Match: \(value)"]).status == status)
      }
    }
    let off = TestService { $0.isPlaygroundOn = false }
    #expect(try off.send("GET", "/", ["If-Match: \"a\""]).status == 404)
  }

  /// A document's fields, and what is answered where its layout is stored and where it is not.
  private func cases(_ tag: String) -> [(fields: [String], stored: Int, absent: Int)] {
    [
      (["If-None-Match: *"], 412, 201), (["If-None-Match: \(tag)"], 412, 201),
      (["If-None-Match: W/\(tag)"], 412, 201), (["If-None-Match: \"a\""], 200, 201),
      (["If-Match: *"], 200, 412), (["If-Match: \(tag)"], 200, 412),
      (["If-Match: \"a\", \(tag)"], 200, 412), (["If-Match: W/\(tag)"], 412, 412),
      (["If-Match: \"a\""], 412, 412), (["If-Match: *", "If-None-Match: \"a\""], 200, 412),
      (["If-Match: *", "If-None-Match: *"], 412, 412), (["If-Match: "], 412, 412),
    ]
  }

  @Test(arguments: [false, true])
  func `A PUT is done only where its conditions hold`(isCompressed: Bool) throws {
    let document = Array(TestDocument.waterfall.utf8)
    let body = isCompressed ? try #require(Gzip.compressed(document)) : document
    let coding = isCompressed ? ["Content-Encoding: gzip"] : []
    let store = try stored()
    let summary = try #require(try store.send("GET", base)["etag"])
    let query = "attributes?rect=all"
    let attributes = try #require(try store.send("GET", "\(base)/\(query)")["etag"])
    for (tag, target) in [
      (summary, base), (summary, "\(base)?rect=all"), (attributes, "\(base)?rect=all"),
    ] {
      for (fields, whenStored, whenAbsent) in cases(tag) {
        let there = try store.send("PUT", target, coding + fields, body: body)
        #expect(there.status == whenStored, "\(fields)")
        let service = TestService()
        let answer = try service.send("PUT", target, coding + fields, body: body)
        #expect(answer.status == whenAbsent, "\(fields)")
        for refused in [there, answer] where refused.status == 412 {
          #expect(try refused.problem() == "precondition-failed")
        }
        // Nothing of what is refused is done.
        #expect(service.service.layouts.cache.figures.entries == (whenAbsent == 201 ? 1 : 0))
        #expect(service.service.layouts.cache.figures.computing == 0)
        #expect(service.service.inflight.count == 0)
      }
    }
  }

  @Test func `A PUT is refused before its body is read, where that can be known`() throws {
    let service = try stored()
    let fields = ["Content-Length: 1000", "Expect: 100-continue"]
    for (service, condition) in [
      (service, "If-None-Match: *"), (service, "If-Match: \"a\""), (TestService(), "If-Match: *"),
    ] {
      let request = try TestRequest.head("PUT", base, fields + [condition])
      var response = HTTPResponse()
      let disposition = service.service.receive(
        request, response: &response, exchange: TestExchange())
      guard case .respond = disposition else {
        Issue.record("the body is asked for: \(condition)")
        continue
      }
      #expect(response.status == .preconditionFailed)
    }
    // Everything else that is wrong is told first (RFC 9110 §13.2.1).
    let none = try service.send("PUT", base, ["If-None-Match: *"])
    #expect(none.status == 411)
    let type = ["Content-Type: text/html", "If-None-Match: *"]
    #expect(try service.send("PUT", base, type, text: "{}").status == 415)
  }

  @Test func `What is stored while a body comes counts`() throws {
    let body = Array(TestDocument.waterfall.utf8)
    let fields = ["Content-Length: \(body.count)", "If-None-Match: *"]
    let service = TestService()
    let request = try TestRequest.head("PUT", base, fields)
    let exchange = TestExchange()
    var response = HTTPResponse()
    guard
      case .collect(let sink) = service.service.receive(
        request, response: &response, exchange: exchange)
    else {
      Issue.record("the body is not asked for")
      return
    }
    #expect(sink.append(body) == nil)
    _ = try service.send("POST", "/v1/layouts", text: TestDocument.waterfall)
    guard
      case .respond = sink.finish(request, response: &response, exchange: exchange)
    else {
      Issue.record("it is not answered at once")
      return
    }
    #expect(response.status == .preconditionFailed)
  }

  @Test(arguments: ["POST", "QUERY"])
  func `POST and QUERY are done only where If-Match names what is stored`(method: String) throws {
    let service = try stored()
    let tag = try #require(try service.send("GET", base)["etag"])
    let json = ["Content-Type: application/json"]
    for (value, status) in [
      ("*", 200), (tag, 200), ("W/\(tag)", 412), ("\"a\"", 412), ("\"a\", \(tag)", 200),
    ] {
      let fields = json + ["If-Match: \(value)"]
      let answer = try service.send(
        method, "/v1/layouts?rect=all", fields, text: TestDocument.waterfall)
      #expect(answer.status == status, "\(value)")
      let absent = try TestService().send(
        method, "/v1/layouts?rect=all", fields, text: TestDocument.waterfall)
      #expect(try absent.problem() == "precondition-failed")
    }
    guard method == "POST" else { return }
    // Nothing is at the path itself that If-None-Match could be about.
    for value in ["*", tag] {
      let answer = try service.send(
        method, "/v1/layouts", json + ["If-None-Match: \(value)"], text: TestDocument.waterfall)
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: [false, true])
  func `A QUERY whose answer the client holds is 304, as a GET is`(isCompressed: Bool) throws {
    let service = try stored()
    let document = Array(TestDocument.waterfall.utf8)
    let body = isCompressed ? try #require(Gzip.compressed(document)) : document
    let fields =
      ["Content-Type: application/json"] + (isCompressed ? ["Content-Encoding: gzip"] : [])
    for query in ["", "?rect=all", "?rect=0,0,9,9&format=packed"] {
      func send(_ service: TestService, _ more: String...) throws -> TestAnswer {
        try service.send("QUERY", "/v1/layouts\(query)", fields + more, body: body)
      }
      let whole = try send(service)
      let tag = try #require(whole["etag"])
      for (value, status) in [
        (tag, 304), ("W/\(tag)", 304), ("\"a\", \(tag)", 304), ("*", 304),
        ("\"a\"", 200), ("", 200),
      ] {
        let answer = try send(service, "If-None-Match: \(value)")
        #expect(answer.status == status, "\(query) \(value)")
        guard status == 304 else { continue }
        #expect(answer.body.isEmpty)
        #expect(answer["etag"] == (value.hasPrefix("W/") ? value : tag))
        for name in ["cache-control", "content-location", "vary"] {
          #expect(answer[name] == whole[name], "\(name)")
        }
      }
      // If-Match is asked first; a tag of ours says that the document can be laid out, `*` does not.
      #expect(try send(service, "If-None-Match: \(tag)", "If-Match: \"a\"").status == 412)
      #expect(try send(service, "If-None-Match: \(tag)", "If-Match: \(tag)").status == 304)
      let other = TestService()
      #expect(try send(other, "If-None-Match: \(tag)").status == 304)
      #expect(other.service.layouts.cache.figures.computing == 0)
      #expect(other.service.inflight.count == 0)
      #expect(try send(other, "If-None-Match: *").status == 200)
    }
    // Where there is no such element, `*` matches nothing.
    let absent = try service.send(
      "QUERY", "/v1/layouts?indexPath=0-999", fields + ["If-None-Match: *"], body: body)
    #expect(try absent.problem() == "no-such-element")
  }
}
