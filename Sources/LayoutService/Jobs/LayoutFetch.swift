import Dispatch
import HTTPMessage
import LayoutAPI
import LayoutEngine

/// The fetch of one layout from the store: of its document, or of its update and then its parent.
///
/// A version needs its parent's layout, and so on back to the document. Each layout of this chain is fetched
/// separately, and all versions that need it join its fetch: for thirty versions of one document, the
/// document is laid out once.
struct LayoutFetch: Sendable {
  /// The maximum number of restarts of a fetch.
  ///
  /// A fetch restarts if a request joins it while it is being cancelled.
  static let maxRestarts = 4
  /// The nanoseconds before the first restart of a fetch; the delay doubles with each restart.
  static let restartDelay: UInt64 = 10_000_000

  /// The nanoseconds before a late store is asked once more: its connection has been made again by then.
  static let lateDelay: UInt64 = 400_000_000

  let ticket: FetchTicket
  /// The client in whose turns the fetch's store requests and jobs run.
  fileprivate(set) var client: HTTPClient
  /// The number of updates in the chain that waits for this layout.
  private(set) var linkCount = 0
  /// The bytes of all updates in that chain.
  private(set) var linkBytes = 0
  /// The nanoseconds that the store took for this fetch.
  fileprivate(set) var waited: UInt64 = 0
  /// The number of restarts, including those of the fetches of versions that need this layout.
  private var restartCount = 0
  /// Whether the chain has asked a late store once more.
  fileprivate var hasAskedAgain = false
  /// When the first fetch of the chain began, in nanoseconds of `MonotonicClock`.
  private let start: UInt64

  init(_ ticket: FetchTicket, for client: HTTPClient) {
    self.ticket = ticket
    self.client = client
    start = MonotonicClock.now
  }

  /// Creates the fetch of the parent of an update that was fetched.
  fileprivate init(_ ticket: FetchTicket, of child: LayoutFetch, _ update: DocumentBytes) {
    self.ticket = ticket
    client = child.client
    start = child.start
    linkCount = child.linkCount + 1
    linkBytes = child.linkBytes + update.byteCount
    restartCount = child.restartCount
    hasAskedAgain = child.hasAskedAgain
  }

  /// The id of the requested layout.
  var id: LayoutID { ticket.id }

  /// Uses up one of the fetch's restarts.
  ///
  /// - Returns: the delay in nanoseconds; nil if no restart is left.
  fileprivate mutating func takeRestart() -> UInt64? {
    guard restartCount < Self.maxRestarts else { return nil }
    defer { restartCount += 1 }
    return Self.restartDelay << restartCount
  }

  /// Returns whether the whole chain has taken longer than `seconds`, including jobs between fetches.
  func hasTaken(seconds: Double) -> Bool {
    MonotonicClock.now &- start > MonotonicClock.nanoseconds(seconds)
  }
}

// A fetch is not a job: no worker waits for the store. A job then examines the store's response on a worker.
extension LayoutRepository {
  /// Requests a layout's document or update from the store.
  ///
  /// If the layout was deleted, its text counts only if it has been uploaded since.
  func fetch(_ fetch: LayoutFetch) {
    guard let store else { return end(fetch, .notCached(fetch.id)) }
    guard deleted.contains(fetch.id) else { return search(fetch, store) }
    store.findTombstone(of: fetch.id) { touch in
      switch touch {
      case .gone:
        self.deleted.remove(fetch.id)
        self.search(fetch, store)
      case .there: self.end(fetch, .notCached(fetch.id, .missed))
      case .unknown: self.end(fetch, .notCached(fetch.id, .bypassed(.down)))
      }
    }
  }

  private func search(_ fetch: LayoutFetch, _ store: RemoteDocuments) {
    store.find(fetch.id, for: fetch.client, isWanted: { self.cache.isWanted(fetch.id) }) {
      finding, waited in
      var fetch = fetch
      fetch.waited += waited
      fetch.client = self.turn(of: fetch.id, for: fetch.client)
      self.take(finding, fetch)
    }
  }

  private func take(_ finding: RemoteDocuments.Finding, _ fetch: LayoutFetch) {
    switch finding {
    case .found(let text):
      let drop = { @Sendable in
        text.reservation.release()
        self.end(fetch, .queueIsFull)
      }
      let job = WorkQueue.Job(
        kind: .fetched, byteCount: text.bytes.count, id: fetch.id, drop: drop
      ) { turn in
        self.open(text, fetch, self.time(of: turn))
      }
      if !queue.submit(job, of: fetch.client) { drop() }
    case .missing: end(fetch, .notCached(fetch.id, .missed))
    case .unavailable(.timeout): askAgain(fetch)
    case .unavailable(let outage):
      end(fetch, .notCached(fetch.id, .bypassed(StoreBypass(outage))))
    case .tooLarge:
      if let store { end(fetch, .tooLarge(store.bodyLimit)) }
    case .noRoom: end(fetch, .outOfMemory)
    case .unwanted: cancel(fetch)
    }
  }

  /// Asks a store that was late once more: it may only have been busy, as while another one takes over.
  private func askAgain(_ fetch: LayoutFetch) {
    var fetch = fetch
    guard !fetch.hasAskedAgain else { return end(fetch, .storeTimedOut) }
    fetch.hasAskedAgain = true
    begin(fetch, after: LayoutFetch.lateDelay)
  }

  /// Cancels a fetch that nobody waits for, or restarts it if a request has just joined it.
  private func cancel(_ fetch: LayoutFetch) {
    guard let waiters = cache.cancel(fetch.ticket) else { return beginAgain(fetch) }
    for waiter in waiters { waiter.leave() }
  }

  /// Restarts a fetch after a delay that doubles each time.
  ///
  /// The number of restarts is limited, so every fetch ends, whatever the store and clients do. Only this
  /// method and `askAgain` restart fetches.
  private func beginAgain(_ fetch: LayoutFetch) {
    var fetch = fetch
    guard let delay = fetch.takeRestart() else {
      store?.note(.refused)
      return end(fetch, .notCached(fetch.id, .bypassed(.busy)))
    }
    begin(fetch, after: delay)
  }

  /// Begins a fetch again after some nanoseconds.
  private func begin(_ fetch: LayoutFetch, after delay: UInt64) {
    // Not on the default queue: workers may keep its threads busy for as long as jobs wait.
    let queue = DispatchQueue.global(qos: .userInitiated)
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay))) {
      // A request with the document may have taken the fetch over.
      if self.cache.isOpen(fetch.ticket) { self.fetch(fetch) }
    }
  }

  /// Ends a fetch with a failure.
  private func end(_ fetch: LayoutFetch, _ failure: LayoutFailure) {
    for waiter in cache.missing(fetch.ticket) where waiter.isWaiting { waiter.fail(failure) }
  }

  /// Checks the value that the store returned, and computes its layout or fetches its parent; called on a
  /// worker.
  private func open(_ found: RemoteDocuments.FoundText, _ fetch: LayoutFetch, _ time: JobTime) {
    // A request with the document may have taken the fetch over.
    guard let store, cache.isOpen(fetch.ticket) else { return found.reservation.release() }
    let budget = time.budget(memory: found.reservation) { self.cache.isWanted(fetch.id) }
    do throws(RemoteDocuments.Flaw) {
      let text = try store.open(found, as: fetch.id, budget)
      store.note(.hit)
      // A fetch counts as a use, so the text's lifetime restarts.
      store.touch(found.kind, fetch.id)
      guard let parent = text.parent else { return make(fetch, text.document, of: nil, time) }
      goOn(fetch, text.document, of: parent, store, time)
    } catch {
      if error == .ended, time.endsSlice(budget) {
        found.reservation.shrink(to: found.bytes.count)
        return queue.resume(fetch.id, of: turn(of: fetch.id, for: fetch.client)) { turn in
          self.open(found, fetch, self.time(of: turn, after: time.spent))
        }
      }
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
        cancel(fetch)
      }
    }
  }

  /// Applies a fetched update if its parent's layout is cached; otherwise waits for the parent's layout.
  private func goOn(
    _ fetch: LayoutFetch, _ update: DocumentBytes, of parent: LayoutID, _ store: RemoteDocuments,
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
    guard fetch.linkCount < UpdateHistory.maxLinks,
      fetch.linkBytes + update.byteCount <= store.bodyLimit.bytes
    else {
      store.note(.refused)
      return fails(.notCached(fetch.id, .bypassed(.tooLarge)))
    }
    // The parent's layout or failure continues in a separate job, so the worker's stack does not grow with
    // the chain. All links together have one job's time.
    let step = LayoutContinuation(
      for: fetch.id,
      goesOn: { delivery, time in
        let spent = time.spent
        self.queue.resume(fetch.id, of: self.turn(of: fetch.id, for: fetch.client)) { turn in
          self.make(fetch, update, of: delivery, self.time(of: turn, after: spent))
        }
        return 0
      }, fails: { failure in self.queue.resume(of: fetch.client) { _ in fails(failure) } },
      leaves: {
        self.queue.resume(of: fetch.client) { _ in
          update.release()
          self.cancel(fetch)
        }
      })
    switch cache.beginFetch(
      parent, at: MonotonicClock.now, limit: nil, for: { fetch.client }, { step })
    {
    case .stored(let layout):
      make(fetch, update, of: LayoutDelivery(layout: layout, outcome: .hit), time)
    case .joined: queue.advance(parent, for: fetch.client)
    case .fetches(let ticket, _): self.fetch(LayoutFetch(ticket, of: fetch, update))
    case .refused: fails(.tooManyFetches)
    }
  }

  /// Computes the layout of a document or update that was fetched.
  private func make(
    _ fetch: LayoutFetch, _ text: DocumentBytes, of parent: LayoutDelivery?, _ time: JobTime
  ) {
    guard let store, cache.fetched(fetch.ticket) else { return text.release() }
    compute(fetch, text, of: parent, store, time)
  }

  /// Computes the layout of a document or update whose fetch has ended.
  private func compute(
    _ fetch: LayoutFetch, _ text: DocumentBytes, of parent: LayoutDelivery?,
    _ store: RemoteDocuments, _ time: JobTime
  ) {
    note(.began(waited: time.waited))
    var times = WorkTimes(queue: time.waited)
    do throws(LayoutFailure) {
      let held = try held(parent?.layout)
      let making = Making(id: fetch.id, parent: held, keepsText: false)
      let layout: StoredLayout
      switch try prepare(text, making, time, &times) {
      case .layout(let made): layout = made
      case .unwanted: return text.release()
      case .leavesSparePlace:
        return queue.resume(fetch.id, of: turn(of: fetch.id, for: fetch.client)) { turn in
          self.compute(fetch, text, of: parent, store, self.time(of: turn, after: time.spent))
        }
      }
      text.release()
      let now = MonotonicClock.now
      // If the store has the parent, it has the whole chain.
      layout.note((parent?.layout.isInStore ?? .kept) == .kept ? .kept : .open, at: now)
      times.store = fetch.waited
      if let parent { times.add(parent.times) }
      let result = LayoutResult(layout: layout, times: times, store: .hit, parent: held)
      // A version that only the next link needs is cached only if it is small: a chain of large versions
      // would evict layouts that were requested.
      let isKept = parent == nil || cache.isSmall(layout)
      finish(result, due: now &+ store.touchInterval, of: fetch.ticket, in: time) { waiters in
        !isKept && waiters.count == 1 && waiters[0].dependent != nil
      }
    } catch {
      text.release()
      for waiter in cache.fail(fetch.ticket) where waiter.isWaiting { waiter.fail(error) }
    }
  }
}

extension LayoutFailure {
  /// Returns the failure of a version that needs the layout which ended with this failure.
  ///
  /// The failure names the layout whose text is missing or broken in the store; any other failure to find
  /// that layout names the version itself.
  fileprivate func seen(from version: LayoutID) -> LayoutFailure {
    switch self {
    case .notCached(_, .missed?), .notCached(_, .bypassed(.broken)?): self
    case .notCached(_, let status): .notCached(version, status)
    default: self
    }
  }
}
