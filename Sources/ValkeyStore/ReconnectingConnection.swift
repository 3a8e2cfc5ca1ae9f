import HTTPMessage
import LayoutAPI
import Libevent

/// A connection to the store that reconnects after a failure.
///
/// It is up once `PING` is answered. If a reply is late, it is closed; after a wait, the next attempt to
/// connect begins. Belongs to the store's thread.
final class ReconnectingConnection {
  /// The outcome of a command.
  enum Outcome {
    /// The command's reply, valid during the call only.
    case reply(StoreReply)
    /// The connection ended before the reply came, for this reason.
    case lost(StoreError)
  }

  private struct Sent {
    let allowance: UInt64
    let answer: (Outcome) -> Void
  }

  /// Minimum time allowed for connecting, in nanoseconds: a distant host takes longer to connect
  /// than to answer.
  private static let minConnect: UInt64 = 1_000_000_000
  /// The time after which an unused connection sends `PING`, in nanoseconds.
  ///
  /// The answers show whether the store is up, and the traffic keeps proxies from closing the connection.
  private static let idleTime: UInt64 = 10_000_000_000

  /// Called when the system has taken all bytes to be sent.
  var onDrained: () -> Void = {}
  /// Called when the connection is lost, or an attempt to connect has failed.
  var onLoss: (StoreError) -> Void = { _ in }

  let name: String
  private unowned let thread: StoreThread
  private(set) var health = StoreHealth()
  private var connection: StoreConnection?
  private var sent = StoreQueue<Sent>()
  /// The deadline for the reply to the oldest command.
  private var replyDeadline = UInt64.max
  private var lastReply: UInt64 = 0
  /// Whether the connection was given up because the store was late, and no attempt has failed since.
  private(set) var isPausing = false
  /// Why this side has closed the connection; nil if it has not.
  private var closing: (outage: StoreError, reason: String)?

  /// - Parameter name: the name in the log.
  init(_ name: String, thread: StoreThread) {
    self.name = name
    self.thread = thread
  }

  /// Whether commands can be sent.
  var isUp: Bool { health.isUp }

  /// Whether a command waits for its reply.
  var isWaiting: Bool { !sent.isEmpty }
  /// The number of commands that wait for their replies.
  var waitingCount: Int { sent.count }

  /// Sends a command, or its first bytes.
  ///
  /// - Parameters:
  ///   - allowance: nanoseconds for the reply, counted from the arrival of the reply before it.
  ///   - answer: called once, with the reply or with the reason why there is none.
  func send(_ command: [UInt8], allowance: UInt64, answer: @escaping (Outcome) -> Void) {
    guard let connection else { return answer(.lost(.down)) }
    sent.append(Sent(allowance: allowance, answer: answer))
    if sent.count == 1 { setReplyDeadline(after: allowance) }
    connection.send(command)
  }

  /// Sends the next bytes of the command that was begun last.
  func sendMore(_ bytes: ArraySlice<UInt8>) {
    connection?.sendMore(bytes)
  }

  /// Passes the bytes sent so far to the system.
  ///
  /// Not needed within an `answer`: the connection flushes after the replies that it has read.
  func flush() {
    connection?.flush()
  }

  /// Closes the connection; commands that wait for a reply are lost because of `outage`.
  ///
  /// - Parameter reason: the reason for the log.
  func close(_ outage: StoreError, _ reason: String) {
    guard let connection, closing == nil else { return }
    isPausing = isUp && outage == .timeout
    closing = (outage, reason)
    health.failed(at: thread.now, chance: .random(in: 0...1))
    thread.wake(at: nextTime)
    // If this is called within a reply's callback, the connection ends after the callback.
    connection.close()
  }

  // MARK: Time

  /// Does what is due: closes the connection if a reply is late, begins an attempt to connect, sends `PING`.
  func tick() {
    let now = thread.now
    if replyDeadline <= now {
      replyDeadline = .max
      close(.timeout, isUp ? "no reply in time" : "no connection, or no answer to PING, in time")
    }
    if health.isDue(at: now), connection == nil, !thread.isStopping { attempt() }
    if isUp, sent.isEmpty, lastReply &+ Self.idleTime <= now { ping() }
  }

  /// The next time at which `tick` has work to do.
  var nextTime: UInt64 {
    if case .waiting(let time) = health.phase, !thread.isStopping { return time }
    if isUp, sent.isEmpty { return lastReply &+ Self.idleTime }
    return replyDeadline
  }

  private func setReplyDeadline(after nanoseconds: UInt64) {
    replyDeadline = thread.now &+ nanoseconds
    thread.wake(at: replyDeadline)
  }

  // MARK: Connecting

  private func attempt() {
    health.attempt()
    switch thread.settings.address.place {
    case .unix(let path): connect(to: .unix(path: path))
    case .tcp(let host, let port):
      if let addresses = StoreResolver.figures(of: host) {
        connect(to: addresses, port)
      } else {
        StoreResolver.resolve(host) { [weak thread, name] addresses in
          thread?.post { $0.link(name)?.connect(to: addresses, port) }
        }
      }
    }
  }

  /// Continues an attempt to connect, after the host's name has been resolved to `addresses`.
  func connect(to addresses: [String], _ port: Int) {
    guard health.phase == .connecting, connection == nil, !thread.isStopping else { return }
    guard !addresses.isEmpty else { return failed(.down, "the host name has no address") }
    // After each failed attempt, use the host's next address.
    connect(to: .tcp(address: addresses[health.failedConnects % addresses.count], port: port))
  }

  private func connect(to endpoint: StoreEndpoint) {
    let actions = StoreConnection.Actions(
      onConnect: { [unowned self] in
        thread.refreshClock()
        setReplyDeadline(after: thread.timeout)
      },
      onReply: { [unowned self] in received($0) },
      onDrained: { [unowned self] in
        thread.refreshClock()
        onDrained()
      },
      onEnd: { [unowned self] in ended($0) })
    do {
      connection = try StoreConnection(to: endpoint, base: thread.base, actions: actions)
    } catch {
      return failed(.down, error.reason)
    }
    if let user = thread.settings.address.user {
      greet("AUTH", [Array(user.utf8), Array((thread.password ?? "").utf8)]) {}
    } else if let password = thread.password {
      greet("AUTH", [Array(password.utf8)]) {}
    }
    greet("PING") { [unowned self] in
      health.answered()
      thread.linkChanged(self)
    }
    setReplyDeadline(after: max(thread.timeout, Self.minConnect))
    flush()
  }

  /// Sends a command that the store must answer with a status; any other reply closes the connection.
  private func greet(
    _ command: String, _ arguments: [[UInt8]] = [], then: @escaping () -> Void
  ) {
    send(StoreCommand.bytes(command, arguments), allowance: thread.timeout) {
      [unowned self] outcome in
      switch outcome {
      case .reply(.status): then()
      case .reply(.failure(let text)): close(.down, "\(command): \(text)")
      case .reply: close(.down, "unexpected reply to \(command): not a status")
      case .lost: break
      }
    }
  }

  private func ping() {
    greet("PING") {}
    flush()
  }

  // MARK: Replies

  private func received(_ reply: StoreReply) {
    // hiredis reports no reply that no command waits for.
    guard let first = sent.popFirst() else { return }
    thread.refreshClock()
    lastReply = thread.now
    replyDeadline = .max
    if let next = sent.first {
      setReplyDeadline(after: next.allowance)
    } else {
      thread.wake(at: lastReply &+ Self.idleTime)
    }
    guard closing == nil else { return first.answer(.lost(.down)) }
    first.answer(.reply(reply))
  }

  private func ended(_ reason: String) {
    connection = nil
    let (outage, reason) = closing ?? (.down, reason)
    failed(outage, reason)
  }

  private func failed(_ outage: StoreError, _ reason: String) {
    thread.refreshClock()
    if closing == nil {
      isPausing = false
      health.failed(at: thread.now, chance: .random(in: 0...1))
    }
    closing = nil
    replyDeadline = .max
    thread.wake(at: nextTime)
    thread.linkChanged(self, reason: reason)
    for command in sent.removeAll() { command.answer(.lost(outage)) }
    onLoss(outage)
  }

  /// Ends the connection at the end of the store's thread, without another attempt.
  func end() {
    closing = closing ?? (.down, "the service is shutting down")
    connection?.close()
  }
}
