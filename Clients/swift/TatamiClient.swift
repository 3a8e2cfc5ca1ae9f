// SPDX-License-Identifier: Apache-2.0
// A client of the Tatami layout service that needs only Foundation.
//
//   let client = TatamiClient(base: URL(string: "http://localhost:8080")!)
//   let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
//   let (layout, answer) = try await client.layout(document, in: screen)
//   let more = try await layout.attributes(in: screen.offsetBy(dx: 0, dy: 844))
//
//   let (longer, changes) = try await layout.update(TatamiUpdate(append: [.init(items: [.length(120)])]), …)
//
// A layout's id is the SHA-256 of its document, so the client PUTs documents to /v1/layouts/{id}. If the
// server has evicted a layout, it answers 404, and the client PUTs the document again. Queries name one
// revision of the service's engine: the first that answered. TatamiDocument.swift has documents as values;
// TatamiLayout.swift and TatamiUpdate.swift have queries and updates of layouts.

public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A size in points.
public struct TatamiSize: Codable, Sendable, Hashable {
  /// The horizontal extent, in points.
  public var width: Double
  /// The vertical extent, in points.
  public var height: Double

  /// Creates a value from its fields.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A position in points.
public struct TatamiPoint: Codable, Sendable, Hashable {
  /// The distance from the left edge, in points.
  public var x: Double
  /// The distance from the top edge, in points.
  public var y: Double

  /// Creates a value from its fields.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A rectangle in points.
public struct TatamiFrame: Codable, Sendable, Hashable {
  /// The distance from the left edge, in points.
  public var x: Double
  /// The distance from the top edge, in points.
  public var y: Double
  /// The horizontal extent, in points.
  public var width: Double
  /// The vertical extent, in points.
  public var height: Double

  /// Creates a value from its fields.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension TatamiSize {
  /// The size as Core Graphics' type.
  public var cgSize: CGSize { CGSize(width: width, height: height) }
}

extension TatamiPoint {
  /// The position as Core Graphics' type.
  public var cgPoint: CGPoint { CGPoint(x: x, y: y) }
}

extension TatamiFrame {
  /// The rectangle as Core Graphics' type.
  public var cgRect: CGRect { CGRect(x: x, y: y, width: width, height: height) }
}

/// One element of a layout: its identity, frame and stacking order.
public struct TatamiAttributes: Codable, Sendable, Hashable {
  /// What an element is: an item's cell, a header, footer or other supplementary, or a background.
  public enum Category: String, Codable, Sendable {
    /// An item's cell.
    case cell
    /// A header, footer or other supplementary.
    case supplementary
    /// A background.
    case decoration
  }
  /// The section's number and the element's number in it; only a number if the element is a layout-level header or footer.
  public var indexPath: [Int]
  /// What the element is.
  public var category: Category
  /// The element kind; nil if the element is a cell.
  public var kind: String?
  /// The frame, in points.
  public var frame: TatamiFrame
  /// The stacking order; greater values are in front.
  public var zIndex: Int
  /// The radius of a list background's corners, in points; nil if it is 0.
  public var cornerRadius: Double?
  /// The height of the media within the frame, in points; nil if the item has no body height.
  public var imageHeight: Double?
  /// With `bounds`, the opacity that the section's effects give an element; nil if none does.
  public var alpha: Double?
  /// With `bounds`, the transform that effects give an element about its centre: CGAffineTransform's a, b, c, d, tx and ty.
  public var transform: [Double]?
  /// With `bounds`, the part of an element's light that effects take away; nil if none does.
  public var dim: Double?
  /// The client's own id of the item; nil if it has none.
  public var id: TatamiItemID?
  /// The item's own data.
  public var data: TatamiJSON?

  /// Creates a value from its fields.
  public init(
    indexPath: [Int], category: Category, kind: String? = nil, frame: TatamiFrame, zIndex: Int,
    cornerRadius: Double? = nil, imageHeight: Double? = nil, id: TatamiItemID? = nil,
    data: TatamiJSON? = nil
  ) {
    self.indexPath = indexPath
    self.category = category
    self.kind = kind
    self.frame = frame
    self.zIndex = zIndex
    self.cornerRadius = cornerRadius
    self.imageHeight = imageHeight
    self.id = id
    self.data = data
  }
}

/// The size of a layout, without its elements.
public struct TatamiSummary: Codable, Sendable, Hashable {
  /// The layout's id.
  public var id: String
  /// The size of the scrollable content, in points.
  public var contentSize: TatamiSize
  /// The number of sections.
  public var sectionCount: Int
  /// The number of items in all sections.
  public var itemCount: Int
  /// The layout that a version was derived from.
  public var parent: String?
  /// False if the version's update has `keepColumns`, and items have lost their columns; else nil.
  public var keptColumns: Bool?

  /// Creates a value from its fields.
  public init(
    id: String, contentSize: TatamiSize, sectionCount: Int, itemCount: Int, parent: String? = nil,
    keptColumns: Bool? = nil
  ) {
    self.id = id
    self.contentSize = contentSize
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.parent = parent
    self.keptColumns = keptColumns
  }
}

/// A layout's elements that a query found.
public struct TatamiAnswer: Codable, Sendable, Hashable {
  /// The layout's id.
  public var id: String
  /// The size of the scrollable content, in points.
  public var contentSize: TatamiSize
  /// The number of sections.
  public var sectionCount: Int
  /// The number of items in all sections.
  public var itemCount: Int
  /// The elements, in the order of responses.
  public var attributes: [TatamiAttributes]

  /// Creates a value from its fields.
  public init(
    id: String, contentSize: TatamiSize, sectionCount: Int, itemCount: Int,
    attributes: [TatamiAttributes]
  ) {
    self.id = id
    self.contentSize = contentSize
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.attributes = attributes
  }
}

/// Where scrolling should end.
public struct TatamiTargetOffset: Codable, Sendable, Hashable {
  /// The content offset at which scrolling should end.
  public var targetContentOffset: TatamiPoint
  /// The number of the stop, from 0; nil if scrolling stops anywhere.
  public var page: Int?

  /// Creates a value from its fields.
  public init(targetContentOffset: TatamiPoint, page: Int? = nil) {
    self.targetContentOffset = targetContentOffset
    self.page = page
  }
}

/// An error answer (RFC 9457).
public struct TatamiProblem: Error, Codable, Sendable, Hashable {
  /// A value that cannot be laid out, and the reason.
  public struct Place: Codable, Sendable, Hashable {
    /// The JSON pointer (RFC 6901) of the value in the document.
    public var pointer: String
    /// The reason.
    public var detail: String

    /// Creates a value from its fields.
    public init(pointer: String, detail: String) {
      self.pointer = pointer
      self.detail = detail
    }
  }
  /// The URI of the kind of problem.
  public var type: String
  /// The kind of problem, in a few words.
  public var title: String
  /// The HTTP status code.
  public var status: Int
  /// A description of this occurrence; nil if the title says all.
  public var detail: String?
  /// The values that cannot be laid out; nil if the problem is another.
  public var errors: [Place]?
  /// The id of the layout that is not cached, if the problem is about one.
  public var missing: String?
  /// The service's engine revision, if the request named another one.
  public var engine: Int?

  /// Whether the request named another engine revision than the service's.
  public var isOtherEngine: Bool { type.hasSuffix("/other-engine") }

  /// Whether the problem is that a layout is not cached.
  public var isNotCached: Bool { type.hasSuffix("/layout-not-cached") }

  /// Creates a value from its fields.
  public init(
    type: String, title: String, status: Int, detail: String? = nil, errors: [Place]? = nil,
    missing: String? = nil, engine: Int? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.errors = errors
    self.missing = missing
    self.engine = engine
  }
}

extension TatamiProblem: LocalizedError {
  /// What is wrong and where, as a text for an alert.
  public var errorDescription: String? {
    guard let first = errors?.first else { return detail ?? title }
    let more = (errors?.count ?? 0) - 1
    return "\(title): \(first.pointer): \(first.detail)" + (more > 0 ? " (and \(more) more)" : "")
  }
}

/// A client of one Tatami service.
///
/// ```swift
/// let client = TatamiClient(base: base)
/// let wall = TatamiDocument(
///   container: .init(width: 390, height: 844),
///   layout: .waterfall(.init(columns: .count(2), spacing: 10)),
///   items: [120, 80, .size(width: 4, height: 3)])
/// let layout = try await client.layout(wall)
/// ```
public struct TatamiClient: Sendable {
  /// The service's address, without `/v1`.
  public let base: URL
  /// The API key that requests carry; nil if the service asks for none.
  public var apiKey: String?
  /// The session that sends requests.
  public var session: URLSession
  /// How often to retry a 503, each time after its Retry-After.
  public var retries = 3
  /// The engine revision that queries ask for.
  public let engine = TatamiEngine()
  /// Called when another engine revision answers: query everything that is shown again.
  public var onEngine: (@Sendable (Int) -> Void)?

  /// Creates a client; it sends nothing.
  ///
  /// - Parameters:
  ///   - base: the service's address, without `/v1`.
  ///   - apiKey: the API key that requests carry; nil if the service asks for none.
  ///   - session: the session that sends requests, with your timeouts, cache and delegate.
  public init(base: URL, apiKey: String? = nil, session: URLSession = .shared) {
    self.base = base
    self.apiKey = apiKey
    self.session = session
  }

  /// Queries one revision of the engine; if another revision answers, repeats the query for that revision.
  func ofOneEngine<Value>(_ ask: (_ parameter: String) async throws -> Value) async throws -> Value
  {
    let asked = engine.revision
    do { return try await ask(engine.parameter) } catch let problem as TatamiProblem
      where problem.isOtherEngine
    {
      guard let other = problem.engine else { throw problem }
      if engine.replace(asked, by: other) { onEngine?(other) }
      return try await ask(engine.parameter)
    }
  }

  /// Uploads a document, given as JSON text.
  public func layout(json: String) async throws -> TatamiLayout {
    let document = Data(json.utf8)
    return TatamiLayout(client: self, document: document, summary: try await put(document))
  }

  /// Uploads a document of any encodable type.
  public func layout(_ document: some Encodable) async throws -> TatamiLayout {
    try await layout(json: String(decoding: try Self.encoded(document), as: UTF8.self))
  }

  /// Uploads a document and returns the elements that intersect a rectangle, in one request.
  public func layout(_ document: some Encodable, in rect: CGRect) async throws
    -> (layout: TatamiLayout, answer: TatamiAnswer)
  {
    let body = try Self.encoded(document)
    let answer = try await ofOneEngine { engine in
      try await call(TatamiAnswer.self, laying(body, "rect=\(TatamiLayout.text(rect))\(engine)"))
    }
    let summary = TatamiSummary(
      id: answer.id, contentSize: answer.contentSize, sectionCount: answer.sectionCount,
      itemCount: answer.itemCount)
    return (TatamiLayout(client: self, document: body, summary: summary), answer)
  }

  static func encoded(_ document: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    // Equal documents must have equal bytes, and so equal ids.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(document)
  }

  /// Returns a layout that the server has already, by its id. It cannot be restored after an eviction.
  public func open(id: String) async throws -> TatamiLayout {
    let request = request(path: "v1/layouts/\(id)", query: "")
    let summary = try await call(TatamiSummary.self, request)
    return TatamiLayout(client: self, document: nil, summary: summary)
  }

  func put(_ document: Data) async throws -> TatamiSummary {
    try await call(TatamiSummary.self, laying(document, ""))
  }

  private func laying(_ document: Data, _ query: String) -> URLRequest {
    send(document, "PUT", path: "v1/layouts/\(TatamiDigest.sha256(document))", query: query)
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

  /// Sends one request; retries a 503 after its Retry-After.
  func data(_ request: URLRequest) async throws -> Data {
    var tries = retries
    while true {
      let (data, response) = try await session.data(for: request)
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

/// The engine revision that a client and its copies ask for; nil before the first response.
public final class TatamiEngine: @unchecked Sendable {
  private let lock = NSLock()
  private var number: Int?

  /// The revision; nil before the first response.
  public var revision: Int? { lock.withLock { number } }

  /// The query parameter that names the revision, to append to other parameters.
  var parameter: String { revision.map { "&engine=\($0)" } ?? "" }

  /// Sets another revision, unless it has changed in the meantime; returns whether it was set.
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
  /// Returns the id of the version that an update derives.
  public static func versionID(parent: String, update: Data) -> String {
    String(
      parent.prefix(16) + TatamiDigest.sha256(Data("\(parent)\n".utf8) + update).prefix(48))
  }

  /// Returns the seconds of a Retry-After, from 0 to 60; 1 if it is not a number.
  ///
  /// A proxy may send any text, and no value may stop the client.
  static func pause(retryAfter text: String?) -> Double {
    guard let seconds = text.flatMap({ Double($0) }), seconds.isFinite, seconds >= 0 else {
      return 1
    }
    return min(seconds, 60)
  }
}

/// The item at a point, or the place to which a dragged item goes.
public struct TatamiItemAtPoint: Codable, Sendable, Hashable {
  /// Section and item.
  public var indexPath: [Int]
  /// The cell's frame; nil if this is the place of a dragged item.
  public var frame: TatamiFrame?

  public init(indexPath: [Int], frame: TatamiFrame? = nil) {
    self.indexPath = indexPath
    self.frame = frame
  }
}
