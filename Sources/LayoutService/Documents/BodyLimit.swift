/// The most bytes that a body may have, after inflation, and the setting that says so.
///
/// A body that the bytes in flight have no room for even where nothing else is held is over the
/// limit, too: 503 would have its client come again for ever.
struct BodyLimit: Sendable {
  /// Bytes, inclusive.
  let bytes: Int
  private let setting: StaticString

  init(_ settings: ServiceSettings) {
    bytes = min(settings.maxBodyBytes, settings.maxInflightBytes)
    setting =
      settings.maxBodyBytes <= settings.maxInflightBytes
      ? "TATAMI_MAX_BODY_BYTES" : "TATAMI_MAX_INFLIGHT_BYTES"
  }

  /// Refuses bodies of more bytes.
  func check(_ count: Int) throws(Problem) {
    guard count <= bytes else { throw refusal }
  }

  /// 413, with the limit and the setting that raises it.
  var refusal: Problem { .bodyTooLarge(limit: bytes, setting: setting) }
}
