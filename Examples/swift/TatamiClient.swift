// A client of the Tatami layout service in one file: Foundation, and swift-crypto or CryptoKit for ids.
//
//   let client = TatamiClient(base: URL(string: "http://localhost:8080")!)
//   let layout = try await client.layout(json: document)
//   let answer = try await layout.attributes(in: CGRect(x: 0, y: 0, width: 390, height: 844))
//
// A layout's id is the SHA-256 of its document, so documents are PUT to /v1/layouts/{id}. A server that has
// forgotten a layout answers 404; the document is then PUT again with the query that was asked.

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
}

struct TatamiClient: Sendable {
  let base: URL
  var apiKey: String?
  /// How often a 503 is tried again, each time after its Retry-After.
  var retries = 3

  init(base: URL, apiKey: String? = nil) {
    self.base = base
    self.apiKey = apiKey
  }

  /// Makes a document known to the server.
  func layout(json: String) async throws -> TatamiLayout {
    let body = Data(json.utf8)
    let summary = try await call(TatamiSummary.self, put(body, query: ""))
    return TatamiLayout(client: self, document: body, summary: summary)
  }

  /// Makes a document of any encodable type known to the server.
  func layout(_ document: some Encodable) async throws -> TatamiLayout {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys  // the same document, the same id
    return try await layout(json: String(decoding: try encoder.encode(document), as: UTF8.self))
  }

  func put(_ body: Data, query: String) -> URLRequest {
    #if canImport(CryptoKit) || canImport(Crypto)
      let id = SHA256.hash(data: body).map { String(format: "%02x", $0) }.joined()
      var request = request(path: "v1/layouts/\(id)", query: query)
      request.httpMethod = "PUT"
    #else
      var request = request(path: "v1/layouts", query: query)
      request.httpMethod = "POST"
    #endif
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
    var tries = retries
    while true {
      let (data, response) = try await URLSession.shared.data(for: request)
      let answer = response as? HTTPURLResponse
      let status = answer?.statusCode ?? 0
      if (200..<300).contains(status) { return try JSONDecoder().decode(type, from: data) }
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

extension TatamiClient {
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

/// A document that the server has laid out.
struct TatamiLayout: Sendable {
  let client: TatamiClient
  let document: Data
  let summary: TatamiSummary

  /// The elements that meet a rectangle; pinned ones as they stand under `bounds`.
  func attributes(in rect: CGRect, bounds: CGRect? = nil) async throws -> TatamiAnswer {
    var query = "rect=\(text(rect))"
    if let bounds { query += "&bounds=\(text(bounds))" }
    do {
      return try await client.call(
        TatamiAnswer.self,
        client.request(path: "v1/layouts/\(summary.id)/attributes", query: query))
    } catch let problem as TatamiProblem where problem.type.hasSuffix("/layout-not-cached") {
      return try await client.call(TatamiAnswer.self, client.put(document, query: query))
    }
  }

  /// Where scrolling should stop, as `scrollViewWillEndDragging` asks.
  ///
  /// - Parameters:
  ///   - proposed: where scrolling would end by itself.
  ///   - velocity: points a millisecond.
  ///   - current: the content offset as the finger lifts; nil for `proposed`.
  ///   - start: the content offset at `scrollViewWillBeginDragging`; nil for `current`.
  ///   - section: the orthogonal section that scrolls.
  func targetOffset(
    proposed: CGPoint, velocity: CGPoint = .zero, current: CGPoint? = nil, start: CGPoint? = nil,
    section: Int? = nil
  ) async throws -> TatamiTargetOffset {
    var query = "proposed=\(text(proposed))&velocity=\(text(velocity))"
    if let current { query += "&current=\(text(current))" }
    if let start { query += "&start=\(text(start))" }
    if let section { query += "&section=\(section)" }
    let path = "v1/layouts/\(summary.id)/target-offset"
    do {
      return try await client.call(
        TatamiTargetOffset.self, client.request(path: path, query: query))
    } catch let problem as TatamiProblem where problem.type.hasSuffix("/layout-not-cached") {
      _ = try await client.call(TatamiSummary.self, client.put(document, query: ""))
      return try await client.call(
        TatamiTargetOffset.self, client.request(path: path, query: query))
    }
  }

  private func text(_ rect: CGRect) -> String {
    "\(Double(rect.origin.x)),\(Double(rect.origin.y)),\(Double(rect.width)),\(Double(rect.height))"
  }

  private func text(_ point: CGPoint) -> String {
    "\(Double(point.x)),\(Double(point.y))"
  }
}

#if canImport(UIKit)
  import UIKit

  /// A collection view layout whose frames come from Tatami.
  ///
  /// Give it all attributes of a layout, or those around the visible rectangle as they arrive: it
  /// keeps what it was given until another layout is shown.
  @MainActor
  final class TatamiCollectionViewLayout: UICollectionViewLayout {
    /// What tells one element of a layout from another.
    private struct Key: Hashable {
      var category: TatamiAttributes.Category
      var kind: String
      var path: IndexPath
    }

    private var shown: String?
    private var contentSize = CGSize.zero
    private var elements: [Key: UICollectionViewLayoutAttributes] = [:]

    /// Takes an answer's frames in and lays out anew.
    ///
    /// - Parameter rect: what was asked for. Elements that stood in it and are not in the answer
    ///   have moved on, as pinned headers do.
    func show(_ answer: TatamiAnswer, in rect: CGRect? = nil) {
      if answer.id != shown { elements.removeAll() }
      shown = answer.id
      contentSize = CGSize(width: answer.contentSize.width, height: answer.contentSize.height)
      if let rect { elements = elements.filter { !$0.value.frame.intersects(rect) } }
      for one in answer.attributes {
        let path = IndexPath(indexes: one.indexPath)
        let key = Key(category: one.category, kind: one.kind ?? "", path: path)
        let attributes: UICollectionViewLayoutAttributes
        switch one.category {
        case .cell: attributes = UICollectionViewLayoutAttributes(forCellWith: path)
        case .supplementary:
          attributes = UICollectionViewLayoutAttributes(
            forSupplementaryViewOfKind: key.kind, with: path)
        case .decoration:
          attributes = UICollectionViewLayoutAttributes(
            forDecorationViewOfKind: key.kind, with: path)
        }
        attributes.frame = CGRect(
          x: one.frame.x, y: one.frame.y, width: one.frame.width, height: one.frame.height)
        attributes.zIndex = one.zIndex
        elements[key] = attributes
      }
      invalidateLayout()
    }

    override var collectionViewContentSize: CGSize { contentSize }

    override func layoutAttributesForElements(in rect: CGRect)
      -> [UICollectionViewLayoutAttributes]?
    {
      elements.values.filter { $0.frame.intersects(rect) }
    }

    override func layoutAttributesForItem(at indexPath: IndexPath)
      -> UICollectionViewLayoutAttributes?
    {
      elements[Key(category: .cell, kind: "", path: indexPath)]
    }

    override func layoutAttributesForSupplementaryView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      elements[Key(category: .supplementary, kind: elementKind, path: indexPath)]
    }

    override func layoutAttributesForDecorationView(
      ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      elements[Key(category: .decoration, kind: elementKind, path: indexPath)]
    }
  }
#endif
