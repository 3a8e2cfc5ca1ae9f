import HTTPMessage
import LayoutAPI
import LayoutEngine
import LayoutWire

/// The state of an instance of the module: layouts by their handles, and the last response.
///
/// It is used by one thread: a page's, or a worker's.
// The module is WebAssembly without threads, so nothing can access it concurrently.
final class Instance: @unchecked Sendable {
  /// The maximum number of items in a document, equal to the service's default.
  static let maxItems = 2_000_000
  /// The maximum bytes of a version's recorded updates.
  private static let ancestryBytes = (256 << 20) / ItemMaps.cacheShare

  /// The status of a response that lists the texts to measure; no HTTP response has it.
  static let needsMeasurements: Int32 = 100
  /// The most runs of a job: for widths, for heights that depend on them, for lines, and some to spare.
  private static let maxRuns = 8

  /// The only instance.
  static let only = Instance()

  private var layouts: [Int32: IdentifiedLayout] = [:]
  private var lastHandle: Int32 = 0
  private let texts = HostTexts()
  /// Whether the host measures texts; documents with text are refused otherwise.
  var isMeasured = false
  /// The jobs that wait for measurements; few at a time.
  private var jobs: [Job] = []
  /// The number of the job that was the last to begin waiting.
  private(set) var lastJob: Int32 = 0
  /// The last response's HTTP status.
  private(set) var status: Int32 = 0
  /// The last response: the result, or a problem document.
  private(set) var answer: [UInt8] = []

  /// Lays out a document, and responds to the query about it.
  ///
  /// - Returns: the layout's handle; 0 if no layout was created. If the query names elements that the
  ///   layout does not have, the response is a problem, although the handle is valid.
  func layOut(_ document: [UInt8], _ query: [UInt8]) -> Int32 {
    start { () throws(Problem) in
      let request = try AttributesRequest(document: query)
      let read = try Self.read(document, isMeasured ? texts : nil)
      let id = LayoutID(hashing: document)
      return Job(read.textStyles, read.container.direction) {
        [self] (made: inout IdentifiedLayout?) throws(Problem) in
        let layout = IdentifiedLayout(id, try Self.layout(of: read))
        made = layout
        guard texts.isComplete else { return [] }
        guard let query = request.query else {
          return try Self.body(of: SummaryResource(), about: layout)
        }
        return try Self.body(
          of: AttributesResource(query, request.representation, request.form), about: layout)
      }
    }
  }

  /// Derives a version from a layout, and responds to the query about the changes.
  ///
  /// - Returns: the version's handle; 0 if no version was created.
  func update(_ handle: Int32, by update: [UInt8], _ query: [UInt8]) -> Int32 {
    start { () throws(Problem) in
      let parent = try self.layout(handle)
      let request = try ChangesRequest(update: query)
      let document = parent.layout.document
      let read = try Self.read(update, styles: document.textStyles)
      return Job(document.textStyles, document.container.direction) {
        [self] (made: inout IdentifiedLayout?) throws(Problem) in
        let version = try version(of: parent, by: read, update)
        made = version
        guard texts.isComplete else { return [] }
        return try Self.changes(from: parent, to: version, request)
      }
    }
  }

  /// Responds to a query about a layout's attributes.
  func answerAttributes(_ handle: Int32, _ query: [UInt8]) {
    _ = start { () throws(Problem) in
      let request = try AttributesRequest(attributes: query)
      let stored = try self.layout(handle)
      let document = stored.layout.document
      return Job(document.textStyles, document.container.direction) { _ throws(Problem) in
        guard let query = request.query else { return [] }
        return try Self.body(
          of: AttributesResource(query, request.representation, request.form), about: stored)
      }
    }
  }

  /// Continues a job with the host's measurements (`HostTexts.take`).
  ///
  /// - Returns: what the call returns that began the job.
  func resume(_ number: Int32, with measurements: [UInt8]) -> Int32 {
    guard let place = jobs.firstIndex(where: { $0.number == number }) else {
      refuse(.nothingThere)
      return 0
    }
    let job = jobs.remove(at: place)
    guard job.questions.take(measurements) else {
      refuse(.unmeasured)
      return 0
    }
    return run(job)
  }

  /// Responds to a query about where scrolling should stop in a layout.
  func answerTargetOffset(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try Self.body(of: try TargetOffsetResource(query), about: try self.layout(handle))
    }
  }

  /// Responds to a query about the item at a point.
  func answerIndexPath(_ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try Self.body(of: try IndexPathResource(query), about: try self.layout(handle))
    }
  }

  /// Responds with the changes that lead from one layout to another.
  func answerChanges(_ handle: Int32, from other: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      let request = try ChangesRequest(between: query)
      return try Self.changes(
        from: try self.layout(other), to: try self.layout(handle), request)
    }
  }

  /// Responds with each section's extent.
  func answerSections(_ handle: Int32, _ query: [UInt8]) {
    answerPlain(SectionsResource(), handle, query)
  }

  /// Responds with the layout's current document.
  func answerDocument(_ handle: Int32, _ query: [UInt8]) {
    answerPlain(DocumentResource(), handle, query)
  }

  /// Responds with the layout's summary, which contains its id.
  func answerSummary(_ handle: Int32, _ query: [UInt8]) {
    answerPlain(SummaryResource(), handle, query)
  }

  /// Responds to a query about a resource without parameters but `engine`.
  private func answerPlain(_ resource: some LayoutResource, _ handle: Int32, _ query: [UInt8]) {
    respond { () throws(Problem) in
      try EngineParameter.check(query)
      return try Self.body(of: resource, about: try self.layout(handle))
    }
  }

  /// Returns the number of bytes that a layout takes, including shared ones; 0 if the handle is invalid.
  func byteCount(_ handle: Int32) -> Int { layouts[handle]?.byteCount ?? 0 }

  /// Releases a layout.
  func release(_ handle: Int32) {
    layouts[handle] = nil
  }

  /// Frees the last response's memory.
  func dropAnswer() {
    answer = []
  }

  // MARK: Layouts

  private func layout(_ handle: Int32) throws(Problem) -> IdentifiedLayout {
    guard let layout = layouts[handle] else { throw .nothingThere }
    return layout
  }

  private func insert(_ layout: IdentifiedLayout) -> Int32 {
    lastHandle &+= 1
    layouts[lastHandle] = layout
    return lastHandle
  }

  /// Reads a document, whose texts `measurer` measures; nil if it cannot have any.
  private static func read(
    _ document: [UInt8], _ measurer: HostTexts?
  ) throws(Problem) -> LayoutDocument {
    let budget = budget()
    do throws(DocumentError) {
      var read = try LayoutDocumentReader.read(
        document, limits: DocumentLimits(maxItems: maxItems), budget)
      read.textStyles?.measurer = measurer
      return read
    } catch {
      throw budget.problem(else: Problem(.document(error)))
    }
  }

  private static func layout(of document: LayoutDocument) throws(Problem) -> PreparedLayout {
    let budget = budget()
    do throws(LayoutError) {
      return try PreparedLayout(document, budget)
    } catch {
      throw budget.problem(else: Problem(.layout(error)))
    }
  }

  /// Reads an update of a document with these styles.
  private static func read(
    _ update: [UInt8], styles: TextStyles?
  ) throws(Problem) -> LayoutUpdate {
    let budget = budget()
    do throws(DocumentError) {
      return try LayoutUpdateReader.read(
        update, styles: styles, limits: DocumentLimits(maxItems: maxItems), budget)
    } catch {
      throw budget.problem(else: Problem(.updateText(error)))
    }
  }

  private func version(
    of parent: IdentifiedLayout, by update: LayoutUpdate, _ text: [UInt8]
  ) throws(Problem) -> IdentifiedLayout {
    let budget = Self.budget()
    do throws(UpdateError) {
      let version = try parent.layout.updated(by: update, maxItems: Self.maxItems, budget)
      return IdentifiedLayout(
        .child(of: parent.id, update: text), version.layout,
        ItemMaps.history(of: parent, version.map, atMost: Self.ancestryBytes),
        losesAssignedColumns: version.losesAssignedColumns)
    } catch {
      throw budget.problem(else: Problem(.update(error)))
    }
  }

  private static func changes(
    from other: IdentifiedLayout, to version: IdentifiedLayout, _ request: ChangesRequest
  ) throws(Problem) -> [UInt8] {
    guard let query = request.query else { return try body(of: SummaryResource(), about: version) }
    let budget = budget()
    let map: ItemMap
    do throws(LineageError) {
      map = try ItemMaps.map(from: other, to: version, budget)
    } catch {
      throw error == .cancelled ? .noRoom : .unrelated(other.id, version.id)
    }
    return try body(
      of: ChangesResource(from: other.id, query, request.representation, request.form),
      about: version,
      from: ResponseSubject.Base(other, map))
  }

  /// Returns the body of the response about a layout.
  private static func body(
    of resource: some LayoutResource, about version: IdentifiedLayout,
    from base: ResponseSubject.Base? = nil
  ) throws(Problem) -> [UInt8] {
    let subject = ResponseSubject(version, from: base)
    let budget = budget()
    var body = WholeBody()
    do throws(Problem) {
      guard let found = try resource.find(in: subject, .whole(budget)) else { throw .ended }
      try resource.write(found, of: subject, to: &body, budget)
    } catch {
      throw budget.problem(else: error)
    }
    return body.bytes
  }

  // MARK: Answers

  private func respond(_ make: () throws(Problem) -> [UInt8]) {
    // Free the last response's memory before the next one is built.
    answer = []
    do throws(Problem) {
      answer = try make()
      status = 200
    } catch {
      refuse(error)
    }
  }

  private func refuse(_ problem: Problem) {
    var response = HTTPResponse()
    problem.fill(&response)
    answer = response.body
    status = Int32(truncatingIfNeeded: response.status.code)
  }

  // MARK: Jobs

  /// A job that may ask about texts, and is then repeated with the host's measurements.
  private final class Job {
    /// The styles of the document's texts, and the direction of styles without one.
    let styles: TextStyles?
    let direction: HorizontalDirection
    /// Returns the response, and stores a new layout even if the response is a problem.
    let work: (inout IdentifiedLayout?) throws(Problem) -> [UInt8]
    var questions = HostQuestions()
    var runs = 0
    /// The number by which the host continues the job.
    var number: Int32 = 0

    init(
      _ styles: TextStyles?, _ direction: HorizontalDirection,
      _ work: @escaping (inout IdentifiedLayout?) throws(Problem) -> [UInt8]
    ) {
      self.styles = styles
      self.direction = direction
      self.work = work
    }
  }

  private func start(_ prepare: () throws(Problem) -> Job) -> Int32 {
    answer = []
    do throws(Problem) {
      return run(try prepare())
    } catch {
      refuse(error)
      return 0
    }
  }

  /// Runs a job, and keeps it if it asks about texts.
  ///
  /// - Returns: the handle of the layout that it made; 0 if it made none, or has to wait.
  private func run(_ job: Job) -> Int32 {
    job.runs += 1
    texts.begin(job.questions)
    // The engine adds questions in place.
    job.questions = HostQuestions()
    var made: IdentifiedLayout?
    var hasMemory = true
    answer = []
    do throws(Problem) {
      answer = try job.work(&made)
      status = 200
    } catch {
      hasMemory = error.kind != .overloaded
      refuse(error)
    }
    let isComplete = texts.isComplete
    let questions = texts.end()
    guard !isComplete, let styles = job.styles, hasMemory else {
      return made.map { insert($0) } ?? 0
    }
    guard job.runs < Self.maxRuns else {
      refuse(.unmeasured)
      return 0
    }
    answer = questions.json(styles, job.direction)
    status = Self.needsMeasurements
    job.questions = questions
    lastJob &+= 1
    job.number = lastJob
    jobs.append(job)
    return 0
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

extension Problem {
  /// The problem (500) if the host's measurements are incomplete, or differ whenever it measures.
  static var unmeasured: Problem {
    Problem(.internalError, "the page could not measure the texts of the document")
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

/// A body that is written at once.
private struct WholeBody: BodyWriter {
  var bytes: [UInt8] = []

  mutating func append(_ write: (inout [UInt8]) -> Void) { write(&bytes) }

  mutating func write(_ encoder: consuming some PieceEncoder, _ budget: LayoutBudget?) {
    encoder.encodeAll(into: &bytes)
  }
}
