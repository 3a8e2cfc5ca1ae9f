import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// The service's response to one document without a server (`tatami layout`).
public struct OfflineLayout {
  /// The engine's revision.
  public static var engineRevision: Int { EngineRevision.current }

  /// Whether the document was laid out.
  public let isSuccess: Bool
  /// Whether the response is text.
  public let isText: Bool
  private let response: HTTPResponse

  /// Lays a document out, applies updates, and responds to the query about the result.
  ///
  /// - Parameters:
  ///   - document: the document's JSON text.
  ///   - updates: updates (Contract §10), each applied to the version that the previous one created.
  ///   - query: the decoded parameters of Contract §3.
  ///   - maxItems: the maximum items of the document.
  ///   - fontPaths: files and folders of fonts; empty for the service's default.
  public static func answer(
    _ document: [UInt8], updates: [[UInt8]] = [], query: [(name: String, value: String)],
    maxItems: Int, fontPaths: [String] = []
  ) -> OfflineLayout {
    var settings = ServiceSettings()
    if !fontPaths.isEmpty { settings.fontPaths = fontPaths }
    settings.maxItems = max(0, maxItems)
    let writer = ResponseWriter(
      fields: ResponseHeaderFields(settings, CORSPolicy(origins: [])),
      inflight: InflightBytes(limit: settings.maxInflightBytes), metrics: ServiceMetrics())
    var response = HTTPResponse()
    do throws(Problem) {
      let request = try request(query)
      let computation = LayoutComputation(
        maxItems: settings.maxItems, texts: TextService(settings))
      let layout = try layout(document, updates, computation)
      let delivery = LayoutDelivery(layout: layout, outcome: .passed)
      var others: [StoredLayout] = []
      if case .widths(let widths) = request.resource.needs {
        others = try self.widths(widths, of: layout, computation)
      }
      let subject = ResponseSubject(layout.version, widths: others.map { $0.version })
      let work = ResponseWork(widths: others)
      try writer.write(
        request.resource, of: subject, delivery, for: request, work, to: &response)
    } catch {
      let context = RequestContext(id: RequestID(number: 0), allowedOrigin: nil)
      writer.write(error, context, to: &response)
    }
    return OfflineLayout(
      isSuccess: response.status.code < 300,
      isText: !query.contains { $0 == (name: "format", value: "packed") },
      response: response)
  }

  /// Calls `body` with the response's bytes, in pieces.
  public func forEachPiece(_ body: ([UInt8]) -> Void) {
    guard let stream = response.stream else { return body(response.body) }
    var piece: [UInt8] = []
    var goesOn = true
    while goesOn {
      piece.removeAll(keepingCapacity: true)
      goesOn = stream.writeNext(to: &piece)
      body(piece)
    }
  }

  /// A cache that keeps nothing, because only the layouts of one call are compared.
  private static let maps = ItemMapCache(cacheBytes: 0)

  private static func request(
    _ query: [(name: String, value: String)]
  ) throws(Problem) -> LayoutRequest {
    let parameters: AttributesQuery
    do throws(BadQuery) {
      parameters = try AttributesQuery(query.map { QueryParameter(name: $0.name, value: $0.value) })
    } catch {
      throw Problem(error)
    }
    return try LayoutRequest(parameters)
  }

  /// Returns the versions of a layout that a style sheet covers, one per width.
  private static func widths(
    _ widths: [Double], of layout: StoredLayout, _ computation: LayoutComputation
  ) throws(Problem) -> [StoredLayout] {
    var layouts: [StoredLayout] = []
    for width in widths {
      do throws(LayoutFailure) {
        layouts.append(try version(of: layout, by: WidthUpdate.text(width), computation))
      } catch {
        throw Problem(error)
      }
    }
    return layouts
  }

  private static func version(
    of layout: StoredLayout, by update: [UInt8], _ computation: LayoutComputation
  ) throws(LayoutFailure) -> StoredLayout {
    var times = WorkTimes()
    var work = LayoutComputation.Work(BodyPieces(update), of: layout)
    let id = LayoutID.child(of: layout.id, update: update)
    return StoredLayout(id, try computation.run(&work, LayoutBudget(), &times), maps)
  }

  private static func layout(
    _ document: [UInt8], _ updates: [[UInt8]], _ computation: LayoutComputation
  ) throws(Problem) -> StoredLayout {
    var times = WorkTimes()
    do throws(LayoutFailure) {
      var work = LayoutComputation.Work(BodyPieces(document))
      let id = LayoutID(hashing: document)
      var layout = StoredLayout(id, try computation.run(&work, LayoutBudget(), &times), maps)
      for update in updates { layout = try version(of: layout, by: update, computation) }
      return layout
    } catch {
      throw Problem(error)
    }
  }
}
