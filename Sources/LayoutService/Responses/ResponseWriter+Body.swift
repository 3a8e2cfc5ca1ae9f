import LayoutAPI
import HTTPMessage
import LayoutEngine
import LayoutWire

/// Writes bodies: short ones at once, long ones as streams.
extension ResponseWriter {
  /// Writes a response's body, or sets its stream.
  ///
  /// - Returns: the time when the requested elements had been found, and their writing began.
  func writeBody(
    of stored: StoredLayout, _ request: LayoutRequest, _ work: ResponseWork,
    to response: inout HTTPResponse
  ) throws(Problem) -> UInt64 {
    let (layout, summary, budget) = (stored.layout, stored.summary, work.budget)
    if request.form.includesLines, case .attributes(let query, .json) = request.subject {
      return try writeLines(of: stored, request, query, budget, to: &response)
    }
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
        guard let base = work.base else { throw .cancelled }
        let query = changes.query
        let changes = try layout.changes(from: base.layout.layout, base.map, query, budget)
        found = MonotonicClock.now
        if representation == .svg {
          let encoder = ChangesPictureEncoder(layout, changes, query, style: request.form.style)
          write(encoder, request, budget, to: &response)
          break
        }
        let form = representation == .columns ? ChangesEncoder.Form.columns : .objects
        let encoder = ChangesEncoder(
          summary, from: base.layout.summary.id, changes, form,
          dataOf: request.form.includesData ? layout : nil)
        write(encoder, request, budget, to: &response)
      case .summary: summary.appendJSON(to: &response.body)
      case .sections:
        write(SectionsEncoder(id: summary.id, layout: layout), request, budget, to: &response)
      case .targetOffset(.proposal(let proposal)):
        try layout.targetOffset(proposal).appendJSON(to: &response.body)
      case .targetOffset(.showing(let target)):
        let offset =
          if let offset = work.offset { offset } else {
            try layout.targetOffset(showing: target, budget)
          }
        offset.appendJSON(to: &response.body)
      case .indexPath(let query):
        let item = if let item = work.item { item } else { try layout.item(query, budget) }
        item.appendJSON(to: &response.body)
      case .attributes(let query, .json):
        let selection = try select(query)
        let encoder = JSONAttributesEncoder(
          summary, selection, includesData: request.form.includesData)
        write(encoder, request, budget, to: &response)
      case .attributes(let query, .columns):
        let selection = try select(query)
        write(ColumnsAttributesEncoder(summary, selection), request, budget, to: &response)
      case .attributes(let query, .packed):
        let selection = try select(query)
        write(PackedAttributesEncoder(summary, selection), request, budget, to: &response)
      case .attributes(let query, .svg):
        let encoder = try SVGAttributesEncoder(layout, query, style: request.form.style, budget)
        write(encoder, request, budget, to: &response)
      case .attributes(let query, .css):
        let parts = try parts(of: request.form.sheet, stored, query, work)
        found = MonotonicClock.now
        write(SheetEncoder(parts, query, request.form.sheet.style), request, budget, to: &response)
      }
      if budget?.isEnded == true { throw .cancelled }
    } catch {
      throw Problem(error, selecting: request.subject.selection)
    }
    return found
  }

  /// Writes attributes with the lines of bodies, always at once.
  ///
  /// - Returns: the time when the elements had been found.
  private func writeLines(
    of stored: StoredLayout, _ request: LayoutRequest, _ query: LayoutQuery,
    _ budget: LayoutBudget?, to response: inout HTTPResponse
  ) throws(Problem) -> UInt64 {
    let selection: AttributesSelection
    do throws(QueryError) {
      selection = try stored.layout.select(query, budget)
    } catch {
      throw Problem(error, selecting: query.selection)
    }
    let found = MonotonicClock.now
    do throws(BadQuery) {
      try AttributesQuery.checkLines(of: selection.count)
    } catch {
      throw Problem(error)
    }
    let budget = budget ?? LayoutBudget()
    do throws(LayoutError) {
      try AttributesLines.append(
        stored.summary, selection, of: stored.layout, includesData: request.form.includesData,
        to: &response.body, budget)
    } catch {
      throw budget.lacksTextSteps ? Problem(AttributesQuery.linesTooDear) : .ended
    }
    return found
  }

  /// Returns the parts of a style sheet: the layout itself, or the layouts of its widths.
  private func parts(
    of sheet: SheetRequest, _ stored: StoredLayout, _ query: LayoutQuery, _ work: ResponseWork
  ) throws(QueryError) -> [SheetEncoder.Part] {
    guard work.widths.count == sheet.widths.count else { throw .cancelled }
    let layouts = sheet.widths.isEmpty ? [stored] : work.widths
    var parts: [SheetEncoder.Part] = []
    for (place, other) in layouts.enumerated() {
      let layout = other.layout
      var selection = sheet.widths.isEmpty ? work.selection : nil
      if selection == nil { selection = try layout.select(query, work.budget) }
      guard let selection else { continue }
      var frames: FluidFrames?
      if sheet.style.unit == .percent {
        frames = try FluidFrames(layout, selection, query, in: sheet.range(place), work.budget)
      }
      parts.append(
        SheetEncoder.Part(
          layout, selection, minWidth: sheet.widths.isEmpty ? 0 : sheet.widths[place],
          frames: frames))
    }
    return parts
  }

  /// Encodes a body at once if it is short; otherwise sets a stream that encodes the rest while it is read.
  private func write(
    _ encoder: consuming some PieceEncoder, _ request: LayoutRequest, _ budget: LayoutBudget?,
    to response: inout HTTPResponse
  ) {
    var encoder = encoder
    guard encoder.encodePieces(into: &response.body, limit: Self.wholeLimit, budget) else {
      return
    }
    if request.acceptsGzip {
      let rest = Self.mostCompressedBytes - response.body.count
      guard encoder.encodePieces(into: &response.body, limit: rest, budget) else { return }
    }
    response.stream = PieceStream(beginning: response.body, encoder)
    response.body = []
  }

  /// Compresses a body that is not streamed, if that pays and the client accepts gzip.
  ///
  /// - Returns: whether it is compressed.
  func compress(
    _ response: inout HTTPResponse, _ request: LayoutRequest, _ budget: LayoutBudget?
  ) -> Bool {
    guard request.acceptsGzip, response.stream == nil,
      response.body.count > Self.leastCompressedBytes,
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
