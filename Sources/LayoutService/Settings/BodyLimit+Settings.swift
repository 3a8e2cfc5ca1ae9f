import LayoutAPI

extension BodyLimit {
  /// Creates the limit of the settings.
  ///
  /// The limit also refuses a body larger than all bytes in flight may be: with 503 its client would
  /// retry for ever.
  init(_ settings: ServiceSettings) {
    self.init(
      bytes: min(settings.maxBodyBytes, settings.maxInflightBytes),
      setting: settings.maxBodyBytes <= settings.maxInflightBytes
        ? "TATAMI_MAX_BODY_BYTES" : "TATAMI_MAX_INFLIGHT_BYTES")
  }
}
