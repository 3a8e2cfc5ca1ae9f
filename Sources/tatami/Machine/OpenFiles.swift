import Dispatch
import Glibc
import Synchronization

/// The files that the process has open.
///
/// They are counted without listing them: with 3,900 connections, listing `/proc/self/fd` takes 3.5 ms
/// on an event loop.
final class OpenFiles: Sendable {
  private let others = Atomic<Int>(0)

  /// Counts the files that are not connections by listing them all; call it before clients connect.
  func countOthers(connections: Int) {
    others.store(max(0, (Self.listed ?? 0) - connections), ordering: .relaxed)
  }

  /// Returns the number of open files: the system's count, or else the connections and the other files.
  func count(connections: Int, known: Int? = OpenFiles.known) -> Int {
    known ?? others.load(ordering: .relaxed) + connections
  }

  /// The number of open files that the system reports; nil before Linux 6.2.
  static var known: Int? {
    var status = stat()
    guard unsafe stat("/proc/self/fd", &status) == 0, status.st_size > 0 else { return nil }
    return Int(status.st_size)
  }

  /// The number of files that `/proc/self/fd` lists.
  ///
  /// It is nil if the list cannot be read, because no file is left or `/proc` is missing.
  static var listed: Int? {
    guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // Excluded are ".", ".." and the folder itself.
    return max(0, count - 3)
  }

  /// Makes Dispatch open its files, and returns when they are open, some milliseconds later.
  ///
  /// Dispatch opens the files for events with the first work item, and the file for timers with the
  /// first timer. If no file is left by then, it ends the process.
  static func openDispatchFiles() {
    let queue = DispatchQueue(label: "tatami.start", attributes: .concurrent)
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    // Work that is already due would need no timer.
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { done.signal() }
    for _ in 0..<2 { done.wait() }
  }
}
