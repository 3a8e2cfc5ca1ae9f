import CEmbeddedFiles
import HTTPMessage

/// A file that is embedded in the program and served unchanged.
final class EmbeddedPage: Sendable {
  /// The path at which the file is served.
  let path: String
  let mediaType: String
  let bytes: [UInt8]
  /// The bytes as gzip, made once; nil if compression does not pay.
  let compressed: [UInt8]?
  /// The file's tag: the first half of its SHA-256.
  let tag: EntityTag
  /// The query under which exactly these bytes are served, so that caches need not revalidate them:
  /// `v=` and the tag.
  let version: [UInt8]
  /// Whether `TATAMI_PLAYGROUND` can turn the file off.
  let isPlayground: Bool

  /// All embedded files, in the order of `EmbeddedPath.index`.
  ///
  /// The first use compresses them, which takes some milliseconds.
  static let all = unsafe UnsafeBufferPointer(start: embedded_files, count: embedded_file_count)
    .map { unsafe EmbeddedPage($0) }

  // C constants live as long as the process.
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
