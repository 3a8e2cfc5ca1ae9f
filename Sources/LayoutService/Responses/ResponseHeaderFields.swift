/// Field lines that are the same in every response, made once.
struct ResponseHeaderFields: Sendable {
  /// Cache-Control of GETs by id.
  let cacheable: [UInt8]
  /// Cache-Control of everything else.
  let noStore = Array("Cache-Control: no-store\r\n".utf8)
  /// Accept-Query of `/v1/layouts` (RFC 10008).
  let acceptQuery = Array("Accept-Query: \"application/json\"\r\n".utf8)
  /// Vary of responses whose representation `format` names.
  let varyByCoding: [UInt8]
  /// Vary of responses whose representation Accept chooses.
  let varyByAccept: [UInt8]
  /// All fixed lines of the commonest response, a GET found in the cache; see `hit`.
  private let hits: [[UInt8]]
  /// Vary of preflights.
  let varyPreflight = Array(
    "Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers\r\n".utf8)

  init(maxAge: Int, isPrivate: Bool, variesByOrigin: Bool) {
    let origin = variesByOrigin ? ", Origin" : ""
    cacheable = Array(
      "Cache-Control: \(isPrivate ? "private" : "public"), max-age=\(maxAge)\r\n".utf8)
    varyByCoding = Array("Vary: Accept-Encoding\(origin)\r\n".utf8)
    varyByAccept = Array("Vary: Accept-Encoding, Accept\(origin)\r\n".utf8)
    var hits: [[UInt8]] = []
    for representation in Representation.allCases {
      for vary in [varyByCoding, varyByAccept] {
        let type = Array("Content-Type: \(representation.mediaType)\r\n".utf8)
        let status = Array("Cache-Status: \(LayoutOrigin.hit.cacheStatus)\r\n".utf8)
        hits.append(type + cacheable + vary + status)
      }
    }
    self.hits = hits
  }

  /// The fields for these settings.
  init(_ settings: ServiceSettings, _ cors: CORSPolicy) {
    self.init(
      maxAge: settings.maxAge, isPrivate: !settings.apiKeys.isEmpty,
      variesByOrigin: cors.variesByOrigin)
  }

  /// Content-Type, Cache-Control, Vary and Cache-Status of a GET found in the cache.
  func hit(_ representation: Representation, variesByAccept: Bool) -> [UInt8] {
    hits[Int(representation.rawValue) * 2 + (variesByAccept ? 1 : 0)]
  }
}
