import LayoutEngine

/// What happens to the computations of a repository.
enum LayoutEvent: Sendable {
  /// One has begun after so many nanoseconds of waiting.
  case began(waited: UInt64)
  /// A document has been laid out, or an update applied.
  case computed(LayoutComputation.Product, WorkTimes)
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
  /// Which version was made of which layout.
  let lineage: Lineage
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
    lineage = Lineage(cacheBytes: settings.cacheBytes)
    computation = LayoutComputation(maxItems: settings.maxItems)
    workTimeout = settings.workTimeout
    self.note = note
  }

  /// The time of a job that a worker begins now.
  func time(of waited: UInt64) -> JobTime {
    JobTime(waited: waited, seconds: workTimeout, memory: jobMemory)
  }

  /// Looks up the layout of an id.
  ///
  /// - Complexity: O(1), under one short lock.
  func layout(_ id: LayoutID) -> Lookup {
    cache.layout(id).map { .here($0) } ?? .absent
  }

  /// Looks up the layout that a text makes, or has a worker compute it.
  ///
  /// - Parameters:
  ///   - client: whom the job is counted to while it waits.
  ///   - waiter: makes the waiter where the layout is not stored; called under the cache's lock.
  ///   - document: hands the text over where the layout has to be computed.
  func layout(
    _ source: LayoutSource, for client: () -> WorkClient, waiter: () -> Waiter,
    document: () -> DocumentBytes
  ) -> Lookup {
    switch cache.begin(source.id, waiter) {
    case .stored(let layout): return .here(layout)
    case .joined: queue.advance(source.id, for: client())
    case .computes: begin(source, document(), of: client())
    }
    return .later
  }

  /// Gives a computation to the workers.
  private func begin(_ source: LayoutSource, _ document: DocumentBytes, of client: WorkClient) {
    let id = source.id
    do throws(LayoutFailure) {
      let parent = try parent(of: source)
      let drop = { @Sendable in self.fail(id, .queueIsFull) }
      let job = WorkQueue.Job(byteCount: document.byteCount, id: id, drop: drop) { waited in
        self.compute(document, id, of: parent, self.time(of: waited))
      }
      guard queue.submit(job, of: client) else { throw .queueIsFull }
    } catch {
      fail(id, error)
    }
  }

  /// The layout that an update is of, held for its job; nil for a document.
  private func parent(of source: LayoutSource) throws(LayoutFailure) -> HeldParent? {
    guard let id = source.parent else { return nil }
    guard let layout = cache.layout(id) else { throw .notCached(id) }
    guard let parent = HeldParent(layout, in: jobMemory) else { throw .outOfMemory }
    return parent
  }

  /// Looks up the layout that a text makes on a worker, or computes it there; the waiter gets it, now
  /// or later.
  func compute(
    _ document: DocumentBytes, _ source: LayoutSource, for client: WorkClient, _ waiter: Waiter,
    in time: JobTime
  ) {
    switch cache.begin(source.id, { waiter }) {
    case .stored(let layout):
      document.reservation.release()
      queue.noteHeld(waiter.receive(LayoutDelivery(layout: layout, origin: .hit), in: time))
    case .joined: queue.advance(source.id, for: client)
    case .computes:
      do throws(LayoutFailure) {
        compute(document, source.id, of: try parent(of: source), time)
      } catch {
        document.reservation.release()
        fail(source.id, error)
      }
    }
  }

  /// Makes a layout of a text, stores it, and gives it to all who wait for it.
  private func compute(
    _ document: DocumentBytes, _ id: LayoutID, of parent: HeldParent?, _ time: JobTime
  ) {
    defer { document.reservation.release() }
    if !cache.isWanted(id), cache.cancel(id) { return }
    var times = WorkTimes(queue: time.waited)
    note(.began(waited: time.waited))
    do throws(LayoutFailure) {
      guard let layout = try prepare(document, id, of: parent, time, &times) else { return }
      // Released before the responses are made: the text is gone already.
      document.reservation.release()
      if let record = layout.record { lineage.keep(record, of: id) }
      let (waiters, origin) = cache.finish(id, layout)
      // The first one began the computation, the others share it.
      for (place, waiter) in waiters.enumerated() where waiter.isWaiting {
        let delivery = LayoutDelivery(
          layout: layout, origin: place > 0 ? .collapsed : origin, times: times,
          parent: parent?.layout)
        queue.noteHeld(waiter.receive(delivery, in: time))
      }
    } catch {
      document.reservation.release()
      fail(id, error)
    }
  }

  /// Parses and lays out; nil where everyone who waited has left.
  ///
  /// Text and document are freed on return, but for what the layout holds of them.
  private func prepare(
    _ bytes: DocumentBytes, _ id: LayoutID, of parent: HeldParent?, _ time: JobTime,
    _ times: inout WorkTimes
  ) throws(LayoutFailure) -> StoredLayout? {
    var work = LayoutComputation.Work(bytes.take(), of: parent?.layout)
    // A few bytes of update may make as much as there is already: that room is taken before the work.
    let ahead = min(parent?.layout.byteCount ?? 0, jobMemory.limit / 4)
    while true {
      guard !time.isUp else { throw time.failure }
      // Released at the end of each pass, the last one's when the layout is the cache's.
      guard let memory = jobMemory.reserve(ahead) else { throw .outOfMemory }
      defer { queue.noteHeld(memory.count) }
      let budget = time.budget(memory: memory, ahead: ahead) { self.cache.isWanted(id) }
      do throws(LayoutFailure) {
        let product = try computation.run(&work, budget, &times)
        note(.computed(product, times))
        return StoredLayout(id, product)
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
