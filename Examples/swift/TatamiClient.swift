// SPDX-License-Identifier: Apache-2.0
// A client of the Tatami layout service in one file: Foundation, and swift-crypto or CryptoKit for ids.
//
//   let client = TatamiClient(base: URL(string: "http://localhost:8080")!)
//   let layout = try await client.layout(json: document)
//   let answer = try await layout.attributes(in: CGRect(x: 0, y: 0, width: 390, height: 844))
//
//   let (longer, changes) = try await layout.update(TatamiUpdate(append: [.init(items: [.length(120)])]), …)
//
// A layout's id is the SHA-256 of its document, so documents are PUT to /v1/layouts/{id}. A server that has
// forgotten a layout answers 404; the document is then PUT again. Attributes are asked of one revision of the
// service's engine, the first that answered. TatamiLayout.swift, TatamiUpdate.swift: how layouts are asked and
// updated.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(CryptoKit)
  import CryptoKit
#elseif canImport(Crypto)
  import Crypto
#endif

struct TatamiSize: Codable, Sendable, Hashable {
  var width: Double
  var height: Double
}

struct TatamiPoint: Codable, Sendable, Hashable {
  var x: Double
  var y: Double
}

struct TatamiFrame: Codable, Sendable, Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

struct TatamiAttributes: Codable, Sendable, Hashable {
  enum Category: String, Codable, Sendable { case cell, supplementary, decoration }
  var indexPath: [Int]
  var category: Category
  var kind: String?
  var frame: TatamiFrame
  var zIndex: Int
  var imageHeight: Double?
  var id: String?
}

struct TatamiSummary: Codable, Sendable, Hashable {
  var id: String
  var contentSize: TatamiSize
  var sectionCount: Int
  var itemCount: Int
  /// Which layout a version was made from.
  var parent: String?
}

struct TatamiAnswer: Codable, Sendable, Hashable {
  var id: String
  var contentSize: TatamiSize
  var sectionCount: Int
  var itemCount: Int
  var attributes: [TatamiAttributes]
}

struct TatamiTargetOffset: Codable, Sendable, Hashable {
  var targetContentOffset: TatamiPoint
  var page: Int
}

/// An error answer (RFC 9457).
struct TatamiProblem: Error, Codable, Sendable, Hashable {
  struct Place: Codable, Sendable, Hashable {
    var pointer: String
    var detail: String
  }
  var type: String
  var title: String
  var status: Int
  var detail: String?
  var errors: [Place]?
  /// The layout that is not held, of a problem that is about one.
  var missing: String?
  /// The revision of the service's engine, of a problem that another one was asked for.
  var engine: Int?

  /// Whether another revision of the engine was asked for.
  var isOtherEngine: Bool { type.hasSuffix("/other-engine") }

  /// Whether a layout is not held.
  var isNotCached: Bool { type.hasSuffix("/layout-not-cached") }
}

struct TatamiClient: Sendable {
  let base: URL
  var apiKey: String?
  /// How often a 503 is tried again, each time after its Retry-After.
  var retries = 3
  /// The engine's revision whose attributes are asked for.
  let engine = TatamiEngine()
  /// Called when another revision of the engine answers: what is shown is to be asked for again.
  var onEngine: (@Sendable (Int) -> Void)?

  init(base: URL, apiKey: String? = nil) {
    self.base = base
    self.apiKey = apiKey
  }

  /// Asks for attributes of one revision of the engine; where another answers, once more, of that one.
  func ofOneEngine<Value>(_ ask: (_ parameter: String) async throws -> Value) async throws -> Value {
    let asked = engine.revision
    do { return try await ask(engine.parameter) } catch let problem as TatamiProblem
      where problem.isOtherEngine
    {
      guard let other = problem.engine else { throw problem }
      if engine.replace(asked, by: other) { onEngine?(other) }
      return try await ask(engine.parameter)
    }
  }

  /// Makes a document known to the server.
  func layout(json: String) async throws -> TatamiLayout {
    let document = Data(json.utf8)
    return TatamiLayout(client: self, document: document, summary: try await put(document))
  }

  /// Makes a document of any encodable type known to the server.
  func layout(_ document: some Encodable) async throws -> TatamiLayout {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys  // the same document, the same id
    return try await layout(json: String(decoding: try encoder.encode(document), as: UTF8.self))
  }

  /// A layout that the server knows already, by its id. Nothing can make it again where it was forgotten.
  func open(id: String) async throws -> TatamiLayout {
    let request = request(path: "v1/layouts/\(id)", query: "")
    let summary = try await call(TatamiSummary.self, request)
    return TatamiLayout(client: self, document: nil, summary: summary)
  }

  func put(_ document: Data) async throws -> TatamiSummary {
    if let id = Self.sha256(document) {
      return try await call(
        TatamiSummary.self, send(document, "PUT", path: "v1/layouts/\(id)", query: ""))
    }
    return try await call(
      TatamiSummary.self, send(document, "POST", path: "v1/layouts", query: ""))
  }

  func send(_ body: Data, _ method: String, path: String, query: String) -> URLRequest {
    var request = request(path: path, query: query)
    request.httpMethod = method
    request.httpBody = body
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return request
  }

  func request(path: String, query: String) -> URLRequest {
    var components = URLComponents(
      url: base.appendingPathComponent(path), resolvingAgainstBaseURL: false)
    components?.percentEncodedQuery = query.isEmpty ? nil : query
    var request = URLRequest(url: components?.url ?? base)
    if let apiKey { request.setValue("Bearer \(apiKey)", forHTTPHeaderField: "Authorization") }
    return request
  }

  func call<Value: Decodable>(_ type: Value.Type, _ request: URLRequest) async throws -> Value {
    try JSONDecoder().decode(type, from: try await data(request))
  }

  /// One request; 503s are tried again after their Retry-After.
  func data(_ request: URLRequest) async throws -> Data {
    var tries = retries
    while true {
      let (data, response) = try await URLSession.shared.data(for: request)
      let answer = response as? HTTPURLResponse
      let status = answer?.statusCode ?? 0
      if (200..<300).contains(status) {
        let revision = answer?.value(forHTTPHeaderField: "Tatami-Engine").flatMap { Int($0) }
        if let revision { engine.replace(nil, by: revision) }
        return data
      }
      if status == 503, tries > 0 {
        tries -= 1
        let seconds = Self.pause(retryAfter: answer?.value(forHTTPHeaderField: "Retry-After"))
        try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))
        continue
      }
      throw (try? JSONDecoder().decode(TatamiProblem.self, from: data))
        ?? TatamiProblem(type: "about:blank", title: "HTTP status \(status)", status: status)
    }
  }
}

/// The engine's revision that a client and its copies ask for; nil before the first answer.
final class TatamiEngine: @unchecked Sendable {
  private let lock = NSLock()
  private var number: Int?

  var revision: Int? { lock.withLock { number } }

  /// What a query says of it, after other parameters.
  var parameter: String { revision.map { "&engine=\($0)" } ?? "" }

  /// Takes another revision, unless someone has taken one meanwhile.
  @discardableResult
  func replace(_ former: Int?, by revision: Int) -> Bool {
    lock.withLock {
      guard number == former else { return false }
      number = revision
      return true
    }
  }
}

extension TatamiClient {
  /// The id of the version that an update makes of a layout; nil without CryptoKit or swift-crypto.
  static func versionID(parent: String, update: Data) -> String? {
    sha256(Data("\(parent)\n".utf8) + update).map { String(parent.prefix(16) + $0.prefix(48)) }
  }

  /// Lowercase hex digits; nil without CryptoKit or swift-crypto.
  static func sha256(_ data: Data) -> String? {
    #if canImport(CryptoKit) || canImport(Crypto)
      SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
    #else
      nil
    #endif
  }

  /// The seconds that a Retry-After asks for, 0 to 60; 1 where it says nothing that is a number.
  ///
  /// A proxy in between may say anything, and what a server says must not stop a client.
  static func pause(retryAfter text: String?) -> Double {
    guard let seconds = text.flatMap({ Double($0) }), seconds.isFinite, seconds >= 0 else {
      return 1
    }
    return min(seconds, 60)
  }
}
