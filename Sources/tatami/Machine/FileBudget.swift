import EventHTTP

/// Distributes the files that the process may have open (`RLIMIT_NOFILE`).
///
/// Some are reserved for files that are opened for a moment while the service runs: a connection that
/// is closed at once, a read of `/proc` for `/metrics`, and a file of Dispatch, which ends the process
/// if it gets none. No number of clients can therefore take the last file.
struct FileBudget: Equatable {
  /// The limit, in files.
  let limit: Int
  /// The number of connections served at once.
  let connections: Int
  /// The number of further connections, which are accepted only so that an HTTP response can refuse them.
  let surplus: Int
  /// The number of connections that the metrics' listener serves at once; 0 if there is none.
  let metricsConnections: Int
  /// The number of further connections of the metrics' listener, which are accepted only to be refused.
  let metricsSurplus: Int

  /// Dispatch's own files: an epoll, an event, a timer.
  static let dispatchFiles = 3
  /// The files of each event loop: its epoll, its event, two for signals, and a listener for an IPv4
  /// and one for an IPv6 address.
  private static let loopFiles = 6
  /// The maximum number of connections of the metrics' listener, including refused ones: collectors and
  /// probes.
  private static let maxMetrics = 72

  /// The files of the store's thread: its epoll, its event, two for signals, two connections, and three
  /// for each host name that is resolved.
  private static let storeFiles = 12

  /// Distributes the files.
  ///
  /// - Parameters:
  ///   - limit: the number of files that the process may have open.
  ///   - open: the number of files open before Dispatch and the servers open theirs.
  ///   - loops: the number of the service's event loops.
  ///   - hasMetrics: whether metrics have a listener of their own.
  ///   - hasStore: whether there is a store.
  ///   - wanted: the number of connections that the settings allow.
  /// - Returns: nil if no file is left for a connection.
  init?(
    limit: Int, open: Int, loops: Int, hasMetrics: Bool, hasStore: Bool = false, wanted: Int
  ) {
    let open = open + (hasStore ? Self.storeFiles : 0)
    let kept = Self.kept(open: open, loops: loops, hasMetrics: hasMetrics)
    let free = limit - kept
    guard free >= (hasMetrics ? 2 : 1) else { return nil }
    let metrics = hasMetrics ? min(Self.maxMetrics, max(1, free / 4)) : 0
    self.limit = limit
    metricsSurplus = metrics / 9
    metricsConnections = metrics - metricsSurplus
    let rest = free - metrics
    // At least one of each half (`ServerLimits.surplusConnections`) per loop.
    surplus = min(max(ServerLimits().surplusConnections, 2 * loops), rest / 4)
    connections = min(wanted, rest - surplus)
  }

  /// Returns a limit of open files that suffices for all wanted connections.
  static func enough(
    open: Int, loops: Int, hasMetrics: Bool, hasStore: Bool = false, wanted: Int
  ) -> Int {
    let open = open + (hasStore ? Self.storeFiles : 0)
    let surplus = ServerLimits().surplusConnections
    let metrics = hasMetrics ? maxMetrics : 0
    // `init` gives the metrics up to a quarter of the free files, and the surplus up to a quarter of
    // the rest.
    return kept(open: open, loops: loops, hasMetrics: hasMetrics)
      + max(wanted + surplus + metrics, 4 * (surplus + metrics))
  }

  /// Returns the number of files that connections cannot use.
  ///
  /// These are the files that are always open, and those that are opened for a moment: two per loop and one
  /// by Dispatch, and three more as a margin.
  private static func kept(open: Int, loops: Int, hasMetrics: Bool) -> Int {
    let loops = loops + (hasMetrics ? 1 : 0)
    // A Unix socket's file stays open.
    let socketFiles = hasMetrics ? 2 : 1
    return open + dispatchFiles + socketFiles + loops * (loopFiles + 2) + 1 + 3
  }
}

extension FileBudget {
  /// Distributes the process's files, after raising the limit as far as needed and permitted.
  ///
  /// - Returns: nil if no file is left for a connection.
  init?(of settings: ServeSettings) {
    let (loops, wanted) = (settings.limits.eventLoops, settings.limits.maxConnections)
    let (hasMetrics, hasStore) = (settings.metricsBind != nil, settings.store != nil)
    // If `/proc` is not available: the three standard streams, and some that the shell may have passed on.
    let open = OpenFiles.listed ?? 8
    let limit = FileLimit.raise(
      to: Self.enough(
        open: open, loops: loops, hasMetrics: hasMetrics, hasStore: hasStore, wanted: wanted))
    self.init(
      limit: limit, open: open, loops: loops, hasMetrics: hasMetrics, hasStore: hasStore,
      wanted: wanted)
  }
}
