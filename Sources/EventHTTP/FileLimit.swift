import Glibc

/// The limit on files that the process may have open (`RLIMIT_NOFILE`).
public enum FileLimit {
  /// The current limit, in files; `Int.max` if there is none.
  public static var current: Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises the limit to `wanted`, or as far as this user may; never lowers it.
  ///
  /// - Returns: the resulting limit, in files; `Int.max` if there is none.
  @discardableResult
  public static func raise(to wanted: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
    let wanted = rlim_t(max(0, wanted))
    if limit.rlim_cur < wanted, limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = min(wanted, limit.rlim_max)
      if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
