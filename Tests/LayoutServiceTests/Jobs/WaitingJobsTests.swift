import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// The line beside an obvious one.
@Suite struct WaitingJobsTests {
  /// The same line as lists that are searched.
  private struct ObviousLine {
    struct Waiting {
      var job: Int
      var id: LayoutID?
      var isResumed = false
    }

    /// The clients in the order of their turns, with their jobs, the oldest first.
    var lanes: [(client: HTTPClient, jobs: [Waiting])] = []
    /// Whose jobs run.
    var running: [HTTPClient] = []

    /// How many jobs wait that may give way, or were resumed.
    func count(isResumed: Bool) -> Int {
      lanes.reduce(0) { $0 + $1.jobs.count { $0.isResumed == isResumed } }
    }

    func jobs(of client: HTTPClient) -> [Waiting] {
      lanes.first { $0.client == client }?.jobs ?? []
    }

    mutating func append(_ job: Waiting, of client: HTTPClient) {
      if let lane = lanes.firstIndex(where: { $0.client == client }) {
        let place = job.isResumed ? lanes[lane].jobs.firstIndex { !$0.isResumed } : nil
        lanes[lane].jobs.insert(job, at: place ?? lanes[lane].jobs.count)
      } else {
        lanes.append((client, [job]))
      }
    }

    mutating func popFirst() -> Waiting? {
      guard !lanes.isEmpty else { return nil }
      // Who has no worker yet comes first.
      var lane = lanes.remove(at: lanes.firstIndex { !running.contains($0.client) } ?? 0)
      running.append(lane.client)
      let job = lane.jobs.removeFirst()
      if !lane.jobs.isEmpty { lanes.append(lane) }
      return job
    }

    /// The clients with nothing running and no resumed job.
    var fresh: [HTTPClient] {
      lanes.filter { !running.contains($0.client) && !$0.jobs.contains(where: \.isResumed) }
        .map(\.client)
    }

    mutating func pop(of client: HTTPClient) -> Waiting? {
      guard let lane = lanes.firstIndex(where: { $0.client == client }) else { return nil }
      lanes.insert(lanes.remove(at: lane), at: 0)
      return popFirst()
    }

    mutating func end(_ client: HTTPClient) {
      guard let job = running.firstIndex(of: client) else { return }
      running.remove(at: job)
      guard !running.contains(client), let lane = lanes.firstIndex(where: { $0.client == client })
      else { return }
      lanes.append(lanes.remove(at: lane))
    }

    /// Takes a job out; tells whose it was and how many stood ahead of it.
    mutating func remove(_ isWanted: (Waiting) -> Bool) -> (client: HTTPClient, ahead: Int)? {
      for lane in lanes.indices {
        guard let place = lanes[lane].jobs.firstIndex(where: isWanted) else { continue }
        let client = lanes[lane].client
        lanes[lane].jobs.remove(at: place)
        if lanes[lane].jobs.isEmpty { lanes.remove(at: lane) }
        return (client, place)
      }
      return nil
    }
  }

  /// A line and the obvious one, which is told of every step.
  private struct Both {
    var line = WaitingJobs()
    var obvious = ObviousLine()
    /// The number of the job that ran last.
    let ran = Shared()
    var next = 0

    final class Shared: Sendable {
      let number = Mutex(-1)
    }

    /// The number of a job: what it notes when it runs.
    func number(of entry: WaitingJobs.Entry) -> Int {
      entry.job.run(WorkQueue.Turn())
      return ran.number.withLock { $0 }
    }

    mutating func append(of client: HTTPClient, _ id: LayoutID?, isResumed: Bool = false) {
      let number = next
      next += 1
      let job = WorkQueue.Job(byteCount: number % 7, id: id, drop: {}) { [ran] _ in
        ran.number.withLock { $0 = number }
      }
      let entry = WaitingJobs.Entry(job: job, client: client, since: 0)
      if isResumed { line.resume(entry) } else { line.append(entry) }
      obvious.append(ObviousLine.Waiting(job: number, id: id, isResumed: isResumed), of: client)
    }

    mutating func pop() {
      let entry = line.popFirst()
      #expect(entry.map(number) == obvious.popFirst()?.job)
      #expect(entry?.client == (entry == nil ? nil : obvious.running.last))
    }

    /// A job that is tried is the first of any client with nothing running and nothing resumed.
    mutating func popFresh() {
      let fresh = obvious.fresh
      guard let entry = line.popFirstFresh() else {
        #expect(fresh.isEmpty)
        return
      }
      #expect(fresh.contains(entry.client))
      #expect(number(of: entry) == obvious.pop(of: entry.client)?.job)
    }

    /// The job that has run for longest, or any, ends.
    mutating func end(_ place: Int) {
      guard !obvious.running.isEmpty else { return }
      let client = obvious.running[place % obvious.running.count]
      line.end(client)
      obvious.end(client)
    }

    /// Where there is no room, whoever has most gives way, and nobody who has fewer.
    mutating func giveWay(to client: HTTPClient) {
      func count(_ jobs: [ObviousLine.Waiting]) -> Int { jobs.count { !$0.isResumed } }
      let most = obvious.lanes.map { count($0.jobs) }.max() ?? 0
      let named = line.givingWay(to: client).map(number)
      guard count(obvious.jobs(of: client)) + 1 < most else {
        #expect(named == nil)
        return
      }
      let dropped = line.popGivingWay().map(number)
      #expect(dropped == named)
      let greediest = obvious.lanes.first { $0.jobs.last?.job == dropped }
      #expect(greediest.map { count($0.jobs) } == most)
      _ = obvious.remove { $0.job == dropped }
    }

    /// A computation moves where fewer jobs stand ahead of it, and never otherwise behind more than
    /// stood ahead of it once.
    mutating func advance(_ id: LayoutID, for client: HTTPClient) {
      let job = obvious.lanes.flatMap(\.jobs).first { $0.id == id }
      let isResumed = job?.isResumed ?? false
      let waiting = obvious.jobs(of: client).count { !isResumed || $0.isResumed }
      guard line.advance(id, for: client) else {
        let place = obvious.lanes.first { $0.jobs.contains { $0.id == id } }
        let ahead = place?.jobs.firstIndex { $0.id == id } ?? 0
        #expect(place?.client == client || ahead <= waiting)
        return
      }
      let found = obvious.remove { $0.id == id }
      #expect(found?.client != client)
      if let job { obvious.append(job, of: client) } else { Issue.record("it was not there") }
    }
  }

  private func clients(_ count: Int) throws -> [HTTPClient] {
    try (0..<count).map { number in
      try HTTPClient(address: "10.0.\(number / 256).\(number % 256)")
    }
  }

  @Test(arguments: 0..<20)
  func `It does what an obvious line does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clients = try clients(Int.random(in: 1...12, using: &random))
    let ids = (0..<6).map { LayoutID(hashing: [$0]) }
    // Every second run's first client is greedy.
    func someone() -> HTTPClient {
      seed % 2 == 0 && Bool.random(using: &random)
        ? clients[0] : clients[Int.random(in: 0..<clients.count, using: &random)]
    }
    var both = Both()
    for _ in 0..<3_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: both.append(of: someone(), nil)
      case 3: both.append(of: someone(), nil, isResumed: Bool.random(using: &random))
      case 4:
        let id = ids[Int.random(in: 0..<ids.count, using: &random)]
        // As the cache has it: each layout is computed once at a time.
        guard !both.obvious.lanes.contains(where: { $0.jobs.contains { $0.id == id } }) else {
          continue
        }
        both.append(of: someone(), id, isResumed: Bool.random(using: &random))
      case 5: both.giveWay(to: someone())
      case 6: both.advance(ids[Int.random(in: 0..<ids.count, using: &random)], for: someone())
      case 7: both.end(Int.random(in: 0..<4, using: &random))
      default:
        // Two workers.
        if both.obvious.running.count == 2 { both.end(Int.random(in: 0..<2, using: &random)) }
        if Bool.random(using: &random) { both.pop() } else { both.popFresh() }
      }
      #expect(both.line.count == both.obvious.count(isResumed: false))
      #expect(both.line.resumedCount == both.obvious.count(isResumed: true))
      #expect(both.line.clientCount == both.obvious.lanes.count)
    }
    while both.line.count + both.line.resumedCount > 0 { both.pop() }
    while !both.obvious.running.isEmpty { both.end(0) }
    both.pop()
    #expect(both.line.byteCount == 0)
    #expect(both.line.clientCount == 0)
  }

  @Test func `The next free worker is for a client who has none yet`() throws {
    let clients = try clients(3)
    var line = WaitingJobs()
    func add(_ client: Int) {
      let job = WorkQueue.Job(byteCount: 0, drop: {}, run: { _ in })
      line.append(WaitingJobs.Entry(job: job, client: clients[client], since: 0))
    }
    func next() -> Int? { line.popFirst().flatMap { clients.firstIndex(of: $0.client) } }
    for _ in 0..<6 { add(0) }
    #expect(next() == 0)
    #expect(next() == 0)
    // One who comes after it has been served twice does not wait for a third time.
    add(1)
    line.end(clients[0])
    #expect(next() == 1)
    // Neither does one who comes next; then the first one's turn has come again.
    add(2)
    add(1)
    line.end(clients[0])
    #expect(next() == 2)
    line.end(clients[2])
    #expect(next() == 0)
    line.end(clients[1])
    #expect(next() == 1)
  }

  @Test func `Clients take turns in being tried, and those with a resumed job are passed over`()
    throws
  {
    let clients = try clients(4)
    var line = WaitingJobs()
    func entry(_ client: Int) -> WaitingJobs.Entry {
      let job = WorkQueue.Job(byteCount: 0, drop: {}, run: { _ in })
      return WaitingJobs.Entry(job: job, client: clients[client], since: 0)
    }
    func next() -> Int? { line.popFirstFresh().flatMap { clients.firstIndex(of: $0.client) } }
    for client in [0, 1, 2, 3, 0, 1, 2, 3] { line.append(entry(client)) }
    // The first two clients have been tried: the rest of their work waits, and later clients do not wait for it.
    #expect(next() == 0)
    line.resume(entry(0))
    line.end(clients[0])
    #expect(next() == 1)
    line.resume(entry(1))
    line.end(clients[1])
    #expect(next() == 2)
    #expect(next() == 3)
    #expect(next() == nil)
    line.end(clients[3])
    line.end(clients[2])
    #expect(next() == 3)
    #expect(next() == 2)
    // A worker serves the others in their order.
    let order = (0..<4).map { _ in line.popFirst().flatMap { clients.firstIndex(of: $0.client) } }
    #expect(order == [0, 1, 0, 1])
  }

  @Test func `However many clients come and go, none is kept that does not wait`() throws {
    var both = Both()
    for client in try clients(20_000) {
      both.append(of: client, nil)
      if both.line.count > 3 {
        both.pop()
        both.end(0)
      }
      #expect(both.line.clientCount == both.line.count)
    }
  }
}
