import Dispatch
import Foundation
import HTTPMessage
import LayoutAPI
import LayoutService
import TestSupport
import Testing

@testable import ValkeyStore

/// The store against a real `redis-server`.
@Suite(
  .timeLimit(.minutes(60)), .waits,
  .enabled(if: RealStore.isWanted, "redis-server is not installed: apt-get install redis-server"))
struct ValkeyStoreTests {
  @Test func `Values of every length come back as they were, over TCP and a unix socket`() throws {
    let real = try RealStore()
    for (index, address) in [real.address, real.socketAddress].enumerated() {
      let store = try ValkeyStore(at: address)
      store.waitUntilUp()
      for count in [1, 12_405, 262_143, 262_144, 262_145, 524_288, 1_048_577, 12_000_000] {
        let key = "\(index) \(count)"
        let value = bytes(count, seed: UInt64(count))
        #expect(store.fetch(key).text == "missing")
        #expect(store.set(key, value).text == "stored")
        #expect(store.set(key, value).text == "there")
        let found = store.fetch(key)
        #expect(found.text == "found \(count)")
        #expect(isSame(found.bytes, value))
        #expect(try real.ask("STRLEN", key) == ":\(count)")
      }
      #expect(store.health.connects == 2)
      #expect(store.health.touchesThere == 0)
      store.stop(within: 5)
    }
  }

  @Test func `Keys may hold any bytes`() throws {
    let real = try RealStore()
    let store = try ValkeyStore(at: real.address)
    store.waitUntilUp()
    let key: [UInt8] = [0, 13, 10, 36, 42, 255, 32, 34]
    let kept = Answers<SetResult>()
    store.set(key, replacing: false, value: { [0, 13, 10] }, completion: kept.take)
    #expect(kept.first().text == "stored")
    let fetched = Answers<FetchResult>()
    store.fetch(key, for: .unknown, admits: { _ in true }, completion: fetched.take)
    #expect(fetched.first().bytes == [0, 13, 10])
    store.stop(within: 5)
  }

  @Test func `Lifetimes begin anew with each use, or there are none`() throws {
    let real = try RealStore()
    let store = try ValkeyStore(at: real.address) { $0.lifetime = 100_000 }
    store.waitUntilUp()
    #expect(store.set("k", [1]).text == "stored")
    #expect(store.set("k", [2, 3], replacing: true).text == "stored")
    #expect(store.fetch("k").text == "found 2")
    for touch in [{ _ = store.set("k", [1]) }, { store.touch("k") }] {
      #expect(try real.ask("EXPIRE", "k", "500") == ":1")
      touch()
      waitUntil { (try? real.ask("TTL", "k")).flatMap { Int($0.dropFirst()) } ?? 0 > 10_000 }
    }
    store.touch("gone")
    waitUntil { store.health.touchesGone == 1 }
    #expect(store.health.touchesThere == 1)
    store.stop(within: 5)

    let lasting = try ValkeyStore(at: real.address) { $0.lifetime = 0 }
    lasting.waitUntilUp()
    #expect(lasting.set("lasting", [1]).text == "stored")
    #expect(lasting.set("lasting", [1]).text == "there")
    #expect(try real.ask("TTL", "lasting") == ":-1")
    // A touch leaves a lifetime that others gave.
    lasting.touch("k")
    waitUntil { lasting.health.touchesThere == 1 }
    #expect(try real.ask("TTL", "k") != ":-1")
    lasting.stop(within: 5)
  }

  @Test func `Passwords and users open what they open`() throws {
    let real = try RealStore([
      "--requirepass", "s3cret", "--user", "ann", "on", ">other", "~*", "+@all",
    ])
    for (address, password, isUp) in [
      (real.address, "s3cret", true), ("redis://ann@127.0.0.1:\(real.port)", "other", true),
      (real.address, nil, false), (real.address, "wrong", false),
      ("redis://ann@127.0.0.1:\(real.port)", "s3cret", false),
    ] as [(String, String?, Bool)] {
      let log = TestLog()
      let store = try ValkeyStore(at: address, log: log) { $0.password = password }
      waitUntil { isUp ? store.health.isUp : store.health.failedConnects >= 2 }
      #expect(store.health.isUp == isUp)
      let receipt = store.set("k", [1]).text
      #expect(isUp ? ["stored", "there"].contains(receipt) : receipt == "down")
      store.stop(within: 5)
      for word in ["s3cret", "wrong", "other"] { #expect(!log.text.contains(word)) }
    }
  }

  @Test func `A full store that evicts nothing refuses, and the log says what it needs`() throws {
    let real = try RealStore(["--maxmemory", "8mb", "--maxmemory-policy", "noeviction"])
    let log = TestLog()
    let store = try ValkeyStore(at: real.address, log: log)
    store.waitUntilUp()
    var receipts: [String] = []
    for index in 0..<30 { receipts.append(store.set("\(index)", bytes(500_000)).text) }
    #expect(Set(receipts) == ["stored", "refused"])
    #expect(log.text.contains("allkeys-lru"))
    // Reading goes on.
    #expect(store.fetch("0").text == "found 500000")
    store.stop(within: 5)
  }

  @Test func `What holds no bytes is none of ours`() throws {
    let real = try RealStore()
    #expect(try real.ask("LPUSH", "list", "1") == ":1")
    let store = try ValkeyStore(at: real.address)
    store.waitUntilUp()
    #expect(store.fetch("list").text == "found 0")
    #expect(store.fetch("other").text == "missing")
    #expect(store.health.connects == 2)
    store.stop(within: 5)
  }

  @Test func `A store that stops costs the timeout once, and is back when it goes on`() throws {
    let real = try RealStore()
    let first = try ValkeyStore(at: real.address)
    first.waitUntilUp()
    #expect(first.set("k", bytes(1_000_000)).text == "stored")
    first.stop(within: 5)
    let store = try ValkeyStore(at: real.address, timeout: 0.5)
    store.waitUntilUp()
    real.signal(SIGSTOP)
    let (fetched, kept) = (store.beginFetch("k"), store.beginKeep("new", [1]))
    #expect(fetched.first().text == "timeout")
    #expect(kept.first().text == "timeout")
    #expect((0.4...60).contains(fetched.seconds))
    waitUntil { !store.health.isUp }
    // The system accepts for it; nobody waits for what is not up.
    waitUntil { store.health.failedConnects >= 2 }
    #expect(store.fetch("k").text == "down")
    real.signal(SIGCONT)
    waitUntil { store.fetch("k").text == "found 1000000" }
    store.stop(within: 5)
  }

  @Test func `A store that is killed and comes back empty is filled again`() throws {
    let real = try RealStore()
    let store = try ValkeyStore(at: real.address)
    store.waitUntilUp()
    #expect(store.set("k", [1]).text == "stored")
    real.end()
    waitUntil { !store.health.isUp && store.health.failedConnects >= 1 }
    #expect(store.fetch("k").text == "down")
    try real.start()
    store.waitUntilUp()
    #expect(store.fetch("k").text == "missing")
    #expect(store.set("k", [1]).text == "stored")
    store.stop(within: 5)
  }

  @Test func `Long values hold short ones up no longer than their slices take`() throws {
    let real = try RealStore()
    let store = try ValkeyStore(at: real.address)
    store.waitUntilUp()
    #expect(store.set("long", bytes(24_000_000)).text == "stored")
    #expect(store.set("short", bytes(12_000)).text == "stored")
    // All asked for in one message: the short one's slice comes before most of the others'.
    let keys = ["long", "long", "long", "long", "short"]
    let calls = keys.map { ($0, Answers<FetchResult>()) }
    let order = Answers<String>()
    store.thread.post { thread in
      for (key, answers) in calls {
        let fetch = StoreFetch(key: Array(key.utf8), client: .unknown, admits: { _ in true }) {
          order.take(key)
          answers.take($0)
        }
        thread.reader?.begin(fetch)
      }
    }
    #expect(order.first() == "short")
    for (key, answers) in calls {
      #expect(answers.first().text == (key == "short" ? "found 12000" : "found 24000000"))
    }
    store.stop(within: 5)
  }
}
