import Synchronization

/// Counts the bytes of all request and response bodies, or the memory of jobs, against a limit
/// (`TATAMI_MAX_INFLIGHT_BYTES`; twice that for jobs).
final class InflightBytes: Sendable {
  /// The maximum size of an upload as a multiple of the bytes that it leaves free under the limit: 8.
  ///
  /// So small uploads have room, however many other uploads stop half-way.
  static let uploadShare = 8
  /// The share of the limit, as a divisor, that only small uploads or small documents' jobs may take: 1/16.
  static let keptShare = 16
  /// The maximum bytes of a small upload.
  static let smallUpload = 64 << 10
  /// The maximum bytes of memory of a small document's job: eight for each byte of a 64 KiB document.
  static let smallJob = 512 << 10

  private let held = Atomic<Int>(0)

  /// The limit in bytes.
  let limit: Int
  /// The bytes of the limit that only jobs of small documents may take.
  private let keptForSmallJobs: Int
  /// Whether the counter counts the memory of jobs, not the bytes of bodies.
  let isOfJobs: Bool

  init(limit: Int) {
    self.limit = limit
    keptForSmallJobs = 0
    isOfJobs = false
  }

  /// Creates a counter for the memory of jobs, which reserves a part of the limit for jobs of small
  /// documents.
  init(ofJobs limit: Int) {
    self.limit = limit
    keptForSmallJobs = limit / Self.keptShare
    isOfJobs = true
  }

  /// The bytes that are reserved now.
  var count: Int { held.load(ordering: .relaxed) }

  /// Returns whether an upload of `count` bytes fits beside the bytes that are reserved now.
  ///
  /// Reserves nothing, so another upload may take the room.
  func hasRoom(forUpload count: Int) -> Bool { isShare(count, beside: self.count) }

  /// Returns a reservation of `count` bytes; nil if they would exceed the limit.
  func reserve(_ count: Int) -> Reservation? {
    take(count, beside: 0) ? Reservation(count, of: self) : nil
  }

  /// Returns whether an upload may have `own` bytes while all other reservations have `others` bytes.
  ///
  /// It may if it leaves free an eighth of its own bytes and, unless it is small, a sixteenth of the limit.
  /// If there are no other reservations, the upload may take the whole limit.
  private func isShare(_ own: Int, beside others: Int) -> Bool {
    let left = limit - others - own
    if others == 0 { return left >= 0 }
    return own / Self.uploadShare <= left
      && (own <= Self.smallUpload || left >= limit / Self.keptShare)
  }

  fileprivate func take(_ count: Int, forUploadOf own: Int) -> Bool {
    take(count) { held in isShare(own + count, beside: held - own) }
  }

  /// Takes `count` more bytes for a reservation that has `own` bytes; returns false if there is no space.
  ///
  /// Only a reservation of at most `smallJob` bytes may use the part of the limit for small documents' jobs.
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

/// Bytes that are reserved against a limit until `release` is called or the object is freed.
final class Reservation: Sendable {
  private let owner: InflightBytes
  private let amount: Atomic<Int>

  fileprivate init(_ count: Int, of owner: InflightBytes) {
    amount = Atomic(count)
    self.owner = owner
  }

  /// Returns whether the reservation counts against `inflight`.
  func isOf(_ inflight: InflightBytes) -> Bool { owner === inflight }

  /// The number of reserved bytes.
  var count: Int { amount.load(ordering: .relaxed) }

  /// Reserves more bytes.
  ///
  /// - Returns: false if they would exceed the limit; then nothing changes.
  func grow(by count: Int) -> Bool {
    guard owner.take(count, beside: self.count) else { return false }
    amount.add(count, ordering: .relaxed)
    return true
  }

  /// Reserves more bytes for an upload that is still arriving.
  ///
  /// - Returns: false if they would exceed the limit, or leave too few bytes free for other uploads; then
  ///   nothing changes.
  func growUpload(by count: Int) -> Bool {
    guard owner.take(count, forUploadOf: self.count) else { return false }
    amount.add(count, ordering: .relaxed)
    return true
  }

  /// Releases all but `count` bytes, if the reservation has more.
  func shrink(to count: Int) {
    let more = self.count - count
    guard more > 0 else { return }
    amount.subtract(more, ordering: .relaxed)
    owner.giveBack(more)
  }

  /// Releases the bytes now.
  func release() {
    owner.giveBack(amount.exchange(0, ordering: .relaxed))
  }

  deinit {
    release()
  }
}
