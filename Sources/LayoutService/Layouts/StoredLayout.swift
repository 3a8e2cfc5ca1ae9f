import LayoutEngine
import LayoutWire
import Synchronization

/// A layout, and what every response about it begins with, made once.
struct StoredLayout: Sendable {
  /// Bytes that an entry takes beside its layout.
  static let overhead = 512
  /// One layout takes this part of the cache at most, one in so many: it must not give up all others
  /// for itself.
  static let cacheShare = 4

  let id: LayoutID
  let layout: PreparedLayout
  let summary: LayoutSummary
  private let hold = LayoutHold()

  init(_ id: LayoutID, _ layout: PreparedLayout) {
    self.id = id
    self.layout = layout
    var digits: [UInt8] = []
    digits.reserveCapacity(64)
    id.append(to: &digits)
    summary = LayoutSummary(id: digits, layout: layout)
  }
}

extension StoredLayout {
  /// Counts the layout among the bytes in flight for as long as the result lives.
  ///
  /// A streamed response needs its layout until its client has taken the last byte, long after the
  /// cache may have given it up. However many responses hold it, it is counted once.
  ///
  /// - Returns: nil where the bytes would pass the ceiling. A layout of more than half of it counts
  ///   as half.
  func held(in inflight: InflightBytes) -> Reservation? {
    hold.reservation(of: min(layout.byteCount, inflight.limit / 2), in: inflight)
  }
}

/// The reservation that is shared by all responses that hold a layout.
private final class LayoutHold: Sendable {
  private struct Current: Sendable {
    weak var reservation: Reservation?
  }

  private let current = Mutex(Current())

  func reservation(of count: Int, in inflight: InflightBytes) -> Reservation? {
    current.withLock { current in
      if let reservation = current.reservation { return reservation }
      let reservation = inflight.reserve(count)
      current.reservation = reservation
      return reservation
    }
  }
}
