import HTTPMessage
import LayoutEngine
import Synchronization

/// Keeps what layouts are made of where every replica finds it: documents and updates, under their
/// ids, as text or as gzip (Contract §14).
final class LayoutStore: Sendable {
  /// Nanoseconds between two touches of one document by this replica.
  static let touchInterval: UInt64 = 60_000_000_000
  /// Nanoseconds between two touches of the links that a version is made of.
  static let linksInterval: UInt64 = 3_600_000_000_000
  /// The most updates that are fetched for one version.
  static let maxLinks = 256
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
    /// The layout that it is an update of; nil where it is a document.
    let parent: LayoutID?
  }

  /// Why a value is no such text.
  enum Flaw: Error {
    case broken, tooLarge
    /// The budget ended the work.
    case ended
  }

  private let store: any DocumentStore
  private let prefix: [UInt8]
  private let maxBytes: Int
  private let inflight: InflightBytes
  private let asWorker: @Sendable (_ work: () -> Void) -> Void
  private let note: @Sendable (StoreEvent) -> Void
  /// What the store has something else for than it was given: it is replaced when it comes again.
  private let broken = Mutex<Set<LayoutID>>([])
  /// The most of them that are remembered.
  private static let mostBroken = 1_024
  let bodyLimit: BodyLimit

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
  }

  /// What the store's connections say of it.
  var health: StoreHealthReport { store.health }

  /// Whether a body that came compressed is worth keeping as it came.
  func takesMember(of count: Int, for textCount: Int) -> Bool {
    count <= maxBytes && count < textCount
  }

  private func key(_ kind: Kind, _ id: LayoutID) -> [UInt8] {
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
    touch(layout.record == nil ? .document : .update, layout.id) { touch in
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
  private func isBroken(_ id: LayoutID) -> Bool { broken.withLock { $0.contains(id) } }

  /// Notes that what the store has for an id was replaced.
  private func noteReplaced(_ id: LayoutID) { _ = broken.withLock { $0.remove(id) } }

  /// Notes what became of what was found.
  func note(_ result: StoreEvent.Fetch) { note(.fetched(result)) }
}

// MARK: Fetching

extension LayoutStore {
  /// Looks for what a layout is made of: a document, else an update, or the other way round.
  ///
  /// No id says which of them it is. Asked one after the other, not both at once: most are documents,
  /// or updates of updates, and so found at once; what is found costs the store no command more.
  ///
  /// - Parameters:
  ///   - first: what is looked for first.
  ///   - isWanted: whether anyone still waits; called on any thread.
  ///   - completion: gets what was found, after how many nanoseconds; called once, on any thread.
  func find(
    _ id: LayoutID, first: Kind, isWanted: @escaping @Sendable () -> Bool,
    completion: @escaping @Sendable (Finding, _ waited: UInt64) -> Void
  ) {
    let start = MonotonicClock.now
    let end: @Sendable (Finding) -> Void = { finding in
      let waited = MonotonicClock.now &- start
      self.noteAnswer(finding, waited)
      completion(finding, waited)
    }
    fetch(id, first, isWanted) { finding in
      guard case .missing = finding else { return end(finding) }
      self.fetch(id, first == .document ? .update : .document, isWanted, end)
    }
  }

  private func fetch(
    _ id: LayoutID, _ kind: Kind, _ isWanted: @escaping @Sendable () -> Bool,
    _ completion: @escaping @Sendable (Finding) -> Void
  ) {
    let admission = Admission(inflight, limit: bodyLimit.bytes + (kind == .update ? 65 : 0))
    store.fetch(key(kind, id), admits: { isWanted() && admission.admits($0) }) { finding in
      if case .found(let bytes) = finding,
        let reservation = admission.reservation(of: bytes.count)
      {
        return completion(.found(FoundText(bytes: bytes, kind: kind, reservation: reservation)))
      }
      admission.letGo()
      switch finding {
      case .missing: completion(.missing)
      case .unavailable(let outage): completion(.unavailable(outage))
      case .notAdmitted, .found: completion(admission.refusal ?? .unwanted)
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
    func letGo() { state.withLock { $0.reservation?.release() } }

    func admits(_ count: Int) -> Bool { reservation(of: count) != nil }

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

// MARK: Keeping

extension LayoutStore {
  /// Keeps what a layout is made of, unless the store has it already.
  ///
  /// The text is let go, with what is set aside for it, as soon as it is not needed any more.
  ///
  /// - Parameter completion: gets what became of it, after how many nanoseconds; called once, on any
  ///   thread.
  func keep(
    _ document: DocumentBytes, _ source: LayoutSource,
    completion: @escaping @Sendable (StoreStatus, _ waited: UInt64) -> Void
  ) {
    let start = MonotonicClock.now
    let packing = Packing()
    let kind: Kind = source.parent == nil ? .document : .update
    let replacing = isBroken(source.id)
    store.keep(
      key(kind, source.id), replacing: replacing,
      value: {
        self.asWorker { packing.finish(self.pack(document, of: source.parent)) }
        document.reservation.release()
        return packing.value
      },
      completion: { receipt in
        document.letGo()
        if replacing, case .stored = receipt { self.noteReplaced(source.id) }
        let status: StoreStatus =
          switch receipt {
          case .stored: .stored
          case .there: .hit
          case .notStored(let outage): .bypassed(packing.refusal ?? StoreBypass(outage))
          }
        let waited = MonotonicClock.now &- start
        let byteCount = status == .stored ? packing.byteCount : 0
        packing.letGo()
        self.note(.wrote(.init(status), waited: waited, byteCount: byteCount))
        completion(status, waited)
      })
  }

  /// A value, or why there is none.
  private enum Packed: Sendable {
    case value([UInt8], Reservation?)
    case refused(StoreBypass)
  }

  /// Makes the value of a text: as gzip where that is shorter.
  private func pack(_ document: DocumentBytes, of parent: LayoutID?) -> Packed {
    if let member = document.takeMember(), member.count <= maxBytes {
      document.letGo()
      return .value(member, inflight.reserve(member.count))
    }
    var text = document.take().joined()
    // It was let go already where the store asks for it later than its answer was due.
    guard !text.isEmpty else { return .refused(.timeout) }
    if let parent {
      var record: [UInt8] = []
      record.reserveCapacity(65 + text.count)
      parent.append(to: &record)
      record.append(UInt8(ascii: "\n"))
      record.append(contentsOf: text)
      text = record
    }
    guard text.count >= Self.shortestCompressed else {
      return text.count <= maxBytes ? .value(text, nil) : .refused(.tooLarge)
    }
    // No more is held than a value may have.
    let most = min(text.count, maxBytes + 1)
    guard let room = inflight.reserve(most) else { return .refused(.busy) }
    if let member = Gzip.compressed(text, below: most) { return .value(member, room) }
    return text.count <= maxBytes ? .value(text, room) : .refused(.tooLarge)
  }

  /// What becomes of a text on its way to the store.
  private final class Packing: Sendable {
    private let packed = Mutex<Packed?>(nil)

    func finish(_ packed: Packed) { self.packed.withLock { $0 = packed } }

    /// Lets value and room go.
    func letGo() { packed.withLock { $0 = nil } }

    var value: [UInt8]? {
      packed.withLock { if case .value(let value, _) = $0 { value } else { nil } }
    }

    var byteCount: Int { value?.count ?? 0 }

    var refusal: StoreBypass? {
      packed.withLock { if case .refused(let bypass) = $0 { bypass } else { nil } }
    }
  }
}
