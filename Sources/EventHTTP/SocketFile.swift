import Glibc

/// The file of a unix socket that this process has bound.
///
/// Another process may take over a path at which nothing listens: it removes the file and binds a new
/// one. So this process removes the file at the end only if it is still the one that it has bound. Until
/// then it keeps its own file open, because the inode number of a deleted file may be reused.
final class SocketFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// `O_PATH`, which Swift's Glibc module lacks: the descriptor only identifies the file.
  private static let pathOnly: Int32 = 0o10_000_000

  /// Opens the file at a path that has just been bound.
  ///
  /// - Throws: if the file cannot be opened; it has then been removed.
  init(_ path: String) throws(ServerStartError.Reason) {
    self.path = path
    descriptor = unsafe open(path, Self.pathOnly | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let number = errno
      _ = unsafe unlink(path)
      throw .system(call: "open", number: number)
    }
  }

  deinit {
    _ = close(descriptor)
  }

  /// Removes the file, unless another file is at its path.
  ///
  /// The system has no call that checks and removes at once: if another process takes over the path
  /// between the check and the removal, that process's file is removed.
  func remove() {
    guard isAtPath else { return }
    _ = unsafe unlink(path)
  }

  private var isAtPath: Bool {
    var own = stat()
    var found = stat()
    guard unsafe fstat(descriptor, &own) == 0, unsafe lstat(path, &found) == 0 else {
      return false
    }
    return own.st_dev == found.st_dev && own.st_ino == found.st_ino
  }
}
