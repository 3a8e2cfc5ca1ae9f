import Synchronization

/// A document's bytes on their way to a worker, with the reservation for them.
///
/// The bytes can be taken out once, so that they are freed as soon as they have been read. If they are to be
/// written to the store, the job that read them puts them back.
final class DocumentBytes: Sendable {
  /// The reservation for the document until all work on it is done.
  let reservation: Reservation
  /// The document's length in bytes.
  let byteCount: Int
  private let body: Mutex<BodyPieces>
  private let member: Mutex<[UInt8]?>

  init(_ body: BodyPieces, _ reservation: Reservation, member: [UInt8]? = nil) {
    byteCount = body.count
    self.body = Mutex(body)
    self.member = Mutex(member)
    self.reservation = reservation
  }

  /// - Parameter member: the gzip member in which the document was uploaded, if it is shorter and may be
  ///   stored as uploaded.
  convenience init(_ bytes: [UInt8], _ reservation: Reservation, member: [UInt8]? = nil) {
    self.init(BodyPieces(bytes), reservation, member: member)
  }

  /// Takes the bytes out; returns an empty body if they have been taken out already.
  ///
  /// - Complexity: O(1).
  func take() -> BodyPieces {
    body.withLock { held in
      let taken = held
      held = BodyPieces()
      return taken
    }
  }

  /// Puts the bytes back that `take` returned, so that they can be written to the store.
  func putBack(_ text: [UInt8]) {
    body.withLock { $0 = BodyPieces(text) }
  }

  /// Frees all bytes and their reservation.
  func release() {
    _ = take()
    _ = takeMember()
    reservation.release()
  }

  /// Takes out the gzip member in which the document was uploaded.
  ///
  /// - Returns: nil the second time, and if the document was uploaded uncompressed.
  func takeMember() -> [UInt8]? {
    member.withLock { member in
      let taken = member
      member = nil
      return taken
    }
  }
}
