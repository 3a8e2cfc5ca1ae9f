import HTTPMessage
import LayoutEngine

/// What is on its way from the store for one layout: its document, or the updates that lead to it from
/// a layout that is here, or from a document.
struct LayoutFetch: Sendable {
  /// An update that was fetched.
  struct Link: Sendable {
    /// The version that it makes.
    let id: LayoutID
    let update: DocumentBytes
  }

  let ticket: FetchTicket
  /// Whom the jobs are counted to while they wait.
  let client: WorkClient
  /// What is looked for next.
  var next: LayoutID
  /// The updates so far, the last one first.
  var links: [Link] = []
  /// Bytes of all updates.
  var linkBytes = 0
  /// Nanoseconds that the store took so far.
  var waited: UInt64 = 0
  /// When it began, by `MonotonicClock`.
  private let start = MonotonicClock.now

  init(_ ticket: FetchTicket, for client: WorkClient) {
    self.ticket = ticket
    self.client = client
    next = ticket.id
  }

  /// The layout that is asked for.
  var id: LayoutID { ticket.id }

  /// Lets all updates go, and what is set aside for them.
  func letGo() {
    for link in links { link.update.letGo() }
  }

  /// Whether it has taken longer than that, jobs between two questions included.
  func hasTaken(seconds: Double) -> Bool {
    MonotonicClock.now &- start > MonotonicClock.nanoseconds(seconds)
  }
}

// Fetches are no jobs: while the store is asked, no worker waits. What was found is looked at on one.
extension LayoutRepository {
  /// Looks in the store for what is needed next.
  func fetch(_ fetch: LayoutFetch) {
    guard let store else { return end(fetch, .notCached(fetch.id)) }
    // What a version is made of is a version more often than not.
    let first: LayoutStore.Kind = fetch.links.isEmpty ? .document : .update
    store.find(fetch.next, first: first, isWanted: { self.cache.isWanted(fetch.id) }) {
      finding, waited in
      var fetch = fetch
      fetch.waited += waited
      self.take(finding, fetch)
    }
  }

  private func take(_ finding: LayoutStore.Finding, _ fetch: LayoutFetch) {
    switch finding {
    case .found(let text):
      let drop = { @Sendable in
        text.reservation.release()
        self.end(fetch, .queueIsFull)
      }
      let job = WorkQueue.Job(byteCount: text.bytes.count, id: fetch.id, drop: drop) { waited in
        self.open(text, fetch, self.time(of: waited))
      }
      if !queue.submit(job, of: fetch.client) { drop() }
    case .missing: end(fetch, .notCached(fetch.next, .missed))
    case .unavailable(let outage):
      end(fetch, .notCached(fetch.id, .bypassed(StoreBypass(outage))))
    case .tooLarge:
      if let store { end(fetch, .tooLarge(store.bodyLimit)) }
    case .noRoom: end(fetch, .outOfMemory)
    case .unwanted: giveUp(fetch)
    }
  }

  /// Ends a fetch that nobody waits for; where someone has begun to just now, it goes on.
  private func giveUp(_ fetch: LayoutFetch) {
    guard cache.cancel(fetch.ticket) else { return self.fetch(fetch) }
    fetch.letGo()
  }

  /// Ends a fetch without a layout.
  private func end(_ fetch: LayoutFetch, _ failure: LayoutFailure) {
    fetch.letGo()
    for waiter in cache.missing(fetch.ticket) where waiter.isWaiting { waiter.fail(failure) }
  }

  /// Looks at what was found, on a worker.
  private func open(_ found: LayoutStore.FoundText, _ fetch: LayoutFetch, _ time: JobTime) {
    // Someone who had the document may have taken over.
    guard let store, cache.isOpen(fetch.ticket) else {
      found.reservation.release()
      return fetch.letGo()
    }
    let budget = time.budget(memory: found.reservation) { self.cache.isWanted(fetch.id) }
    do throws(LayoutStore.Flaw) {
      let text = try store.open(found, as: fetch.next, budget)
      store.note(.hit)
      // A fetch is a use.
      store.touch(found.kind, fetch.next)
      guard let parent = text.parent else { return make(fetch, .document(text.document), time) }
      var fetch = fetch
      fetch.links.append(LayoutFetch.Link(id: fetch.next, update: text.document))
      fetch.linkBytes += text.document.byteCount
      fetch.next = parent
      goOn(fetch, store, time)
    } catch {
      found.reservation.release()
      switch error {
      case .broken:
        store.noteBroken(fetch.next)
        end(fetch, .notCached(fetch.next, .bypassed(.broken)))
      case .tooLarge:
        store.note(.refused)
        end(fetch, .tooLarge(store.bodyLimit))
      case .ended:
        if let failure = time.failure(of: budget) { return end(fetch, failure) }
        giveUp(fetch)
      }
    }
  }

  /// Makes the layout where the one is here that the updates are of, else looks for that one.
  private func goOn(_ fetch: LayoutFetch, _ store: LayoutStore, _ time: JobTime) {
    if fetch.hasTaken(seconds: workTimeout) {
      store.note(.timeout)
      return end(fetch, .notCached(fetch.id, .bypassed(.timeout)))
    }
    guard fetch.links.count <= LayoutStore.maxLinks, fetch.linkBytes <= store.bodyLimit.bytes
    else {
      store.note(.refused)
      return end(fetch, .notCached(fetch.id, .bypassed(.tooLarge)))
    }
    guard let base = cache.layout(fetch.next, at: MonotonicClock.now) else {
      return self.fetch(fetch)
    }
    make(fetch, .layout(base), time)
  }

  /// What the updates begin with.
  private enum Base {
    case layout(StoredLayout)
    case document(DocumentBytes)
  }

  /// Lays out what was fetched, and applies the updates to it in their order.
  private func make(_ fetch: LayoutFetch, _ base: Base, _ time: JobTime) {
    defer {
      if case .document(let document) = base { document.letGo() }
      fetch.letGo()
    }
    guard cache.fetched(fetch.ticket) else { return }
    note(.began(waited: time.waited))
    var made = MadeTimes(queue: time.waited, store: fetch.waited)
    do throws(LayoutFailure) {
      guard let (layout, parent) = try layout(fetch, base, time, &made) else { return }
      let now = MonotonicClock.now
      let result = MadeLayout(
        layout: layout, times: made.times, store: .hit, parent: parent)
      finish(result, due: now &+ LayoutStore.touchInterval, in: time)
    } catch {
      fail(fetch.id, error)
    }
  }

  private func layout(
    _ fetch: LayoutFetch, _ base: Base, _ time: JobTime, _ made: inout MadeTimes
  ) throws(LayoutFailure) -> (StoredLayout, HeldParent?)? {
    var layout: StoredLayout
    switch base {
    case .layout(let held): layout = held
    case .document(let document):
      let making = Making(id: fetch.next, wanted: fetch.id, parent: nil, keepsText: false)
      guard let first = try prepare(document, making, time, &made.step) else { return nil }
      document.reservation.release()
      note(first, .kept, fetch)
      made.add()
      layout = first
    }
    var parent: HeldParent?
    for link in fetch.links.reversed() {
      guard let held = HeldParent(layout, in: jobMemory) else { throw .outOfMemory }
      let making = Making(id: link.id, wanted: fetch.id, parent: held, keepsText: false)
      guard let version = try prepare(link.update, making, time, &made.step) else { return nil }
      link.update.reservation.release()
      if let record = version.record { lineage.keep(record, of: link.id) }
      note(version, layout.isInStore, fetch)
      made.add()
      (layout, parent) = (version, held)
    }
    return (layout, parent)
  }

  /// Notes whether all that a layout was made of is in the store, and stores it where it is one on the
  /// way.
  private func note(
    _ layout: StoredLayout, _ keeping: StoredLayout.Keeping, _ fetch: LayoutFetch
  ) {
    let now = MonotonicClock.now
    layout.note(keeping == .kept ? .kept : .open, at: now)
    guard layout.id != fetch.id else { return }
    cache.insert(layout.id, layout, due: now &+ LayoutStore.touchInterval)
  }
}

/// How long the parts of a layout's work took that was made in several steps.
private struct MadeTimes {
  private(set) var times: WorkTimes
  /// Those of one step.
  var step = WorkTimes()

  init(queue: UInt64, store: UInt64) {
    times = WorkTimes(queue: queue, store: store)
  }

  /// Adds the step's.
  mutating func add() {
    times.parse = (times.parse ?? 0) &+ (step.parse ?? 0)
    times.layout = (times.layout ?? 0) &+ (step.layout ?? 0)
    step = WorkTimes()
  }
}
