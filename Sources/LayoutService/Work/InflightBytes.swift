import Synchronization

/// Counts the bytes of bodies and answers held at once against a ceiling
/// (`TATAMI_MAX_INFLIGHT_BYTES`).
final class InflightBytes: Sendable {
  private let held = Atomic<Int>(0)

  /// The most that may be held.
  let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Bytes held now.
  var count: Int { held.load(ordering: .relaxed) }

  /// Whether that many more bytes would stay below the ceiling.
  func hasRoom(for count: Int) -> Bool { count <= limit - self.count }

  /// Sets bytes aside until the reservation is let go; nil where they would pass the ceiling.
  func reserve(_ count: Int) -> Reservation? {
    take(count) ? Reservation(count, of: self) : nil
  }

  fileprivate func take(_ count: Int) -> Bool {
    var before = held.load(ordering: .relaxed)
    while count <= limit - before {
      let (isTaken, current) = held.weakCompareExchange(
        expected: before, desired: before + count, ordering: .relaxed)
      if isTaken { return true }
      before = current
    }
    return false
  }

  fileprivate func giveBack(_ count: Int) {
    held.subtract(count, ordering: .relaxed)
  }
}

/// Bytes set aside for as long as it lives.
final class Reservation: Sendable {
  private let owner: InflightBytes
  private let amount: Atomic<Int>

  fileprivate init(_ count: Int, of owner: InflightBytes) {
    amount = Atomic(count)
    self.owner = owner
  }

  /// Bytes set aside.
  var count: Int { amount.load(ordering: .relaxed) }

  /// Sets more bytes aside.
  ///
  /// - Returns: false, and nothing changes, where they would pass the ceiling.
  func grow(by count: Int) -> Bool {
    guard owner.take(count) else { return false }
    amount.add(count, ordering: .relaxed)
    return true
  }

  /// Lets the bytes go now.
  func release() {
    owner.giveBack(amount.exchange(0, ordering: .relaxed))
  }

  deinit {
    release()
  }
}
