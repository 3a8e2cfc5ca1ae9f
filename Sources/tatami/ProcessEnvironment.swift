import EventHTTP
import Glibc
import LayoutService
import Synchronization

/// What the system knows of the process and the machine.
enum ProcessEnvironment {
  /// The environment's variables.
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

  /// The time in nanoseconds since 1970.
  @Sendable static func wallClock() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  /// Memory and processor time of the process.
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

  /// When the process was started, in seconds since 1970; where `/proc` does not tell, when this was
  /// first asked.
  ///
  /// Of three readings of the two clocks the one counts that took least time: on a machine that stands
  /// still for seconds they may lie far apart.
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

  /// When the process was started, in seconds since the system was; nil if `/proc` does not tell.
  private static var startSinceBoot: Double? {
    guard let stat = try? WholeFile.read("/proc/self/stat") else { return nil }
    // The program's name, in parentheses, may hold anything.
    let fields = String(decoding: stat, as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    guard let fields, fields.count > 19, let ticks = Double(fields[19]) else { return nil }
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Seconds since the system was started; 0 where it does not tell.
  private static var sinceBoot: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// The figures of servers that are made after those who ask for them.
final class ServerFigures: Sendable {
  private let watched = Mutex<[ServerCounters]>([])

  /// From now on reports a server, and counts the open connections of others with its own.
  func watch(_ counters: ServerCounters, others: [ServerCounters]) {
    watched.withLock { $0 = [counters] + others }
  }

  /// Connections open now, of all servers.
  var openConnections: Int {
    watched.withLock { $0 }.reduce(0) { $0 + $1.open.load(ordering: .relaxed) }
  }

  /// What the server has counted so far.
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

/// Whether the end has begun, and when it must be over.
final class Shutdown: Sendable {
  private let end = Mutex<ContinuousClock.Instant?>(nil)

  /// Begins the end, which is over after so many seconds; false if it has begun already.
  func begin(within seconds: Double) -> Bool {
    end.withLock { end in
      guard end == nil else { return false }
      end = .now + .seconds(seconds)
      return true
    }
  }

  /// Seconds that are left, 0 at least; nil if the end has not begun.
  var secondsLeft: Double? {
    end.withLock { $0 }.map { max(0, (ContinuousClock.now.duration(to: $0)) / .seconds(1)) }
  }
}
