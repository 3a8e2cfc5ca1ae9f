import Glibc

/// The part of the machine that the process may use, within the container's limits.
struct Machine: Sendable, Equatable {
  /// The number of processors, at least 1: those that the process may run on, or fewer if its control
  /// groups have a quota, which is rounded up.
  var processors = 1
  /// The memory in bytes.
  var memory = Int.max

  /// The machine as the system describes it.
  static var current: Machine {
    let groups = ControlGroups(
      membership: text("/proc/self/cgroup") ?? "", mounts: text("/proc/self/mountinfo") ?? "",
      read: text)
    let quota = groups.processors.map { Int(min($0.rounded(.up), 65_536)) } ?? .max
    let bytes = [
      groups.memory ?? .max, physicalMemory, limit(RLIMIT_AS), limit(RLIMIT_DATA),
    ]
    return Machine(
      processors: max(1, min(affinity, quota)), memory: bytes.min() ?? .max)
  }

  private static func text(_ path: String) -> String? {
    (try? WholeFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of processors that the process may run on (`sched_getaffinity`).
  private static var affinity: Int {
    // One bit per processor: more than Linux can be built for.
    var masks = [UInt64](repeating: 0, count: 1_024)
    if let getAffinity = unsafe getAffinity {
      _ = unsafe masks.withUnsafeMutableBytes { unsafe getAffinity(0, $0.count, $0.baseAddress) }
    }
    let count = masks.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// `sched_getaffinity`, which Swift's Glibc module leaves out; nil in another C library.
  // The type is the function's own: `int sched_getaffinity(pid_t, size_t, cpu_set_t *)`.
  private static let getAffinity = unsafe dlsym(nil, "sched_getaffinity").map {
    unsafe unsafeBitCast(
      $0, to: (@convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32).self)
  }

  private static var physicalMemory: Int {
    let (pages, size) = (Int(sysconf(Int32(_SC_PHYS_PAGES))), Int(sysconf(Int32(_SC_PAGESIZE))))
    let (bytes, overflows) = pages.multipliedReportingOverflow(by: size)
    return pages > 0 && size > 0 && !overflows ? bytes : .max
  }

  private static func limit(_ resource: __rlimit_resource) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }
}
