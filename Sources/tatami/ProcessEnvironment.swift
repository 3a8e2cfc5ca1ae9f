import EventHTTP
import Glibc
import LayoutService
import Synchronization

/// What the system tells of the process and the machine.
enum ProcessEnvironment {
  /// Processors that the process may use.
  static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The environment's variables.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      entry += 1
    }
    return variables
  }

  /// The time in nanoseconds since 1970.
  @Sendable static func wallClock() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Gives freed memory back to the system, which glibc would otherwise keep for the next documents.
  ///
  /// Takes milliseconds where there is much.
  @Sendable static func giveMemoryBack() {
    _ = trimMemory?(0)
  }

  /// glibc's `malloc_trim`, which Swift's Glibc module leaves out; nil in another C library.
  private static let trimMemory = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }

  /// Memory, processor time and files of the process.
  static var figures: ProcessFigures {
    var figures = ProcessFigures()
    var usage = rusage()
    if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      figures.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
    if let statm = try? WholeFile.read("/proc/self/statm") {
      let fields = String(decoding: statm, as: UTF8.self).split(separator: " ")
      if fields.count > 1, let pages = Int(fields[1]) {
        figures.residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
      }
    }
    figures.openFiles = openFiles
    figures.startSeconds = startSeconds
    return figures
  }

  /// When the process began to run Swift code.
  private static let startSeconds = Double(wallClock()) / 1e9

  private static var openFiles: Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Not counted: "." and "..", and the folder itself.
    return max(0, count - 3)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// The figures of a server that is made after those who ask for them.
final class ServerFigures: Sendable {
  private let counters = Mutex<ServerCounters?>(nil)

  /// From now on tells of these.
  func watch(_ watched: ServerCounters) {
    counters.withLock { $0 = watched }
  }

  /// What the server has counted so far.
  var figures: ConnectionFigures {
    var figures = ConnectionFigures()
    guard let counters = counters.withLock({ $0 }) else { return figures }
    figures.open = counters.open.load(ordering: .relaxed)
    figures.accepted = counters.accepted.load(ordering: .relaxed)
    figures.refused = counters.refused.load(ordering: .relaxed)
    figures.pauses = counters.pauses.load(ordering: .relaxed)
    figures.bytesReceived = counters.bytesReceived.load(ordering: .relaxed)
    figures.bytesSent = counters.bytesSent.load(ordering: .relaxed)
    return figures
  }
}

/// Whether the end has begun.
final class Shutdown: Sendable {
  private let hasBegun = Atomic<Bool>(false)

  /// Begins the end; false where it has begun already.
  func begin() -> Bool {
    !hasBegun.exchange(true, ordering: .relaxed)
  }
}
