import Dispatch
import Glibc
import Synchronization

/// The files that the process has open.
///
/// They are counted without listing them: a walk over `/proc/self/fd` takes 3.5 ms beside 3,900
/// connections, on an event loop.
final class OpenFiles: Sendable {
  private let others = Atomic<Int>(0)

  /// Counts the files that are no connections, by listing them all; before clients come.
  func countOthers(connections: Int) {
    others.store(max(0, (Self.listed ?? 0) - connections), ordering: .relaxed)
  }

  /// Files open now: as the system counts them, else connections and what was open without them.
  func count(connections: Int, known: Int? = OpenFiles.known) -> Int {
    known ?? others.load(ordering: .relaxed) + connections
  }

  /// How many the system says there are; nil before Linux 6.2.
  static var known: Int? {
    var status = stat()
    guard stat("/proc/self/fd", &status) == 0, status.st_size > 0 else { return nil }
    return Int(status.st_size)
  }

  /// How many the list has; nil if it cannot be read, for want of a file or of `/proc`.
  static var listed: Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Not counted: "." and "..", and the folder itself.
    return max(0, count - 3)
  }

  /// Has Dispatch open its files; returns when they are open, some milliseconds later.
  ///
  /// It opens those for events with the first work, and the one for timers with the first timer.
  /// If none is left by then, it ends the process.
  static func openDispatchFiles() {
    let queue = DispatchQueue(label: "tatami.start", attributes: .concurrent)
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    // Work that is due already would need no timer.
    queue.asyncAfter(deadline: .now() + .milliseconds(1)) { done.signal() }
    for _ in 0..<2 { done.wait() }
  }
}
