import HTTPMessage
import Synchronization

/// Collects a request's body, a document or an update, and hashes it as it arrives.
///
/// What is held follows what has arrived, whatever length is claimed. A body that may be a known
/// document is compared with it once it is whole instead, and hashed only where it is another: so the
/// time taken says no more than that, however it cuts its body.
final class DocumentSink: HTTPBodySink {
  /// Bytes in flight are set aside in steps of so many; the first ones are smaller.
  static let reservationStep = 64 << 10
  private static let firstStep = 4 << 10
  /// Claimed lengths that are believed from the first byte on: so the body is never moved while it
  /// grows, and what does not come takes room that the system gives no memory for.
  private static let shortLength = 256 << 10

  let request: DocumentRequest

  private let receiver: DocumentReceiver
  private let reservation: Reservation
  private var body = BodyPieces()
  /// What of a claimed length has been believed and has not arrived yet.
  private var ahead: Reservation?
  private var hasher: SHA256
  /// The document that this may be.
  private var candidate: KnownDocument?
  /// Whether the body turned out to be the candidate.
  private var isKnown = false

  /// - Parameter reservation: bytes set aside so far; it grows with what arrives.
  init(_ request: DocumentRequest, _ reservation: Reservation, _ receiver: DocumentReceiver) {
    self.request = request
    self.reservation = reservation
    self.receiver = receiver
    hasher = LayoutID.hasher(of: request.parent)
  }

  func append(_ more: UnsafeRawBufferPointer) -> HTTPResponse? {
    let count = body.count + more.count
    guard count <= receiver.bodyLimit.bytes else { return refusal(receiver.bodyLimit.refusal) }
    if count > reservation.count, !reserve(count) { return refusal(.tooManyInflight) }
    if body.count == 0, unsafe takeCandidate(more) { return nil }
    if let claimed = request.claimedLength, ahead == nil, claimed > count,
      claimed <= Self.shortLength || count > BodyPieces.size
    {
      believe(claimed)
    }
    unsafe body.append(more, of: request.claimedLength)
    if !request.isCompressed, candidate == nil { unsafe hasher.update(more) }
    return nil
  }

  func finish(
    _ head: HTTPRequest, response: inout HTTPResponse, exchange: any HTTPExchange
  ) -> HTTPDisposition {
    do throws(Problem) {
      return request.isCompressed
        ? try receiver.inflateLater(self, head, exchange)
        : try receiver.respond(to: self, head, exchange, &response)
    } catch {
      receiver.writer.write(error, request.layout.context, to: &response)
      return .respond
    }
  }

  /// Looks for the document that a body may be which begins so, and compares them where all has come: so
  /// what is known is not copied.
  ///
  /// - Returns: whether the body is that document.
  private func takeCandidate(_ beginning: UnsafeRawBufferPointer) -> Bool {
    guard !request.isCompressed, request.parent == nil, let claimed = request.claimedLength,
      let found = unsafe receiver.digests.candidate(length: claimed, beginning: beginning)
    else { return false }
    candidate = found
    guard beginning.count == claimed else { return false }
    isKnown = unsafe found.isSame(as: beginning)
    if isKnown { body = BodyPieces(found.bytes) } else { candidate = nil }
    return isKnown
  }

  /// Sets aside what the body holds now, a step at a time.
  private func reserve(_ count: Int) -> Bool {
    var step = Self.firstStep
    while step < Self.reservationStep, step < count { step *= 2 }
    let stepped = (count + step - 1) / step * step
    let total = min(stepped, request.claimedLength ?? .max, receiver.bodyLimit.bytes)
    return reservation.growUpload(by: max(total, count) - reservation.count)
  }

  /// Makes one buffer for all of the body, which spares copying it together.
  private func believe(_ length: Int) {
    guard body.isWhole, let ahead = receiver.roomAhead.reserve(length) else { return }
    self.ahead = ahead
    body.reserve(length)
  }

  /// Works the id out of a text that is not compressed and has come whole.
  func identify() -> LayoutID {
    guard let candidate else { return LayoutID(hasher.finish(), of: request.parent) }
    if isKnown { return candidate.id }
    let bytes = body.joined()
    isKnown = unsafe bytes.withUnsafeBytes { unsafe candidate.isSame(as: $0) }
    return isKnown ? candidate.id : LayoutID(hashing: bytes)
  }

  /// The body, which the sink gives away.
  func takeDocument() -> DocumentBytes {
    let document = DocumentBytes(body, reservation)
    drop()
    return document
  }

  /// Lets a body go whose layout there is already; the next document that is the same will be known.
  func remember(as id: LayoutID) {
    if isKnown {
      receiver.digests.noteFound()
    } else if request.parent == nil, request.claimedLength == body.count, body.isWhole {
      receiver.digests.keep(KnownDocument(bytes: body.joined(), id: id))
    }
    drop()
  }

  private func drop() {
    body = BodyPieces()
    ahead = nil
  }

  private func refusal(_ problem: Problem) -> HTTPResponse {
    drop()
    var response = HTTPResponse()
    receiver.writer.write(problem, request.layout.context, to: &response)
    return response
  }
}
