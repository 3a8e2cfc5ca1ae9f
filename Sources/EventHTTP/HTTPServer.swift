public import HTTPMessage
public import Logging
import Glibc
import Libevent
import Synchronization

/// An HTTP/1.1 server: listens, reads requests, and lets a handler respond to them.
///
/// Start a server once and drain it once:
///
///     let server = HTTPServer(handler: service, settings: settings, logger: logger)
///     server.onSignal(SIGTERM) { server.drain(timeout: 20) { _ in } }
///     let addresses = try server.start()
///     server.waitUntilStopped()
public final class HTTPServer: Sendable {
  private struct State {
    var loops: [EventLoop] = []
    var signals: [(Int32, @Sendable () -> Void)] = []
    var socketFiles: [SocketFile] = []
    var running = 0
    var isDraining = false
    var completion: (@Sendable (_ cut: Int) -> Void)?
    var cut = 0
  }

  /// The server's counters.
  public let counters = ServerCounters()

  private let handler: any HTTPHandler
  private let settings: ServerSettings
  private let logger: Logger
  private let state = Mutex(State())
  private let stopped = Gate()

  /// Creates a server that does not listen yet.
  public init(handler: any HTTPHandler, settings: ServerSettings, logger: Logger) {
    self.handler = handler
    self.settings = settings
    self.logger = logger
  }

  /// Starts to listen and to serve, on threads of its own.
  ///
  /// From then on the process ignores SIGPIPE.
  ///
  /// - Returns: the addresses that the server listens at, with the ports that the system chose.
  /// - Throws: `ServerStartError`, after closing every socket opened here.
  public func start() throws(ServerStartError) -> [ServerAddress] {
    _ = signal(SIGPIPE, SIG_IGN)
    // Allow 256 more files, for connections to be refused and for what the process has open anyway.
    FileLimit.raise(to: max(0, min(settings.limits.maxConnections, 1 << 30)) + 256)
    let count = max(1, settings.limits.eventLoops)
    var sockets: [ListeningSocket] = []
    do {
      for address in settings.addresses {
        sockets += try ListeningSocket.open(address, count: count)
      }
    } catch {
      for socket in sockets { socket.close() }
      throw error
    }
    let loops: [EventLoop]
    do {
      loops = try makeLoops(count, sockets)
    } catch {
      for socket in sockets { socket.file?.remove() }
      throw startError(error)
    }
    let signals = state.withLock { state in
      state.loops = loops
      state.running = loops.count
      state.socketFiles = sockets.compactMap(\.file)
      return state.signals
    }
    for (number, action) in signals { loops[0].catchSignal(number, action) }
    for (index, loop) in loops.enumerated() {
      do {
        try LoopThread.start { [self] in
          let cut = loop.run()
          loopEnded(cut: cut)
        }
      } catch {
        stopStarted(index)
        for socket in sockets { socket.file?.remove() }
        throw startError(error)
      }
    }
    return sockets.map(\.address)
  }

  private func startError(_ error: EventError) -> ServerStartError {
    ServerStartError(
      address: settings.addresses.first ?? "",
      reason: .system(call: "\(error.call)", number: error.number))
  }

  /// Drains the first `count` loops, which already run, because the next loop got no thread.
  private func stopStarted(_ count: Int) {
    state.withLock { state in
      for loop in state.loops[count...] { loop.siblings = [] }
      state.loops.removeLast(state.loops.count - count)
      state.running = count
    }
    drain(timeout: 0)
  }

  private func makeLoops(
    _ count: Int, _ sockets: [ListeningSocket]
  ) throws(EventError) -> [EventLoop] {
    let context = ServerContext(
      handler: handler, settings: settings, counters: counters, logger: logger)
    var loops: [EventLoop] = []
    // A listener closes the descriptor that it owns; the descriptors here are closed if a loop or
    // listener cannot be created.
    var untaken = (0..<count).map { index in sockets.map { $0.descriptors[index] } }
    do {
      for index in 0..<count {
        let loop = try EventLoop(context: context)
        while let descriptor = untaken[index].last {
          try loop.listen(descriptor)
          untaken[index].removeLast()
        }
        loops.append(loop)
      }
      for loop in loops { loop.siblings = loops.filter { $0 !== loop } }
    } catch {
      for descriptor in untaken.joined() { _ = close(descriptor) }
      throw error
    }
    return loops
  }

  /// Calls `action` on an event loop's thread whenever the signal arrives.
  ///
  /// At most one server per process may catch signals.
  public func onSignal(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    let loop = state.withLock { state in
      if state.loops.isEmpty { state.signals.append((number, action)) }
      return state.loops.first
    }
    loop?.post(.catchSignal(number, action))
  }

  /// Drains the server: stops accepting, closes idle connections and responds to the requests in flight.
  ///
  /// Each response from now on has `Connection: close`. During the delay the server still accepts
  /// connections and leaves idle ones open, so that load balancers notice that it leaves before it refuses
  /// anything. Afterwards the server has stopped.
  ///
  /// Calls before `start`, and all calls after the first, are ignored.
  ///
  /// - Parameters:
  ///   - delay: the seconds for which the server still accepts connections; 0 or less stops accepting now.
  ///   - timeout: the seconds after the delay at which the remaining connections are cut; nil uses the
  ///     settings' `shutdownTimeout`.
  ///   - completion: called on a loop's thread at the end, with the number of connections cut.
  public func drain(
    after delay: Double = 0, timeout: Double? = nil,
    completion: @escaping @Sendable (_ cut: Int) -> Void = { _ in }
  ) {
    let loops: [EventLoop] = state.withLock { state in
      guard !state.isDraining, !state.loops.isEmpty else { return [] }
      state.isDraining = true
      state.completion = completion
      return state.loops
    }
    let wait = MonotonicClock.nanoseconds(max(0, delay))
    let nanoseconds = MonotonicClock.nanoseconds(timeout ?? settings.limits.shutdownTimeout)
    for loop in loops { loop.post(.drain(after: wait, within: nanoseconds)) }
  }

  /// Calls `action` once every event loop has come round, on the thread of the last one; never if one of them hangs.
  public func afterEveryLoop(_ action: @escaping @Sendable () -> Void) {
    let loops = state.withLock { $0.loops }
    let count = LoopCount(loops.count)
    for loop in loops {
      loop.post(.perform { if count.hasEnded() { action() } })
    }
  }

  /// The number of loops that have not come round yet.
  private final class LoopCount: Sendable {
    private let rest: Atomic<Int>

    init(_ count: Int) { rest = Atomic(count) }

    /// Counts a loop; returns whether it was the last.
    func hasEnded() -> Bool { rest.subtract(1, ordering: .relaxed).newValue == 0 }
  }

  /// Whether `drain` has been called.
  public var isDraining: Bool { state.withLock { $0.isDraining } }

  /// Blocks until the server has been drained.
  public func waitUntilStopped() {
    stopped.wait()
  }

  private func loopEnded(cut: Int) {
    let (completion, total, files) = state.withLock { state in
      state.running -= 1
      state.cut += cut
      guard state.running == 0 else {
        return (nil as (@Sendable (Int) -> Void)?, 0, [SocketFile]())
      }
      let completion = state.completion ?? { _ in }
      state.completion = nil
      state.loops = []
      let files = state.socketFiles
      state.socketFiles = []
      return (completion, state.cut, files)
    }
    guard let completion else { return }
    for file in files { file.remove() }
    completion(total)
    stopped.open()
  }
}
