import HTTPMessage
import Synchronization

/// Collects a request's body and hashes it as it arrives.
///
/// What is held follows what has arrived, whatever length is claimed. A body that may be a known
/// document is compared with it at its end instead, and hashed only where it is another: so the time
/// taken tells a client no more than that, however it cuts its body.
final class DocumentSink: HTTPBodySink {
  /// Bytes in flight are set aside in steps of so many; the first ones are smaller.
  static let reservationStep = 64 << 10
  private static let firstStep = 4 << 10

  /// What the request asks of the layout.
  let ask: LayoutAsk
  /// The id in the path, for PUT.
  let expected: LayoutID?
  /// Whether the body is compressed.
  let isCompressed: Bool

  private let service: LayoutService
  private let reservation: Reservation
  private let claimedLength: Int?
  private var body = BodyPieces()
  /// What of a claimed length has been believed and has not arrived yet.
  private var ahead: Reservation?
  private var hasher = LayoutIDHasher()
  /// The document that this may be.
  private var candidate: KnownDocument?
  /// Whether the body turned out to be the candidate.
  private var isKnown = false

  /// - Parameter reservation: bytes set aside so far; it grows with what arrives.
  init(
    _ service: LayoutService, _ ask: LayoutAsk, expected: LayoutID?, isCompressed: Bool,
    claimedLength: Int?, reservation: Reservation
  ) {
    self.service = service
    self.ask = ask
    self.expected = expected
    self.isCompressed = isCompressed
    self.claimedLength = claimedLength
    self.reservation = reservation
  }

  func append(_ more: UnsafeRawBufferPointer) -> HTTPResponse? {
    let count = body.count + more.count
    guard count <= service.bodyLimit.bytes else { return refusal(service.bodyLimit.refusal) }
    if count > reservation.count, !reserve(count) { return refusal(.tooManyInflight) }
    if body.count == 0, !isCompressed, let claimedLength {
      candidate = service.knownDocuments.candidate(length: claimedLength, beginning: more)
    }
    if let claimedLength, ahead == nil, count > BodyPieces.size, claimedLength > count {
      believe(claimedLength)
    }
    body.append(more, of: claimedLength)
    if !isCompressed, candidate == nil { hasher.update(more) }
    return nil
  }

  /// Sets aside what the body holds now, a step at a time.
  private func reserve(_ count: Int) -> Bool {
    var step = Self.firstStep
    while step < Self.reservationStep, step < count { step *= 2 }
    let stepped = (count + step - 1) / step * step
    let total = min(stepped, claimedLength ?? .max, service.bodyLimit.bytes)
    return reservation.growUpload(by: max(total, count) - reservation.count)
  }

  /// Makes one buffer for all of the body, which spares copying it together.
  private func believe(_ length: Int) {
    guard body.isWhole, let ahead = service.roomAhead.reserve(length) else { return }
    self.ahead = ahead
    body.reserve(length)
  }

  /// Works the id out of a document that is not compressed and has come whole.
  func identify() -> LayoutID {
    guard let candidate else { return hasher.finish() }
    let bytes = body.joined()
    isKnown = candidate.isSame(as: bytes)
    return isKnown ? candidate.id : LayoutID(hashing: bytes)
  }

  /// The body, which the sink gives away.
  func takeDocument() -> DocumentBox {
    let document = DocumentBox(body, reservation)
    drop()
    return document
  }

  /// Lets a body go whose layout there is already; the next one that is the same will be known.
  func remember(as id: LayoutID) {
    if isKnown {
      service.knownDocuments.noteFound()
    } else if claimedLength == body.count, body.isWhole {
      service.knownDocuments.keep(KnownDocument(bytes: body.joined(), id: id))
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
    service.fill(&response, problem, ask.context)
    return response
  }
}

/// A document's bytes on their way to a worker, and the bytes set aside for them.
///
/// The bytes are taken out once, so that they are freed as soon as they have been read.
final class DocumentBox: Sendable {
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
  /// - Complexity: O(1) for a body in one buffer, else O(bytes).
  func take() -> [UInt8] {
    let taken = body.withLock { held in
      let taken = held
      held = BodyPieces()
      return taken
    }
    return taken.joined()
  }
}
