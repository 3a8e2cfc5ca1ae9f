import Dispatch
import Foundation
import HTTPMessage
import LayoutAPI
import LayoutService
import Logging
import Synchronization
import TestSupport
import Testing

@testable import ValkeyStore

/// What a call was answered with, and how often.
final class Answers<Answer: Sendable>: Sendable {
  private let answers = Mutex<[(answer: Answer, seconds: Double)]>([])
  private let came = DispatchSemaphore(value: 0)
  private let begin = ContinuousClock.now

  /// The completion that a call gets.
  @Sendable func take(_ answer: Answer) {
    let seconds = begin.duration(to: .now) / .seconds(1)
    answers.withLock { $0.append((answer, seconds)) }
    came.signal()
  }

  /// Waits for the first answer.
  func first() -> Answer {
    came.wait()
    came.signal()
    return answers.withLock { $0[0].answer }
  }

  /// Seconds from when this was made to the first answer.
  var seconds: Double {
    _ = first()
    return answers.withLock { $0[0].seconds }
  }

  var count: Int { answers.withLock { $0.count } }
}

extension ValkeyStore {
  /// A store at an address; values are made on Dispatch's threads.
  ///
  /// - Parameter timeout: far longer than a machine stands still, unless it is what is tested.
  convenience init(
    at address: String, timeout: Double = 60, log: TestLog = TestLog(),
    change: (inout ValkeyStoreSettings) -> Void = { _ in }
  ) throws {
    var settings = ValkeyStoreSettings(address: try StoreAddress(address))
    settings.timeout = timeout
    change(&settings)
    try self.init(settings, logger: log.logger) { make in
      DispatchQueue.global().async(execute: make)
    }
  }

  /// Waits until the store answers.
  func waitUntilUp() {
    waitUntil { health.isUp }
  }

  func beginFetch(
    _ key: String, for client: HTTPClient = .unknown,
    admits: @escaping @Sendable (Int) -> Bool = { _ in true }
  ) -> Answers<FetchResult> {
    let answers = Answers<FetchResult>()
    fetch(Array(key.utf8), for: client, admits: admits, completion: answers.take)
    return answers
  }

  func beginKeep(
    _ key: String, _ value: [UInt8]?, replacing: Bool = false
  ) -> Answers<SetResult> {
    let answers = Answers<SetResult>()
    set(Array(key.utf8), replacing: replacing, value: { value }, completion: answers.take)
    return answers
  }

  /// Begins to replace a value, which waits a fifth of a second at most.
  ///
  /// It alone does: in one message to the store's thread no other call, and no connection, can meet
  /// the short timeout.
  func beginBriefKeep(_ key: String, _ value: [UInt8]) -> Answers<SetResult> {
    let answers = Answers<SetResult>()
    let key = Array(key.utf8)
    thread.post { thread in
      let timeout = thread.timeout
      thread.timeout = 200_000_000
      thread.writer?.set(key, replacing: true, value: { value }, completion: answers.take)
      thread.timeout = timeout
    }
    return answers
  }

  func fetch(_ key: String) -> FetchResult { beginFetch(key).first() }

  /// Fetches until the store is up again.
  func fetchUntilUp(_ key: String) -> FetchResult {
    while true {
      let finding = fetch(key)
      switch finding {
      case .unavailable(.down): usleep(500)
      // A busy machine may take longer than a fetch may.
      case .unavailable(.timeout): continue
      default: return finding
      }
    }
  }

  func set(_ key: String, _ value: [UInt8]?, replacing: Bool = false) -> SetResult {
    beginKeep(key, value, replacing: replacing).first()
  }

  func touch(_ key: String) { touch(Array(key.utf8)) { _ in } }
}

extension FetchResult {
  /// `found 3`, `missing`, `notAdmitted`, `down` and the other outages.
  var text: String {
    switch self {
    case .found(let bytes): "found \(bytes.count)"
    case .missing: "missing"
    case .notAdmitted: "notAdmitted"
    case .unavailable(let outage): outage.rawValue
    }
  }

  var bytes: [UInt8]? {
    if case .found(let bytes) = self { bytes } else { nil }
  }
}

extension SetResult {
  /// `stored`, `there`, `down` and the other outages.
  var text: String {
    switch self {
    case .stored: "stored"
    case .there: "there"
    case .notStored(let outage): outage.rawValue
    }
  }
}

/// The lines that were logged.
final class TestLog: Sendable {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  var logger: Logger {
    Logger(label: "test") { _ in Handler(log: self) }
  }

  private struct Handler: LogHandler {
    let log: TestLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.lines.withLock { $0.append("\(event.level) \(event.message)") }
    }
  }
}

/// Whether bytes are the same, compared as memory: `==` takes seconds for a megabyte in a debug build.
func isSame(_ one: [UInt8]?, _ other: [UInt8]) -> Bool {
  guard let one, one.count == other.count else { return false }
  return unsafe memcmp(one, other, one.count) == 0
}

/// Bytes without a pattern, the same for the same number.
func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed
  let words = (0..<count / 8 + 1).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
  return unsafe words.withUnsafeBytes { unsafe Array($0.prefix(count)) }
}
