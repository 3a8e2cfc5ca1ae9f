import HTTPMessage
import LayoutEngine

// Who brings a document hears of its layout when every replica can find the document.
extension LayoutRepository {
  /// Whether a stored layout's text, which has come again, is to be kept in the store after all: it
  /// could not be when it came first.
  func isToBeKept(_ layout: StoredLayout, _ source: LayoutSource) -> Bool {
    store != nil && source.keeps && layout.isInStore == .open
  }

  /// Stores a layout, keeps its text, and then gives it to all who wait for it.
  func finish(_ made: MadeLayout, keeping job: LayoutJob, in time: JobTime) {
    var made = made
    let waiters: [any LayoutWaiter]?
    (waiters, made.origin) = cache.finishBeforeKeeping(job.source.id, made.layout)
    guard let waiters else { return keep(job, made, time) }
    job.text.release()
    made.store = .bypassed(.noStore)
    give(made, to: waiters, in: time)
  }

  /// Keeps a text, and then gives its layout to all who wait for it.
  ///
  /// May be called on an event loop; the layout is given on a worker.
  func keep(_ job: LayoutJob, _ made: MadeLayout, _ time: JobTime) {
    guard let parent = made.parent?.layout ?? job.source.parent.flatMap({ cache.layout($0) }) else {
      return write(job, made, time)
    }
    // Waits once: who brings the parent again and again holds no update of it up.
    let goesOn = LayoutStep(
      goesOn: { _, time in
        self.keep(job, made, of: parent, time)
        return 0
      }, fails: { _ in self.write(job, made, time) })
    // What the update is of may be on its way to the store itself.
    if cache.joinKeeping(parent.id, { goesOn }) { return }
    keep(job, made, of: parent, time)
  }

  /// Keeps an update's text if the store has what the update is of.
  private func keep(
    _ job: LayoutJob, _ made: MadeLayout, of parent: StoredLayout, _ time: JobTime
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
  private func write(_ job: LayoutJob, _ made: MadeLayout, _ time: JobTime) {
    store?.keep(job.text, job.source) { status, waited in
      self.resume(made, Receipt(status: status, waited: waited), job.client, time)
    }
  }

  /// What the store said of a text.
  private struct Receipt: Sendable {
    let status: StoreStatus
    let waited: UInt64
  }

  private func resume(
    _ made: MadeLayout, _ receipt: Receipt, _ client: HTTPClient, _ time: JobTime
  ) {
    queue.resume(made.layout.id, of: client) { waited in
      self.end(made, receipt, self.time(of: time.waited &+ waited))
    }
  }

  /// Gives a layout to all who wait for it, now that its text is kept, or is not.
  private func end(_ made: MadeLayout, _ receipt: Receipt, _ time: JobTime) {
    let now = MonotonicClock.now
    let keeping: StoredLayout.Keeping =
      switch receipt.status {
      case .hit, .stored: .kept
      case .bypassed(.tooLarge): .never
      case .bypassed, .missed: .open
      }
    made.layout.note(keeping, at: now)
    // What did not come in time may have come since: touches tell.
    let mayBeThere = keeping == .kept || receipt.status == .bypassed(.timeout)
    let due = mayBeThere ? now &+ (store?.touchInterval ?? 0) : .max
    var made = made
    made.store = receipt.status
    made.times.store = receipt.waited
    give(made, to: cache.kept(made.layout.id, due: due), in: time)
  }

  /// Begins the lifetime anew of what a layout is made of, in the store.
  ///
  /// Called for a layout that is used, once a minute or so. The links of a version, which may be two
  /// hundred, have their turn once an hour or so, on a worker.
  static func touch(
    _ layout: StoredLayout, at now: UInt64, in store: LayoutStore, _ queue: WorkQueue
  ) {
    store.touch(layout)
    guard layout.ancestry.last != nil,
      layout.takesTurnToTouchLinks(at: now, interval: store.linksInterval)
    else { return }
    // Nobody waits for it.
    queue.resume(of: .unknown) { _ in
      for number in 0...Ancestry.maxLinks {
        guard let link = layout.ancestry[back: number] else { break }
        store.touch(link.isParentVersion ? .update : .document, link.parent)
      }
    }
  }
}
