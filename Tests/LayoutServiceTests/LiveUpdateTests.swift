import EventHTTP
import Foundation
import LayoutAPI
import LayoutEngine
import TestSupport
import Testing

@testable import LayoutService

/// The fixtures of updates against a service behind real sockets: ids, places, answers and documents.
///
/// Frames are held to them by the engine's own tests.
@Suite(.timeLimit(.minutes(60)), .waits) struct LiveUpdateTests {
  private static let folder = "\(Fixture.folder)/Updates"

  @Test(arguments: [
    "batch", "changes", "flashlist", "magazine", "masonic", "measured", "random", "reports",
    "rotate", "tanstack",
  ])
  func `A file of updates is answered alike by POST, by GET and by its documents`(
    name: String
  ) throws {
    try TestService.serving { client, _ in
      let lines = try PackageFiles.lines(of: "\(Self.folder)/updates-\(name).jsonl")
      #expect(lines.count >= 10)
      for (number, line) in lines.enumerated() {
        let check = try UpdateExchange(Array(line), client)
        let fixture = check.fixture
        let differences = try check.differences()
        #expect(
          differences.isEmpty,
          "\(name), line \(number + 1), \(fixture["name"]?.string ?? ""): \(differences.prefix(3))")
      }
    }
  }

  private struct Identity: Decodable {
    struct Expected: Decodable {
      var ids: [String]
    }
    var documentText: String
    var updateTexts: [String]
    var expected: Expected
  }

  @Test func `Ids of versions are those that anyone can work out`() throws {
    try TestService.serving { client, _ in
      let lines = try PackageFiles.lines(of: "\(Self.folder)/updates-identity.jsonl")
      #expect(lines.count >= 10)
      for line in lines {
        // Decoded by Foundation: its texts hold escapes.
        let fixture = try JSONDecoder().decode(Identity.self, from: line)
        var answer = try client.send("POST", "/v1/layouts", body: Array(fixture.documentText.utf8))
        var ids = [try FixtureValue(answer.body)["id"]?.string ?? ""]
        for update in fixture.updateTexts {
          answer = try client.send(
            "POST", "/v1/layouts/\(ids.last ?? "")/updates", body: Array(update.utf8))
          ids.append(try FixtureValue(answer.body)["id"]?.string ?? "")
        }
        #expect(ids == fixture.expected.ids)
      }
    }
  }
}

/// One fixture's requests.
private struct UpdateExchange {
  let fixture: FixtureValue
  private let line: [UInt8]
  private let client: LiveClient

  init(_ line: [UInt8], _ client: LiveClient) throws {
    self.line = line
    self.client = client
    fixture = try FixtureValue(line)
  }

  private func text(_ field: String) throws -> [UInt8] {
    Array(line[try #require(fixture[field]).range])
  }

  /// The fixture's query as parameters; empty without one.
  private func query() -> String {
    guard let query = fixture["query"] else { return "" }
    var parts: [String] = []
    for name in ["rect", "bounds"] {
      if let rect = query[name] {
        parts.append(
          "\(name)="
            + rect.elements.compactMap { $0.number?.description }
            .joined(separator: ","))
      }
    }
    if let anchor = query["anchor"]?.string { parts.append("anchor=\(anchor)") }
    return parts.joined(separator: "&")
  }

  /// Everything that is not as it should be.
  func differences() throws -> [String] {
    let update = try text("update")
    let posted = try client.send("POST", "/v1/layouts", body: try text("document"))
    let parent = try #require(try FixtureValue(posted.body)["id"]?.string)
    let query = query()
    let answer = try client.send(
      "POST", "/v1/layouts/\(parent)/updates" + (query.isEmpty ? "" : "?" + query), body: update)
    let json = try FixtureValue(answer.body)
    if fixture["kind"]?.string == "refused" { return refusal(answer, json) }
    guard answer.status == 201 || answer.status == 200 else {
      return ["answered \(answer.status): \(String(decoding: answer.body, as: UTF8.self))"]
    }
    let parentID = try #require(LayoutID(Array(parent.utf8), in: 0..<64))
    let version = LayoutID.child(of: parentID, update: update).text
    var lines: [String] = []
    if json["id"]?.string != version || json["parent"]?.string != parent {
      lines.append("is \(json["id"]?.string ?? "") of \(json["parent"]?.string ?? "")")
    }
    if !answer.head.contains("\r\nLocation: /v1/layouts/\(version)\r\n") {
      lines.append("has another Location")
    }
    if !query.isEmpty {
      let got = try client.send("GET", "/v1/layouts/\(version)/changes?\(query)&from=\(parent)")
      if got.status != 200 || got.body != answer.body {
        lines.append("GET changes is answered \(got.status), and not as the POST was")
      }
      if json["deleted"] == nil || json["contentOffset"] == nil { lines.append("has no changes") }
    }
    return try lines + documentDifferences(of: version)
  }

  /// The version's document, POSTed whole, gives the same frames to the last digit.
  private func documentDifferences(of version: String) throws -> [String] {
    let whole = try client.send("GET", "/v1/layouts/\(version)/attributes?rect=all")
    let document = try client.send("GET", "/v1/layouts/\(version)/document")
    guard whole.status == 200, document.status == 200 else {
      return ["answers \(whole.status), its document \(document.status)"]
    }
    let fresh = try client.send("POST", "/v1/layouts?rect=all", body: document.body)
    let (one, other) = (try FixtureValue(whole.body), try FixtureValue(fresh.body))
    func part(_ name: String, _ value: FixtureValue, _ bytes: [UInt8]) -> ArraySlice<UInt8> {
      value[name].map { bytes[$0.range] } ?? []
    }
    let isSame = ["attributes", "contentSize"].allSatisfy {
      part($0, one, whole.body) == part($0, other, fresh.body) && one[$0] != nil
    }
    return isSame ? [] : ["its document, POSTed whole, is answered \(fresh.status), otherwise"]
  }

  private func refusal(_ answer: LiveClient.Answer, _ json: FixtureValue) -> [String] {
    let expected = fixture["expected"]
    var lines: [String] = []
    if Double(answer.status) != expected?["status"]?.number { lines.append("is \(answer.status)") }
    let type = json["type"]?.string ?? ""
    if type != "/problems/\(expected?["problem"]?.string ?? "")" { lines.append("is \(type)") }
    let pointers = json["errors"]?.elements.compactMap { $0["pointer"]?.string } ?? []
    if !pointers.contains(expected?["refused"]?.string ?? "") { lines.append("is at \(pointers)") }
    return lines
  }
}
