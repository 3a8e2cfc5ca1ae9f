import HTTPMessage
import LayoutService

/// A value that is asked for.
struct StoreFetch: Sendable {
  let key: [UInt8]
  /// Whose turns it takes.
  let client: HTTPClient
  /// Whether a value of so many bytes is wanted.
  let admits: @Sendable (Int) -> Bool
  let completion: @Sendable (StoreFinding) -> Void
}

/// The connection that fetches values: by slices, for which clients take turns.
///
/// Belongs to the store's thread.
final class StoreReader {
  /// A fetch that somebody waits for, and what is known of its value.
  private final class Call {
    let fetch: StoreFetch
    var slices = SlicedFetch()
    var deadline: UInt64
    var isOver = false
    /// Where it waits for its turn to send; nil if it has nothing to send.
    var place: ClientLanes<Call>.Place?
    /// Its place among all calls.
    var share: ClientLanes<Call>.Place?

    init(_ fetch: StoreFetch, deadline: UInt64) {
      self.fetch = fetch
      self.deadline = deadline
    }

    var client: HTTPClient { fetch.client }
  }

  /// Slices on their way at once, of all fetches: 8 MiB.
  static let window = 32
  /// Of these, slices of clients who have others on their way: a client who has none needs to wait for no
  /// reply to another one's.
  static let busyWindow = 24

  let link: StoreLink
  private unowned let thread: StoreThread
  private var calls: [Call] = []
  /// The same calls by client, which shows whose newest one gives way.
  private var shares = ClientLanes<Call>()
  private var turns = ClientLanes<Call>()
  private var slicesUnderWay = 0

  init(thread: StoreThread) {
    self.thread = thread
    link = StoreLink("read", thread: thread)
    link.onLoss = { [unowned self] in lost($0) }
  }

  /// Whether nobody waits.
  var isIdle: Bool { calls.isEmpty }

  /// Fetches a value.
  ///
  /// If as many calls wait as may, the newest call of the client that has the most ends as `busy`: this
  /// one, unless its client has fewer.
  func begin(_ fetch: StoreFetch) {
    guard link.isUp, !thread.isStopping else { return fetch.completion(.unavailable(.down)) }
    if calls.count >= StoreThread.mostCalls {
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

  /// Ends the calls whose time is over.
  ///
  /// - Returns: when the next one's is.
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

  /// Sends what there is room for, one slice a turn.
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

  private func finish(_ call: Call, _ finding: StoreFinding) {
    guard !call.isOver else { return }
    call.isOver = true
    if let place = call.place.take() { _ = turns.remove(place) }
    if let share = call.share.take() { _ = shares.remove(share) }
    calls.removeAll { $0 === call }
    call.fetch.completion(finding)
    thread.callEnded()
  }

  private func lost(_ outage: StoreOutage) {
    for call in calls { finish(call, .unavailable(outage)) }
  }
}
