import CEmbeddedFiles
import HTTPMessage

/// A path at which a file is served that the program carries with it.
struct EmbeddedPath: Sendable, Hashable {
  /// The file's number among all.
  let index: Int

  // C constants: they live as long as the process.
  private static let all = unsafe UnsafeBufferPointer(
    start: embedded_files, count: embedded_file_count
  )
  .map { unsafe Array(String(cString: $0.path).utf8) }

  /// The request's path; nil if nothing is served at it.
  init?(_ request: borrowing HTTPRequest) {
    let path = request.bytes[request.path]
    guard let index = Self.all.firstIndex(where: { path.elementsEqual($0) }) else { return nil }
    self.index = index
  }
}
