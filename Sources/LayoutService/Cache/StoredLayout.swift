import LayoutAPI
import LayoutEngine
import LayoutWire
import Synchronization

/// A version of a layout with what the cache, the store and the bytes in flight know about it.
///
/// A class, so that a request that finds a layout changes one reference count, not one for each part.
final class StoredLayout: Sendable {
  /// The bytes that an entry takes beside its layout.
  static let overhead = 512
  /// The share of the cache, as a divisor, that one layout may take: 1/4.
  ///
  /// So one layout cannot evict all others.
  static let cacheShare = 4

  let version: IdentifiedLayout
  /// The hash of the fonts in which the document's text is measured; 0 if it has no text styles.
  let fonts: UInt32
  /// The reservations that responses and jobs with this layout share.
  private let hold = Mutex(Hold())
  private let persistence = Atomic<UInt8>(Persistence.open.rawValue)
  /// When the lifetimes of the version's chain (its ancestors' texts in the store) were last restarted;
  /// nanoseconds.
  private let linksTouched = Atomic<UInt64>(0)

  init(
    _ id: LayoutID, _ layout: PreparedLayout, _ history: UpdateHistory = UpdateHistory(),
    losesAssignedColumns: Bool = false, textWarnings: [TextWarning] = []
  ) {
    version = IdentifiedLayout(
      id, layout, history, losesAssignedColumns: losesAssignedColumns, textWarnings: textWarnings)
    fonts = (layout.document.textStyles?.measurer as? DocumentTexts)?.fonts ?? 0
  }

  var id: LayoutID { version.id }
  var layout: PreparedLayout { version.layout }
  /// The updates by which the layout was derived; empty for the layout of a document.
  var history: UpdateHistory { version.history }
  var summary: LayoutSummary { version.summary }
  /// The bytes that the layout and its history take, including parts that other layouts share.
  var byteCount: Int { version.byteCount }

  /// Whether the layout's document or update is in the store.
  enum Persistence: UInt8 {
    /// Not in the store, as far as this replica can tell; when the text is uploaded again, it is written
    /// again.
    case open
    /// In the store.
    case kept
    /// Not in the store, and another attempt to write it would fail too.
    case never
  }

  /// Whether the layout's document or update is in the store.
  var isInStore: Persistence {
    Persistence(rawValue: persistence.load(ordering: .relaxed)) ?? .open
  }

  /// Records whether the layout's document or update is in the store, and the time of the last restart of its
  /// chain's lifetimes.
  func note(_ persistence: Persistence, at now: UInt64) {
    linksTouched.store(now, ordering: .relaxed)
    self.persistence.store(persistence.rawValue, ordering: .relaxed)
  }

  /// Records whether a touch found the layout's text in the store; `never` and an unknown result change
  /// nothing.
  func note(_ touch: StoreTouch) {
    let found: Persistence
    switch touch {
    case .there: found = .kept
    case .gone: found = .open
    case .unknown: return
    }
    guard isInStore != .never else { return }
    persistence.store(found.rawValue, ordering: .relaxed)
  }

  /// Returns whether the lifetimes of a version's chain are due to be restarted.
  ///
  /// If it returns true, the caller must restart them; at most one caller per `interval` receives true.
  func takesTurnToTouchLinks(at now: UInt64, interval: UInt64) -> Bool {
    let last = linksTouched.load(ordering: .relaxed)
    guard now >= last &+ interval else { return false }
    return linksTouched.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
  }

  /// The bytes that a cache compares with its limit for one layout.
  ///
  /// Of the history, it includes only the last update: all earlier updates have a limit of their own
  /// (`ItemMapCache.share`), and other versions share them.
  var sizeInCache: Int {
    layout.byteCount + (history.last?.byteCount ?? 0) + Self.overhead
  }

  /// The bytes that the entry takes beside its layout and the parts and records of its history.
  var ownByteCount: Int { Self.overhead + history.ownByteCount }

  /// Returns a reservation in `inflight` (the bytes in flight, or jobs' memory) for the layout's bytes.
  ///
  /// A streamed response needs its layout until its client has received the last byte, long after the cache
  /// may have evicted it; an update needs its parent. All responses, or all jobs, that use the layout share
  /// one reservation, so it is counted once.
  ///
  /// - Returns: the reservation; nil if the bytes would exceed the limit. A layout of more than half the
  ///   limit counts as half.
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

  /// The reservations for the layout, which live as long as any response or job uses them.
  private struct Hold {
    weak var answer: Reservation?
    weak var job: Reservation?
  }
}
