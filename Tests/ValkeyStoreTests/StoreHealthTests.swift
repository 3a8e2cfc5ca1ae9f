import LayoutAPI
import Testing

@testable import ValkeyStore

/// How long a connection waits before it is tried again.
@Suite struct StoreHealthTests {
  private static let shortest = StoreHealth.minWait

  private func wait(_ health: StoreHealth, since now: UInt64) throws -> UInt64 {
    guard case .waiting(let time) = health.phase else {
      throw Failure.notWaiting
    }
    return time - now
  }

  private enum Failure: Error { case notWaiting }

  @Test func `The first attempt is due at once`() {
    let health = StoreHealth()
    #expect(health.isDue(at: 0))
    #expect(!health.isUp)
  }

  @Test func `Connected is not up: the answer to PING is`() {
    var health = StoreHealth()
    health.attempt()
    #expect(!health.isUp)
    #expect(!health.isDue(at: .max))
    health.answered()
    #expect(health.isUp)
    #expect(health.connects == 1)
    #expect(health.failedConnects == 0)
  }

  @Test func `Waits double from 0.25 to 5 seconds`() throws {
    var health = StoreHealth()
    var waits: [UInt64] = []
    for _ in 0..<7 {
      health.attempt()
      health.failed(at: 1_000, chance: 0.5)
      waits.append(try wait(health, since: 1_000))
    }
    #expect(waits.map { $0 / 1_000_000 } == [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
    #expect(health.failedConnects == 7)
  }

  @Test func `A wait is a fifth shorter or longer, by chance`() throws {
    for (chance, milliseconds) in [(0.0, 200), (1.0, 300)] as [(Double, UInt64)] {
      var health = StoreHealth()
      health.attempt()
      health.failed(at: 0, chance: chance)
      #expect(try wait(health, since: 0) / 1_000_000 == milliseconds)
      #expect(!health.isDue(at: milliseconds * 1_000_000 - 1))
      #expect(health.isDue(at: milliseconds * 1_000_000))
    }
  }

  @Test func `An answer to PING makes the next wait short again`() throws {
    var health = StoreHealth()
    for _ in 0..<4 {
      health.attempt()
      health.failed(at: 0, chance: 0.5)
    }
    health.attempt()
    health.answered()
    health.failed(at: 0, chance: 0.5)
    #expect(try wait(health, since: 0) == Self.shortest)
    // It was up: no attempt failed.
    #expect(health.failedConnects == 4)
    #expect(!health.isUp)
  }
}
