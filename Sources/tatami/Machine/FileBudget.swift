import EventHTTP

/// How the files that the process may have open are shared out (`RLIMIT_NOFILE`).
///
/// Some are kept back for what is opened for a moment while the service runs: a connection just to
/// be closed, `/metrics`' look at `/proc`, and Dispatch's, which ends the process if it gets no file.
/// So no number of clients can take the last one.
struct FileBudget: Equatable {
  /// The limit, in files.
  let limit: Int
  /// Connections that are served at once.
  let connections: Int
  /// Connections beyond them that are refused, but in HTTP.
  let surplus: Int
  /// The same of the metrics' listener, if there is one.
  let metricsConnections: Int
  let metricsSurplus: Int

  /// Dispatch's own: an epoll, an event, a timer.
  static let dispatchFiles = 3
  /// Of each event loop: its epoll, its event, two for signals, and a listener for an address of
  /// IPv4 and one of IPv6.
  private static let loopFiles = 6
  /// The most connections of the metrics' listener, refused ones included: a few collectors, probes.
  private static let mostMetrics = 72

  /// Of the store's thread: its epoll, its event, two for signals, two connections, and three for
  /// each host name that is resolved.
  private static let storeFiles = 12

  /// Shares files out.
  ///
  /// - Parameters:
  ///   - limit: files that the process may have open.
  ///   - open: files that are open before Dispatch and the servers open theirs.
  ///   - loops: event loops of the service.
  ///   - hasMetrics: whether metrics have a listener of their own.
  ///   - hasStore: whether there is a store of documents.
  ///   - wanted: connections that the settings allow.
  /// - Returns: nil if no file is left for a connection.
  init?(
    limit: Int, open: Int, loops: Int, hasMetrics: Bool, hasStore: Bool = false, wanted: Int
  ) {
    let open = open + (hasStore ? Self.storeFiles : 0)
    let kept = Self.kept(open: open, loops: loops, hasMetrics: hasMetrics)
    let free = limit - kept
    guard free >= (hasMetrics ? 2 : 1) else { return nil }
    let metrics = hasMetrics ? min(Self.mostMetrics, max(1, free / 4)) : 0
    self.limit = limit
    metricsSurplus = metrics / 9
    metricsConnections = metrics - metricsSurplus
    let rest = free - metrics
    // One at least of each sort for each loop.
    surplus = min(max(ServerLimits().surplusConnections, 2 * loops), rest / 4)
    connections = min(wanted, rest - surplus)
  }

  /// The files with which every connection wanted can be had.
  static func enough(
    open: Int, loops: Int, hasMetrics: Bool, hasStore: Bool = false, wanted: Int
  ) -> Int {
    let open = open + (hasStore ? Self.storeFiles : 0)
    let surplus = ServerLimits().surplusConnections
    let metrics = hasMetrics ? mostMetrics : 0
    // A quarter of them may be the metrics', another the surplus.
    return kept(open: open, loops: loops, hasMetrics: hasMetrics)
      + max(wanted + surplus + metrics, 4 * (surplus + metrics))
  }

  /// Files that are not for connections: those open all the time, and those opened for a moment,
  /// two by each loop at once and one by Dispatch, with three to spare.
  private static func kept(open: Int, loops: Int, hasMetrics: Bool) -> Int {
    let loops = loops + (hasMetrics ? 1 : 0)
    // A unix socket's file is held open.
    let socketFiles = hasMetrics ? 2 : 1
    return open + dispatchFiles + socketFiles + loops * (loopFiles + 2) + 1 + 3
  }
}

extension FileBudget {
  /// Shares the process's files out, once the limit has been raised as far as it is needed and may be.
  ///
  /// - Returns: nil if no file is left for a connection.
  init?(of settings: ServeSettings) {
    let (loops, wanted) = (settings.limits.eventLoops, settings.limits.maxConnections)
    let (hasMetrics, hasStore) = (settings.metricsBind != nil, settings.store != nil)
    // Without /proc: a shell's three, and some that it may have passed on.
    let open = OpenFiles.listed ?? 8
    let limit = FileLimit.raise(
      to: Self.enough(
        open: open, loops: loops, hasMetrics: hasMetrics, hasStore: hasStore, wanted: wanted))
    self.init(
      limit: limit, open: open, loops: loops, hasMetrics: hasMetrics, hasStore: hasStore,
      wanted: wanted)
  }
}
