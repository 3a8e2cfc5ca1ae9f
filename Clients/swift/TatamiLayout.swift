// SPDX-License-Identifier: Apache-2.0
// A layout on a Tatami server: query its attributes, and update it.

public import Foundation

/// A document that the server has laid out, or a version of one. It never changes: an update derives another.
///
/// If the server has evicted a layout, the client restores it under the same id, and the caller notices only
/// the extra time: from its parent and update or, if the parent is evicted too, from the chain's document and
/// all updates since. When the updates have grown larger than the document, the client fetches the version's
/// own document in their place; a version restored from that document has another id.
///
/// ```swift
/// let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
/// for element in try await layout.attributes(in: screen).attributes {
///   print(element.indexPath, element.frame)
/// }
/// ```
public final class TatamiLayout: Sendable {
  /// The client that the layout belongs to.
  public let client: TatamiClient
  private let told: TatamiSummary
  private let line: TatamiLine
  private let step: Int

  convenience init(client: TatamiClient, document: Data?, summary: TatamiSummary) {
    let line = TatamiLine(document: document, id: summary.id)
    self.init(client: client, summary: summary, line: line, step: 0)
  }

  private init(client: TatamiClient, summary: TatamiSummary, line: TatamiLine, step: Int) {
    self.client = client
    told = summary
    self.line = line
    self.step = step
  }

  /// The layout's id.
  public var id: String { line.id(of: step) }

  /// The layout's sizes.
  public var summary: TatamiSummary {
    var summary = told
    summary.id = id
    return summary
  }

  /// Returns the elements that intersect a rectangle; pinned elements have their frames under `bounds`.
  public func attributes(in rect: CGRect, bounds: CGRect? = nil) async throws -> TatamiAnswer {
    let query = "rect=\(Self.text(rect))" + (bounds.map { "&bounds=\(Self.text($0))" } ?? "")
    return try await client.ofOneEngine { try await get("attributes", query + $0) }
  }

  /// Returns all elements, cells as columns of numbers: every item's frame, in a third of the bytes.
  public func columns() async throws -> TatamiColumns {
    try await client.ofOneEngine { try await get("attributes", "rect=all&format=columns\($0)") }
  }

  /// Returns the offset at which scrolling should stop, for `scrollViewWillEndDragging`.
  ///
  /// - Parameters:
  ///   - proposed: the offset at which scrolling would end by itself; nil if it is where scrolling
  ///     decelerates to from `current` at `velocity`.
  ///   - velocity: the velocity in points per millisecond.
  ///   - current: the content offset as the finger lifts; nil if it is `proposed`.
  ///   - start: the content offset at `scrollViewWillBeginDragging`; nil if it is `current`.
  ///   - section: the orthogonal section that scrolls.
  public func targetOffset(
    proposed: CGPoint? = nil, velocity: CGPoint = .zero, current: CGPoint? = nil, start: CGPoint? = nil,
    section: Int? = nil
  ) async throws -> TatamiTargetOffset {
    var query = proposed.map { "proposed=\(Self.text($0))&" } ?? ""
    query += "velocity=\(Self.text(velocity))"
    if let current { query += "&current=\(Self.text(current))" }
    if let start { query += "&start=\(Self.text(start))" }
    if let section { query += "&section=\(section)" }
    return try await get("target-offset", query)
  }

  /// Returns the offset that shows an item at a position of the view, beside what is pinned there.
  ///
  /// - Parameters:
  ///   - position: `top`, `centeredVertically`, `bottom`, `left`, `centeredHorizontally` or `right`.
  ///   - kind: the kind of a header, a footer or another element to show in place of the item.
  ///   - under: whether it may rest under pinned elements.
  ///   - scrollsSection: whether the item's orthogonal section scrolls to it by itself; the offset is then
  ///     that section's, and neither `kind` nor `under` may be given.
  public func offset(
    showingItem item: Int, section: Int = 0, at position: String, kind: String? = nil, under: Bool = false,
    scrollsSection: Bool = false
  ) async throws -> TatamiTargetOffset {
    var query = "indexPath=\(section)-\(item)&position=\(position)"
    if let kind {
      let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
      query += "&kind=\(kind.addingPercentEncoding(withAllowedCharacters: allowed) ?? kind)"
    }
    if under { query += "&under=true" }
    if scrollsSection { query += "&section=\(section)" }
    return try await get("target-offset", query)
  }

  /// Returns the cell at a point of the content.
  ///
  /// - Parameters:
  ///   - point: a point in content coordinates.
  ///   - nearest: whether the nearest cell is returned if no cell contains the point.
  /// - Throws: the problem `no-such-element` if there is no such cell.
  public func item(at point: CGPoint, nearest: Bool = false) async throws -> TatamiItemAtPoint {
    try await get("index-path", "point=\(Self.text(point))\(nearest ? "&nearest=true" : "")")
  }

  /// Returns the index path to which an item goes when it is dragged to a point: the `to` of a move.
  public func place(
    ofItem item: Int, section: Int = 0, draggedTo point: CGPoint
  ) async throws -> TatamiItemAtPoint {
    try await get("index-path", "point=\(Self.text(point))&moving=\(section)-\(item)")
  }

  /// Returns the version that an update derives, without the changes.
  public func update(_ update: TatamiUpdate) async throws -> TatamiLayout {
    try await post(encoded(update), query: "", TatamiSummary.self, \.self).layout
  }

  /// Returns the version that an update derives, and the changes that a view of this layout has to make.
  ///
  /// The same update of the same layout gives the same version, so a retry is safe.
  ///
  /// - Parameters:
  ///   - update: the batch of changes.
  ///   - rect: the area that the view has elements for; nil if it is `bounds`, or everything.
  ///   - bounds: the visible area.
  ///   - anchor: the cell that keeps its place on screen; it needs `bounds`.
  public func update(
    _ update: TatamiUpdate, rect: CGRect?, bounds: CGRect? = nil, anchor: TatamiAnchor = .first
  ) async throws -> (layout: TatamiLayout, changes: TatamiChanges) {
    let query = changesQuery(rect, bounds, anchor)
    return try await post(encoded(update), query: query, TatamiChanges.self, \.summary)
  }

  /// Returns the version and changes of an update given as JSON text, which may use all fields.
  public func update(
    json: String, rect: CGRect?, bounds: CGRect? = nil, anchor: TatamiAnchor = .first
  ) async throws -> (layout: TatamiLayout, changes: TatamiChanges) {
    let query = changesQuery(rect, bounds, anchor)
    return try await post(Data(json.utf8), query: query, TatamiChanges.self, \.summary)
  }

  /// Lays out a whole new document. Returns its layout and the changes that a view of this layout has to make.
  ///
  /// Items are matched by their ids, and items without ids by their places.
  ///
  /// - Parameters:
  ///   - json: the document as JSON text.
  ///   - rect: the area that the view has elements for; nil if it is `bounds`, or everything.
  ///   - bounds: the visible area.
  ///   - anchor: the cell that keeps its place on screen; it needs `bounds`.
  public func reload(
    json: String, rect: CGRect?, bounds: CGRect? = nil, anchor: TatamiAnchor = .first
  ) async throws -> (layout: TatamiLayout, changes: TatamiChanges) {
    let (document, query) = (Data(json.utf8), changesQuery(rect, bounds, anchor))
    let changes = try await again([self]) { [self] in
      try await client.call(
        TatamiChanges.self,
        client.send(document, "POST", path: "v1/layouts", query: "from=\(id)&\(query)"))
    }
    return (TatamiLayout(client: client, document: document, summary: changes.summary), changes)
  }

  /// Lays out a whole new document of any encodable type. Returns its layout and the changes.
  public func reload(
    _ document: some Encodable, rect: CGRect?, bounds: CGRect? = nil, anchor: TatamiAnchor = .first
  ) async throws -> (layout: TatamiLayout, changes: TatamiChanges) {
    try await reload(
      json: String(decoding: try TatamiClient.encoded(document), as: UTF8.self), rect: rect,
      bounds: bounds, anchor: anchor)
  }

  /// Returns what a view of another layout has to do to show this one: another version, or the layout of another
  /// document, whose items are matched by their ids.
  ///
  /// - Throws: a problem with status 409, `unrelated-layouts`, if two versions of one document are too far
  ///   apart: query the attributes instead.
  public func changes(
    from other: TatamiLayout, rect: CGRect?, bounds: CGRect? = nil, anchor: TatamiAnchor = .first
  ) async throws -> TatamiChanges {
    let query = changesQuery(rect, bounds, anchor)
    return try await again([self, other]) { [self] in
      try await client.call(
        TatamiChanges.self,
        client.request(path: "v1/layouts/\(id)/changes", query: "from=\(other.id)&\(query)"))
    }
  }

  /// Returns the layout's document as the server writes it: its items include all measured sizes.
  public func document() async throws -> Data {
    try await again([self]) { [self] in
      try await client.data(client.request(path: "v1/layouts/\(id)/document", query: ""))
    }
  }
}

extension TatamiLayout {
  private func get<Value: Decodable & Sendable>(_ resource: String, _ query: String) async throws
    -> Value
  {
    try await again([self]) { [self] in
      try await client.call(
        Value.self, client.request(path: "v1/layouts/\(id)/\(resource)", query: query))
    }
  }

  private func post<Answer: Decodable & Sendable>(
    _ update: Data, query: String, _: Answer.Type, _ summary: (Answer) -> TatamiSummary
  ) async throws -> (layout: TatamiLayout, changes: Answer) {
    let answer = try await again([self]) { [self] in
      let path = "v1/layouts/\(id)/updates"
      return try await client.call(
        Answer.self, client.send(update, "POST", path: path, query: query))
    }
    let told = summary(answer)
    let (line, step) = line.adding(update, after: step, id: told.id)
    let version = TatamiLayout(client: client, summary: told, line: line, step: step)
    guard line.isLong(through: step), let document = try? await version.document() else {
      return (version, answer)
    }
    return (TatamiLayout(client: client, document: document, summary: told), answer)
  }

  /// Sends a request, and repeats it after restoring the layout that the server was missing.
  private func again<Value>(_ among: [TatamiLayout], _ ask: () async throws -> Value) async throws
    -> Value
  {
    for _ in among {
      do { return try await ask() } catch let problem as TatamiProblem where problem.isNotCached {
        try await (among.first { $0.id == problem.missing } ?? self).restore()
      }
    }
    return try await ask()
  }

  private func restore() async throws {
    if step > 0 {
      do { return try await make(step) } catch let problem as TatamiProblem
        where problem.isNotCached && line.document != nil
      {}
    }
    guard let document = line.document else { return }
    line.set(try await client.put(document).id, at: 0)
    for step in 0..<step { try await make(step + 1) }
  }

  private func make(_ step: Int) async throws {
    let path = "v1/layouts/\(line.id(of: step - 1))/updates"
    let request = client.send(line.update(of: step), "POST", path: path, query: "")
    line.set(try await client.call(TatamiSummary.self, request).id, at: step)
  }

  private func encoded(_ update: TatamiUpdate) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys  // the same update, the same id
    return try encoder.encode(update)
  }

  private func changesQuery(_ rect: CGRect?, _ bounds: CGRect?, _ anchor: TatamiAnchor) -> String {
    let parts = [
      rect.map { "rect=\(Self.text($0))" } ?? (bounds == nil ? "rect=all" : nil),
      bounds.map { "bounds=\(Self.text($0))&anchor=\(anchor.text)" },
    ]
    return parts.compactMap(\.self).joined(separator: "&")
  }

  static func text(_ rect: CGRect) -> String {
    "\(Double(rect.origin.x)),\(Double(rect.origin.y)),\(Double(rect.width)),\(Double(rect.height))"
  }

  static func text(_ point: CGPoint) -> String {
    "\(Double(point.x)),\(Double(point.y))"
  }
}

extension TatamiChanges {
  /// The layout's sizes.
  public var summary: TatamiSummary {
    TatamiSummary(
      id: id, contentSize: contentSize, sectionCount: sectionCount, itemCount: itemCount,
      parent: parent, keptColumns: keptColumns)
  }
}

/// A chain: a document as step 0, and updates, each of which applies to the layout of the step before.
///
/// The versions of one chain share this object, so that each version only adds its update.
private final class TatamiLine: @unchecked Sendable {
  /// Updates of fewer bytes in total than this are stored even if the document is shorter.
  private static let leastLength = 16_384

  let document: Data?
  private let lock = NSLock()
  // Only under the lock.
  private var ids: [String]
  private var updates: [Data] = []
  private var lengths = [0]

  init(document: Data?, id: String) {
    self.document = document
    ids = [id]
  }

  /// Creates a chain with the first steps of another.
  private init(_ line: TatamiLine, through step: Int) {
    document = line.document
    ids = Array(line.ids[...step])
    updates = Array(line.updates[..<step])
    lengths = Array(line.lengths[...step])
  }

  func id(of step: Int) -> String { lock.withLock { ids[step] } }

  func set(_ id: String, at step: Int) { lock.withLock { ids[step] = id } }

  /// Returns the update that leads to a step from the one before it.
  public func update(of step: Int) -> Data { lock.withLock { updates[step - 1] } }

  /// Whether the updates have grown larger than the document.
  func isLong(through step: Int) -> Bool {
    lock.withLock { lengths[step] > max(Self.leastLength, document?.count ?? 0) }
  }

  /// Returns a version's chain and step: this chain's next step, or a branch if another update has that step.
  func adding(_ update: Data, after step: Int, id: String) -> (line: TatamiLine, step: Int) {
    lock.withLock {
      if step < updates.count, updates[step] == update { return (self, step + 1) }
      let line = step == updates.count ? self : TatamiLine(self, through: step)
      line.ids.append(id)
      line.updates.append(update)
      line.lengths.append(line.lengths[step] + update.count)
      return (line, step + 1)
    }
  }
}
