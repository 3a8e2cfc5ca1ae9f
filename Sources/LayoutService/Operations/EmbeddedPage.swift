import CEmbeddedFiles
import HTTPMessage

/// A file that the program carries with it and serves as it is.
final class EmbeddedPage: Sendable {
  /// The path that it is served at.
  let path: String
  let mediaType: String
  let bytes: [UInt8]
  /// The bytes as gzip, made once; nil if that is not worth it.
  let compressed: [UInt8]?
  /// The file's tag: its SHA-256's first half.
  let tag: EntityTag
  /// The query under which exactly these bytes are served, so that they need not be asked for again: `v=`
  /// and the tag.
  let version: [UInt8]
  /// Whether `TATAMI_PLAYGROUND` turns it off.
  let isPlayground: Bool

  /// All files, in the order of `EmbeddedPath.index`; compressing them takes some milliseconds the
  /// first time.
  static let all = unsafe UnsafeBufferPointer(start: embedded_files, count: embedded_file_count)
    .map { unsafe EmbeddedPage($0) }

  // C constants: they live as long as the process.
  private init(_ file: EmbeddedFile) {
    path = unsafe String(cString: file.path)
    mediaType = unsafe String(cString: file.media_type)
    bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    compressed =
      bytes.count > ResponseWriter.uncompressedLimit ? Gzip.compressed(bytes) : nil
    let words = LayoutID(hashing: bytes).words
    tag = EntityTag(first: words.0, second: words.1)
    var version = Array("v=".utf8)
    version.append(hexDigitsOf: words.0)
    version.append(hexDigitsOf: words.1)
    self.version = version
    isPlayground = unsafe file.is_playground != 0
  }
}
