/// The most bytes that a body may have, after inflation, and the setting that says so.
///
/// A body that the bytes in flight have no room for even where nothing else is held is over the
/// limit, too: 503 would have its client come again for ever.
struct BodyLimit: Sendable {
  /// Bytes, inclusive.
  let bytes: Int
  /// The setting's variable.
  let setting: StaticString

  init(_ settings: ServiceSettings) {
    bytes = min(settings.maxBodyBytes, settings.maxInflightBytes)
    setting =
      settings.maxBodyBytes <= settings.maxInflightBytes
      ? "TATAMI_MAX_BODY_BYTES" : "TATAMI_MAX_INFLIGHT_BYTES"
  }
}
