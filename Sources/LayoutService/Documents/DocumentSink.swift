import HTTPMessage
import Synchronization

/// Collects a request's body and hashes it as it arrives.
///
/// The buffer follows what has really arrived: a claimed length is only believed up to a mebibyte.
/// As long as a body is the same as a known document it is neither collected nor hashed.
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
  /// The document that all bytes so far are those of.
  private var known: KnownDocument?
  /// How many bytes were compared with it.
  private var matched = 0

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
    if isSame(more) {
      matched += more.count
      return nil
    }
    if let known {
      self.known = nil
      let refusal = known.bytes.withUnsafeBytes {
        collect(UnsafeRawBufferPointer(rebasing: $0[..<matched]))
      }
      if let refusal { return refusal }
    }
    return collect(more)
  }

  /// Whether the body, with these bytes, is still that of a known document.
  private func isSame(_ more: UnsafeRawBufferPointer) -> Bool {
    if known == nil, bytes.isEmpty, !isCompressed, let claimedLength {
      known = service.knownDocuments.candidate(length: claimedLength, beginning: more)
    }
    return known?.continues(with: more, at: matched) ?? false
  }

  private func collect(_ more: UnsafeRawBufferPointer) -> HTTPResponse? {
    let count = bytes.count + more.count
    guard count <= service.bodyLimit.bytes else { return refusal(service.bodyLimit.refusal) }
    if count > reservation.count, !reservation.grow(by: count - reservation.count) {
      return refusal(.tooManyInflight)
    }
    if let claimedLength, bytes.capacity < claimedLength {
      bytes.reserveCapacity(
        count > Self.believedLength ? claimedLength : min(claimedLength, Self.believedLength))
    }
    bytes.append(contentsOf: more)
    if !isCompressed { hasher.update(more) }
    return nil
  }

  /// The id of the document; of one that is not compressed and has come whole.
  var id: LayoutID { known?.id ?? hasher.finish() }

  /// The body, which the sink gives away.
  func takeDocument() -> DocumentBox {
    let document = DocumentBox(known?.bytes ?? bytes, reservation)
    bytes = []
    return document
  }

  /// Lets the body go, whose layout there is already; the next that is the same will be known.
  func release(_ id: LayoutID) {
    if known == nil {
      service.knownDocuments.keep(KnownDocument(bytes: bytes, id: id))
    } else {
      service.knownDocuments.count()
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
