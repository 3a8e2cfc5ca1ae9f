import HTTPMessage
import LayoutEngine
import LayoutWire

/// Bodies: written whole where they are short, and streamed where they are not.
extension ResponseWriter {
  /// Bytes of text beyond which a body is streamed.
  static let wholeLimit = 256 << 10
  /// Bytes of text beyond which a body is streamed to clients that take gzip, too: compressing
  /// needs the whole text at once.
  static let compressedLimit = 8 << 20
  /// Bytes of text up to which compression does not pay.
  static let uncompressedLimit = 1 << 10
  /// Bytes of a body beyond which it is counted as held until it has been taken.
  static let countedLimit = 64 << 10

  /// Writes the body.
  ///
  /// - Returns: when what was requested had been found, and its writing began.
  func writeBody(
    of stored: StoredLayout, _ request: LayoutRequest, _ work: ResponseWork,
    to response: inout HTTPResponse
  ) throws(Problem) -> UInt64 {
    let (layout, summary, budget) = (stored.layout, stored.summary, work.budget)
    var found = MonotonicClock.now
    func select(_ query: LayoutQuery) throws(QueryError) -> AttributesSelection {
      defer { found = MonotonicClock.now }
      if let selection = work.selection { return selection }
      return try layout.select(query, budget)
    }
    do throws(QueryError) {
      switch request.subject {
      case .document: write(DocumentEncoder(stored.layout.document), request, budget, to: &response)
      case .changes(let changes, let representation):
        guard let origin = work.origin else { throw .cancelled }
        let changes = try layout.changes(
          from: origin.layout.layout, origin.map, changes.query, budget)
        found = MonotonicClock.now
        let form = representation == .columns ? ChangesEncoder.Form.columns : .objects
        let encoder = ChangesEncoder(summary, from: origin.layout.summary.id, changes, form)
        write(encoder, request, budget, to: &response)
      case .summary: summary.appendJSON(to: &response.body)
      case .sections:
        write(SectionsEncoder(id: summary.id, layout: layout), request, budget, to: &response)
      case .targetOffset(.proposal(let proposal)):
        try layout.targetOffset(proposal).appendJSON(to: &response.body)
      case .targetOffset(.showing(let path, let position)):
        try layout.targetOffset(showing: path, at: position).appendJSON(to: &response.body)
      case .attributes(let query, .json):
        let selection = try select(query)
        write(JSONAttributesEncoder(summary, selection), request, budget, to: &response)
      case .attributes(let query, .columns):
        let selection = try select(query)
        write(ColumnsAttributesEncoder(summary, selection), request, budget, to: &response)
      case .attributes(let query, .packed):
        let selection = try select(query)
        write(PackedAttributesEncoder(summary, selection), request, budget, to: &response)
      case .attributes(let query, .svg):
        let encoder = try SVGAttributesEncoder(layout, query, style: request.style, budget)
        write(encoder, request, budget, to: &response)
      }
      if budget?.isEnded == true { throw .cancelled }
    } catch {
      throw Problem(error, selecting: request.subject.selection)
    }
    return found
  }

  /// Writes a text whole, or as much of it as is written before it is streamed.
  private func write(
    _ encoder: consuming some PieceEncoder, _ request: LayoutRequest, _ budget: LayoutBudget?,
    to response: inout HTTPResponse
  ) {
    var encoder = encoder
    guard encoder.encodePieces(into: &response.body, limit: Self.wholeLimit, budget) else {
      return
    }
    if request.acceptsGzip {
      let rest = Self.compressedLimit - response.body.count
      guard encoder.encodePieces(into: &response.body, limit: rest, budget) else { return }
    }
    response.stream = PieceStream(beginning: response.body, encoder)
    response.body = []
  }

  /// Compresses a body that is there whole, where that pays and the client takes it.
  ///
  /// - Returns: whether it is compressed.
  func compress(
    _ response: inout HTTPResponse, _ request: LayoutRequest, _ budget: LayoutBudget?
  ) -> Bool {
    guard request.acceptsGzip, response.stream == nil,
      response.body.count > Self.uncompressedLimit,
      let compressed = Gzip.compressed(response.body, budget)
    else { return false }
    response.body = compressed
    return true
  }

  /// Counts a large body as held until it has been taken.
  func count(_ response: inout HTTPResponse, _ stored: StoredLayout) throws(Problem) {
    let count = response.body.count + (response.heldByteCount ?? 0)
    guard count > Self.countedLimit else { return }
    guard count <= inflight.limit else {
      throw Problem(
        .badRequest,
        "the answer alone would pass the bytes that may be in flight "
          + "(TATAMI_MAX_INFLIGHT_BYTES); ask for less at once")
    }
    guard let reservation = inflight.reserve(count) else { throw .tooManyInflight }
    guard response.stream != nil else {
      response.attachment = reservation
      return
    }
    guard let layout = stored.held(in: inflight) else { throw .tooManyInflight }
    response.attachment = HeldBytes(response: reservation, layout: layout)
  }
}

/// What a streamed body holds: its own bytes, and its layout.
private final class HeldBytes: Sendable {
  private let response: Reservation
  private let layout: Reservation

  init(response: Reservation, layout: Reservation) {
    self.response = response
    self.layout = layout
  }
}
