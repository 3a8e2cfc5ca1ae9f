import HTTPMessage
import LayoutEngine
import LayoutWire
import Logging

/// The service's answer to one document without a server (`tatami layout`).
public struct OfflineLayout {
  /// The engine's revision.
  public static var engineRevision: Int { EngineRevision.current }

  /// Whether the document was laid out.
  public let isSuccess: Bool
  /// Whether the answer is text.
  public let isText: Bool
  private let response: HTTPResponse

  /// Lays a document out and answers the query, as POST would.
  ///
  /// - Parameters:
  ///   - query: parameters of Contract §3, decoded.
  ///   - maxItems: the most items of the document.
  public static func answer(
    _ document: [UInt8], query: [(name: String, value: String)], maxItems: Int
  ) -> OfflineLayout {
    var settings = ServiceSettings()
    settings.maxItems = max(0, maxItems)
    let service = LayoutService(
      settings: settings, logger: Logger(label: "tatami") { _ in SwiftLogNoOpLogHandler() })
    let text = query.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    let bytes = Array("POST /?\(text) HTTP/1.1\r\n\r\n".utf8)
    let target = 5..<7 + text.utf8.count
    let request = HTTPRequest(
      bytes: bytes, method: .post, target: target, path: 5..<6, query: 7..<target.upperBound,
      minorVersion: 1, fields: [], framing: .length(document.count), expectsContinue: false,
      keepsAlive: false)
    let answer = service.answerOffline(document, request)
    return OfflineLayout(
      isSuccess: answer.status.code < 300,
      isText: !query.contains { $0 == (name: "format", value: "packed") },
      response: answer)
  }

  /// Calls `body` with the answer's bytes, in pieces.
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

  /// Percent-encodes all but letters, digits and a few marks.
  private static func encoded(_ value: String) -> String {
    var text: [UInt8] = []
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: ":"):
        text.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension LayoutService {
  /// Does all that POST does, on the calling thread.
  func answerOffline(_ document: [UInt8], _ request: HTTPRequest) -> HTTPResponse {
    let context = RequestContext(id: RequestID(number: 0), allowedOrigin: nil)
    var response = HTTPResponse()
    do throws(Problem) {
      let ask = try documentAsk(request, context, manner: .store)
      let id = LayoutID(hashing: document)
      let layout = try offlineLayout(document, id)
      try fill(&response, layout, id, ask, .passed, ServerTiming())
    } catch {
      fill(&response, error, context)
    }
    return response
  }

  private func offlineLayout(
    _ text: [UInt8], _ id: LayoutID
  ) throws(Problem) -> CachedLayout {
    let document: LayoutDocument
    do {
      document = try LayoutDocumentReader.read(
        text, limits: DocumentLimits(maxItems: settings.maxItems))
    } catch {
      throw Problem(error)
    }
    do {
      return CachedLayout(id, try PreparedLayout(document))
    } catch {
      throw Problem(error)
    }
  }
}
