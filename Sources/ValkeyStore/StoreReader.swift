import HTTPMessage
import LayoutAPI

/// A request for a value in the store.
struct StoreFetch: Sendable {
  let key: [UInt8]
  /// The client whose turns the fetch takes.
  let client: HTTPClient
  /// Returns whether a value of this many bytes is wanted.
  let admits: @Sendable (Int) -> Bool
  let completion: @Sendable (FetchResult) -> Void
}

/// The connection that fetches values in slices, for which clients take turns.
///
/// Belongs to the store's thread.
final class StoreReader {
  /// A fetch that a caller waits for, and the state of its value.
  private final class Call {
    let fetch: StoreFetch
    var slices = SlicedFetch()
    var deadline: UInt64
    var isOver = false
    /// The call's place in `turns`; nil if it does not wait to send.
    var place: FairQueue<Call>.Place?
    /// The call's place in `shares`; nil once the call is over.
    var share: FairQueue<Call>.Place?

    init(_ fetch: StoreFetch, deadline: UInt64) {
      self.fetch = fetch
      self.deadline = deadline
    }

    var client: HTTPClient { fetch.client }
  }

  /// Maximum number of slices that all fetches have requested and not received yet: 8 MiB.
  static let window = 32
  /// The lower maximum that applies while the client whose turn is next has slices on their way already.
  ///
  /// The other slices of `window` are for clients that have none on their way, so that these need not wait
  /// for a reply to another client.
  static let busyWindow = 24

  let link: ReconnectingConnection
  private unowned let thread: StoreThread
  private var calls: [Call] = []
  /// All calls by client, to find the client whose newest call ends if too many wait.
  private var shares = FairQueue<Call>()
  private var turns = FairQueue<Call>()
  private var slicesUnderWay = 0

  init(thread: StoreThread) {
    self.thread = thread
    link = ReconnectingConnection("read", thread: thread)
    link.onLoss = { [unowned self] in lost($0) }
  }

  /// Whether no call waits.
  var isIdle: Bool { calls.isEmpty }

  /// Fetches a value.
  ///
  /// If `StoreThread.maxCalls` calls already wait, the newest call of the client with the most ends
  /// as `busy`; this is the new call, unless its client has fewer. In the pause after a late reply it ends as `timeout`.
  func begin(_ fetch: StoreFetch) {
    guard link.isUp, !thread.isStopping else {
      return fetch.completion(.unavailable(link.isPausing ? .timeout : .down))
    }
    if calls.count >= StoreThread.maxCalls {
      guard let other = shares.givingWay(to: fetch.client) else {
        return fetch.completion(.unavailable(.busy))
      }
      finish(other, .unavailable(.busy))
    }
    let call = Call(fetch, deadline: thread.now &+ thread.timeout)
    calls.append(call)
    call.share = shares.append(call, of: fetch.client)
    thread.wake(at: call.deadline)
    takeTurn(call)
    pump()
  }

  /// Does the connection's due work, and ends the calls whose deadline has passed, as timeouts.
  ///
  /// - Returns: the time of the next deadline or of the connection's next work, whichever comes first.
  func tick() -> UInt64 {
    link.tick()
    let late = calls.filter { $0.deadline <= thread.now }
    for call in late { finish(call, .unavailable(.timeout)) }
    return min(link.nextTime, calls.reduce(.max) { min($0, $1.deadline) })
  }

  private func takeTurn(_ call: Call) {
    guard call.place == nil else { return }
    call.place = turns.append(call, of: call.client)
  }

  /// Sends as many slices as the window allows, one per turn.
  private func pump() {
    while link.isUp, slicesUnderWay < (turns.isNextIdle ? Self.window : Self.busyWindow),
      let (call, _) = turns.popFirst()
    {
      call.place = nil
      guard var command = call.slices.nextCommand() else { continue }
      if command == .length {
        send(command, for: call)
        guard let slice = call.slices.nextCommand() else { continue }
        command = slice
      }
      send(command, for: call)
      takeTurn(call)
    }
  }

  private func send(_ command: SlicedFetch.Command, for call: Call) {
    let bytes: [UInt8]
    var slices = 0
    switch command {
    case .length: bytes = StoreCommand.bytes("STRLEN", [call.fetch.key])
    case .slice(let first, let last):
      slices = 1
      bytes = StoreCommand.bytes(
        "GETRANGE", [call.fetch.key, StoreCommand.number(first), StoreCommand.number(last)])
    }
    slicesUnderWay += slices
    if slices > 0 { turns.begin(call.client) }
    link.send(bytes, allowance: thread.timeout) { [unowned self] outcome in
      slicesUnderWay -= slices
      if slices > 0 { turns.end(call.client) }
      guard case .reply(let reply) = outcome else { return }
      if !call.isOver { answered(call, reply, isSlice: slices > 0) }
      pump()
    }
  }

  private func answered(_ call: Call, _ reply: StoreReply, isSlice: Bool) {
    switch call.slices.take(reply, admits: call.fetch.admits) {
    case .goesOn:
      if isSlice { call.deadline = thread.now &+ thread.timeout }
      takeTurn(call)
    case .ended(let finding): finish(call, finding)
    case .refused(let text):
      finish(call, .unavailable(.refused))
      thread.refused(text, by: link)
    case .outOfStep(let text):
      finish(call, .unavailable(.refused))
      link.close(.down, text)
    }
  }

  private func finish(_ call: Call, _ finding: FetchResult) {
    guard !call.isOver else { return }
    call.isOver = true
    if let place = call.place.take() { _ = turns.remove(place) }
    if let share = call.share.take() { _ = shares.remove(share) }
    calls.removeAll { $0 === call }
    call.fetch.completion(finding)
    thread.callEnded()
  }

  private func lost(_ outage: StoreError) {
    for call in calls { finish(call, .unavailable(outage)) }
  }
}
