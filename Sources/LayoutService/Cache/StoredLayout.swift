import LayoutEngine
import LayoutWire
import Synchronization

/// A layout, and what every response about it begins with, made once.
///
/// A class, since each request that finds one holds it for a while: one count instead of its parts'.
final class StoredLayout: Sendable {
  /// Bytes that an entry takes beside its layout.
  static let overhead = 512
  /// One layout takes this part of the cache at most, one in so many: it must not give up all others
  /// for itself.
  static let cacheShare = 4

  let id: LayoutID
  let layout: PreparedLayout
  /// The updates that made the layout; none for a document's.
  let ancestry: Ancestry
  let summary: LayoutSummary
  /// Bytes that the layout and its ancestry hold, shared or not.
  let byteCount: Int
  /// Whether no element of it has a kind: all are cells.
  let hasOnlyCells: Bool
  /// What the responses share that hold the layout.
  private let hold = Mutex(Hold())
  private let keeping = Atomic<UInt8>(Keeping.open.rawValue)
  /// When the links of a version were touched in the store, in nanoseconds.
  private let linksTouched = Atomic<UInt64>(0)

  init(_ id: LayoutID, _ layout: PreparedLayout, _ ancestry: Ancestry = Ancestry()) {
    self.id = id
    self.layout = layout
    self.ancestry = ancestry
    summary = LayoutSummary(id: id.digits, layout: layout, parent: ancestry.last?.parent.digits)
    hasOnlyCells = layout.hasElements(atMost: layout.itemCount + layout.sectionCount)
    byteCount = layout.byteCount + ancestry.byteCount
  }

  /// Whether what it was made of is in the store.
  enum Keeping: UInt8 {
    /// It is not, as far as this replica knows: it may be tried again.
    case open
    /// It is.
    case kept
    /// It is not, and it would be in vain to try again.
    case never
  }

  /// Whether what it was made of is in the store.
  var isInStore: Keeping { Keeping(rawValue: keeping.load(ordering: .relaxed)) ?? .open }

  /// Notes whether what it was made of is in the store.
  func note(_ keeping: Keeping, at now: UInt64) {
    linksTouched.store(now, ordering: .relaxed)
    self.keeping.store(keeping.rawValue, ordering: .relaxed)
  }

  /// Notes what a touch found; what cannot be kept stays so.
  func note(_ touch: StoreTouch) {
    let found: Keeping
    switch touch {
    case .there: found = .kept
    case .gone: found = .open
    case .unknown: return
    }
    guard isInStore != .never else { return }
    keeping.store(found.rawValue, ordering: .relaxed)
  }

  /// Whether the links of a version are to be touched now, which the caller then does.
  func takesTurnToTouchLinks(at now: UInt64, interval: UInt64) -> Bool {
    let last = linksTouched.load(ordering: .relaxed)
    guard now >= last &+ interval else { return false }
    return linksTouched.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
  }

  /// Bytes by which a cache tells whether it is too large: the updates before its own, which have a share
  /// of their own and are other versions', too, are not among them.
  var sizeInCache: Int {
    layout.byteCount + (ancestry.last?.byteCount ?? 0) + Self.overhead
  }

  /// Bytes that it takes beside its layout and the records of its ancestry.
  var ownByteCount: Int { Self.overhead + ancestry.ownByteCount }

  /// Counts the layout among the bytes in flight, or jobs', for as long as the result lives.
  ///
  /// A streamed response needs its layout until its client has taken the last byte, long after the
  /// cache may have given it up, and an update its parent. However many hold it, it is counted once.
  ///
  /// - Returns: nil if the bytes would pass the ceiling. A layout of more than half of it counts
  ///   as half.
  func held(in inflight: InflightBytes) -> Reservation? {
    let count = min(byteCount, inflight.limit / 2)
    return hold.withLock { hold in
      let slot = inflight.isOfJobs ? \Hold.job : \Hold.answer
      if let reservation = hold[keyPath: slot], reservation.isOf(inflight) { return reservation }
      let reservation = inflight.reserve(count)
      hold[keyPath: slot] = reservation
      return reservation
    }
  }

  /// The bytes that are counted for as long as any answer or job holds them.
  private struct Hold {
    weak var answer: Reservation?
    weak var job: Reservation?
  }
}

extension LayoutID {
  /// The 64 digits in ASCII.
  fileprivate var digits: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    append(to: &digits)
    return digits
  }
}
