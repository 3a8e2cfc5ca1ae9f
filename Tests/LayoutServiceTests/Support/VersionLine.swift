import Glibc
import LayoutAPI
import TestSupport
import Testing

@testable import LayoutService

/// A replica that has made a line of versions; the ids begin with the document's.
struct VersionLine {
  static let document = Array(TestDocument.list(5).utf8)
  static let updates = [
    #"{"append":[{"items":[70]}]}"#, #"{"delete":[[0,0]]}"#, "{}",
    #"{"insert":[{"indexPath":[0,1],"items":[11,12]}]}"#,
  ]

  let store: MemoryStore
  let service: TestService
  var ids: [LayoutID]
  var updates: [[UInt8]] = []

  init(
    _ updates: [String] = Self.updates, of document: [UInt8] = Self.document,
    store: MemoryStore = MemoryStore()
  ) throws {
    self.store = store
    service = .replica(store)
    #expect(try service.send("POST", "/v1/layouts", body: document).status == 201)
    ids = [document.layoutID]
    for update in updates { try add(update) }
  }

  private mutating func add(_ text: String) throws {
    let update = Array(text.utf8)
    let answer = try service.send("POST", ids[ids.count - 1].path + "/updates", body: update)
    #expect(answer.status == 201)
    #expect(
      answer["cache-status"] == "tatami-store; fwd=miss; stored, tatami; fwd=miss; stored")
    ids.append(.child(of: ids[ids.count - 1], update: update))
    updates.append(update)
  }

  func key(_ number: Int) -> String { "tatami:\(number == 0 ? "d" : "u")1:\(ids[number].text)" }
}

extension TestService {
  /// Waits until its work is done, and what that held is given back, of which the queue may know first.
  ///
  /// A minute at most: what is held then is never given back.
  func waitForWork() {
    waitUntil { service.layouts.queue.depth == (0, 0) }
    let (jobs, bodies) = (service.layouts.jobMemory, service.inflight)
    let deadline = ContinuousClock.now + .seconds(60)
    waitUntil { jobs.count == 0 && bodies.count == 0 || ContinuousClock.now >= deadline }
  }

  /// Expects that it holds nothing but what is stored, once its work is done.
  func expectNothingHeld() {
    waitForWork()
    #expect(service.layouts.cache.figures.computing == 0)
    #expect(service.layouts.cache.figures.waitingForStore == 0)
    #expect(service.inflight.count == 0)
    #expect(service.layouts.jobMemory.count == 0)
  }
}
