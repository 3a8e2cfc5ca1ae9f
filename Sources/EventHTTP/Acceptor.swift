import Glibc
import HTTPMessage
import Libevent
import Logging
import Synchronization

/// Accepts a loop's connections, and assigns one of the `maxConnections` places to each connection.
///
/// If all places are taken, one of these connections is closed for the new one, in this order:
/// 1. the connection that has been idle longest: one of this loop, else another loop's;
/// 2. a connection that lingers after its last response;
/// 3. of the client with the most requests under way, the connection whose request began first, if
///    the new connection's client would still have fewer.
///
/// If no such connection exists, the new connection has no place: it may send probes, and any other
/// request is refused with 503. At most `surplusLimit` such connections are open; for one more, the
/// oldest of them is closed.
final class Acceptor {
  /// A new connection that waits while another loop looks for a place.
  private struct Newcomer {
    var socket: Socket
    var address: String
    var client: HTTPClient
  }

  /// Maximum time for which accepting pauses after the process has run out of files, in nanoseconds.
  ///
  /// The pause ends early if one of the loop's connections closes.
  static let pauseTime: UInt64 = 250_000_000
  /// Minimum time between two warnings about pauses, in nanoseconds.
  static let warningInterval: UInt64 = 10_000_000_000

  private unowned let loop: EventLoop
  private var listeners: [EventListener] = []
  private var resumeTimer: EventTimer?
  private var isPaused = false
  private var nextWarning: UInt64 = 0
  private var newcomers: [Newcomer] = []
  /// The connections without a place, oldest first.
  private var surplus: [Connection] = []
  private let surplusLimit: Int

  init(loop: EventLoop) throws(EventError) {
    self.loop = loop
    let limits = loop.context.limits
    // One half is for open connections without a place, the other for newcomers that wait while another
    // loop looks for a place.
    surplusLimit = max(1, limits.surplusConnections / (2 * max(1, limits.eventLoops)))
    resumeTimer = try EventTimer(base: loop.base) { [unowned self] in resume() }
  }

  /// Accepts connections from a listening socket, which the acceptor owns from then on.
  func listen(_ descriptor: Int32) throws(EventError) {
    // Accepted sockets inherit this option.
    Socket(descriptor: descriptor).boundUnsentBytes()
    unsafe listeners.append(
      try EventListener(
        base: loop.base, socket: descriptor,
        onAccept: { [unowned self] in
          unsafe accept($0, from: SocketAddress.text($1), of: SocketAddress.client($1))
        },
        onError: { [unowned self] in pause($0) }))
  }

  /// Accepts the connections that wait in the backlogs, then stops listening.
  func finish() {
    acceptPending()
    listeners = []
  }

  /// Accepts the connections that wait in the backlogs.
  func acceptPending() {
    loop.now = MonotonicClock.now
    for listener in listeners { listener.acceptPending() }
    // The other loops may have ended already, so don't wait for their answers.
    while !newcomers.isEmpty { placeWasSought() }
  }

  // MARK: Places

  private func accept(_ descriptor: Int32, from address: String, of client: HTTPClient) {
    loop.now = MonotonicClock.now
    let counters = loop.context.counters
    counters.open.add(1, ordering: .relaxed)
    counters.accepted.add(1, ordering: .relaxed)
    let newcomer = Newcomer(
      socket: Socket(descriptor: descriptor), address: address, client: client)
    if loop.isDraining {
      serve(newcomer, holdsPlace: false)
    } else if counters.takePlace(of: loop.context.limits.maxConnections) {
      serve(newcomer, holdsPlace: true)
    } else if loop.hasIdleSibling
      ? loop.closeLongestIdle(for: client) : loop.makePlace(for: client)
    {
      serve(newcomer, holdsPlace: counters.takePlace(of: loop.context.limits.maxConnections))
    } else if newcomers.count < surplusLimit, loop.askForPlace(for: client) {
      newcomers.append(newcomer)
    } else {
      serve(newcomer, holdsPlace: false)
    }
  }

  /// Serves the newcomer that has waited longest, after another loop has looked for a place.
  func placeWasSought() {
    guard !newcomers.isEmpty else { return }
    serve(
      newcomers.removeFirst(),
      holdsPlace: loop.context.counters.takePlace(of: loop.context.limits.maxConnections))
  }

  private func serve(_ newcomer: Newcomer, holdsPlace: Bool) {
    let counters = loop.context.counters
    if !holdsPlace, surplus.count >= surplusLimit {
      if surplus[0].phase == .head { counters.refused.add(1, ordering: .relaxed) }
      surplus[0].close()
    }
    do throws(EventError) {
      let connection = try Connection(
        loop: loop, socket: newcomer.socket, remoteAddress: newcomer.address,
        client: newcomer.client, holdsPlace: holdsPlace)
      loop.add(connection)
      if !holdsPlace { surplus.append(connection) }
    } catch {
      counters.refused.add(1, ordering: .relaxed)
      counters.open.subtract(1, ordering: .relaxed)
      if holdsPlace { counters.leavePlace() }
      newcomer.socket.close()
    }
  }

  /// Removes a connection from `surplus`, because it has got a place or closes.
  func surplusEnded(_ connection: Connection) {
    surplus.removeAll { $0 === connection }
  }

  // MARK: Files

  /// Ends a pause; called when a connection has closed, so that a file may be free again.
  func descriptorWasFreed() {
    if isPaused { resume() }
  }

  private func pause(_ number: Int32) {
    guard !isPaused else { return }
    isPaused = true
    loop.context.counters.pauses.add(1, ordering: .relaxed)
    warn(number)
    for listener in listeners { listener.pause() }
    resumeTimer?.arm(after: Self.pauseTime)
  }

  /// Logs why accepting pauses, but not if it did so less than `warningInterval` ago.
  private func warn(_ number: Int32) {
    let now = MonotonicClock.now
    guard now >= nextWarning else { return }
    nextWarning = now &+ Self.warningInterval
    loop.context.logger.warning(
      "cannot open more connections; accepting is paused",
      metadata: ["error": .stringConvertible(Int(number))])
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    for listener in listeners { listener.resume() }
  }
}
