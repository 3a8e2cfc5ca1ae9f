import HTTPMessage
import LayoutAPI
import LayoutEngine

// An upload is answered once every replica can find the document in the store.
extension LayoutRepository {
  /// Returns whether the text of a cached layout, which was uploaded again, must be written to the store.
  ///
  /// It must if the request allows it, and this replica has recorded neither that the store has the text nor
  /// that writing it would fail again (`StoredLayout.Persistence`).
  func isToBeKept(_ layout: StoredLayout, _ source: LayoutSource) -> Bool {
    store != nil && source.keeps && layout.isInStore == .open
  }

  /// Caches a layout, writes its text to the store, and then gives the layout to all waiters.
  func finish(_ made: LayoutResult, persisting job: LayoutJob, in time: JobTime) {
    var made = made
    let waiters: [any LayoutWaiter]?
    (waiters, made.outcome) = cache.finishBeforePersisting(job.source.id, made.layout)
    guard let waiters else { return persist(job, made, time) }
    job.text.release()
    made.store = .bypassed(.noStore)
    give(made, to: waiters, in: time)
  }

  /// Writes a text to the store, and then gives its layout to all waiters.
  ///
  /// May be called on an event loop; the waiters receive the layout on a worker.
  func persist(_ job: LayoutJob, _ made: LayoutResult, _ time: JobTime) {
    guard let parent = made.parent?.layout ?? job.source.parent.flatMap({ cache.layout($0) }) else {
      return write(job, made, time)
    }
    // Waits for the parent only once: repeated uploads of the parent must not delay its updates.
    let goesOn = LayoutContinuation(
      goesOn: { _, time in
        self.persist(job, made, of: parent, time)
        return 0
      }, fails: { _ in self.write(job, made, time) })
    // Wait if the parent's text is being written to the store.
    if cache.joinPersisting(parent.id, { goesOn }) { return }
    persist(job, made, of: parent, time)
  }

  /// Writes an update's text to the store, if the store has the parent.
  private func persist(
    _ job: LayoutJob, _ made: LayoutResult, of parent: StoredLayout, _ time: JobTime
  ) {
    guard let store else { return }
    let start = MonotonicClock.now
    store.touch(parent) { _ in
      guard parent.isInStore != .kept else { return self.write(job, made, time) }
      job.text.release()
      let waited = MonotonicClock.now &- start
      self.resume(made, Receipt(status: .bypassed(.parent), waited: waited), job.client, time)
    }
  }

  /// Writes a text to the store.
  private func write(_ job: LayoutJob, _ made: LayoutResult, _ time: JobTime) {
    store?.write(job.text, job.source) { status, waited in
      self.resume(made, Receipt(status: status, waited: waited), job.client, time)
    }
  }

  /// The result of writing a text to the store, and the nanoseconds that it took.
  private struct Receipt: Sendable {
    let status: StoreStatus
    let waited: UInt64
  }

  private func resume(
    _ made: LayoutResult, _ receipt: Receipt, _ client: HTTPClient, _ time: JobTime
  ) {
    queue.resume(made.layout.id, of: client) { turn in
      self.end(made, receipt, self.time(of: WorkQueue.Turn(waited: time.waited &+ turn.waited)))
    }
  }

  /// Delivers a layout to all waiters, now that the store has replied.
  private func end(_ made: LayoutResult, _ receipt: Receipt, _ time: JobTime) {
    let now = MonotonicClock.now
    let keeping: StoredLayout.Persistence =
      switch receipt.status {
      case .hit, .stored: .kept
      case .bypassed(.tooLarge): .never
      case .bypassed, .missed: .open
      }
    made.layout.note(keeping, at: now)
    // A write that timed out may have succeeded since: a touch finds out.
    let mayBeThere = keeping == .kept || receipt.status == .bypassed(.timeout)
    let due = mayBeThere ? now &+ (store?.touchInterval ?? 0) : .max
    var made = made
    made.store = receipt.status
    made.times.store = receipt.waited
    give(made, to: cache.kept(made.layout.id, due: due), in: time)
  }

  /// Restarts the lifetime, in the store, of a layout's document or update.
  ///
  /// Called for a layout in use, about once a minute. The texts of a version's ancestors, of which there may
  /// be two hundred, are touched about once an hour, on a worker.
  static func touch(
    _ layout: StoredLayout, at now: UInt64, in store: RemoteDocuments, _ queue: WorkQueue
  ) {
    store.touch(layout)
    guard layout.history.last != nil,
      layout.takesTurnToTouchLinks(at: now, interval: store.linksInterval)
    else { return }
    // No client waits for this job.
    queue.resume(of: .unknown) { _ in
      for number in 0...UpdateHistory.maxLinks {
        guard let link = layout.history[back: number] else { break }
        store.touch(link.isParentVersion ? .update : .document, link.parent)
      }
    }
  }
}
