import Glibc

/// The process's standard streams, by file descriptor.
enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether the stream is a terminal.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Writes all bytes.
  ///
  /// - Returns: false if the stream accepts no more bytes (a full disk, a closed pipe).
  @discardableResult
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
      let count = unsafe Glibc.write(rawValue, rest.baseAddress, rest.count)
      if count > 0 {
        offset += count
      } else if errno == EAGAIN {
        var poller = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&poller, 1, 1_000)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Writes text and a line feed.
  ///
  /// - Returns: the result of `write`.
  @discardableResult
  func writeLine(_ text: String) -> Bool {
    unsafe Array((text + "\n").utf8).withUnsafeBytes { unsafe write($0) }
  }
}

/// The reason why a file cannot be read.
struct FileError: Error {
  var description: String
}

/// Reads whole files.
enum WholeFile {
  /// Reads a file to its end; `-` is standard input.
  static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor =
      path == "-"
      ? StandardStream.input.rawValue : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { if path != "-" { close(descriptor) } }
    return try read(descriptor, path)
  }

  /// Reads a regular file of at most `most` bytes, and waits for no pipe or device.
  static func readRegular(_ path: String, most: Int) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(description: "\(path): must be a regular file")
    }
    guard status.st_size <= most else {
      throw FileError(
        description: "\(path): must have at most \(most) bytes (has \(status.st_size))")
    }
    return try read(descriptor, path)
  }

  private static func read(_ descriptor: Int32, _ path: String) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: piece[..<count])
      } else if errno != EINTR {
        throw failure(path)
      }
    }
  }

  private static func failure(_ path: String) -> FileError {
    unsafe FileError(description: "\(path): \(String(cString: strerror(errno)))")
  }
}
