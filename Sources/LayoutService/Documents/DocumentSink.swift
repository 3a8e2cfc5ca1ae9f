import HTTPMessage
import Synchronization

/// Collects a request's body and hashes it as it arrives.
///
/// The buffer follows what has really arrived: a claimed length is only believed up to a mebibyte.
/// One that may be a known document is compared with it at its end instead, and hashed only where it
/// is another: so the time taken tells a client no more than that, however it cuts its body.
final class DocumentSink: HTTPBodySink {
  static let believedLength = 1 << 20

  /// What the request asks of the layout.
  let ask: LayoutAsk
  /// The id in the path, for PUT.
  let expected: LayoutID?
  /// Whether the body is compressed.
  let isCompressed: Bool

  private let service: LayoutService
  private let reservation: Reservation
  private let claimedLength: Int?
  private var bytes: [UInt8] = []
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
    let count = bytes.count + more.count
    guard count <= service.bodyLimit.bytes else { return refusal(service.bodyLimit.refusal) }
    if count > reservation.count, !reservation.grow(by: count - reservation.count) {
      return refusal(.tooManyInflight)
    }
    if let claimedLength, bytes.capacity < claimedLength {
      bytes.reserveCapacity(
        count > Self.believedLength ? claimedLength : min(claimedLength, Self.believedLength))
    }
    if bytes.isEmpty, !isCompressed, let claimedLength {
      candidate = service.knownDocuments.candidate(length: claimedLength, beginning: more)
    }
    bytes.append(contentsOf: more)
    if !isCompressed, candidate == nil { hasher.update(more) }
    return nil
  }

  /// Works the id out of a document that is not compressed and has come whole.
  func identify() -> LayoutID {
    guard let candidate else { return hasher.finish() }
    isKnown = candidate.isSame(as: bytes)
    return isKnown ? candidate.id : LayoutID(hashing: bytes)
  }

  /// The body, which the sink gives away.
  func takeDocument() -> DocumentBox {
    let document = DocumentBox(bytes, reservation)
    bytes = []
    return document
  }

  /// Lets a body go whose layout there is already; the next one that is the same will be known.
  func remember(as id: LayoutID) {
    if isKnown {
      service.knownDocuments.noteFound()
    } else if claimedLength == bytes.count {
      service.knownDocuments.keep(KnownDocument(bytes: bytes, id: id))
    }
    bytes = []
  }

  private func refusal(_ problem: Problem) -> HTTPResponse {
    bytes = []
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
  private let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8], _ reservation: Reservation) {
    byteCount = bytes.count
    self.bytes = Mutex(bytes)
    self.reservation = reservation
  }

  /// The bytes; empty the second time.
  func take() -> [UInt8] {
    bytes.withLock { held in
      let taken = held
      held = []
      return taken
    }
  }
}
