import LayoutEngine

/// What happens to the computations of a repository.
enum LayoutEvent: Sendable {
  /// One has begun after so many nanoseconds of waiting.
  case began(waited: UInt64)
  /// A document has been laid out.
  case computed(LayoutDocument, WorkTimes)
}

/// Layouts by id: those that are stored, and those that are made of the documents it is given.
///
/// Each layout is computed once, however many requests wait for it, on a worker, and kept as long as
/// the cache has room.
final class LayoutRepository<Waiter: LayoutWaiter>: Sendable {
  /// What becomes of a request for a layout.
  enum Lookup {
    /// The layout is here.
    case here(StoredLayout)
    /// The layout, or the reason why there is none, comes to the waiter.
    case later
    /// There is no such layout.
    case absent
  }

  let cache: LayoutCache<Waiter>
  let queue: WorkQueue
  /// What jobs hold beside the documents that they are given.
  let jobMemory: InflightBytes
  private let computation: LayoutComputation
  private let workTimeout: Double
  private let note: @Sendable (LayoutEvent) -> Void

  /// Creates a repository that stores nothing yet.
  ///
  /// - Parameters:
  ///   - queue: runs the computations.
  ///   - note: called on workers with what has happened, for metrics.
  init(
    settings: ServiceSettings, queue: WorkQueue,
    note: @escaping @Sendable (LayoutEvent) -> Void
  ) {
    cache = LayoutCache(budget: settings.cacheBytes) { $0.isWaiting }
    self.queue = queue
    let (jobBytes, overflows) = settings.maxInflightBytes.multipliedReportingOverflow(by: 2)
    jobMemory = InflightBytes(limit: overflows ? .max : jobBytes)
    computation = LayoutComputation(maxItems: settings.maxItems)
    workTimeout = settings.workTimeout
    self.note = note
  }

  /// The time of a job that a worker begins now.
  func time(of waited: UInt64) -> JobTime { JobTime(waited: waited, seconds: workTimeout) }

  /// Looks up the layout of an id.
  ///
  /// - Complexity: O(1), under one short lock.
  func layout(_ id: LayoutID) -> Lookup {
    cache.layout(id).map { .here($0) } ?? .absent
  }

  /// Looks up the layout of a document, or has a worker compute it.
  ///
  /// - Parameters:
  ///   - client: whom the job is counted to while it waits.
  ///   - waiter: makes the waiter where the layout is not stored; called under the cache's lock.
  ///   - document: hands the document over where it has to be computed.
  func layout(
    _ id: LayoutID, for client: () -> WorkClient, waiter: () -> Waiter,
    document: () -> DocumentBytes
  ) -> Lookup {
    switch cache.begin(id, waiter) {
    case .stored(let layout): return .here(layout)
    case .joined: queue.advance(id, for: client())
    case .computes:
      let document = document()
      let drop = { @Sendable in self.fail(id, .queueIsFull) }
      let job = WorkQueue.Job(byteCount: document.byteCount, id: id, drop: drop) { waited in
        self.compute(document, id, self.time(of: waited))
      }
      if !queue.submit(job, of: client()) { drop() }
    }
    return .later
  }

  /// Looks up the layout of a document on a worker, or computes it there; the waiter gets it, now or
  /// later.
  func compute(
    _ document: DocumentBytes, _ id: LayoutID, for client: WorkClient, _ waiter: Waiter,
    in time: JobTime
  ) {
    switch cache.begin(id, { waiter }) {
    case .stored(let layout):
      document.reservation.release()
      queue.noteHeld(waiter.receive(LayoutDelivery(layout: layout, origin: .hit), in: time))
    case .joined: queue.advance(id, for: client)
    case .computes: compute(document, id, time)
    }
  }

  /// Lays a document out, stores the layout, and gives it to all who wait for it.
  private func compute(_ document: DocumentBytes, _ id: LayoutID, _ time: JobTime) {
    defer { document.reservation.release() }
    if !cache.isWanted(id), cache.cancel(id) { return }
    var times = WorkTimes(queue: time.waited)
    note(.began(waited: time.waited))
    do throws(LayoutFailure) {
      guard let layout = try prepare(document, id, time, &times) else { return }
      // Released before the responses are made: the text is gone already.
      document.reservation.release()
      let (waiters, origin) = cache.finish(id, layout)
      // The first one began the computation, the others share it.
      for (place, waiter) in waiters.enumerated() where waiter.isWaiting {
        let delivery = LayoutDelivery(
          layout: layout, origin: place > 0 ? .collapsed : origin, times: times)
        queue.noteHeld(waiter.receive(delivery, in: time))
      }
    } catch {
      document.reservation.release()
      fail(id, error)
    }
  }

  /// Parses and lays out; nil where everyone who waited has left.
  ///
  /// Text and document are freed on return.
  private func prepare(
    _ bytes: DocumentBytes, _ id: LayoutID, _ time: JobTime, _ times: inout WorkTimes
  ) throws(LayoutFailure) -> StoredLayout? {
    var work = LayoutComputation.Work(bytes.take())
    while true {
      guard !time.isUp else { throw time.failure }
      // Released at the end of each pass, the last one's when the layout is the cache's.
      let memory = jobMemory.reserve(0)
      defer { queue.noteHeld(memory?.count ?? 0) }
      let budget = time.budget(memory: memory) { self.cache.isWanted(id) }
      do throws(LayoutFailure) {
        let (document, layout) = try computation.run(&work, budget, &times)
        note(.computed(document, times))
        return StoredLayout(id, layout)
      } catch {
        guard budget.isEnded else { throw error }
      }
      if let failure = time.failure(of: budget) { throw failure }
      // Someone may have begun to wait just now: then the work goes on from where it was.
      if cache.cancel(id) { return nil }
    }
  }

  /// Ends a computation without a layout.
  private func fail(_ id: LayoutID, _ failure: LayoutFailure) {
    for waiter in cache.fail(id) where waiter.isWaiting { waiter.fail(failure) }
  }
}
