import EventHTTP
import Glibc
import LayoutService
import Synchronization

/// The process's environment variables, clock and resource usage.
enum ProcessEnvironment {
  /// The values of the process's environment variables, by name.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    // Nothing changes the environment while the program runs.
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let pair = unsafe String(cString: text)
      if let equals = pair.firstIndex(of: "=") {
        variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
      unsafe entry += 1
    }
    return variables
  }

  /// Returns the time in nanoseconds since 1970.
  @Sendable static func wallClock() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// The process's memory and processor time.
  static var figures: ProcessFigures {
    var figures = ProcessFigures()
    var usage = rusage()
    if unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
      figures.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
    if let statm = try? WholeFile.read("/proc/self/statm") {
      let fields = String(decoding: statm, as: UTF8.self).split(separator: " ")
      if fields.count > 1, let pages = Int(fields[1]) {
        figures.residentBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
      }
    }
    figures.startSeconds = startSeconds
    return figures
  }

  /// The time at which the process started, in seconds since 1970.
  ///
  /// If `/proc` does not contain it, this is the time of the first access. It is computed from two clocks:
  /// the time of day and the time since the system's start. Both are read three times, and the quickest of
  /// these readings counts, because on a machine that pauses for seconds the two times may be far apart.
  private static let startSeconds: Double = {
    let start = startSinceBoot ?? .infinity
    var (shortest, seconds) = (Double.infinity, 0.0)
    for _ in 0..<3 {
      let (before, now, after) = (sinceBoot, Double(wallClock()) / 1e9, sinceBoot)
      guard after - before < shortest else { continue }
      shortest = after - before
      seconds = now - max(0, (before + after) / 2 - start)
    }
    return seconds
  }()

  /// The time at which the process started, in seconds since the system's start; nil if `/proc` does
  /// not contain it.
  private static var startSinceBoot: Double? {
    guard let stat = try? WholeFile.read("/proc/self/stat") else { return nil }
    // The program's name, in parentheses, may contain anything.
    let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    guard let fields, fields.count > 19, let ticks = Double(fields[19]) else { return nil }
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The seconds since the system's start; 0 if the system does not report them.
  private static var sinceBoot: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// Gives access to the servers' figures; it can be created and passed on before the servers exist.
final class ServerFigures: Sendable {
  private let watched = Mutex<[ServerCounters]>([])

  /// Sets the server that `figures` reports, and other servers, which count only in `openConnections`.
  func watch(_ counters: ServerCounters, others: [ServerCounters]) {
    watched.withLock { $0 = [counters] + others }
  }

  /// The number of open connections of all servers.
  var openConnections: Int {
    watched.withLock { $0 }.reduce(0) { $0 + $1.open.load(ordering: .relaxed) }
  }

  /// The figures of the reported server; zeros until `watch` has set one.
  var figures: ConnectionFigures {
    var figures = ConnectionFigures()
    guard let counters = watched.withLock({ $0.first }) else { return figures }
    figures.open = counters.open.load(ordering: .relaxed)
    figures.accepted = counters.accepted.load(ordering: .relaxed)
    figures.refused = counters.refused.load(ordering: .relaxed)
    figures.pauses = counters.pauses.load(ordering: .relaxed)
    figures.bytesReceived = counters.bytesReceived.load(ordering: .relaxed)
    figures.bytesSent = counters.bytesSent.load(ordering: .relaxed)
    return figures
  }
}

/// The state of the shutdown: whether it has begun, and its deadline.
final class Shutdown: Sendable {
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// Begins the shutdown, with a deadline in `seconds`; returns false if it has already begun.
  func begin(within seconds: Double) -> Bool {
    end.withLock { end in
      guard end == nil else { return false }
      end = .now + .seconds(seconds)
      return true
    }
  }

  /// The seconds until the deadline, at least 0; nil if the shutdown has not begun.
  var secondsLeft: Double? {
    end.withLock { $0 }.map { max(0, (ContinuousClock.now.duration(to: $0)) / .seconds(1)) }
  }
}
