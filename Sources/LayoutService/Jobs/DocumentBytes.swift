import Synchronization

/// A document's bytes on their way to a worker, and the bytes set aside for them.
///
/// The bytes are taken out once, so that they are freed as soon as they have been read; where they
/// are to be kept in the store, the reader puts them back.
final class DocumentBytes: Sendable {
  /// Set aside until all work on the document is done.
  let reservation: Reservation
  /// How long the document is.
  let byteCount: Int
  private let body: Mutex<BodyPieces>
  private let member: Mutex<[UInt8]?>

  init(_ body: BodyPieces, _ reservation: Reservation, member: [UInt8]? = nil) {
    byteCount = body.count
    self.body = Mutex(body)
    self.member = Mutex(member)
    self.reservation = reservation
  }

  /// - Parameter member: the gzip member as which the document came, where it is shorter and may be kept
  ///   as it came.
  convenience init(_ bytes: [UInt8], _ reservation: Reservation, member: [UInt8]? = nil) {
    self.init(BodyPieces(bytes), reservation, member: member)
  }

  /// The bytes; empty the second time.
  ///
  /// - Complexity: O(1).
  func take() -> BodyPieces {
    body.withLock { held in
      let taken = held
      held = BodyPieces()
      return taken
    }
  }

  /// Puts back what `take` gave, for the store.
  func putBack(_ text: [UInt8]) {
    body.withLock { $0 = BodyPieces(text) }
  }

  /// Lets all bytes go, and what is set aside for them.
  func release() {
    _ = take()
    _ = takeMember()
    reservation.release()
  }

  /// The gzip member as which the document came; nil the second time, and where it came as text.
  func takeMember() -> [UInt8]? {
    member.withLock { member in
      let taken = member
      member = nil
      return taken
    }
  }
}
