import Dispatch
import Foundation
import HTTPMessage
import Synchronization
import Testing

@testable import LayoutService

/// One request's exchange without a socket: holds the answer that is given later.
final class TestExchange: HTTPExchange, Sendable {
  let reply = TestReply()
  let remoteAddress: String

  init(from remoteAddress: String = "192.0.2.1:5000") {
    self.remoteAddress = remoteAddress
  }

  func makeReply() -> any HTTPReply { reply }

  func setTag(_ tag: UInt8) {}
}

/// Takes the answer that a worker gives.
final class TestReply: HTTPReply, Sendable {
  private static let answers = Atomic<Int>(0)
  private let response = Mutex<HTTPResponse?>(nil)
  private let place = Atomic<Int>(0)
  private let frames = Atomic<Int>(0)
  private let left = Atomic<Bool>(false)
  private let arrived = DispatchSemaphore(value: 0)
  private let sending = Mutex<(@Sendable () -> Void)?>(nil)

  var isAbandoned: Bool { left.load(ordering: .sequentiallyConsistent) }

  /// The client leaves.
  func abandon() { left.store(true, ordering: .sequentiallyConsistent) }

  /// Has something done as the answer is given, on that thread.
  func whenSent(_ body: @escaping @Sendable () -> Void) { sending.withLock { $0 = body } }

  /// A number greater than those of all answers given before this one; 0 without an answer.
  var order: Int { place.load(ordering: .sequentiallyConsistent) }

  /// How many calls deep the answer was given, 128 at most; 0 without an answer.
  var depth: Int { frames.load(ordering: .sequentiallyConsistent) }

  func send(_ answer: HTTPResponse) {
    frames.store(Thread.callStackReturnAddresses.count, ordering: .sequentiallyConsistent)
    place.store(
      Self.answers.add(1, ordering: .sequentiallyConsistent).newValue,
      ordering: .sequentiallyConsistent)
    response.withLock { $0 = answer }
    sending.withLock { $0 }?()
    arrived.signal()
  }

  /// Waits for the answer; nil if none comes within the time.
  func wait(seconds: Double = 600) -> HTTPResponse? {
    guard arrived.wait(timeout: .now() + seconds) == .success else { return nil }
    return response.withLock { $0 }
  }

  /// Whether an answer has come.
  var isAnswered: Bool { response.withLock { $0 != nil } }
}

/// An answer as a client reads it.
struct TestAnswer {
  var status: Int
  var fields: [(name: String, value: String)]
  var body: [UInt8]
  /// Whether the body was made piece by piece.
  var isStreamed = false

  /// Reads a response; a streamed body is read to its end.
  init(_ response: HTTPResponse) {
    status = response.status.code
    let lines = String(decoding: response.fieldLines, as: UTF8.self)
      .split(separator: "\r\n")
    fields = lines.map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return (line[..<colon].lowercased(), String(line[colon...].dropFirst(2)))
    }
    body = response.body
    guard let stream = response.stream else { return }
    isStreamed = true
    body = []
    while stream.writeNext(to: &body) {}
  }

  /// The value of the field of that lowercase name; nil unless there is exactly one.
  subscript(name: String) -> String? {
    let values = fields.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// How many fields have that lowercase name.
  func count(_ name: String) -> Int { fields.count { $0.name == name } }

  var text: String { String(decoding: body, as: UTF8.self) }
}
