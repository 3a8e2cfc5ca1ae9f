import LayoutAPI
import LayoutEngine

/// Constant field lines of responses, built once.
struct ResponseHeaderFields: Sendable {
  /// Cache-Control of GETs by id.
  let cacheable: [UInt8]
  private let maxAge: Int
  /// Cache-Control of GETs by id that name the engine's revision: such a response never changes.
  let immutable: [UInt8]
  /// Tatami-Engine, the revision of the engine that computed the layout.
  let engine = Array("Tatami-Engine: \(EngineRevision.current)\r\n".utf8)
  /// Cache-Control of all other responses: they must not be cached.
  let noStore = Array("Cache-Control: no-store\r\n".utf8)
  /// Cache-Control of embedded files: a cache asks by the entity tag whether its copy is current.
  let revalidated: [UInt8]
  /// Accept-Query of `/v1/layouts` (RFC 10008).
  let acceptQuery = Array("Accept-Query: \"application/json\"\r\n".utf8)
  /// Vary of responses whose representation `format` names.
  let varyByCoding: [UInt8]
  /// Vary of responses whose representation Accept chooses.
  let varyByAccept: [UInt8]
  /// The fixed lines of the most common response, a GET whose layout is cached: one entry for each
  /// combination of the parameters of `hit`.
  private let hits: [[UInt8]]
  /// Vary of preflights.
  let varyPreflight = Array(
    "Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers\r\n".utf8)

  init(maxAge: Int, isPrivate: Bool, variesByOrigin: Bool) {
    self.maxAge = maxAge
    let origin = variesByOrigin ? ", Origin" : ""
    let reach = isPrivate ? "private" : "public"
    cacheable = Array("Cache-Control: \(reach), max-age=\(maxAge)\r\n".utf8)
    immutable = Array("Cache-Control: \(reach), max-age=31536000, immutable\r\n".utf8)
    revalidated = Array("Cache-Control: \(reach), no-cache\r\n".utf8)
    varyByCoding = Array("Vary: Accept-Encoding\(origin)\r\n".utf8)
    varyByAccept = Array("Vary: Accept-Encoding, Accept\(origin)\r\n".utf8)
    var hits: [[UInt8]] = []
    for representation in Representation.allCases {
      for vary in [varyByCoding, varyByAccept] {
        let type = Array("Content-Type: \(representation.mediaType)\r\n".utf8)
        let status = Array("Cache-Status: \(CacheOutcome.hit.cacheStatus)\r\n".utf8)
        for control in [cacheable, immutable] {
          hits.append(type + control + vary + status + engine)
        }
      }
    }
    self.hits = hits
  }

  /// Creates the fields for the settings.
  init(_ settings: ServiceSettings, _ cors: CORSPolicy) {
    self.init(
      maxAge: settings.maxAge, isPrivate: !settings.apiKeys.isEmpty,
      variesByOrigin: cors.variesByOrigin)
  }

  /// Returns the Content-Type, Cache-Control, Vary, Cache-Status and Tatami-Engine lines of a GET whose
  /// layout is cached.
  ///
  /// - Parameters:
  ///   - namesEngine: whether the request names the engine of the response.
  ///   - fonts: the hash of the layout's fonts; 0 if it has no text styles.
  func hit(
    _ representation: Representation, variesByAccept: Bool, namesEngine: Bool, fonts: UInt32
  ) -> [UInt8] {
    let lines = hits[
      Int(representation.rawValue) * 4 + (variesByAccept ? 2 : 0) + (namesEngine ? 1 : 0)]
    return fonts == 0 ? lines : lines.dropLast(engine.count) + engineLine(fonts: fonts)
  }

  /// Returns Tatami-Engine of layouts that use the fonts of this hash.
  func engineLine(fonts: UInt32) -> [UInt8] {
    fonts == 0
      ? engine : Array("Tatami-Engine: \(EngineName.current(fonts: fonts).text)\r\n".utf8)
  }

  /// Returns Cache-Control of a GET by id that shared caches may keep for so many seconds at most.
  func sharedCacheControl(namesEngine: Bool, atMost seconds: Int) -> [UInt8] {
    let age = min(seconds, namesEngine ? 31_536_000 : maxAge)
    return Array("Cache-Control: public, max-age=\(age)\r\n".utf8)
  }

  /// Returns Cache-Control of a GET by id.
  func cacheControl(namesEngine: Bool) -> [UInt8] { namesEngine ? immutable : cacheable }
}
