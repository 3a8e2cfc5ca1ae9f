import Dispatch
import HTTPMessage
import LayoutEngine

/// What is on its way from the store for one layout: its document, or the update that it was made by,
/// and then the layout which that is of.
///
/// Each link of a chain of updates is a fetch of its own, which all join who need it: thirty versions of
/// one document have that laid out once.
struct LayoutFetch: Sendable {
  /// How often a fetch is begun again at most, which someone begins to wait for as it is given up.
  static let maxRestarts = 4
  /// Nanoseconds before a fetch is begun again for the first time; each later time twice as many.
  static let restartDelay: UInt64 = 10_000_000

  let ticket: FetchTicket
  /// Whose turns its questions and jobs take.
  fileprivate(set) var client: HTTPClient
  /// How many updates wait for this layout in a line.
  private(set) var linkCount = 0
  /// Bytes of all of them.
  private(set) var linkBytes = 0
  /// Nanoseconds that the store took for it.
  fileprivate(set) var waited: UInt64 = 0
  /// How often it was begun again, and the fetches that it is a link for before it was.
  private var restartCount = 0
  /// When the line began, by `MonotonicClock`.
  private let start: UInt64

  init(_ ticket: FetchTicket, for client: HTTPClient) {
    self.ticket = ticket
    self.client = client
    start = MonotonicClock.now
  }

  /// What an update is of that was fetched.
  fileprivate init(_ ticket: FetchTicket, of child: LayoutFetch, _ update: DocumentBytes) {
    self.ticket = ticket
    client = child.client
    start = child.start
    linkCount = child.linkCount + 1
    linkBytes = child.linkBytes + update.byteCount
    restartCount = child.restartCount
  }

  /// The layout that is asked for.
  var id: LayoutID { ticket.id }

  /// Takes one of the times that it may be begun again.
  ///
  /// - Returns: nanoseconds until then; nil if it was begun again as often as it may be.
  fileprivate mutating func takeRestart() -> UInt64? {
    guard restartCount < Self.maxRestarts else { return nil }
    defer { restartCount += 1 }
    return Self.restartDelay << restartCount
  }

  /// Whether the line has taken longer than that, jobs between two questions included.
  func hasTaken(seconds: Double) -> Bool {
    MonotonicClock.now &- start > MonotonicClock.nanoseconds(seconds)
  }
}

// Fetches are no jobs: while the store is asked, no worker waits. What was found is looked at on one.
extension LayoutRepository {
  /// Looks in the store for a layout.
  func fetch(_ fetch: LayoutFetch) {
    guard let store else { return end(fetch, .notCached(fetch.id)) }
    store.find(fetch.id, for: fetch.client, isWanted: { self.cache.isWanted(fetch.id) }) {
      finding, waited in
      var fetch = fetch
      fetch.waited += waited
      fetch.client = self.turn(of: fetch.id, for: fetch.client)
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
      let count = text.bytes.count
      let job = WorkQueue.Job(
        byteCount: count, isShort: count <= WorkQueue.shortGzipBytes, id: fetch.id, drop: drop
      ) { waited in
        self.open(text, fetch, self.time(of: waited))
      }
      if !queue.submit(job, of: fetch.client) { drop() }
    case .missing: end(fetch, .notCached(fetch.id, .missed))
    case .unavailable(let outage):
      end(fetch, .notCached(fetch.id, .bypassed(StoreBypass(outage))))
    case .tooLarge:
      if let store { end(fetch, .tooLarge(store.bodyLimit)) }
    case .noRoom: end(fetch, .outOfMemory)
    case .unwanted: giveUp(fetch)
    }
  }

  /// Ends a fetch that nobody waits for; if someone has begun to just now, it is begun again.
  private func giveUp(_ fetch: LayoutFetch) {
    guard let waiters = cache.cancel(fetch.ticket) else { return beginAgain(fetch) }
    for waiter in waiters { waiter.leave() }
  }

  /// Begins a fetch again, a little later each time, and a few times only: whatever store and clients do,
  /// it ends.
  ///
  /// Nothing else begins one again.
  private func beginAgain(_ fetch: LayoutFetch) {
    var fetch = fetch
    guard let delay = fetch.takeRestart() else {
      store?.note(.refused)
      return end(fetch, .notCached(fetch.id, .bypassed(.busy)))
    }
    let begun = fetch
    // Not on the default queue, whose threads workers may keep busy for as long as jobs wait.
    let queue = DispatchQueue.global(qos: .userInitiated)
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) {
      // Someone who had the document may have taken over.
      if self.cache.isOpen(begun.ticket) { self.fetch(begun) }
    }
  }

  /// Ends a fetch without a layout.
  private func end(_ fetch: LayoutFetch, _ failure: LayoutFailure) {
    for waiter in cache.missing(fetch.ticket) where waiter.isWaiting { waiter.fail(failure) }
  }

  /// Looks at what was found, on a worker.
  private func open(_ found: LayoutStore.FoundText, _ fetch: LayoutFetch, _ time: JobTime) {
    // Someone who had the document may have taken over.
    guard let store, cache.isOpen(fetch.ticket) else { return found.reservation.release() }
    let budget = time.budget(memory: found.reservation) { self.cache.isWanted(fetch.id) }
    do throws(LayoutStore.Flaw) {
      let text = try store.open(found, as: fetch.id, budget)
      store.note(.hit)
      // A fetch is a use.
      store.touch(found.kind, fetch.id)
      guard let parent = text.parent else { return make(fetch, text.document, of: nil, time) }
      goOn(fetch, text.document, of: parent, store, time)
    } catch {
      found.reservation.release()
      switch error {
      case .broken:
        store.noteBroken(fetch.id)
        end(fetch, .notCached(fetch.id, .bypassed(.broken)))
      case .tooLarge:
        store.note(.refused)
        end(fetch, .tooLarge(store.bodyLimit))
      case .ended:
        if let failure = time.failure(of: budget) { return end(fetch, failure) }
        giveUp(fetch)
      }
    }
  }

  /// Applies an update where the layout is here that it is of, else waits for that one.
  private func goOn(
    _ fetch: LayoutFetch, _ update: DocumentBytes, of parent: LayoutID, _ store: LayoutStore,
    _ time: JobTime
  ) {
    let fails = { @Sendable (failure: LayoutFailure) in
      update.release()
      self.end(fetch, failure.seen(from: fetch.id))
    }
    if fetch.hasTaken(seconds: workTimeout) {
      store.note(.timeout)
      return fails(.notCached(fetch.id, .bypassed(.timeout)))
    }
    guard fetch.linkCount < Ancestry.maxLinks,
      fetch.linkBytes + update.byteCount <= store.bodyLimit.bytes
    else {
      store.note(.refused)
      return fails(.notCached(fetch.id, .bypassed(.tooLarge)))
    }
    // Whatever comes of the parent is a job of its own: a chain is not as deep on a worker's stack as it
    // is long. All links together have one job's time.
    let step = LayoutStep(
      for: fetch.id,
      goesOn: { delivery, time in
        let spent = time.spent
        self.queue.resume(fetch.id, of: self.turn(of: fetch.id, for: fetch.client)) { waited in
          self.make(fetch, update, of: delivery, self.time(of: waited, after: spent))
        }
        return 0
      }, fails: { failure in self.queue.resume(of: fetch.client) { _ in fails(failure) } },
      leaves: {
        self.queue.resume(of: fetch.client) { _ in
          update.release()
          self.giveUp(fetch)
        }
      })
    switch cache.beginFetch(
      parent, at: MonotonicClock.now, limit: nil, for: { fetch.client }, { step })
    {
    case .stored(let layout):
      make(fetch, update, of: LayoutDelivery(layout: layout, origin: .hit), time)
    case .joined: queue.advance(parent, for: fetch.client)
    case .fetches(let ticket, _): self.fetch(LayoutFetch(ticket, of: fetch, update))
    case .refused: fails(.tooManyFetches)
    }
  }

  /// Lays a document out that was fetched, or applies an update to what it is of.
  private func make(
    _ fetch: LayoutFetch, _ text: DocumentBytes, of parent: LayoutDelivery?, _ time: JobTime
  ) {
    defer { text.release() }
    guard let store, cache.fetched(fetch.ticket) else { return }
    note(.began(waited: time.waited))
    var times = WorkTimes(queue: time.waited)
    do throws(LayoutFailure) {
      let held = try held(parent?.layout)
      let making = Making(id: fetch.id, parent: held, keepsText: false)
      guard let layout = try prepare(text, making, time, &times) else { return }
      text.reservation.release()
      let now = MonotonicClock.now
      // All that it is made of is in the store where its parent is.
      layout.note((parent?.layout.isInStore ?? .kept) == .kept ? .kept : .open, at: now)
      times.store = fetch.waited
      if let parent { times.add(parent.times) }
      let result = MadeLayout(layout: layout, times: times, store: .hit, parent: held)
      // A version that nobody asked for but the next one is kept where it is small: a chain of large
      // ones would push out what was asked for.
      let isKept = parent == nil || cache.isSmall(layout)
      finish(result, due: now &+ store.touchInterval, in: time) { waiters in
        !isKept && waiters.count == 1 && waiters[0].heir != nil
      }
    } catch {
      fail(fetch.id, error)
    }
  }
}

extension LayoutFailure {
  /// What it means for a version that waits for the layout which has failed: a link that is missing or
  /// broken is named, else nothing is known of the version itself.
  fileprivate func seen(from version: LayoutID) -> LayoutFailure {
    switch self {
    case .notCached(_, .missed?), .notCached(_, .bypassed(.broken)?): self
    case .notCached(_, let status): .notCached(version, status)
    default: self
    }
  }
}
