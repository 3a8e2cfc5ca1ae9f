import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// The service's response to texts without a server (`tatami text`).
public struct OfflineTexts {
  /// Whether the texts were measured.
  public let isSuccess: Bool
  /// The response, or the problem, as JSON.
  public let body: [UInt8]

  /// Measures texts (Contract §19).
  ///
  /// - Parameters:
  ///   - texts: the body of `POST /v1/texts`.
  ///   - fontPaths: files and folders of fonts; empty for the service's default.
  public static func answer(_ texts: [UInt8], fontPaths: [String]) -> OfflineTexts {
    var settings = ServiceSettings()
    if !fontPaths.isEmpty { settings.fontPaths = fontPaths }
    let budget = LayoutBudget()
    do throws(Problem) {
      let document: TextsDocument
      do throws(DocumentError) {
        document = try TextsDocument.read(texts, budget)
      } catch {
        throw Problem(error).ofTexts
      }
      do throws(LayoutError) {
        let measurement = try TextsMeasurement(document, TextService(settings), budget)
        return OfflineTexts(isSuccess: true, body: try measurement.json())
      } catch {
        throw Problem(error).ofTexts
      }
    } catch {
      var response = HTTPResponse()
      let writer = ResponseWriter(
        fields: ResponseHeaderFields(settings, CORSPolicy(origins: [])),
        inflight: InflightBytes(limit: settings.maxInflightBytes), metrics: ServiceMetrics())
      writer.write(
        error, RequestContext(id: RequestID(number: 0), allowedOrigin: nil), to: &response)
      return OfflineTexts(isSuccess: false, body: response.body)
    }
  }
}
