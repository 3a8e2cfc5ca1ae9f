import HTTPMessage
import LayoutAPI
import Synchronization

/// Collects a request's body, a document or an update, and hashes it as it arrives.
///
/// The memory grows with the bytes that have arrived, whatever length the client claims. A body that may
/// equal a remembered document (`DigestCache`) is not hashed on arrival: it is compared with that document
/// once it is complete, and hashed only if it differs. So the response time reveals only whether they are
/// equal, however the client splits its body.
final class DocumentSink: HTTPBodySink {
  /// The step in bytes in which bytes in flight are reserved; the first steps are smaller.
  static let reservationStep = 64 << 10
  private static let firstStep = 4 << 10
  /// The maximum claimed length for which the whole buffer is reserved at the first byte.
  ///
  /// So the body is never moved while it grows. The system provides no memory for bytes that do not arrive.
  private static let shortLength = 256 << 10

  let request: DocumentRequest

  private let receiver: DocumentReceiver
  private let reservation: Reservation
  private var body = BodyPieces()
  /// The reservation for the buffer of a claimed length; nil if no such buffer has been reserved.
  private var ahead: Reservation?
  private var hasher: SHA256
  /// The remembered document that the body may equal; nil if there is none.
  private var candidate: KnownDocument?
  /// Whether the body turned out to equal the candidate.
  private var isKnown = false

  /// - Parameter reservation: the bytes reserved so far; the sink grows it as bytes arrive.
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

  /// Looks for a remembered document that begins like the body, and compares the two if the body is complete.
  ///
  /// So a body that arrives at once and equals a remembered document is not copied.
  ///
  /// - Returns: whether the body equals that document.
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

  /// Grows the reservation, in steps, to at least `count` bytes; returns false if there is no space.
  private func reserve(_ count: Int) -> Bool {
    var step = Self.firstStep
    while step < Self.reservationStep, step < count { step *= 2 }
    let stepped = (count + step - 1) / step * step
    let total = min(stepped, request.claimedLength ?? .max, receiver.bodyLimit.bytes)
    return reservation.growUpload(by: max(total, count) - reservation.count)
  }

  /// Reserves one buffer for the announced `length`, so that the body's pieces need not be joined.
  private func believe(_ length: Int) {
    guard body.isWhole, let ahead = receiver.speculativeBytes.reserve(length) else { return }
    self.ahead = ahead
    body.reserve(length)
  }

  /// Returns the id of an uncompressed text that has arrived completely.
  func identify() -> LayoutID {
    guard let candidate else { return LayoutID(hasher.finish(), of: request.parent) }
    if isKnown { return candidate.id }
    let bytes = body.joined()
    isKnown = unsafe bytes.withUnsafeBytes { unsafe candidate.isSame(as: $0) }
    return isKnown ? candidate.id : LayoutID(hashing: bytes)
  }

  /// Returns the body, and removes it from the sink.
  func takeDocument() -> DocumentBytes {
    let document = DocumentBytes(body, reservation)
    drop()
    return document
  }

  /// Releases a body whose layout is cached, and remembers the document for later uploads.
  func remember(as id: LayoutID) {
    if isKnown {
      receiver.digests.noteFound()
    } else if request.parent == nil, request.claimedLength == body.count, body.isWhole {
      receiver.digests.insert(KnownDocument(bytes: body.joined(), id: id))
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
