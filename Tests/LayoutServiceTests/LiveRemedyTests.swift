import TestSupport
import Testing

@testable import LayoutService

/// Clients that do what 404 `layout-not-cached` advises (Contract §1), over sockets.
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveRemedyTests {
  private static let layout = "/v1/layouts/\(TestDocument.waterfallID)"
  private static let document = Array(TestDocument.waterfall.utf8)

  /// A request by id, and its body.
  struct Request {
    var method = "GET"
    var path: String
    var body = ""

    func send(_ client: LiveClient) throws -> LiveClient.Answer {
      try client.send(method, path, body: Array(body.utf8))
    }
  }

  /// A request of each resource by id, with parameters that only it has.
  private static func request(_ label: RouteLabel) -> Request? {
    let bounds = "bounds=0,0,90,90&anchor=first"
    return switch label {
    case .layout: Request(path: layout)
    case .attributes: Request(path: "\(layout)/attributes?rect=all&origin=section")
    case .attributesPicture: Request(path: "\(layout)/attributes.svg?rect=all&theme=dark")
    case .attributesSheet: Request(path: "\(layout)/attributes.css?rect=all&unit=percent")
    case .attributesColumns: Request(path: "\(layout)/attributes.columns?rect=0,0,90,90")
    case .attributesPacked: Request(path: "\(layout)/attributes.packed?indexPath=0-0")
    case .sections: Request(path: "\(layout)/sections")
    case .targetOffset: Request(path: "\(layout)/target-offset?proposed=0,40")
    case .indexPath: Request(path: "\(layout)/index-path?point=1,1&nearest=true")
    case .updates:
      Request(method: "POST", path: "\(layout)/updates?\(bounds)", body: #"{"delete":[[0,0]]}"#)
    case .changes:
      Request(path: "\(layout)/changes?from=\(TestDocument.waterfallID)&\(bounds)")
    case .changesPicture:
      Request(path: "\(layout)/changes.svg?from=\(TestDocument.waterfallID)&rect=all&theme=dark")
    case .document: Request(path: "\(layout)/document")
    case .layouts, .pictures, .texts, .fonts, .health, .readiness, .metrics, .problem, .page,
      .other:
      nil
    }
  }

  /// Does what a 404 advises: PUTs the document, with the request's query or without.
  ///
  /// - Returns: the answer to the PUT; nil if the advice is to repeat the request.
  private func follow(
    _ detail: String, of request: Request, _ client: LiveClient
  ) throws -> LiveClient.Answer? {
    let advice = try #require(
      detail.firstMatch(
        of:
          #/PUT its document to (\S+) (with the same query(?: and (\S+))?, which answers|without a query, then repeat) this request/#
      ), "\(detail)")
    let isAnswered = advice.output.2.hasSuffix("answers")
    let query = request.path.split(separator: "?").dropFirst().map(String.init)
    let parameters = isAnswered ? query + [advice.output.3].compactMap { $0.map(String.init) } : []
    let target = [String(advice.output.1), parameters.joined(separator: "&")]
    let put = try client.send(
      "PUT", target.filter { !$0.isEmpty }.joined(separator: "?"), body: Self.document)
    #expect(put.status == 201, "\(target) \(String(decoding: put.body, as: UTF8.self))")
    return isAnswered ? put : nil
  }

  @Test(arguments: RouteLabel.allCases.filter { "\($0.name)".contains("{id}") })
  func `The advice for a layout that is not cached works`(label: RouteLabel) throws {
    let request = try #require(Self.request(label))
    try TestService.serving { client, _ in
      let refused = try request.send(client)
      #expect(refused.status == 404)
      let problem = try FixtureValue(refused.body)
      #expect(problem["type"]?.string == "/problems/layout-not-cached")
      #expect(problem["missing"]?.string == TestDocument.waterfallID)
      let put = try follow(try #require(problem["detail"]?.string), of: request, client)
      let repeated = try request.send(client)
      #expect(repeated.status == (label == .updates ? 201 : 200))
      if let put {
        #expect(put.body == repeated.body)
        #expect(put.type == repeated.type)
      }
    }
  }

  @Test func `A version is restored by its update`() throws {
    let update = Request(
      method: "POST", path: "\(Self.layout)/updates", body: #"{"append":[{"items":2}]}"#)
    var path = ""
    try TestService.serving { client, _ in
      #expect(try client.send("PUT", Self.layout, body: Self.document).status == 201)
      let version = try FixtureValue(update.send(client).body)
      path = "/v1/layouts/\(try #require(version["id"]?.string))"
    }
    try TestService.serving { client, _ in
      let request = Request(path: "\(path)/sections")
      let refused = try FixtureValue(request.send(client).body)
      let advice = "; to restore a version, repeat its update, then this request"
      #expect(refused["detail"]?.string?.hasSuffix(advice) == true)
      let parent = try FixtureValue(update.send(client).body)
      #expect(parent["missing"]?.string == TestDocument.waterfallID)
      _ = try follow(try #require(parent["detail"]?.string), of: update, client)
      #expect(try update.send(client).status == 201)
      #expect(try request.send(client).status == 200)
    }
  }
}
