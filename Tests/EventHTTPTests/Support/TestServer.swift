import Dispatch
import EventHTTP
import Glibc
import HTTPMessage
import Logging
import Synchronization
import TestSupport

/// Takes values on any thread and gives them out in order to one that waits.
///
/// On a POSIX lock and its condition, which the one that waits sleeps on; `Mutex` has none.
// @unchecked: the values are touched under the lock alone. @safe: lock and condition are there as
// long as the mailbox, at one address, and nobody else sees them.
@safe final class Mailbox<Value: Sendable>: @unchecked Sendable {
  private let condition: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
  private let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
  private var values: [Value] = []

  init() {
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe pthread_cond_destroy(condition)
    unsafe lock.deallocate()
    unsafe condition.deallocate()
  }

  /// Puts a value in.
  func put(_ value: Value) {
    unsafe pthread_mutex_lock(lock)
    values.append(value)
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(lock)
  }

  /// Takes the oldest value; nil if none comes within `LiveClient.patience`.
  func take() -> Value? {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += LiveClient.patience
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while values.isEmpty {
      guard unsafe pthread_cond_timedwait(condition, lock, &end) == 0 else { return nil }
    }
    return values.removeFirst()
  }
}

/// Collects a body up to a limit, and refuses it beyond.
final class CollectingSink: HTTPBodySink {
  var bytes: [UInt8] = []
  let limit: Int
  private let onAppend: () -> Void
  private let later: Mailbox<any HTTPReply>?

  /// - Parameter later: gets the reply where the response is to come later.
  init(
    limit: Int, later: Mailbox<any HTTPReply>? = nil, onAppend: @escaping () -> Void = {}
  ) {
    self.limit = limit
    self.later = later
    self.onAppend = onAppend
  }

  func finish(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    if let later {
      later.put(exchange.makeReply())
      return .later
    }
    response.body = bytes
    return .respond
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> HTTPResponse? {
    onAppend()
    unsafe self.bytes.append(contentsOf: bytes)
    return self.bytes.count > limit ? HTTPResponse(status: .contentTooLarge) : nil
  }
}

/// Pieces of 65,536 letters each; of a sparse stream two of three are empty.
final class LetterStream: HTTPBodyStream {
  private let pieces: Int
  private let isSparse: Bool
  let made = Atomic<Int>(0)

  init(pieces: Int, isSparse: Bool = false) {
    self.pieces = pieces
    self.isSparse = isSparse
  }

  func writeNext(to output: inout [UInt8]) -> Bool {
    let index = made.add(1, ordering: .relaxed).oldValue
    let letter = UInt8(ascii: "a") + UInt8(index % 26)
    if !isSparse || index % 3 == 1 { output += [UInt8](repeating: letter, count: 65_536) }
    return index + 1 < pieces
  }
}

/// Letters of which each takes a millisecond and counts as work.
final class ToilStream: HTTPBodyStream {
  private let handler: TestHandler
  private let left: Atomic<Int>

  init(_ handler: TestHandler, pieces: Int) {
    self.handler = handler
    left = Atomic(pieces)
  }

  func writeNext(to output: inout [UInt8]) -> Bool {
    handler.toil()
    output.append(UInt8(ascii: "a"))
    return left.subtract(1, ordering: .relaxed).newValue > 0
  }
}

/// Tells a mailbox when nobody holds it any more.
final class HeldToken: Sendable {
  private let released: Mailbox<Bool>

  init(_ released: Mailbox<Bool>) {
    self.released = released
  }

  deinit {
    released.put(true)
  }
}

/// What the handler was told at an exchange's end.
@dynamicMemberLookup
struct EndedExchange {
  var request: HTTPRequest?
  var response: HTTPResponse
  var record: HTTPAccessRecord

  subscript<Value>(dynamicMember path: KeyPath<HTTPAccessRecord, Value>) -> Value {
    record[keyPath: path]
  }
}

/// Answers by the path; what it is told and what it makes goes into mailboxes.
///
/// `/body` answers the body sent; `/hop` answers its query from another thread; `/small` refuses more
/// than 1,000 bytes; `/later` and `/laterbody` put their reply into `replies`; `/ignore` answers
/// without asking for the body; `/large` answers 4 MB; `/stream` streams 160 pieces; `/sparse` 30,
/// two of three of them empty; `/empty` answers 204; `/held` holds a token; `/block` blocks its loop
/// until the gate opens; `/effort` takes a millisecond, each of `/toil`'s 4 pieces does; anything else
/// answers the target. Each piece of a body, each `/effort` and each piece of `/toil` counts as
/// work. `/healthz` is a probe. Each exchange's tag is its target's length. A proxy may name the client
/// by a number in `X-Client`.
final class TestHandler: HTTPHandler, HTTPClientNaming {
  let replies = Mailbox<any HTTPReply>()
  let records = Mailbox<EndedExchange>()
  let streams = Mailbox<LetterStream>()
  let released = Mailbox<Bool>()
  /// Requests that reached the handler.
  let received = Atomic<Int>(0)
  /// Work that has been done, and how much of it when `/b` or `/healthz` came.
  let work = Atomic<Int>(0)
  let workBeforeB = Atomic<Int>(0)
  /// Tells that a loop is blocked.
  let blocked = Mailbox<Bool>()
  /// Lets a blocked loop go on.
  let gate = DispatchSemaphore(value: 0)

  func isProbe(_ request: HTTPRequest) -> Bool { request.pathEquals("/healthz") }

  func client(of request: HTTPRequest, from peer: String) -> HTTPClient? {
    request.value(of: "x-client").flatMap {
      UInt32(String(decoding: request.bytes[$0], as: UTF8.self)).map(HTTPClient.init(ipv4:))
    }
  }

  func receive(
    _ request: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    received.add(1, ordering: .relaxed)
    exchange.setTag(UInt8(clamping: request.target.count))
    if request.pathEquals("/body") {
      return .collect(
        CollectingSink(limit: .max) { [self] in work.add(1, ordering: .relaxed) })
    }
    if request.pathEquals("/small") { return .collect(CollectingSink(limit: 1_000)) }
    if request.pathEquals("/laterbody") {
      return .collect(CollectingSink(limit: .max, later: replies))
    }
    if request.pathEquals("/later") {
      replies.put(exchange.makeReply())
      return .later
    }
    if request.pathEquals("/hop") {
      let reply = exchange.makeReply()
      let query = request.detached().targetText
      DispatchQueue.global().async {
        var response = HTTPResponse()
        response.body = Array(query.utf8)
        reply.send(response)
      }
      return .later
    }
    if request.pathEquals("/b") || isProbe(request) {
      workBeforeB.store(work.load(ordering: .relaxed), ordering: .relaxed)
    }
    if request.pathEquals("/block") {
      blocked.put(true)
      gate.wait()
    } else if request.pathEquals("/effort") {
      toil()
    } else if request.pathEquals("/toil") {
      response.stream = ToilStream(self, pieces: 4)
    } else if request.pathEquals("/large") {
      response.body = Self.largeBody
    } else if request.pathEquals("/stream") {
      let stream = LetterStream(pieces: 160)
      streams.put(stream)
      response.stream = stream
    } else if request.pathEquals("/sparse") {
      response.stream = LetterStream(pieces: 30, isSparse: true)
    } else if request.pathEquals("/held") {
      response.attachment = HeldToken(released)
    } else if request.pathEquals("/empty") {
      response.status = .noContent
    } else {
      response.addField("Content-Type", StaticString("text/plain"))
      response.body.append(contentsOf: request.bytes[request.target])
    }
    return .respond
  }

  /// Takes a millisecond, and counts as work.
  func toil() {
    let start = seconds()
    while seconds() - start < 0.001 {}
    work.add(1, ordering: .relaxed)
  }

  func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ record: HTTPAccessRecord
  ) {
    records.put(EndedExchange(request: request, response: response, record: record))
  }

  /// 4 MB whose period, a prime, fits no buffer's size.
  static let largeBody: [UInt8] = {
    let period = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var body: [UInt8] = []
    while body.count < 4_000_000 { body += period }
    return Array(body[..<4_000_000])
  }()
}

/// A server on a port of its own, drained at the end.
struct TestServer {
  let handler = TestHandler()
  let server: HTTPServer
  let addresses: [ServerAddress]

  init(
    _ address: String = "127.0.0.1:0", _ change: (inout ServerLimits) -> Void = { _ in }
  ) throws {
    var settings = ServerSettings(addresses: [address])
    // Where it is not what is tested, a machine that stands still for seconds must not come upon it.
    settings.limits.headerTimeout = 60
    change(&settings.limits)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    server = HTTPServer(handler: handler, settings: settings, logger: logger)
    addresses = try server.start()
  }

  func connect(receiveBuffer: Int32? = nil, host: UInt32 = 1) throws -> TestClient {
    try TestClient(addresses[0], receiveBuffer: receiveBuffer, host: host)
  }

  /// Drains the server and waits until it has stopped; the number of connections that were cut.
  @discardableResult
  func stop(timeout: Double = 0) -> Int {
    let cut = Mailbox<Int>()
    server.drain(timeout: timeout) { cut.put($0) }
    return cut.take() ?? -1
  }
}

/// Runs `body` beside a server that is stopped afterwards.
func withServer(
  _ address: String = "127.0.0.1:0", limits change: (inout ServerLimits) -> Void = { _ in },
  _ body: (TestServer) throws -> Void
) throws {
  let server = try TestServer(address, change)
  defer { server.stop() }
  try body(server)
}
