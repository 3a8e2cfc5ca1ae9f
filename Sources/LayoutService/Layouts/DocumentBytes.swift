import Synchronization

/// A document's bytes on their way to a worker, and the bytes set aside for them.
///
/// The bytes are taken out once, so that they are freed as soon as they have been read.
final class DocumentBytes: Sendable {
  /// Set aside until all work on the document is done.
  let reservation: Reservation
  /// How long the document is.
  let byteCount: Int
  private let body: Mutex<BodyPieces>

  init(_ body: BodyPieces, _ reservation: Reservation) {
    byteCount = body.count
    self.body = Mutex(body)
    self.reservation = reservation
  }

  convenience init(_ bytes: [UInt8], _ reservation: Reservation) {
    self.init(BodyPieces(bytes), reservation)
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
}
