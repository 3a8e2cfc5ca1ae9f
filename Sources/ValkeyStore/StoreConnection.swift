import CHiredis
import Glibc
import Libevent

/// A connection of hiredis to the store; replies arrive in the order of the commands.
///
/// hiredis calls the five hooks of `redisAsyncContext.ev`, which use one `SocketEvent`. That event
/// reports each change of the socket once, so the connection reads until nothing is left. Only the base's
/// thread may use a connection. Safe: hiredis frees its context only after calling `cleanup`, which
/// clears `context`.
@safe
final class StoreConnection {
  /// The callbacks of a connection.
  struct Actions {
    /// The connection is established; commands sent before are written from now on.
    var onConnect: () -> Void
    /// The reply to the oldest unanswered command has arrived; it is valid during the call only.
    var onReply: (StoreReply) -> Void
    /// The system has taken all bytes to be sent.
    var onDrained: () -> Void
    /// The connection has ended, for this reason; no further callback follows.
    var onEnd: (String) -> Void
  }

  /// Maximum number of reads, or of writes, one after the other, before other connections and timers have
  /// their turn.
  ///
  /// Without a maximum, a store that never stops sending could block them.
  private static let stepsPerTurn = 64
  /// Maximum bytes of an unfinished reply, beyond which the connection is closed.
  ///
  /// No expected reply has more bytes than a slice.
  private static let maxBuffered = SlicedFetch.sliceSize + (32 << 10)

  private let actions: Actions
  private var context: UnsafeMutablePointer<redisAsyncContext>?
  private var event: SocketEvent?
  private var nextTurn: EventTimer?
  /// Whether hiredis has bytes to send.
  private var wantsWrite = false
  /// Whether the socket takes bytes.
  private var isWritable = false

  /// Starts to connect.
  ///
  /// - Parameter endpoint: a numeric address or a path; hiredis would wait for the resolver of a name.
  /// - Throws: `StoreConnectionError` if connecting cannot even start.
  init(
    to endpoint: StoreEndpoint, base: EventBase, actions: Actions
  ) throws(StoreConnectionError) {
    self.actions = actions
    guard let context = unsafe Self.connect(to: endpoint) else {
      throw StoreConnectionError(reason: "out of memory")
    }
    guard unsafe context.pointee.err == 0 else {
      let reason = unsafe Self.reason(context)
      unsafe redisAsyncFree(context)
      throw StoreConnectionError(reason: reason)
    }
    do {
      event = try SocketEvent(base: base, socket: unsafe context.pointee.c.fd) {
        [unowned self] in report($0)
      }
      nextTurn = try EventTimer(base: base) { [unowned self] in takeTurn(reads: true) }
    } catch {
      event = nil
      unsafe redisAsyncFree(context)
      throw StoreConnectionError(reason: "\(error)")
    }
    unsafe self.context = context
    unsafe attach(context)
  }

  deinit {
    guard let context = unsafe context else { return }
    // No callback may follow.
    unsafe context.pointee.ev.data = nil
    event = nil
    unsafe redisAsyncFree(context)
  }

  /// Whether commands can be sent.
  var isOpen: Bool { unsafe context != nil }

  /// Buffers a command, or its first bytes, which must include its name; a reply will follow.
  ///
  /// `flush()` writes the bytes to the socket.
  func send(_ command: [UInt8]) {
    guard let context = unsafe context else { return }
    // hiredis reads the byte after the command.
    unsafe (command + [0]).withUnsafeBytes { bytes in
      _ = unsafe redisAsyncFormattedCommand(
        context,
        { context, reply, _ in
          guard let connection = unsafe StoreConnection.of(context?.pointee.ev.data) else { return }
          unsafe connection.received(reply)
        }, nil, bytes.assumingMemoryBound(to: CChar.self).baseAddress, command.count)
    }
  }

  /// Buffers the next bytes of the command that was begun last.
  func sendMore(_ bytes: ArraySlice<UInt8>) {
    guard let context = unsafe context else { return }
    unsafe bytes.withUnsafeBytes { bytes in
      _ = unsafe redisAppendFormattedCommand(
        &context.pointee.c, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
    }
    wantsWrite = true
  }

  /// Passes the buffered bytes to the system, as many as the socket takes.
  func flush() {
    for _ in 0..<Self.stepsPerTurn {
      guard let context = unsafe context, wantsWrite, isWritable else { return }
      unsafe redisAsyncHandleWrite(context)
      guard isOpen else { return }
      // If bytes are left after a write, the buffer was full; the socket's next report announces room.
      if wantsWrite { isWritable = false } else { actions.onDrained() }
    }
    nextTurn?.arm(after: 0)
  }

  /// Closes the connection; if called within `onReply`, only after that callback returns.
  func close() {
    if let context = unsafe context { unsafe redisAsyncFree(context) }
  }

  private func report(_ readiness: Readiness) {
    if readiness.isWritable { isWritable = true }
    takeTurn(reads: readiness.isReadable || readiness.isFinished)
  }

  private func takeTurn(reads: Bool) {
    flush()
    guard reads else { return }
    read()
    // Send the commands that the replies have caused.
    flush()
  }

  private func read() {
    for _ in 0..<Self.stepsPerTurn {
      guard let context = unsafe context else { return }
      unsafe redisAsyncHandleRead(context)
      guard isOpen, let reader = unsafe context.pointee.c.reader else { return }
      guard unsafe reader.pointee.len &- reader.pointee.pos <= Self.maxBuffered else {
        close()
        return
      }
      guard unsafe Self.hasMore(context.pointee.c.fd) else { return }
    }
    nextTurn?.arm(after: 0)
  }

  /// Returns whether bytes or the connection's end wait to be read.
  private static func hasMore(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
    return unsafe recv(socket, &byte, 1, flags) >= 0 || (errno != EAGAIN && errno != EINTR)
  }

  private func received(_ reply: UnsafeMutableRawPointer?) {
    // Without a reply the connection is ending, which `cleanup` reports.
    guard let reply = unsafe reply?.assumingMemoryBound(to: redisReply.self) else { return }
    unsafe actions.onReply(StoreReply(reply.pointee))
  }

  private func ended() {
    let reason = unsafe context.map { unsafe Self.reason($0) } ?? ""
    unsafe context = nil
    event = nil
    nextTurn = nil
    actions.onEnd(reason)
  }
}

/// The error of a connection that could not be started.
struct StoreConnectionError: Error {
  var reason: String
}

// MARK: hiredis

extension StoreConnection {
  private static func connect(
    to endpoint: StoreEndpoint
  ) -> UnsafeMutablePointer<redisAsyncContext>? {
    switch endpoint {
    case .tcp(let address, let port): unsafe redisAsyncConnect(address, Int32(port))
    case .unix(let path): unsafe redisAsyncConnectUnix(path)
    }
  }

  private func attach(_ context: UnsafeMutablePointer<redisAsyncContext>) {
    unsafe context.pointee.ev.data = Unmanaged.passUnretained(self).toOpaque()
    // Reading is never paused.
    unsafe context.pointee.ev.addRead = { _ in }
    unsafe context.pointee.ev.delRead = { _ in }
    unsafe context.pointee.ev.addWrite = { unsafe StoreConnection.of($0)?.wantsWrite = true }
    unsafe context.pointee.ev.delWrite = { unsafe StoreConnection.of($0)?.wantsWrite = false }
    unsafe context.pointee.ev.cleanup = { unsafe StoreConnection.of($0)?.ended() }
    _ = unsafe redisAsyncSetConnectCallback(context) { context, status in
      guard status == REDIS_OK else { return }
      unsafe StoreConnection.of(context?.pointee.ev.data)?.actions.onConnect()
    }
    guard let reader = unsafe context.pointee.c.reader else { return }
    unsafe reader.pointee.fn = ReplyFunctions.checked
    unsafe reader.pointee.privdata = UnsafeMutableRawPointer(context)
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> StoreConnection? {
    guard let data = unsafe data else { return nil }
    return unsafe Unmanaged<StoreConnection>.fromOpaque(data).takeUnretainedValue()
  }

  /// Returns hiredis' text for an error, or "closed" if there is no error.
  private static func reason(_ context: UnsafeMutablePointer<redisAsyncContext>) -> String {
    guard unsafe context.pointee.c.err != 0 else { return "closed" }
    return unsafe withUnsafeBytes(of: &context.pointee.c.errstr) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// hiredis' functions that create replies, with a check before each.
///
/// Without the check, hiredis aborts the process if a reply arrives while no command waits for one, and
/// allocates an array of a billion elements if a reply announces one. If a function returns nil, hiredis
/// ends the connection.
private enum ReplyFunctions {
  /// The functions with their checks; never freed, because readers use them until the process ends.
  // Written before any thread can read it.
  nonisolated(unsafe) static let checked: UnsafeMutablePointer<redisReplyObjectFunctions> = {
    let table = UnsafeMutablePointer<redisReplyObjectFunctions>.allocate(capacity: 1)
    unsafe table.initialize(to: own)
    unsafe table.pointee.createString = { task, text, length in
      guard unsafe ReplyFunctions.isExpected(task) else { return nil }
      return unsafe ReplyFunctions.own.createString?(task, text, length)
    }
    unsafe table.pointee.createInteger = { task, value in
      guard unsafe ReplyFunctions.isExpected(task) else { return nil }
      return unsafe ReplyFunctions.own.createInteger?(task, value)
    }
    unsafe table.pointee.createNil = { task in
      guard unsafe ReplyFunctions.isExpected(task) else { return nil }
      return unsafe ReplyFunctions.own.createNil?(task)
    }
    unsafe tatami_hiredis_refuse_others(table)
    return unsafe table
  }()

  private static let own: redisReplyObjectFunctions = {
    guard let reader = unsafe redisReaderCreate() else { return redisReplyObjectFunctions() }
    defer { unsafe redisReaderFree(reader) }
    return unsafe reader.pointee.fn.pointee
  }()

  private static func isExpected(_ task: UnsafePointer<redisReadTask>?) -> Bool {
    let context = unsafe task?.pointee.privdata?.assumingMemoryBound(to: redisAsyncContext.self)
    return unsafe context?.pointee.replies.head != nil
  }
}

extension StoreReply {
  /// Creates a view of hiredis' reply, which must outlive the view.
  fileprivate init(_ reply: redisReply) {
    let text = unsafe UnsafeRawBufferPointer(
      start: reply.str, count: reply.str == nil ? 0 : reply.len)
    switch unsafe reply.type {
    case REDIS_REPLY_STATUS: self = .status
    case REDIS_REPLY_INTEGER: self = unsafe .integer(Int(reply.integer))
    case REDIS_REPLY_STRING: self = unsafe .bytes(StoreBytes(text))
    case REDIS_REPLY_NIL: self = .bytes(StoreBytes())
    case REDIS_REPLY_ERROR:
      self = unsafe .failure(String(decoding: text.prefix(StoreReply.maxTextLength), as: UTF8.self))
    default: self = .other
    }
  }
}
