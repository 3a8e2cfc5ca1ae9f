/// Maximum bytes of a body after inflation, and the setting that limits them.
///
/// The limit also refuses a body larger than all bytes in flight may be: with 503 its client would
/// retry for ever.
struct BodyLimit: Sendable {
  /// The limit in bytes, inclusive.
  let bytes: Int
  /// The setting's environment variable.
  let setting: StaticString

  init(_ settings: ServiceSettings) {
    bytes = min(settings.maxBodyBytes, settings.maxInflightBytes)
    setting =
      settings.maxBodyBytes <= settings.maxInflightBytes
      ? "TATAMI_MAX_BODY_BYTES" : "TATAMI_MAX_INFLIGHT_BYTES"
  }
}
