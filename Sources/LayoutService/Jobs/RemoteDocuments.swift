import HTTPMessage
import LayoutAPI
import LayoutEngine
import Synchronization

/// Stores documents and updates where every replica finds them.
///
/// They are stored under their ids, as text or as gzip (Contract §14).
final class RemoteDocuments: Sendable {
  /// The maximum nanoseconds between this replica's touches of the documents and updates of a version's ancestors.
  static let maxLinksInterval: UInt64 = 3_600_000_000_000
  /// The seconds after which a day's log of deletions expires: three days, because replicas also read the logs of
  /// yesterday and tomorrow.
  static let logLifetime = 259_200
  /// The minimum length in bytes of documents and updates that are compressed.
  static let minCompressedBytes = 4 << 10

  /// The kind of text that is stored under an id.
  enum Kind: Sendable {
    case document, update

    /// The beginning of the kind's keys, after the prefix.
    fileprivate var mark: StaticString { self == .document ? "d1:" : "u1:" }
  }

  /// The result of fetching the document or update of an id.
  enum Finding: Sendable {
    case found(FoundText)
    case missing
    case unavailable(StoreError)
    /// The value has more bytes than a body may have.
    case tooLarge
    /// The limit for bytes in flight leaves no space for the value.
    case noRoom
    /// Nobody waits for the value any more.
    case unwanted
  }

  /// A value as the store returned it.
  struct FoundText: Sendable {
    let bytes: [UInt8]
    let kind: Kind
    let reservation: Reservation
  }

  /// A text that matches its id.
  struct OpenedText {
    let document: DocumentBytes
    /// The layout that the update is applied to; nil if the text is a document.
    let parent: LayoutID?
  }

  /// The reason why a value was not opened.
  enum Flaw: Error {
    case broken, tooLarge
    /// The budget ended the work.
    case ended
  }

  let store: any DocumentStore
  let prefix: [UInt8]
  /// The random name of this replica in the logs of deletions: 16 hexadecimal digits.
  let replica: [UInt8]
  /// Whether layouts can be deleted, so that writes heed tombstones.
  let deletes: Bool
  /// The time, in nanoseconds since 1970.
  let wallClock: @Sendable () -> Int
  let maxBytes: Int
  let inflight: InflightBytes
  let asWorker: @Sendable (_ work: () -> Void) -> Void
  let note: @Sendable (StoreEvent) -> Void
  /// The ids whose values in the store do not match them.
  ///
  /// Such a value is replaced when its text is uploaded again.
  private let broken = Mutex<Set<LayoutID>>([])
  /// The maximum number of ids in `broken`.
  private static let maxBroken = 1_024
  let bodyLimit: BodyLimit
  /// The nanoseconds between two touches of one document or update in use.
  ///
  /// It is touched at least three times in its lifetime.
  let touchInterval: UInt64
  /// The nanoseconds between two touches of the documents and updates of a version's ancestors.
  let linksInterval: UInt64

  /// - Parameters:
  ///   - inflight: counts fetched bytes, and the memory that compression takes.
  ///   - wallClock: the time, in nanoseconds since 1970.
  ///   - asWorker: runs work on the calling thread as a worker.
  ///   - note: called on any thread with each event, for metrics.
  init(
    _ store: any DocumentStore, _ settings: ServiceSettings, _ inflight: InflightBytes,
    wallClock: @escaping @Sendable () -> Int,
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void,
    note: @escaping @Sendable (StoreEvent) -> Void
  ) {
    self.store = store
    self.inflight = inflight
    self.asWorker = asWorker
    self.note = note
    self.wallClock = wallClock
    deletes = !settings.apiKeys.isEmpty
    var name: [UInt8] = []
    name.append(hexDigitsOf: .random(in: .min ... .max))
    replica = name
    prefix = Array(settings.storePrefix.utf8)
    maxBytes = max(0, settings.storeMaxBytes)
    bodyLimit = BodyLimit(settings)
    let lifetime = settings.storeLifetime
    let third = lifetime > 0 ? MonotonicClock.nanoseconds(Double(lifetime) / 3) : .max
    touchInterval = min(MonotonicClock.nanoseconds(Double(settings.storeTouch)), third)
    linksInterval = min(Self.maxLinksInterval, third)
  }

  /// The report of the store's connections.
  var health: StoreHealthReport { store.health }

  /// Returns whether a gzip body of `count` bytes, whose text has `textCount` bytes, is stored as uploaded.
  func takesMember(of count: Int, for textCount: Int) -> Bool {
    count <= maxBytes && count < textCount
  }

  func key(_ kind: Kind, _ id: LayoutID) -> [UInt8] {
    var key = prefix
    key.reserveCapacity(prefix.count + 67)
    key.append(kind.mark)
    id.append(to: &key)
    return key
  }

  /// Restarts the lifetime of a layout's document or update.
  ///
  /// - Parameter completion: receives whether the store has the document or update; called once, on any
  ///   thread.
  func touch(
    _ kind: Kind, _ id: LayoutID, completion: @escaping @Sendable (StoreTouch) -> Void = { _ in }
  ) {
    store.touch(key(kind, id), completion: completion)
  }

  /// Restarts the lifetime of a layout's document or update, and records whether the store has it.
  ///
  /// If the store no longer has the text, it is written again when it is uploaded again.
  func touch(
    _ layout: StoredLayout, completion: @escaping @Sendable (StoreTouch) -> Void = { _ in }
  ) {
    touch(layout.history.last == nil ? .document : .update, layout.id) { touch in
      layout.note(touch)
      completion(touch)
    }
  }

  /// Records that the value of an id does not match the id.
  func noteBroken(_ id: LayoutID) {
    note(.broken)
    broken.withLock { broken in
      if broken.count < Self.maxBroken { broken.insert(id) }
    }
  }

  /// Returns whether the store's value of an id must be replaced.
  func isBroken(_ id: LayoutID) -> Bool { broken.withLock { $0.contains(id) } }

  /// Records that the store's value of an id was replaced.
  func noteReplaced(_ id: LayoutID) { _ = broken.withLock { $0.remove(id) } }

  /// Reports the result of a fetch.
  func note(_ result: StoreEvent.Fetch) { note(.fetched(result)) }
}

// MARK: Fetching

extension RemoteDocuments {
  /// Fetches a layout's document or update.
  ///
  /// An id does not tell whether its text is a document or an update. Both are requested at once, so that an
  /// unknown id costs one round trip, and at most one timeout.
  ///
  /// - Parameters:
  ///   - client: the client in whose turn the fetches run.
  ///   - isWanted: returns whether anyone still waits; called on any thread.
  ///   - completion: receives the result and the nanoseconds that it took; called once, on any thread.
  func find(
    _ id: LayoutID, for client: HTTPClient, isWanted: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Finding, _ waited: UInt64) -> Void
  ) {
    let start = MonotonicClock.now
    let search = Search()
    for kind in [Kind.document, .update] {
      fetch(id, kind, for: client, { isWanted() && !search.isOver }) { finding in
        guard let finding = search.take(finding) else { return }
        let waited = MonotonicClock.now &- start
        self.noteAnswer(finding, waited)
        completion(finding, waited)
      }
    }
  }

  private func fetch(
    _ id: LayoutID, _ kind: Kind, for client: HTTPClient,
    _ isWanted: @escaping @Sendable () -> Bool,
    _ completion: @escaping @Sendable (Finding) -> Void
  ) {
    let admission = Admission(inflight, limit: bodyLimit.bytes + (kind == .update ? 65 : 0))
    store.fetch(
      key(kind, id), for: client, admits: { isWanted() ? admission.admits($0) : admission.refuse() }
    ) { finding in
      if case .found(let bytes) = finding,
        let reservation = admission.reservation(of: bytes.count)
      {
        return completion(.found(FoundText(bytes: bytes, kind: kind, reservation: reservation)))
      }
      admission.release()
      switch finding {
      case .missing: completion(.missing)
      case .unavailable(let outage): completion(.unavailable(outage))
      // If the store cancels the fetch by itself, the value is longer than any that a replica stores.
      case .notAdmitted, .found: completion(admission.refusal ?? .tooLarge)
      }
    }
  }

  /// Combines the results of the two fetches for one id, of a document and of an update.
  private final class Search: Sendable {
    private struct State {
      var isOver = false
      /// The result of the first fetch to end.
      var first: Finding?
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Takes the result of one fetch.
    ///
    /// - Returns: the result of both fetches, once; otherwise nil. It is the value as soon as one fetch has
    ///   found it. When both have ended without a value, it is the first result that is not `missing`, if
    ///   any.
    func take(_ finding: Finding) -> Finding? {
      state.withLock { state in
        guard !state.isOver else {
          // Only one of the two values can match the id.
          if case .found(let text) = finding { text.reservation.release() }
          return nil
        }
        if case .found = finding {
          state.isOver = true
          return finding
        }
        guard let first = state.first else {
          state.first = finding
          return nil
        }
        state.isOver = true
        if case .missing = first { return finding }
        return first
      }
    }
  }

  private func noteAnswer(_ finding: Finding, _ waited: UInt64) {
    switch finding {
    case .found(let text): note(.answered(waited: waited, byteCount: text.bytes.count))
    case .missing:
      note(.answered(waited: waited, byteCount: 0))
      note(.fetched(.miss))
    case .unavailable(let outage): note(.fetched(.init(outage)))
    case .tooLarge, .noRoom: note(.fetched(.refused))
    case .unwanted: break
    }
  }

  /// Reserves bytes for a value before it is read.
  private final class Admission: Sendable {
    private struct State {
      var reservation: Reservation?
      var refusal: Finding?
    }

    private let inflight: InflightBytes
    private let limit: Int
    private let state = Mutex(State())

    init(_ inflight: InflightBytes, limit: Int) {
      self.inflight = inflight
      self.limit = limit
    }

    var refusal: Finding? { state.withLock { $0.refusal } }

    /// Releases the reservation; called if no value was found.
    func release() { state.withLock { $0.reservation?.release() } }

    func admits(_ count: Int) -> Bool { reservation(of: count) != nil }

    /// Refuses a value that nobody waits for any more.
    func refuse() -> Bool {
      state.withLock { $0.refusal = .unwanted }
      return false
    }

    /// Returns a reservation of at least `count` bytes for a value; nil if the value is refused (`refusal`).
    func reservation(of count: Int) -> Reservation? {
      state.withLock { state in
        guard count <= limit else {
          state.refusal = .tooLarge
          return nil
        }
        let held = state.reservation ?? inflight.reserve(0)
        let more = max(0, count - (held?.count ?? 0))
        guard let held, more == 0 || held.grow(by: more) else {
          state.refusal = .noRoom
          return nil
        }
        state.reservation = held
        return held
      }
    }
  }

  /// Inflates a value and checks it against its id, on a worker.
  ///
  /// - Parameter budget: must take its memory from the value's reservation.
  /// - Complexity: O(inflated bytes).
  func open(
    _ found: FoundText, as id: LayoutID, _ budget: LayoutBudget
  ) throws(Flaw) -> OpenedText {
    let overhead = found.kind == .update ? 65 : 0
    var text = found.bytes
    if text.starts(with: [0x1F, 0x8B]) {
      do throws(Gzip.Failure) {
        text = try Gzip.inflated(
          text, limit: bodyLimit.bytes + overhead, held: found.reservation.count, budget)
      } catch {
        switch error {
        case .malformed: throw .broken
        case .tooLarge: throw .tooLarge
        case .ended: throw .ended
        }
      }
    }
    var parent: LayoutID?
    if found.kind == .update {
      // The version's id is the hash of this record.
      guard text.count >= overhead, text[64] == UInt8(ascii: "\n"),
        let named = LayoutID(text, in: 0..<64)
      else { throw .broken }
      parent = named
    }
    guard let digest = LayoutID(hashing: text, of: nil, budget) else { throw .ended }
    guard id == LayoutID(digest.words, of: parent) else { throw .broken }
    text.removeFirst(overhead)
    return OpenedText(document: DocumentBytes(text, found.reservation), parent: parent)
  }
}
