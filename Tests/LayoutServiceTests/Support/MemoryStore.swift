import Dispatch
import HTTPMessage
import LayoutAPI
import Synchronization
import Testing

@testable import LayoutService

/// A store of documents in memory, which can be made slow, hung, full, wrong or gone.
final class MemoryStore: DocumentStore, Sendable {
  private struct State {
    var values: [String: [UInt8]] = [:]
    var fetched: [String] = []
    var touched: [String] = []
    /// What fetches and writes complete with, in place of what is so.
    var outage: StoreError?
    /// How many fetches fail before the others succeed, and how.
    var fetchFailures: (count: Int, outage: StoreError) = (0, .down)
    /// What writes complete with once they have their value.
    var writeOutage: StoreError?
    /// How many bytes a fetch says that its value has, where it lies.
    var claim: Int?
    /// Called before and after a fetch asks whether its value is admitted.
    var aroundAdmission: (before: @Sendable () -> Void, after: @Sendable () -> Void)?
    var holdsFetches = false
    /// The end of the one key whose fetches are held, where not all are.
    var heldKey: String?
    var holdsWrites = false
    var held: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "store", attributes: .concurrent)
  private let open = Atomic<Int>(0)
  private let arrivals = DispatchSemaphore(value: 0)

  var health: StoreHealthReport {
    var report = StoreHealthReport()
    report.isUp = state.withLock { $0.outage == nil }
    return report
  }

  // MARK: What tests do with it

  var values: [String: [UInt8]] {
    get { state.withLock { $0.values } }
    set { state.withLock { $0.values = newValue } }
  }
  /// The keys that were fetched, in their order.
  var fetched: [String] { state.withLock { $0.fetched } }
  /// The ids that were looked for, in their order: each as a document and as an update.
  var searched: [String] {
    fetched.filter { $0.contains("d1:") }.map { String($0.suffix(64)) }
  }
  var touched: [String] { state.withLock { $0.touched } }

  func fail(_ outage: StoreError?) { state.withLock { $0.outage = outage } }
  /// Lets the fetches of one request fail, which are two, and no later ones.
  func failOnce(_ outage: StoreError) { state.withLock { $0.fetchFailures = (2, outage) } }
  func failWrites(_ outage: StoreError?) { state.withLock { $0.writeOutage = outage } }
  /// - Parameter count: `Int.max` for a value that the store gives up by itself.
  func claim(_ count: Int?) { state.withLock { $0.claim = count } }
  func aroundAdmission(
    _ before: @escaping @Sendable () -> Void, _ after: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.aroundAdmission = (before, after) }
  }
  /// - Parameter key: the end of the keys whose fetches are held; nil for all.
  func holdFetches(of key: String? = nil) {
    state.withLock { ($0.holdsFetches, $0.heldKey) = (true, key) }
  }
  func holdWrites() { state.withLock { $0.holdsWrites = true } }

  /// Whether something is asked that has not been completed.
  var isBusy: Bool { open.load(ordering: .sequentiallyConsistent) > 0 }

  /// Waits until something is held.
  func waitForArrival() { #expect(arrivals.wait(timeout: .now() + 120) == .success) }

  /// Completes what is held, and holds nothing more.
  func release() {
    let held = state.withLock { state in
      (state.holdsFetches, state.holdsWrites) = (false, false)
      defer { state.held = [] }
      return state.held
    }
    for complete in held { queue.async(execute: complete) }
  }

  // MARK: DocumentStore

  func fetch(
    _ key: [UInt8], for client: HTTPClient, admits: @escaping @Sendable (Int) -> Bool,
    completion: @escaping @Sendable (FetchResult) -> Void
  ) {
    let name = String(decoding: key, as: UTF8.self)
    let isHeld = state.withLock { state in
      state.fetched.append(name)
      return state.holdsFetches && state.heldKey.map { name.hasSuffix($0) } ?? true
    }
    complete(later: isHeld) {
      let (outage, value, claim, around) = self.state.withLock { state in
        var outage = state.outage
        if state.fetchFailures.count > 0 {
          state.fetchFailures.count -= 1
          outage = state.fetchFailures.outage
        }
        return (outage, state.values[name], state.claim, state.aroundAdmission)
      }
      if let outage { return completion(.unavailable(outage)) }
      guard let value else { return completion(.missing) }
      if claim == .max { return completion(.notAdmitted) }
      around?.before()
      let isAdmitted = admits(claim ?? value.count)
      around?.after()
      completion(isAdmitted ? .found(value) : .notAdmitted)
    }
  }

  func set(
    _ key: [UInt8], replacing: Bool, tombstone: [UInt8]?,
    value: @escaping @Sendable () -> [UInt8]?,
    completion: @escaping @Sendable (SetResult) -> Void
  ) {
    let mark = tombstone.map { String(decoding: $0, as: UTF8.self) }
    let name = String(decoding: key, as: UTF8.self)
    complete(later: state.withLock { $0.holdsWrites }) {
      let (outage, isThere, fails) = self.state.withLock {
        ($0.outage, $0.values[name] != nil && !replacing, $0.writeOutage)
      }
      if let outage { return completion(.notStored(outage)) }
      if isThere { return completion(.there) }
      if let mark { self.state.withLock { $0.values[mark] = nil } }
      guard let value = value() else { return completion(.notStored(.tooLarge)) }
      if let fails { return completion(.notStored(fails)) }
      self.state.withLock { state in
        state.values[name] = mark.flatMap { state.values[$0] } == nil ? value : nil
      }
      completion(.stored)
    }
  }

  func delete(
    _ deletion: StoreDeletion, completion: @escaping @Sendable (StoreError?) -> Void
  ) {
    complete(later: false) {
      let outage = self.state.withLock { state in
        guard state.outage == nil else { return state.outage }
        state.values[String(decoding: deletion.tombstone, as: UTF8.self)] = [49]
        for key in deletion.keys { state.values[String(decoding: key, as: UTF8.self)] = nil }
        state.values[String(decoding: deletion.log, as: UTF8.self), default: []] += deletion.entry
        return nil
      }
      completion(outage)
    }
  }

  func read(
    _ key: [UInt8], in range: Range<Int>, completion: @escaping @Sendable (FetchResult) -> Void
  ) {
    let name = String(decoding: key, as: UTF8.self)
    complete(later: false) {
      let (outage, value) = self.state.withLock { ($0.outage, $0.values[name] ?? []) }
      if let outage { return completion(.unavailable(outage)) }
      completion(
        .found(
          Array(value[min(range.lowerBound, value.count)..<min(range.upperBound, value.count)])))
    }
  }

  func touch(_ key: [UInt8], completion: @escaping @Sendable (StoreTouch) -> Void) {
    let name = String(decoding: key, as: UTF8.self)
    state.withLock { $0.touched.append(name) }
    complete(later: false) {
      let touch: StoreTouch = self.state.withLock { state in
        guard state.outage == nil else { return .unknown }
        return state.values[name] == nil ? .gone : .there
      }
      completion(touch)
    }
  }

  private func complete(later isHeld: Bool, _ body: @escaping @Sendable () -> Void) {
    open.add(1, ordering: .sequentiallyConsistent)
    let work: @Sendable () -> Void = {
      body()
      self.open.subtract(1, ordering: .sequentiallyConsistent)
    }
    guard isHeld else { return queue.async(execute: work) }
    state.withLock { $0.held.append(work) }
    arrivals.signal()
  }
}

extension TestService {
  /// One of several replicas that share a store.
  static func replica(
    _ store: MemoryStore, _ change: (inout ServiceSettings) -> Void = { _ in }
  ) -> TestService {
    TestService(environment: ServiceEnvironment(store: store), change)
  }

  /// Sends a request with a text for its body; its answer may come later.
  func begin(_ method: String, _ target: String, text: String) throws -> Pending {
    try begin(method, target, body: Array(text.utf8))
  }

  /// What is counted under that name and those labels on the page of metrics.
  func metric(_ name: String) throws -> Int? {
    let lines = try send("GET", "/metrics").text.split(separator: "\n")
    return lines.first { $0.hasPrefix("\(name) ") }
      .flatMap { Int($0.dropFirst(name.count + 1)) }
  }
}

extension LayoutID {
  /// The layout's path.
  var path: String { "/v1/layouts/\(text)" }
}

extension [UInt8] {
  /// The text's id.
  var layoutID: LayoutID { LayoutID(hashing: self) }
}
