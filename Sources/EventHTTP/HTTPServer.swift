public import HTTPMessage
public import Logging
import Glibc
import Libevent
import Synchronization

/// An HTTP/1.1 server: listens, reads requests, has a handler respond to them.
///
/// It is started once and drained once:
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

  /// What the server has counted.
  public let counters = ServerCounters()

  private let handler: any HTTPHandler
  private let settings: ServerSettings
  private let logger: Logger
  private let state = Mutex(State())
  private let stopped = Gate()

  /// Makes a server that does not listen yet.
  public init(handler: any HTTPHandler, settings: ServerSettings, logger: Logger) {
    self.handler = handler
    self.settings = settings
    self.logger = logger
  }

  /// Listens, and begins to serve on threads of its own.
  ///
  /// SIGPIPE is ignored from now on.
  ///
  /// - Returns: where it listens, with the ports that the system chose.
  /// - Throws: `ServerStartError`; nothing is left open then.
  public func start() throws(ServerStartError) -> [ServerAddress] {
    _ = signal(SIGPIPE, SIG_IGN)
    // Beside the connections: those to be refused, and what the process has open anyway.
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

  /// Ends the loops that run already, as a later one has no thread.
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
    // Listeners close what they have taken; what is left here is closed if one cannot be made.
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
  /// One server of a process may catch signals.
  public func onSignal(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    let loop = state.withLock { state in
      if state.loops.isEmpty { state.signals.append((number, action)) }
      return state.loops.first
    }
    loop?.post(.catchSignal(number, action))
  }

  /// Stops accepting, closes idle connections, and serves the requests in flight, each response with
  /// `Connection: close`; then the server has stopped.
  ///
  /// Further calls are ignored.
  ///
  /// - Parameters:
  ///   - timeout: after so many seconds the connections that are left are cut; nil takes the
  ///     settings' `shutdownTimeout`.
  ///   - completion: called on a loop's thread in the end, with the number of connections cut.
  public func drain(
    timeout: Double? = nil, completion: @escaping @Sendable (_ cut: Int) -> Void = { _ in }
  ) {
    let loops: [EventLoop] = state.withLock { state in
      guard !state.isDraining, !state.loops.isEmpty else { return [] }
      state.isDraining = true
      state.completion = completion
      return state.loops
    }
    let nanoseconds = MonotonicClock.nanoseconds(timeout ?? settings.limits.shutdownTimeout)
    for loop in loops { loop.post(.drain(within: nanoseconds)) }
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
