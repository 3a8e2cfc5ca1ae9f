import Glibc

/// The file of a unix socket that this process has bound.
///
/// A path that is free to connect to may be taken over: the next process removes the file and binds
/// its own. So in the end the file is removed only where it is still this one. It is held open until
/// then, since the number of a file that is gone may be given to the next one.
final class SocketFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// `O_PATH`, which Swift's Glibc module leaves out: a descriptor that stands for the file alone.
  private static let pathOnly: Int32 = 0o10_000_000

  /// Holds the file at a path that has just been bound.
  ///
  /// - Throws: where no file is left to hold it by; it has been removed then.
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

  /// Removes the file, unless another one stands at its path.
  ///
  /// The system has no call that does both at once: a process that takes the path over between the
  /// two lines loses its file, as any did before.
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
