import Glibc

/// How many files the process may have open (`RLIMIT_NOFILE`).
public enum FileLimit {
  /// The limit now, in files; `Int.max` where there is none.
  public static var current: Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises the limit to what is wanted, or as far as this user may; it is never lowered.
  ///
  /// - Returns: the limit from now on, in files; `Int.max` where there is none.
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
