import Synchronization

/// Counts the bytes of request and response bodies held at once, or the memory of jobs, against a ceiling
/// (`TATAMI_MAX_INFLIGHT_BYTES`; twice that for jobs).
final class InflightBytes: Sendable {
  /// An upload may hold so many times what it leaves free: however many stop half-way, there is room
  /// for the small ones.
  static let uploadShare = 8
  /// The part of the ceiling that only small uploads may take, one in so many.
  static let keptShare = 16
  /// Bytes of an upload that is small.
  static let smallUpload = 64 << 10
  /// Bytes that a job of a small document holds at most: eight for each of the largest one's.
  static let smallJob = 512 << 10

  private let held = Atomic<Int>(0)

  /// The most that may be held.
  let limit: Int
  /// The part of the ceiling that only jobs of small documents may take.
  private let keptForSmallJobs: Int
  /// Whether it counts the memory of jobs.
  let isOfJobs: Bool

  init(limit: Int) {
    self.limit = limit
    keptForSmallJobs = 0
    isOfJobs = false
  }

  /// What jobs may hold: whatever a few large ones take, there is room for small ones.
  init(ofJobs limit: Int) {
    self.limit = limit
    keptForSmallJobs = limit / Self.keptShare
    isOfJobs = true
  }

  /// Bytes held now.
  var count: Int { held.load(ordering: .relaxed) }

  /// Whether an upload of that many bytes could be taken whole, were nothing else to come.
  func hasRoom(forUpload count: Int) -> Bool { isShare(count, beside: self.count) }

  /// Sets bytes aside until the reservation is let go; nil if they would pass the ceiling.
  func reserve(_ count: Int) -> Reservation? {
    take(count, beside: 0) ? Reservation(count, of: self) : nil
  }

  /// Whether one upload may hold that much beside what others hold: while it leaves an eighth of
  /// it free, and is small or leaves a sixteenth of the ceiling; or no other holds any.
  private func isShare(_ own: Int, beside others: Int) -> Bool {
    let left = limit - others - own
    if others == 0 { return left >= 0 }
    return own / Self.uploadShare <= left
      && (own <= Self.smallUpload || left >= limit / Self.keptShare)
  }

  fileprivate func take(_ count: Int, forUploadOf own: Int) -> Bool {
    take(count) { held in isShare(own + count, beside: held - own) }
  }

  /// Takes bytes for a holder that has `own` already.
  fileprivate func take(_ count: Int, beside own: Int) -> Bool {
    let kept = own + count <= Self.smallJob ? 0 : keptForSmallJobs
    return take(count) { held in count <= limit - kept - held }
  }

  private func take(_ count: Int, where isAllowed: (_ held: Int) -> Bool) -> Bool {
    var before = held.load(ordering: .relaxed)
    while count <= limit - before, isAllowed(before) {
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

  /// Whether it is counted there.
  func isOf(_ inflight: InflightBytes) -> Bool { owner === inflight }

  /// Bytes set aside.
  var count: Int { amount.load(ordering: .relaxed) }

  /// Sets more bytes aside.
  ///
  /// - Returns: false, and nothing changes, if they would pass the ceiling.
  func grow(by count: Int) -> Bool {
    guard owner.take(count, beside: self.count) else { return false }
    amount.add(count, ordering: .relaxed)
    return true
  }

  /// Sets more bytes aside for an upload that has not come whole.
  ///
  /// - Returns: false, and nothing changes, where it would pass the ceiling or its share of it.
  func growUpload(by count: Int) -> Bool {
    guard owner.take(count, forUploadOf: self.count) else { return false }
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
