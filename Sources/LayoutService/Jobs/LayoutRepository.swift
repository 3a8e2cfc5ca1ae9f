import HTTPMessage
import LayoutEngine

/// What happens to the computations of a repository.
enum LayoutEvent: Sendable {
  /// One has begun after so many nanoseconds of waiting.
  case began(waited: UInt64)
  /// A document has been laid out, or an update applied.
  case computed(LayoutComputation.Product, WorkTimes)
}

/// Layouts by id: those that are stored, those that are made of the documents it is given, and those
/// whose documents the store has.
///
/// Each layout is fetched and computed once, however many requests wait for it, on a worker, and kept
/// as long as the cache has room.
final class LayoutRepository: Sendable {
  /// What becomes of a request for a layout.
  enum Lookup {
    /// The layout is here.
    case here(StoredLayout)
    /// The layout, or the reason why there is none, comes to the waiter.
    case later
    /// There is no such layout.
    case absent
  }

  let cache: LayoutCache<any LayoutWaiter>
  let queue: WorkQueue
  /// What jobs hold beside the documents that they are given.
  let jobMemory: InflightBytes
  /// What versions have in common.
  let lineage: Lineage
  /// Where documents are kept for all replicas; nil if each has its own only.
  let store: LayoutStore?
  /// The most layouts that are fetched at once for requests; beyond it the newest fetch of the client that
  /// has most gives way.
  let maxFetches: Int
  let note: @Sendable (LayoutEvent) -> Void
  private let computation: LayoutComputation
  /// Seconds that a job may take, and that all questions of one fetch may.
  let workTimeout: Double

  /// Creates a repository that stores nothing yet.
  ///
  /// - Parameters:
  ///   - queue: runs the computations.
  ///   - store: where documents are kept for all replicas.
  ///   - note: called on workers with what has happened, for metrics.
  init(
    settings: ServiceSettings, queue: WorkQueue, store: LayoutStore? = nil,
    note: @escaping @Sendable (LayoutEvent) -> Void
  ) {
    self.queue = queue
    self.store = store
    let (jobBytes, overflows) = settings.maxInflightBytes.multipliedReportingOverflow(by: 2)
    jobMemory = InflightBytes(ofJobs: overflows ? .max : jobBytes)
    lineage = Lineage(cacheBytes: settings.cacheBytes)
    let uses = store.map { store in
      LayoutCache<any LayoutWaiter>.UseReports(interval: store.touchInterval) { layout, now in
        Self.touch(layout, at: now, in: store, queue)
      }
    }
    cache = LayoutCache(budget: settings.cacheBytes, uses: uses) { waiter, isWanted in
      waiter.isWaiting && waiter.heir.map(isWanted) ?? true
    }
    computation = LayoutComputation(maxItems: settings.maxItems)
    workTimeout = settings.workTimeout
    // As many as jobs may wait; one where none may, since they wait for no worker.
    maxFetches = max(1, settings.maxQueue)
    self.note = note
  }

  /// The time of a job that a worker begins now.
  ///
  /// - Parameters:
  ///   - waited: nanoseconds since it was submitted.
  ///   - spent: nanoseconds that the jobs took which it goes on with.
  func time(of waited: UInt64, after spent: UInt64 = 0) -> JobTime {
    JobTime(waited: waited, after: spent, seconds: workTimeout, memory: jobMemory)
  }

  /// Looks up the layout of an id, or has its document fetched from the store.
  ///
  /// - Parameters:
  ///   - now: the time, for touches; 0 makes none.
  ///   - client: whom the job is counted to while it waits.
  ///   - waiter: makes the waiter where the layout is not stored, and there is a store; called under
  ///     the cache's lock.
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

  /// Looks up the layout that a text makes, or has a worker compute it.
  ///
  /// - Parameters:
  ///   - client: whom the job is counted to while it waits.
  ///   - waiter: makes the waiter where the layout is not stored; called under the cache's lock.
  ///   - document: hands the text over where the layout has to be computed, or the text to be kept.
  func layout(
    _ source: LayoutSource, for client: () -> HTTPClient, waiter: () -> any LayoutWaiter,
    document: () -> DocumentBytes
  ) -> Lookup {
    let now = store == nil ? 0 : MonotonicClock.now
    switch cache.begin(source.id, at: now, keeps: source.keeps, waiter) {
    case .stored(let layout):
      guard isToBeKept(layout, source) else { return .here(layout) }
      if cache.beginKeeping(source.id, waiter) {
        let job = LayoutJob(source: source, text: document(), client: client())
        keep(job, MadeLayout(layout: layout, origin: .hit), time(of: 0))
      }
    case .joined: queue.advance(source.id, for: client())
    case .computes: begin(LayoutJob(source: source, text: document(), client: client()))
    }
    return .later
  }

  /// Gives a job to the workers, once the layout is here that its text is an update of.
  private func begin(_ job: LayoutJob) {
    do throws(LayoutFailure) {
      let parent = try parent(of: job)
      if case .later = parent { return }
      submit(job, of: parent.layout)
    } catch {
      fail(job, error)
    }
  }

  /// Has a worker make a layout.
  ///
  /// - Parameter parent: the layout that the job's text is an update of.
  func submit(_ job: LayoutJob, of parent: StoredLayout?) {
    let (id, count) = (job.source.id, job.text.byteCount)
    do throws(LayoutFailure) {
      let parent = try held(parent)
      let work = WorkQueue.Job(
        byteCount: count, isShort: count <= WorkQueue.shortJobBytes, id: id,
        drop: { self.fail(job, .queueIsFull) }
      ) { waited in
        self.compute(job, of: parent, self.time(of: waited, after: job.spent))
      }
      guard queue.submit(work, of: turn(of: id, for: job.client)) else { throw .queueIsFull }
    } catch {
      fail(job, error)
    }
  }

  /// Returns the client whose turn a job for a layout takes: no client waits behind all jobs of another
  /// one only because that one asked for the layout first.
  ///
  /// - Parameter client: the client that began the work.
  func turn(of id: LayoutID, for client: HTTPClient) -> HTTPClient {
    store == nil ? client : queue.leastWaiting(of: client, or: cache.clients(of: id))
  }

  /// The layout that a job's update is of; `absent` for a document.
  ///
  /// If the layout comes later, the job is given to the workers then.
  private func parent(of job: LayoutJob) throws(LayoutFailure) -> Lookup {
    guard let id = job.source.parent else { return .absent }
    let now = store == nil ? 0 : MonotonicClock.now
    let lookup = try layout(id, at: now, for: { job.client }) {
      LayoutStep(
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

  /// Looks up the layout that a job's text makes on a worker, or computes it there; the waiter gets it, now
  /// or later.
  func compute(_ job: LayoutJob, _ waiter: any LayoutWaiter, in time: JobTime) {
    let source = job.source
    let now = store == nil ? 0 : MonotonicClock.now
    switch cache.begin(source.id, at: now, keeps: source.keeps, { waiter }) {
    case .stored(let layout):
      let parent = source.parent.flatMap { cache.layout($0) }
      let made = MadeLayout(
        layout: layout, origin: .hit, parent: parent.flatMap { HeldParent($0, in: jobMemory) })
      let isKept = isToBeKept(layout, source)
      if isKept, cache.beginKeeping(source.id, { waiter }) { return keep(job, made, time) }
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

  /// Makes a layout of a job's text, stores it, and gives it to all who wait for it, once the text is kept in
  /// the store.
  private func compute(_ job: LayoutJob, of parent: HeldParent?, _ time: JobTime) {
    let id = job.source.id
    if cancel(id) { return job.text.release() }
    var times = WorkTimes(queue: time.waited)
    note(.began(waited: time.waited))
    do throws(LayoutFailure) {
      let making = Making(id: id, parent: parent, keepsText: store != nil)
      let made = try prepare(job.text, making, time, &times)
      guard let layout = made else { return job.text.release() }
      let result = MadeLayout(layout: layout, times: times, parent: parent)
      guard store != nil else {
        // Before the responses are made.
        job.text.release()
        return finish(result, in: time)
      }
      finish(result, keeping: job, in: time)
    } catch {
      fail(job, error)
    }
  }

  /// Stores a layout and gives it to all who wait for it.
  ///
  /// - Parameter due: from when on its uses are reported.
  func finish(
    _ made: MadeLayout, due: UInt64 = .max, in time: JobTime,
    isPassed: ([any LayoutWaiter]) -> Bool = { _ in false }
  ) {
    var made = made
    let waiters: [any LayoutWaiter]
    (waiters, made.origin) = cache.finish(
      made.layout.id, made.layout, due: due, isPassed: isPassed)
    give(made, to: waiters, in: time)
  }

  /// Gives a layout to those who wait for it, in the order in which they came.
  func give(_ made: MadeLayout, to waiters: [any LayoutWaiter], in time: JobTime) {
    for (place, waiter) in waiters.enumerated() where waiter.isWaiting {
      // The first one began the computation, the others share it.
      let isShared = place > 0 && made.origin != .hit
      let delivery = LayoutDelivery(
        layout: made.layout, origin: isShared ? .collapsed : made.origin, times: made.times,
        store: made.store, parent: made.parent?.layout)
      queue.noteHeld(waiter.receive(delivery, in: time))
    }
  }

  /// Parses and lays out; nil if everyone who waited has left.
  ///
  /// Text and document are freed on return, but for what the layout holds of them, and the text where it
  /// is to be kept in the store.
  func prepare(
    _ bytes: DocumentBytes, _ making: Making, _ time: JobTime, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> StoredLayout? {
    let parent = making.parent
    let cpu = MonotonicClock.threadCPU
    var work = LayoutComputation.Work(
      bytes.take(), of: parent?.layout, keepsText: making.keepsText)
    // A few bytes of update may make as much as there is already: that room is taken before the work.
    let ahead = min(parent?.layout.byteCount ?? 0, jobMemory.limit / 4)
    while true {
      guard !time.isUp else { throw time.failure }
      // Released at the end of each pass, the last one's when the layout is the cache's.
      guard let memory = jobMemory.reserve(ahead) else { throw .outOfMemory }
      defer { queue.noteHeld(memory.count) }
      let budget = time.budget(memory: memory, ahead: ahead) { self.cache.isWanted(making.id) }
      do throws(LayoutFailure) {
        let product = try computation.run(&work, budget, &times)
        times.cpu = MonotonicClock.threadCPU &- cpu
        note(.computed(product, times))
        if let text = work.readText { bytes.putBack(text) }
        return StoredLayout(making.id, product, lineage)
      } catch {
        guard budget.isEnded else { throw error }
      }
      if let failure = time.failure(of: budget) { throw failure }
      // Someone may have begun to wait just now: then the work goes on from where it was.
      if cancel(making.id) { return nil }
    }
  }

  /// Gives a computation up that nobody waits for; false if someone does.
  private func cancel(_ id: LayoutID) -> Bool {
    guard let waiters = cache.cancel(id) else { return false }
    for waiter in waiters { waiter.leave() }
    return true
  }

  /// Ends a job without a layout.
  func fail(_ job: LayoutJob, _ failure: LayoutFailure) {
    job.text.release()
    fail(job.source.id, failure)
  }

  /// Ends a computation without a layout.
  func fail(_ id: LayoutID, _ failure: LayoutFailure) {
    for waiter in cache.fail(id) where waiter.isWaiting { waiter.fail(failure) }
  }
}

extension LayoutFailure {
  /// What it means for an update of the layout that has failed: what is wrong with that one's own text
  /// has no place in the update's.
  fileprivate func seen(fromUpdateOf parent: LayoutID) -> LayoutFailure {
    switch self {
    case .document, .layout, .updateText, .update, .tooLarge: .notCached(parent)
    default: self
    }
  }
}

extension LayoutRepository.Lookup {
  /// The layout, if it is here.
  fileprivate var layout: StoredLayout? {
    if case .here(let layout) = self { layout } else { nil }
  }
}

/// A layout that is being made of a text.
struct Making {
  let id: LayoutID
  /// The layout that the text is an update of.
  let parent: HeldParent?
  /// Whether the text is wanted afterwards.
  let keepsText: Bool
}

/// A layout that is ready for those who wait for it.
struct MadeLayout: Sendable {
  var layout: StoredLayout
  var origin = LayoutOrigin.stored
  var times = WorkTimes()
  var store: StoreStatus?
  /// The layout that an update made it of, counted until the responses are made.
  var parent: HeldParent?
}
