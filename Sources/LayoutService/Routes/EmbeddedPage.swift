import CEmbeddedFiles

/// A file that the program carries with it and serves as it is.
struct EmbeddedPage: Sendable {
  /// The path that it is served at.
  var path: StaticString
  var mediaType: StaticString
  /// Its bytes; made an array when it is first asked for.
  var bytes: @Sendable () -> [UInt8]
  /// Whether `TATAMI_PLAYGROUND` turns it off.
  var isPlayground = false

  /// All files, by path.
  static let all: [EmbeddedPage] = [
    EmbeddedPage(
      path: "/openapi.yaml", mediaType: "application/yaml",
      bytes: { array(embedded_openapi_yaml) }),
    EmbeddedPage(
      path: "/", mediaType: "text/html; charset=utf-8", bytes: { array(embedded_landing_html) }),
  ]

  private static func array(_ file: EmbeddedFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
