import HTTPMessage
import LayoutAPI
import LayoutEngine

/// An event in a repository's computations, for metrics.
enum LayoutEvent: Sendable {
  /// A computation has begun, after `waited` nanoseconds in the queue.
  case began(waited: UInt64)
  /// A document has been laid out, or an update applied.
  case computed(LayoutComputation.Product, WorkTimes)
}

/// Finds layouts by id: cached ones, and those computed from uploaded or fetched documents.
///
/// Each layout is fetched and computed once, on a worker, however many requests wait for it. It stays in the
/// cache as long as there is space.
final class LayoutRepository: Sendable {
  /// The result of looking a layout up.
  enum Lookup {
    /// The layout is available now.
    case here(StoredLayout)
    /// The waiter receives the layout, or the failure, later.
    case later
    /// The layout is neither cached nor obtainable.
    case absent
  }

  let cache: LayoutCache<any LayoutWaiter>
  let queue: WorkQueue
  /// The memory of jobs, without the uploaded documents.
  let jobMemory: InflightBytes
  /// Maps items between versions.
  let maps: ItemMapCache
  /// The store that the replicas share; nil if there is none.
  let store: RemoteDocuments?
  /// The layouts that were deleted.
  let deleted = DeletedLayouts()
  /// The maximum number of fetches that requests may have in progress at once; fetches of parents are not
  /// counted.
  ///
  /// When it is reached, the newest fetch of the client that has most is refused in favour of a new one, or
  /// the new one is refused (`FairQueue.givingWay`).
  let maxFetches: Int
  let note: @Sendable (LayoutEvent) -> Void
  private let computation: LayoutComputation
  /// The time limit in seconds of a job, and of the fetch of a version with its whole chain.
  let workTimeout: Double

  /// Creates a repository with an empty cache.
  ///
  /// - Parameters:
  ///   - queue: runs the computations.
  ///   - texts: measures the text of documents.
  ///   - store: the store that the replicas share; nil if there is none.
  ///   - note: called on workers with each event, for metrics.
  init(
    settings: ServiceSettings, queue: WorkQueue, texts: TextService,
    store: RemoteDocuments? = nil, note: @escaping @Sendable (LayoutEvent) -> Void
  ) {
    self.queue = queue
    self.store = store
    let (jobBytes, overflows) = settings.maxInflightBytes.multipliedReportingOverflow(by: 2)
    jobMemory = InflightBytes(ofJobs: overflows ? .max : jobBytes)
    maps = ItemMapCache(cacheBytes: settings.cacheBytes)
    let uses = store.map { store in
      LayoutCache<any LayoutWaiter>.UseReports(interval: store.touchInterval) { layout, now in
        Self.touch(layout, at: now, in: store, queue)
      }
    }
    cache = LayoutCache(budget: settings.cacheBytes, uses: uses) { waiter, isWanted in
      waiter.isWaiting && waiter.dependent.map(isWanted) ?? true
    }
    computation = LayoutComputation(maxItems: settings.maxItems, texts: texts)
    workTimeout = settings.workTimeout
    // As many as jobs may wait, but at least one: fetches do not wait for a worker.
    maxFetches = max(1, settings.maxQueue)
    self.note = note
  }

  /// Returns the time limit of a job that a worker begins now.
  ///
  /// - Parameters:
  ///   - turn: how long the job waited, and where it runs.
  ///   - spent: nanoseconds already spent by the jobs that this job continues.
  func time(of turn: WorkQueue.Turn, after spent: UInt64 = 0) -> JobTime {
    JobTime(turn, after: spent, seconds: workTimeout, memory: jobMemory)
  }

  /// Looks up the layout of an id, or fetches its document from the store.
  ///
  /// - Parameters:
  ///   - now: the present time, for touches; 0 makes none.
  ///   - client: returns the client to whom the fetch counts while it waits.
  ///   - waiter: makes the waiter if the layout is not cached and there is a store; called under the cache's
  ///     lock.
  /// - Complexity: O(1), under one short lock.
  func layout(
    _ id: LayoutID, at now: UInt64, for client: () -> HTTPClient, waiter: () -> any LayoutWaiter
  ) throws(LayoutFailure) -> Lookup {
    guard store != nil else { return cache.layout(id).map { .here($0) } ?? .absent }
    switch cache.beginFetch(id, at: now, limit: maxFetches, for: client, waiter) {
    case .stored(let layout): return .here(layout)
    case .joined: queue.advance(id, for: client())
    case .fetches(let ticket, let others):
      for waiter in others where waiter.isWaiting { waiter.fail(.tooManyFetches) }
      fetch(LayoutFetch(ticket, for: client()))
    case .refused: throw .tooManyFetches
    }
    return .later
  }

  /// Looks up the layout of a text, or has a worker compute it.
  ///
  /// - Parameters:
  ///   - client: returns the client to whom the job counts while it waits.
  ///   - waiter: makes the waiter if the layout is not cached; called under the cache's lock.
  ///   - document: returns the text; called if the layout must be computed, or its text written to the store.
  func layout(
    _ source: LayoutSource, for client: () -> HTTPClient, waiter: () -> any LayoutWaiter,
    document: () -> DocumentBytes
  ) -> Lookup {
    let now = store == nil ? 0 : MonotonicClock.now
    switch cache.begin(source.id, at: now, keeps: source.keeps, waiter) {
    case .stored(let layout):
      guard isToBeKept(layout, source) else { return .here(layout) }
      if cache.beginPersisting(source.id, waiter) {
        let job = LayoutJob(source: source, text: document(), client: client())
        persist(job, LayoutResult(layout: layout, outcome: .hit), time(of: WorkQueue.Turn()))
      }
    case .joined: queue.advance(source.id, for: client())
    case .computes: begin(LayoutJob(source: source, text: document(), client: client()))
    }
    return .later
  }

  /// Submits a job to the workers; an update first waits for its parent.
  private func begin(_ job: LayoutJob) {
    do throws(LayoutFailure) {
      let parent = try parent(of: job)
      if case .later = parent { return }
      submit(job, of: parent.layout)
    } catch {
      fail(job, error)
    }
  }

  /// Submits a job that computes a layout.
  ///
  /// - Parameter parent: the layout that the job's update is applied to; nil if it is a document.
  func submit(_ job: LayoutJob, of parent: StoredLayout?) {
    let id = job.source.id
    do throws(LayoutFailure) {
      let parent = try held(parent)
      let work = WorkQueue.Job(
        byteCount: job.text.byteCount, id: id, drop: { self.fail(job, .queueIsFull) }
      ) { turn in
        self.compute(job, of: parent, self.time(of: turn, after: job.spent))
      }
      guard queue.submit(work, of: turn(of: id, for: job.client)) else { throw .queueIsFull }
    } catch {
      fail(job, error)
    }
  }

  /// Returns the client in whose turn a job for a layout runs.
  ///
  /// All clients that wait for the layout are compared: none should wait behind all jobs of another client
  /// only because that client requested the layout first.
  ///
  /// - Parameter client: the client that began the work.
  func turn(of id: LayoutID, for client: HTTPClient) -> HTTPClient {
    store == nil ? client : queue.minWaiting(of: client, or: cache.clients(of: id))
  }

  /// Looks up the parent of a job's update; returns `absent` if the job's text is a document.
  ///
  /// If it returns `later`, it submits the job to the workers once the parent's layout is available.
  private func parent(of job: LayoutJob) throws(LayoutFailure) -> Lookup {
    guard let id = job.source.parent else { return .absent }
    let now = store == nil ? 0 : MonotonicClock.now
    let lookup = try layout(id, at: now, for: { job.client }) {
      LayoutContinuation(
        goesOn: { delivery, _ in
          self.submit(job, of: delivery.layout)
          return 0
        },
        fails: { self.fail(job, $0.seen(fromUpdateOf: id)) })
    }
    if case .absent = lookup { throw .notCached(id) }
    return lookup
  }

  func held(_ parent: StoredLayout?) throws(LayoutFailure) -> HeldParent? {
    guard let parent else { return nil }
    guard let held = HeldParent(parent, in: jobMemory) else { throw .outOfMemory }
    return held
  }

  /// Looks up the layout of a job's text, or computes it on this worker; the waiter receives it now or later.
  func compute(_ job: LayoutJob, _ waiter: any LayoutWaiter, in time: JobTime) {
    let source = job.source
    let now = store == nil ? 0 : MonotonicClock.now
    switch cache.begin(source.id, at: now, keeps: source.keeps, { waiter }) {
    case .stored(let layout):
      let parent = source.parent.flatMap { cache.layout($0) }
      let made = LayoutResult(
        layout: layout, outcome: .hit, parent: parent.flatMap { HeldParent($0, in: jobMemory) })
      let isKept = isToBeKept(layout, source)
      if isKept, cache.beginPersisting(source.id, { waiter }) { return persist(job, made, time) }
      job.text.release()
      if !isKept { give(made, to: [waiter], in: time) }
    case .joined:
      job.text.release()
      queue.advance(source.id, for: job.client)
    case .computes:
      do throws(LayoutFailure) {
        let parent = try parent(of: job)
        if case .later = parent { return }
        compute(job, of: try held(parent.layout), time)
      } catch {
        fail(job, error)
      }
    }
  }

  /// Computes the layout of a job's text, caches it, and gives it to all waiters.
  ///
  /// If there is a store, the text is written to it before the waiters receive the layout.
  private func compute(_ job: LayoutJob, of parent: HeldParent?, _ time: JobTime) {
    let id = job.source.id
    if cancel(id) { return job.text.release() }
    var times = WorkTimes(queue: time.waited)
    note(.began(waited: time.waited))
    do throws(LayoutFailure) {
      let making = Making(id: id, parent: parent, keepsText: store != nil)
      let layout: StoredLayout
      switch try prepare(job.text, making, time, &times) {
      case .layout(let made): layout = made
      case .unwanted: return job.text.release()
      case .leavesSparePlace:
        return queue.resume(id, of: turn(of: id, for: job.client)) { turn in
          self.compute(job, of: parent, self.time(of: turn, after: time.spent))
        }
      }
      let result = LayoutResult(layout: layout, times: times, parent: parent)
      guard store != nil else {
        // The text's memory is free before the responses are composed.
        job.text.release()
        return finish(result, in: time)
      }
      finish(result, persisting: job, in: time)
    } catch {
      fail(job, error)
    }
  }

  /// Caches a layout and gives it to all waiters.
  ///
  /// - Parameters:
  ///   - due: when uses of the layout are first reported.
  ///   - ticket: the fetch that found the layout's text; nil if a request brought the text.
  ///   - isPassed: receives the waiters, and returns whether they get the layout without its being cached.
  func finish(
    _ made: LayoutResult, due: UInt64 = .max, of ticket: FetchTicket? = nil, in time: JobTime,
    isPassed: ([any LayoutWaiter]) -> Bool = { _ in false }
  ) {
    var made = made
    let waiters: [any LayoutWaiter]
    (waiters, made.outcome) = cache.finish(
      made.layout.id, made.layout, due: due, of: ticket, isPassed: isPassed)
    give(made, to: waiters, in: time)
  }

  /// Delivers a layout to its waiters, in the order of their arrival.
  func give(_ made: LayoutResult, to waiters: [any LayoutWaiter], in time: JobTime) {
    for (place, waiter) in waiters.enumerated() where waiter.isWaiting {
      // The first waiter began the computation; the others share it.
      let isShared = place > 0 && made.outcome != .hit
      let delivery = LayoutDelivery(
        layout: made.layout, outcome: isShared ? .collapsed : made.outcome, times: made.times,
        store: made.store, parent: made.parent?.layout)
      queue.noteHeld(waiter.receive(delivery, in: time))
    }
  }

  /// What became of the computation of a layout.
  enum Preparation {
    case layout(StoredLayout)
    /// Every waiter has left.
    case unwanted
    /// The job must leave the spare place: the caller resumes it, and it prepares the layout once more.
    case leavesSparePlace
  }

  /// Parses a text and computes its layout.
  ///
  /// The text and the parsed document are freed on return, except for parts that the layout shares, for the
  /// text if it is to be written to the store, and for the text of a job that leaves the spare place.
  func prepare(
    _ bytes: DocumentBytes, _ making: Making, _ time: JobTime, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> Preparation {
    let parent = making.parent
    let cpu = MonotonicClock.threadCPU
    var work = LayoutComputation.Work(
      bytes.take(), of: parent?.layout, keepsText: making.keepsText || time.isLent)
    // A short update may take as many bytes as the parent: reserve them before the work.
    let ahead = min(parent?.layout.byteCount ?? 0, jobMemory.limit / 4)
    while true {
      guard !time.isUp else { throw time.failure }
      // The reservation is released at the end of each pass; after the last pass, the layout can be cached.
      guard let memory = jobMemory.reserve(ahead) else { throw .outOfMemory }
      defer { queue.noteHeld(memory.count) }
      let budget = time.budget(memory: memory, ahead: ahead) { self.cache.isWanted(making.id) }
      do throws(LayoutFailure) {
        let product = try computation.run(&work, budget, &times)
        times.cpu = MonotonicClock.threadCPU &- cpu
        note(.computed(product, times))
        if making.keepsText { bytes.putBack(work.takeText()) }
        return .layout(StoredLayout(making.id, product, maps))
      } catch {
        guard budget.isEnded else { throw error }
      }
      if let failure = time.failure(of: budget) { throw failure }
      if time.endsSlice(budget) {
        bytes.putBack(work.takeText())
        return .leavesSparePlace
      }
      // If a request has just joined, the work continues from where it ended.
      if cancel(making.id) { return .unwanted }
    }
  }

  /// Cancels a computation if nobody waits for it; returns false if somebody does.
  private func cancel(_ id: LayoutID) -> Bool {
    guard let waiters = cache.cancel(id) else { return false }
    for waiter in waiters { waiter.leave() }
    return true
  }

  /// Ends a job with a failure.
  func fail(_ job: LayoutJob, _ failure: LayoutFailure) {
    job.text.release()
    fail(job.source.id, failure)
  }

  /// Ends a computation with a failure.
  func fail(_ id: LayoutID, _ failure: LayoutFailure) {
    for waiter in cache.fail(id) where waiter.isWaiting { waiter.fail(failure) }
  }
}

extension LayoutFailure {
  /// Returns the failure of an update whose parent could not be found or computed because of this failure.
  ///
  /// Errors in the parent's own text do not belong in the response to the update.
  fileprivate func seen(fromUpdateOf parent: LayoutID) -> LayoutFailure {
    switch self {
    case .document, .layout, .updateText, .update, .tooLarge: .notCached(parent)
    default: self
    }
  }
}

extension LayoutRepository.Lookup {
  /// The layout; nil if it is not available now.
  fileprivate var layout: StoredLayout? {
    if case .here(let layout) = self { layout } else { nil }
  }
}

/// A layout that is being computed from a text.
struct Making {
  let id: LayoutID
  /// The layout that the update is applied to; nil if the text is a document.
  let parent: HeldParent?
  /// Whether the text is still needed after it has been parsed, to be written to the store.
  let keepsText: Bool
}

/// A computed or cached layout that is ready for its waiters.
struct LayoutResult: Sendable {
  var layout: StoredLayout
  var outcome = CacheOutcome.stored
  var times = WorkTimes()
  var store: StoreStatus?
  /// The parent from which an update derived the layout; counted in jobs' memory until the responses are
  /// composed.
  var parent: HeldParent?
}
