import LayoutAPI
import Synchronization

/// The connection that stores values and touches keys.
///
/// Commands without a value go first; a value is sent in pieces, as the socket takes them.
///
/// Belongs to the store's thread.
final class StoreWriter {
  /// A call to store a value.
  // @unchecked: all but the atomic belongs to the store's thread.
  private final class Call: @unchecked Sendable {
    let key: [UInt8]
    /// The key that says that the value was deleted; nil if values are never deleted.
    let tombstone: [UInt8]?
    /// Makes the value; released once it is called or not needed, because it may hold much memory.
    var value: (@Sendable () -> [UInt8]?)?
    let deadline: UInt64
    /// The time after which sending the value no longer begins.
    ///
    /// It may be later than `deadline`: a value is stored even if its caller has stopped waiting.
    let end: UInt64
    /// False while the value is being made; a timeout during that time is not due to the store.
    var isMade = true
    /// The callback; nil once it has been called.
    private(set) var completion: (@Sendable (SetResult) -> Void)?
    /// Whether the caller no longer waits; then a value whose making has not begun is not made.
    let isOver = Atomic<Bool>(false)

    init(
      _ key: [UInt8], _ tombstone: [UInt8]?, now: UInt64, timeout: UInt64,
      value: @escaping @Sendable () -> [UInt8]?,
      completion: @escaping @Sendable (SetResult) -> Void
    ) {
      self.key = key
      self.tombstone = tombstone
      self.value = value
      deadline = now &+ timeout
      end = now &+ max(timeout, StoreWriter.maxWrite)
      self.completion = completion
    }

    func complete(_ receipt: SetResult) {
      guard let completion else { return }
      self.completion = nil
      isOver.store(true, ordering: .relaxed)
      value = nil
      completion(receipt)
    }
  }

  /// A value that is being sent.
  private struct Outgoing {
    var value: ArraySlice<UInt8>
    var tail: [UInt8]
  }

  /// Time allowed for writing a value, in nanoseconds, unless the settings' timeout is longer.
  private static let maxWrite: UInt64 = 10_000_000_000
  /// Maximum bytes of a value that are passed to hiredis at once.
  private static let pieceSize = 256 << 10

  let link: ReconnectingConnection
  private unowned let thread: StoreThread
  /// The calls whose callers wait.
  private var calls: [Call] = []
  /// Complete commands that wait until a value has been sent.
  private var commands = StoreQueue<
    (bytes: [UInt8], answer: (ReconnectingConnection.Outcome) -> Void)
  >()
  /// The values that wait to be sent.
  private var values = StoreQueue<(call: Call, value: [UInt8])>()
  /// The number of bytes of `values`, and of those left of the value being sent.
  private var pendingBytes = 0
  private var outgoing: Outgoing?
  /// Whether the system has taken all pieces of values that were passed to hiredis.
  ///
  /// Only then the next piece or value follows, so that hiredis buffers at most one piece of a value.
  private var isDrained = true
  /// Whether a call has timed out since the last reply, other than while its value was being made.
  private var wasLate = false

  init(thread: StoreThread) {
    self.thread = thread
    link = ReconnectingConnection("write", thread: thread)
    link.onLoss = { [unowned self] in lost($0) }
    link.onDrained = { [unowned self] in
      isDrained = true
      sendOutgoing()
      pump()
    }
  }

  /// Whether no call waits.
  var isIdle: Bool { calls.isEmpty }

  /// Whether a command takes longer than callers wait; until it is answered, no new call waits behind it.
  private var isLate: Bool { wasLate && link.isWaiting }

  /// Whether fewer than `maxCalls` commands wait to be sent or to be answered.
  private var hasRoom: Bool { commands.count + link.waitingCount < StoreThread.maxCalls }

  // MARK: Calls

  func set(
    _ key: [UInt8], replacing: Bool, tombstone: [UInt8]? = nil,
    value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (SetResult) -> Void
  ) {
    guard link.isUp, !thread.isStopping else { return completion(.notStored(.down)) }
    guard !isLate, calls.count < StoreThread.maxCalls, hasRoom else {
      return completion(.notStored(.busy))
    }
    let call = Call(
      key, tombstone, now: thread.now, timeout: thread.timeout, value: value, completion: completion
    )
    calls.append(call)
    thread.wake(at: call.deadline)
    guard !replacing else { return make(call) }
    send(touching: key) { [unowned self] outcome in
      guard case .reply(let reply) = outcome else { return }
      switch reply {
      case .integer(0): make(call)
      case .integer(1): finish(call, .there)
      case .failure(let text): refused(call, text)
      default: outOfStep(call, "unexpected reply to EXPIRE or TOUCH: neither 0 nor 1")
      }
    }
  }

  /// Restarts a key's lifetime; `completion` receives `.unknown` if the connection is down or too busy.
  func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void) {
    guard link.isUp, !thread.isStopping, !isLate, hasRoom else { return completion(.unknown) }
    send(touching: key) { [unowned self] outcome in
      guard case .reply(let reply) = outcome else { return completion(.unknown) }
      switch reply {
      case .integer(0):
        thread.report { $0.touchesGone += 1 }
        completion(.gone)
      case .integer(1):
        thread.report { $0.touchesThere += 1 }
        completion(.there)
      case .failure(let text):
        completion(.unknown)
        thread.refused(text, by: link)
      default:
        completion(.unknown)
        link.close(.down, "unexpected reply to EXPIRE or TOUCH: neither 0 nor 1")
      }
    }
  }

  /// Does the connection's due work, and reports a timeout to the callers whose deadline has passed.
  ///
  /// Work on their values that has begun continues.
  ///
  /// - Returns: the time of the next deadline or of the connection's next work, whichever comes first.
  func tick() -> UInt64 {
    link.tick()
    for call in calls where call.deadline <= thread.now {
      wasLate = wasLate || call.isMade
      finish(call, .notStored(.timeout))
    }
    return min(link.nextTime, calls.reduce(.max) { min($0, $1.deadline) })
  }

  private func finish(_ call: Call, _ receipt: SetResult) {
    calls.removeAll { $0 === call }
    call.complete(receipt)
    thread.callEnded()
  }

  private func refused(_ call: Call, _ text: String) {
    finish(call, .notStored(.refused))
    thread.refused(text, by: link)
  }

  private func outOfStep(_ call: Call, _ text: String) {
    finish(call, .notStored(.refused))
    link.close(.down, text)
  }

  // MARK: Deletions

  /// Deletes values, one step after the other; each step waits for the reply to the one before it.
  ///
  /// Replies show that a step is done even if a proxy sends the commands to several stores.
  func delete(_ deletion: StoreDeletion, completion: @escaping @Sendable (StoreError?) -> Void) {
    guard link.isUp, !thread.isStopping else { return completion(.down) }
    guard !isLate, hasRoom else { return completion(.busy) }
    let lifetime = thread.settings.lifetime
    perform(
      [
        StoreCommand.set(deletion.tombstone, to: [UInt8(ascii: "1")], lifetime: lifetime),
        StoreCommand.bytes("DEL", deletion.keys),
        StoreCommand.bytes("APPEND", [deletion.log, deletion.entry]),
        StoreCommand.bytes(
          "EXPIRE", [deletion.log, StoreCommand.number(deletion.logLifetime)]),
      ], completion)
  }

  private func perform(
    _ steps: ArraySlice<[UInt8]>, _ completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    guard let step = steps.first else { return completion(nil) }
    send(step) { [unowned self] outcome in
      switch outcome {
      case .reply(.status), .reply(.integer): perform(steps.dropFirst(), completion)
      case .reply(.failure(let text)):
        completion(.refused)
        thread.refused(text, by: link)
      case .reply:
        completion(.refused)
        link.close(.down, "unexpected reply to a deletion: neither a status nor a number")
      case .lost(let outage): completion(outage)
      }
    }
  }

  /// Deletes a value that has just been stored, if its tombstone was set since the writing began.
  private func deleteAgain(_ call: Call) {
    guard let tombstone = call.tombstone else { return }
    send(touching: tombstone) { [unowned self] outcome in
      guard case .reply(.integer(1)) = outcome else { return }
      send(StoreCommand.bytes("DEL", [call.key])) { _ in }
    }
  }

  /// Reads a part of a value.
  func read(
    _ key: [UInt8], in range: Range<Int>, completion: @escaping @Sendable (FetchResult) -> Void
  ) {
    guard link.isUp, !thread.isStopping else { return completion(.unavailable(.down)) }
    guard !isLate, hasRoom else { return completion(.unavailable(.busy)) }
    let arguments = [
      key, StoreCommand.number(range.lowerBound), StoreCommand.number(range.upperBound - 1),
    ]
    send(StoreCommand.bytes("GETRANGE", arguments)) { [unowned self] outcome in
      switch outcome {
      case .reply(.bytes(let bytes)):
        var found: [UInt8] = []
        // A store that sends more than it was asked for is not believed.
        if bytes.count <= range.count { bytes.append(to: &found) }
        completion(.found(found))
      case .reply(.failure(let text)):
        completion(.unavailable(.refused))
        thread.refused(text, by: link)
      case .reply:
        completion(.unavailable(.refused))
        link.close(.down, "unexpected reply to GETRANGE: not bytes")
      case .lost(let outage): completion(.unavailable(outage))
      }
    }
  }

  // MARK: Values

  /// Makes the value to store, on another thread, because that may take long.
  private func make(_ call: Call) {
    guard let value = call.value.take() else { return }
    call.isMade = false
    if let tombstone = call.tombstone {
      send(StoreCommand.bytes("DEL", [tombstone])) { _ in }
    }
    thread.runsValues { [weak thread] in
      guard !call.isOver.load(ordering: .relaxed) else { return }
      let bytes = value()
      thread?.post { $0.writer?.made(bytes, for: call) }
    }
  }

  private func made(_ value: [UInt8]?, for call: Call) {
    call.isMade = true
    guard link.isUp else { return finish(call, .notStored(.down)) }
    guard let value else { return finish(call, .notStored(.tooLarge)) }
    let limit = thread.settings.maxPendingBytes
    guard pendingBytes == 0 || value.count <= limit - pendingBytes else {
      return finish(call, .notStored(.busy))
    }
    pendingBytes += value.count
    values.append((call, value))
    pump()
  }

  // MARK: Sending

  private func send(
    touching key: [UInt8], answer: @escaping (ReconnectingConnection.Outcome) -> Void
  ) {
    let lifetime = thread.settings.lifetime
    let bytes =
      lifetime > 0
      ? StoreCommand.bytes("EXPIRE", [key, StoreCommand.number(lifetime)])
      : StoreCommand.bytes("TOUCH", [key])
    send(bytes, answer: answer)
  }

  /// Sends a command without a value, after those that wait already.
  private func send(_ command: [UInt8], answer: @escaping (ReconnectingConnection.Outcome) -> Void)
  {
    commands.append((command, answer))
    pump()
  }

  /// Sends the waiting commands and begins the next value, unless a value is being sent.
  private func pump() {
    while link.isUp, outgoing == nil {
      if let command = commands.popFirst() {
        link.send(command.bytes, allowance: thread.timeout) { [unowned self] outcome in
          wasLate = false
          command.answer(outcome)
        }
      } else if isDrained, let next = values.popFirst() {
        begin(next.value, for: next.call)
      } else {
        return
      }
    }
  }

  private func begin(_ value: [UInt8], for call: Call) {
    guard thread.now < call.end else {
      pendingBytes -= value.count
      return finish(call, .notStored(.timeout))
    }
    let (head, tail) = StoreCommand.set(
      call.key, count: value.count, lifetime: thread.settings.lifetime)
    outgoing = Outgoing(value: value[...], tail: tail)
    link.send(head, allowance: max(thread.timeout, Self.maxWrite)) { [unowned self] outcome in
      wasLate = false
      guard case .reply(let reply) = outcome else { return }
      switch reply {
      case .status:
        finish(call, .stored)
        deleteAgain(call)
      case .failure(let text): refused(call, text)
      default: outOfStep(call, "unexpected reply to SET: not a status")
      }
    }
    sendOutgoing()
  }

  /// Passes the value's next piece to hiredis; called again when the system has taken that piece.
  private func sendOutgoing() {
    guard var rest = outgoing else { return }
    isDrained = false
    let piece = rest.value.prefix(Self.pieceSize)
    link.sendMore(piece)
    rest.value = rest.value.dropFirst(piece.count)
    pendingBytes -= piece.count
    outgoing = rest
    guard rest.value.isEmpty else { return }
    outgoing = nil
    link.sendMore(rest.tail[...])
  }

  private func lost(_ outage: StoreError) {
    for command in commands.removeAll() { command.answer(.lost(outage)) }
    _ = values.removeAll()
    pendingBytes = 0
    outgoing = nil
    isDrained = true
    wasLate = false
    for call in calls { finish(call, .notStored(outage)) }
  }
}
