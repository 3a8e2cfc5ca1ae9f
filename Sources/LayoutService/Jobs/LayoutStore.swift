import HTTPMessage
import LayoutEngine
import Synchronization

/// Keeps what layouts are made of where every replica finds it: documents and updates, under their
/// ids, as text or as gzip (Contract §14).
final class LayoutStore: Sendable {
  /// The most nanoseconds between two touches of one document that is used, by this replica.
  static let maxTouchInterval: UInt64 = 60_000_000_000
  /// The same, of the links that a version is made of.
  static let maxLinksInterval: UInt64 = 3_600_000_000_000
  /// The shortest text that is compressed, in bytes.
  static let shortestCompressed = 4 << 10

  /// What is kept under an id.
  enum Kind: Sendable {
    case document, update

    /// How its keys begin, after the prefix.
    fileprivate var mark: StaticString { self == .document ? "d1:" : "u1:" }
  }

  /// What was found under an id.
  enum Finding: Sendable {
    case found(FoundText)
    case missing
    case unavailable(StoreOutage)
    /// It has more bytes than a body may have.
    case tooLarge
    /// The bytes in flight leave no room for it.
    case noRoom
    /// Nobody waits for it any more.
    case unwanted
  }

  /// A value as it was found.
  struct FoundText: Sendable {
    let bytes: [UInt8]
    let kind: Kind
    let reservation: Reservation
  }

  /// A text that is what its id says.
  struct OpenedText {
    let document: DocumentBytes
    /// The layout that it is an update of; nil if it is a document.
    let parent: LayoutID?
  }

  /// Why a value is no such text.
  enum Flaw: Error {
    case broken, tooLarge
    /// The budget ended the work.
    case ended
  }

  let store: any DocumentStore
  private let prefix: [UInt8]
  let maxBytes: Int
  let inflight: InflightBytes
  let asWorker: @Sendable (_ work: () -> Void) -> Void
  let note: @Sendable (StoreEvent) -> Void
  /// What the store has something else for than it was given: it is replaced when it comes again.
  private let broken = Mutex<Set<LayoutID>>([])
  /// The most of them that are remembered.
  private static let mostBroken = 1_024
  let bodyLimit: BodyLimit
  /// Nanoseconds between two touches of one document: what is used is touched three times in its
  /// lifetime at least.
  let touchInterval: UInt64
  /// The same, of the links that a version is made of.
  let linksInterval: UInt64

  /// - Parameters:
  ///   - inflight: counts what is fetched, and what it takes to compress.
  ///   - asWorker: does work on the calling thread as a worker.
  ///   - note: called on any thread with what has happened, for metrics.
  init(
    _ store: any DocumentStore, _ settings: ServiceSettings, _ inflight: InflightBytes,
    asWorker: @escaping @Sendable (_ work: () -> Void) -> Void,
    note: @escaping @Sendable (StoreEvent) -> Void
  ) {
    self.store = store
    self.inflight = inflight
    self.asWorker = asWorker
    self.note = note
    prefix = Array(settings.storePrefix.utf8)
    maxBytes = max(0, settings.storeMaxBytes)
    bodyLimit = BodyLimit(settings)
    let lifetime = settings.storeLifetime
    let third = lifetime > 0 ? MonotonicClock.nanoseconds(Double(lifetime) / 3) : .max
    touchInterval = min(Self.maxTouchInterval, third)
    linksInterval = min(Self.maxLinksInterval, third)
  }

  /// What the store's connections say of it.
  var health: StoreHealthReport { store.health }

  /// Whether a body that came compressed is worth keeping as it came.
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

  /// Begins the lifetime of what a layout is made of anew.
  ///
  /// - Parameter completion: gets whether the store has it; called once, on any thread.
  func touch(
    _ kind: Kind, _ id: LayoutID, completion: @escaping @Sendable (StoreTouch) -> Void = { _ in }
  ) {
    store.touch(key(kind, id), completion: completion)
  }

  /// Begins the lifetime of what a layout in memory is made of anew, and notes whether the store has it
  /// still, or only now: a store that was emptied gets it again when it comes again.
  func touch(
    _ layout: StoredLayout, completion: @escaping @Sendable (StoreTouch) -> Void = { _ in }
  ) {
    touch(layout.ancestry.last == nil ? .document : .update, layout.id) { touch in
      layout.note(touch)
      completion(touch)
    }
  }

  /// Notes that what was found is not what the id says.
  func noteBroken(_ id: LayoutID) {
    note(.broken)
    broken.withLock { broken in
      if broken.count < Self.mostBroken { broken.insert(id) }
    }
  }

  /// Whether what the store has for an id has to be replaced.
  func isBroken(_ id: LayoutID) -> Bool { broken.withLock { $0.contains(id) } }

  /// Notes that what the store has for an id was replaced.
  func noteReplaced(_ id: LayoutID) { _ = broken.withLock { $0.remove(id) } }

  /// Notes what became of what was found.
  func note(_ result: StoreEvent.Fetch) { note(.fetched(result)) }
}

// MARK: Fetching

extension LayoutStore {
  /// Looks for what a layout is made of: a document, or an update.
  ///
  /// No id says which of them it is. The store is asked for both at once, so that an id it has neither of
  /// costs one round trip, and no more than its timeout.
  ///
  /// - Parameters:
  ///   - client: whose turn the questions take.
  ///   - isWanted: whether anyone still waits; called on any thread.
  ///   - completion: gets what was found, after how many nanoseconds; called once, on any thread.
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
      // What the store gives up by itself is longer than any value that a replica keeps.
      case .notAdmitted, .found: completion(admission.refusal ?? .tooLarge)
      }
    }
  }

  /// What two questions for one id have found.
  private final class Search: Sendable {
    private struct State {
      var isOver = false
      /// What the first one has found.
      var first: Finding?
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Takes an answer.
    ///
    /// - Returns: what both come to, once: what was found; else, when both are there, what is the worse.
    func take(_ finding: Finding) -> Finding? {
      state.withLock { state in
        guard !state.isOver else {
          // Only one of them can be what the id says.
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

  /// Sets bytes aside for a value before it is read.
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

    /// Lets the bytes go where nothing was found.
    func release() { state.withLock { $0.reservation?.release() } }

    func admits(_ count: Int) -> Bool { reservation(of: count) != nil }

    /// Refuses a value that nobody waits for any more.
    func refuse() -> Bool {
      state.withLock { $0.refusal = .unwanted }
      return false
    }

    /// What is set aside for a value of that many bytes, at least.
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

  /// Inflates and checks what was found, on a worker.
  ///
  /// - Parameter budget: its memory is the value's reservation.
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
      // The record is what the version's id is the hash of.
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
