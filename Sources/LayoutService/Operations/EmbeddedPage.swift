import CEmbeddedFiles
import HTTPMessage
import LayoutAPI

/// A file that is embedded in the program and served unchanged.
final class EmbeddedPage: Sendable {
  /// The path at which the file is served.
  let path: String
  let mediaType: String
  let bytes: [UInt8]
  /// The bytes as gzip, made once; nil if compression does not pay.
  let gzip: [UInt8]?
  /// The bytes as brotli; nil if this build does not include them.
  let brotli: [UInt8]?
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
  static let all = {
    let streams = brotliStreams()
    return unsafe UnsafeBufferPointer(start: embedded_files, count: embedded_file_count)
      .map { unsafe EmbeddedPage($0, streams) }
  }()

  /// Returns the embedded brotli streams by the SHA-256 of the files that they were made from.
  private static func brotliStreams() -> [LayoutID: [UInt8]] {
    var streams: [LayoutID: [UInt8]] = [:]
    var rest = unsafe Array(
      UnsafeBufferPointer(start: embedded_brotli, count: embedded_brotli_count))[...]
    while rest.count > 36 {
      func word(_ number: Int) -> UInt64 {
        rest.dropFirst(8 * number).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      }
      let hash = LayoutID(words: (word(0), word(1), word(2), word(3)))
      let length = rest.dropFirst(32).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      streams[hash] = Array(rest.dropFirst(36).prefix(length))
      rest = rest.dropFirst(36 + length)
    }
    return streams
  }

  // C constants live as long as the process.
  private init(_ file: EmbeddedFile, _ streams: [LayoutID: [UInt8]]) {
    path = unsafe String(cString: file.path)
    mediaType = unsafe String(cString: file.media_type)
    bytes = unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    let hash = LayoutID(hashing: bytes)
    gzip = bytes.count > ResponseWriter.minCompressedBytes ? Gzip.compressed(bytes) : nil
    brotli = bytes.count > ResponseWriter.minCompressedBytes ? streams[hash] : nil
    let words = hash.words
    tag = EntityTag(first: words.0, second: words.1)
    var version = Array("v=".utf8)
    version.append(hexDigitsOf: words.0)
    version.append(hexDigitsOf: words.1)
    self.version = version
    isPlayground = unsafe file.is_playground != 0
  }
}
