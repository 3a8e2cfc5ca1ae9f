import CEmbeddedFiles
import HTTPMessage

/// The path of a file that is embedded in the program.
struct EmbeddedPath: Sendable, Hashable {
  /// The file's index among all embedded files.
  let index: Int

  // C constants live as long as the process.
  private static let all = unsafe UnsafeBufferPointer(
    start: embedded_files, count: embedded_file_count
  )
  .map { unsafe Array(String(cString: $0.path).utf8) }

  /// Creates the path of the embedded file that the request names; nil if no file is served at its path.
  init?(_ request: borrowing HTTPRequest) {
    let path = request.bytes[request.path]
    guard let index = Self.all.firstIndex(where: { path.elementsEqual($0) }) else { return nil }
    self.index = index
  }
}
