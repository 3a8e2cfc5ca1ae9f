import Dispatch
import HTTPMessage
import LayoutAPI
import Synchronization
import TestSupport
import Testing

@testable import LayoutService

/// Changes over several updates: which are known, whose job finds them, and what is said of the time
/// (Contract §12).
@Suite(.waits) struct ChangesResponseTests {
  /// A service with a line of versions of a list of so many items; the ids begin with the document's.
  private func line(
    of count: Int, _ updates: [String], _ change: (inout ServiceSettings) -> Void = { _ in }
  ) throws -> (service: TestService, ids: [LayoutID]) {
    let service = TestService(change)
    let document = TestDocument.list(count)
    #expect(try service.send("POST", "/v1/layouts", text: document).status == 201)
    return (service, try add(updates, to: Array(document.utf8).layoutID, of: service))
  }

  private func add(
    _ updates: [String], to id: LayoutID, of service: TestService
  ) throws -> [LayoutID] {
    var ids = [id]
    for update in updates {
      let parent = ids[ids.count - 1]
      #expect(try service.send("POST", parent.path + "/updates", text: update).status == 201)
      ids.append(.child(of: parent, update: Array(update.utf8)))
    }
    return ids
  }

  private static let small = (1...4).map { #"{"append":[{"items":\#($0)}]}"# }

  /// Deletes each second one of so many items, which are as many runs.
  private static func large(_ count: Int) -> String {
    let entries = (0..<count).map { "[0,\($0 * 2)]" }.joined(separator: ",")
    return #"{"delete":[\#(entries)]}"#
  }

  @Test func `Large updates of one client leave the histories of others' cached versions`() throws {
    let (service, ids) = try line(of: 5, Self.small) { $0.cacheBytes = 16 << 20 }
    // Nobody has asked yet: what was asked for stays known for longer by itself.
    let query = ids[4].path + "/changes?rect=all&from=\(ids[0].text)"
    let expected = try line(of: 5, Self.small).service.send("GET", query)
    // Three maps, any of which takes most of a cache's thirty-second part.
    let other = TestDocument.list(40_000)
    #expect(try service.send("POST", "/v1/layouts", text: other).status == 201)
    let large = try add(
      (0..<3).map { Self.large(4_000 + $0) }, to: Array(other.utf8).layoutID, of: service)
    for id in ids + large { #expect(service.service.layouts.cache.contains(id)) }
    let after = try service.send("GET", query)
    #expect(after.status == 200)
    #expect(after.body == expected.body)
    // None of them is so large that its own versions are not compared.
    let own = large[3].path + "/changes?rect=0,0,9,9&from=\(large[2].text)"
    #expect(try service.send("GET", own).status == 200)
    service.expectNothingHeld()
  }

  @Test func `Versions in between may be evicted: their updates are still known`() throws {
    let (service, ids) = try line(of: 5, Self.small)
    let cache = service.service.layouts.cache
    let query = ids[4].path + "/changes?rect=all&from=\(ids[0].text)"
    let before = try service.send("GET", query)
    for id in ids[1...3] {
      #expect(cache.state.withLock { $0.stored.remove(id) } != nil)
    }
    let after = try service.send("GET", query)
    #expect(after.status == 200 && after.body == before.body)
    service.expectNothingHeld()
  }

  @Test func `The time of composing is in Server-Timing and in the metric`() throws {
    let (service, ids) = try line(of: 40_000, (0..<7).map { Self.large(4_500 + $0) })
    let query = ids[7].path + "/changes?rect=0,0,9,9&from=\(ids[0].text)"
    func seconds() throws -> (answer: Double, metric: Double) {
      let name = #"tatami_work_duration_seconds_sum{span="query"} "#
      func sum() throws -> Double {
        let lines = try service.send("GET", "/metrics").text.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name) })
        return try #require(Double(line.dropFirst(name.count)))
      }
      let before = try sum()
      let answer = try service.send("GET", query)
      let timing = try #require(answer["server-timing"])
      let duration = try #require(timing.firstMatch(of: #/query;dur=([0-9.]+)/#))
      return (try #require(Double(duration.output.1)) / 1_000, try sum() - before)
    }
    // The first one composes seven maps of 4,500 runs, the later ones have what came of it.
    let first = try seconds()
    let later = try (0..<8).map { _ in try seconds() }
    let (least, minCounted) = try (
      #require(later.map(\.answer).min()), #require(later.map(\.metric).min())
    )
    #expect(first.answer > 3 * least)
    #expect(first.metric > 3 * minCounted)
  }

  @Test func `A map of several updates is composed by a job of its client's own`() throws {
    let (service, ids) = try line(of: 5, Self.small) {
      $0.workers = 1
      $0.maxQueue = 1
    }
    let layouts = service.service.layouts
    /// Another layout's job gives the last version.
    func give(from: LayoutID, _ reply: TestReply) throws -> Int {
      let request = try LayoutRequest.changes(
        TestRequest.head("GET", ids[4].path + "/changes?rect=all&from=\(from.text)"),
        RequestContext(id: RequestID(number: 0), allowedOrigin: nil), isPicture: false)
      let pending = PendingResponse(
        reply, request, service.service.writer, layouts, for: .unknown)
      let last = try #require(layouts.cache.layout(ids[4]))
      return pending.receive(
        LayoutDelivery(layout: last, outcome: .hit),
        in: JobTime(WorkQueue.Turn(), seconds: 10, memory: layouts.jobMemory))
    }
    func answer(_ reply: TestReply) throws -> Int {
      TestAnswer(try #require(reply.wait())).status
    }
    let gate = layouts.queue.hold()
    let (composed, refused) = (TestReply(), TestReply())
    #expect(try give(from: ids[0], composed) == 0)
    #expect(!composed.isAnswered)
    // A full queue is told.
    #expect(try give(from: ids[1], refused) == 0)
    #expect(try answer(refused) == 503)
    gate.signal()
    #expect(try answer(composed) == 200)
    // What is direct, or composed already, needs no other job.
    for from in [ids[3], ids[0]] {
      let reply = TestReply()
      #expect(try give(from: from, reply) > 0)
      #expect(try answer(reply) == 200)
    }
    service.expectNothingHeld()
  }
}
