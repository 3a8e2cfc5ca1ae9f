import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// A response's body while it is written: short ones are encoded at once, long ones become streams.
struct ResponseBody: BodyWriter {
  private(set) var bytes: [UInt8]
  /// The stream of a long body; nil if all of the body is in `bytes`.
  private(set) var stream: (any HTTPBodyStream)?
  private let acceptsGzip: Bool

  /// - Parameter bytes: an empty array, whose capacity is used.
  init(_ bytes: [UInt8], acceptsGzip: Bool) {
    self.bytes = bytes
    self.acceptsGzip = acceptsGzip
  }

  mutating func append(_ write: (inout [UInt8]) -> Void) { write(&bytes) }

  mutating func write(_ encoder: consuming some PieceEncoder, _ budget: LayoutBudget?) {
    var encoder = encoder
    guard encoder.encodePieces(into: &bytes, limit: ResponseWriter.wholeLimit, budget) else {
      return
    }
    if acceptsGzip {
      let rest = ResponseWriter.maxCompressedBytes - bytes.count
      guard encoder.encodePieces(into: &bytes, limit: rest, budget) else { return }
    }
    stream = PieceStream(beginning: bytes, encoder)
    bytes = []
  }
}

extension ResponseWriter {
  /// Compresses a body that is not streamed, if that pays and the client accepts gzip.
  ///
  /// - Returns: whether it is compressed.
  func compress(
    _ response: inout HTTPResponse, _ request: LayoutRequest, _ budget: LayoutBudget?
  ) -> Bool {
    guard request.acceptsGzip, response.stream == nil,
      response.body.count > Self.minCompressedBytes,
      let compressed = Gzip.compressed(response.body, budget)
    else { return false }
    response.body = compressed
    return true
  }

  /// Counts a large body as in flight until it has been sent, with the layouts that it needs if it is
  /// streamed.
  func count(
    _ response: inout HTTPResponse, _ layout: StoredLayout, _ widths: [StoredLayout]
  ) throws(Problem) {
    let count = response.body.count + (response.heldByteCount ?? 0)
    guard count > Self.countedLimit else { return }
    guard count <= inflight.limit else {
      throw Problem(
        .badRequest,
        "the response alone is larger than all bytes that may be in flight "
          + "(TATAMI_MAX_INFLIGHT_BYTES); request less at once")
    }
    guard let reservation = inflight.reserve(count) else { throw .tooManyInflight }
    guard response.stream != nil else {
      response.attachment = reservation
      return
    }
    var reservations = [reservation]
    for layout in [layout] + widths {
      guard let held = layout.held(in: inflight) else { throw .tooManyInflight }
      reservations.append(held)
    }
    response.attachment = HeldBytes(reservations)
  }
}

/// The reservations of a streamed body: for its own bytes, and for its layouts.
private final class HeldBytes: Sendable {
  private let reservations: [Reservation]

  init(_ reservations: [Reservation]) {
    self.reservations = reservations
  }
}
