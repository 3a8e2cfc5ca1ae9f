import HTTPMessage
import LayoutEngine
import LayoutWire

/// The state of an instance of the module: layouts by their handles, and the last answer.
///
/// It is used by one thread: a page's, or a worker's.
// The module is WebAssembly without threads, so nothing can access it concurrently.
final class Instance: @unchecked Sendable {
  /// The maximum number of items in a document, equal to the service's default.
  static let maxItems = 2_000_000
  /// The cache size from which `Lineage` derives how much of the versions' history it stores.
  private static let cacheBytes = 256 << 20

  /// The only instance.
  static let only = Instance()

  private var layouts: [Int32: StoredLayout] = [:]
  private var lastHandle: Int32 = 0
  private let lineage = Lineage(cacheBytes: Instance.cacheBytes)
  /// The last answer's HTTP status.
  private(set) var status: Int32 = 0
  /// The last answer: the result, or a problem document.
  private(set) var answer: [UInt8] = []

  /// Lays out a document, and answers the query about it.
  ///
  /// - Returns: the layout's handle; 0 if no layout was created. If the query names elements that the
  ///   layout does not have, the answer is a problem, although the handle is valid.
  func layOut(_ document: [UInt8], _ query: [UInt8]) -> Int32 {
    var handle: Int32 = 0
    respond { () throws(Problem) in
      let request = try DocumentQuery(query)
      let layout = try self.layout(of: document)
      handle = self.insert(layout)
      return try request.answer(about: layout, Self.budget())
    }
    return handle
  }

  /// Derives a version from a layout, and answers the query about the changes.
  ///
  /// - Returns: the version's handle; 0 if no version was created.
  func update(_ handle: Int32, by update: [UInt8], _ query: [UInt8]) -> Int32 {
    var made: Int32 = 0
    respond { () throws(Problem) in
      let parent = try self.layout(handle)
      let query = try ChangesQuery.ofUpdate(query)
      let version = try self.version(of: parent, by: update)
      made = self.insert(version)
      guard let query else { return version.summary.json }
      return try self.changes(from: parent, to: version, query)
    }
    return made
  }

  /// Answers a query about a layout's attributes.
  func answerAttributes(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try DocumentQuery(attributes: query).answer(about: try self.layout(handle), Self.budget())
    }
  }

  /// Answers a query about where scrolling should stop in a layout.
  func answerTargetOffset(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      let query = try TargetOffsetQuery(inPage: query)
      let stored = try self.layout(handle)
      var answer: [UInt8] = []
      do throws(QueryError) {
        switch query {
        case .proposal(let proposal):
          try stored.layout.targetOffset(proposal).appendJSON(to: &answer)
        case .showing(let path, let position):
          try stored.layout.targetOffset(showing: path, at: position).appendJSON(to: &answer)
        }
      } catch {
        throw Problem(error)
      }
      return answer
    }
  }

  /// Answers with the changes that lead from one layout to another.
  func answerChanges(_ handle: Int32, from other: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      let query = try ChangesQuery.ofChanges(query)
      return try self.changes(from: try self.layout(other), to: try self.layout(handle), query)
    }
  }

  /// Answers with each section's extent.
  func answerSections(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try EngineParameter.check(query)
      let stored = try self.layout(handle)
      return SectionsEncoder(id: stored.summary.id, layout: stored.layout).whole()
    }
  }

  /// Answers with the layout's current document.
  func answerDocument(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try EngineParameter.check(query)
      return DocumentEncoder(try self.layout(handle).layout.document).whole()
    }
  }

  /// Answers with the layout's summary, which contains its id.
  func answerSummary(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try EngineParameter.check(query)
      return try self.layout(handle).summary.json
    }
  }

  /// Returns the number of bytes that a layout takes, including shared ones; 0 if the handle is invalid.
  func byteCount(_ handle: Int32) -> Int { layouts[handle]?.byteCount ?? 0 }

  /// Releases a layout.
  func release(_ handle: Int32) {
    layouts[handle] = nil
  }

  /// Frees the last answer's memory.
  func dropAnswer() {
    answer = []
  }

  // MARK: Layouts

  private func layout(_ handle: Int32) throws(Problem) -> StoredLayout {
    guard let layout = layouts[handle] else { throw .nothingThere }
    return layout
  }

  private func insert(_ layout: StoredLayout) -> Int32 {
    lastHandle &+= 1
    layouts[lastHandle] = layout
    return lastHandle
  }

  private func layout(of document: [UInt8]) throws(Problem) -> StoredLayout {
    let budget = Self.budget()
    let read: LayoutDocument
    do throws(DocumentError) {
      read = try LayoutDocumentReader.read(
        document, limits: DocumentLimits(maxItems: Self.maxItems), budget)
    } catch {
      throw budget.problem(else: Problem(.document(error)))
    }
    do throws(LayoutError) {
      return StoredLayout(LayoutID(hashing: document), try PreparedLayout(read, budget))
    } catch {
      throw budget.problem(else: Problem(.layout(error)))
    }
  }

  private func version(
    of parent: StoredLayout, by text: [UInt8]
  ) throws(Problem) -> StoredLayout {
    let budget = Self.budget()
    let update: LayoutUpdate
    do throws(DocumentError) {
      update = try LayoutUpdateReader.read(
        text, limits: DocumentLimits(maxItems: Self.maxItems), budget)
    } catch {
      throw budget.problem(else: Problem(.updateText(error)))
    }
    do throws(UpdateError) {
      let version = try parent.layout.updated(by: update, maxItems: Self.maxItems, budget)
      return StoredLayout(
        .child(of: parent.id, update: text), version.layout,
        lineage.ancestry(of: parent, version.map), losesColumns: version.losesColumns)
    } catch {
      throw budget.problem(else: Problem(.update(error)))
    }
  }

  private func changes(
    from other: StoredLayout, to stored: StoredLayout, _ request: ChangesQuery.InPage
  ) throws(Problem) -> [UInt8] {
    let budget = Self.budget()
    let map: ItemMap
    do throws(LineageError) {
      map = try lineage.map(from: other, to: stored, budget)
    } catch {
      throw error == .cancelled ? .noRoom : .unrelated(other.id, stored.id)
    }
    do throws(QueryError) {
      let changes = try stored.layout.changes(from: other.layout, map, request.query, budget)
      return ChangesEncoder(stored.summary, from: other.summary.id, changes, request.form).whole()
    } catch {
      throw budget.problem(else: Problem(error))
    }
  }

  // MARK: Answers

  private func respond(_ make: () throws(Problem) -> [UInt8]) {
    // Free the last answer's memory before the next one is built.
    answer = []
    do throws(Problem) {
      answer = try make()
      status = 200
    } catch {
      var response = HTTPResponse()
      error.fill(&response)
      answer = response.body
      status = Int32(truncatingIfNeeded: response.status.code)
    }
  }

  /// Creates the budget of one job, which ends the job if no memory is left.
  private static func budget() -> LayoutBudget {
    LayoutBudget(takeMemory: { byteCount in byteCount < Memory.left })
  }
}

extension Problem {
  /// The problem (503) if the instance has too little memory for a job; the service may have enough.
  static var noRoom: Problem {
    .overloaded("the page's engine has no memory left for this")
  }
}

extension LayoutBudget {
  /// Returns `noRoom` if this budget has ended the job, otherwise `problem`.
  ///
  /// In a page, a budget ends a job only for lack of memory.
  func problem(else problem: @autoclosure () -> Problem) -> Problem {
    isEnded ? .noRoom : problem()
  }
}

extension LayoutSummary {
  /// The summary as a JSON object.
  var json: [UInt8] {
    var text: [UInt8] = []
    appendJSON(to: &text)
    return text
  }
}

extension PieceEncoder {
  /// Returns the whole answer.
  ///
  /// The function consumes the encoder, because copying an encoder would add a lot of code to the module.
  consuming func whole() -> [UInt8] {
    var text: [UInt8] = []
    encodeAll(into: &text)
    return text
  }
}
