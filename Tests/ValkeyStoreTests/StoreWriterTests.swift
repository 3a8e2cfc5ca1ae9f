import Dispatch
import Foundation
import LayoutAPI
import LayoutService
import Synchronization
import TestSupport
import Testing

@testable import ValkeyStore

/// Values kept in a store that does as a script says.
@Suite(.timeLimit(.minutes(60)), .waits) struct StoreWriterTests {
  @Test(arguments: [1, 4_096, 262_144, 262_145, 5_000_000])
  func `A value is stored once, and its key touched from then on`(_ count: Int) throws {
    let scripted = try ScriptedStore()
    let value = bytes(count)
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    #expect(store.set("k", value).text == "stored")
    #expect(isSame(scripted["k"], value))
    let asked = Atomic<Bool>(false)
    let again = Answers<SetResult>()
    store.set(
      Array("k".utf8), replacing: false,
      value: {
        asked.store(true, ordering: .relaxed)
        return value
      }, completion: again.take)
    #expect(again.first().text == "there")
    let wasAsked = asked.load(ordering: .relaxed)
    #expect(!wasAsked)
    store.stop(within: 5)
    let own = scripted.commands.filter { $0.name != "PING" }
    #expect(own.map(\.name) == ["EXPIRE", "SET", "EXPIRE"])
    #expect(own[0].arguments == ["k", "604800"])
    #expect(Array(own[1].arguments.suffix(2)) == ["EX", "604800"])
    scripted.stop()
  }

  @Test func `Without a lifetime keys are touched, and values get none`() throws {
    let scripted = try ScriptedStore()
    let store = try ValkeyStore(at: scripted.address) { $0.lifetime = 0 }
    store.waitUntilUp()
    #expect(store.set("k", [1, 2, 3]).text == "stored")
    #expect(store.set("k", [1, 2, 3]).text == "there")
    store.touch("k")
    waitUntil { store.health.touchesThere == 1 }
    store.stop(within: 5)
    let own = scripted.commands.filter { $0.name != "PING" }
    #expect(own.map(\.name) == ["TOUCH", "SET", "TOUCH", "TOUCH"])
    #expect(own.map(\.arguments.count) == [1, 2, 1, 1])
    scripted.stop()
  }

  @Test func `Touches are counted by whether the key is there`() throws {
    let scripted = try ScriptedStore()
    scripted["there"] = [1]
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    for key in ["there", "gone", "there"] { store.touch(key) }
    waitUntil { store.health.touchesThere + store.health.touchesGone == 3 }
    #expect(store.health.touchesThere == 2)
    #expect(store.health.touchesGone == 1)
    store.stop(within: 5)
    scripted.stop()
  }

  @Test func `Nothing to store is not stored`() throws {
    let scripted = try ScriptedStore()
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    #expect(store.set("k", nil).text == "too-large")
    store.stop(within: 5)
    #expect(!scripted.commands.contains { $0.name == "SET" })
    scripted.stop()
  }

  @Test func `Values are made on the threads given for it`() throws {
    let values = try HeldValues { $0.timeout = 60 }
    let (scripted, store) = (values.scripted, values.store)
    let answers = store.beginKeep("k", [7])
    waitUntil { values.count > 0 }
    // The store's thread goes on meanwhile.
    #expect(store.fetch("k").text == "missing")
    values.make()
    #expect(answers.first().text == "stored")
    store.stop(within: 5)
    scripted.stop()
  }

  @Test func `A value that nobody waits for any more is not made`() throws {
    let values = try HeldValues { $0.timeout = 0.2 }
    let (scripted, store) = (values.scripted, values.store)
    let asked = Atomic<Bool>(false)
    let answers = Answers<SetResult>()
    // Replacing asks the store nothing first, which may take longer than this timeout.
    store.set(
      Array("k".utf8), replacing: true,
      value: {
        asked.store(true, ordering: .relaxed)
        return [1]
      }, completion: answers.take)
    #expect(answers.first().text == "timeout")
    waitUntil { values.count > 0 }
    values.make()
    let wasAsked = asked.load(ordering: .relaxed)
    #expect(!wasAsked)
    store.stop(within: 5)
    #expect(answers.count == 1)
    scripted.stop()
  }

  @Test(arguments: [
    ":2\r\n", ":-1\r\n", "+OK\r\n", "$1\r\n1\r\n", "$-1\r\n", "*0\r\n", "-ERR no\r\n",
    "-NOAUTH Authentication required.\r\n", "-READONLY You can't write\r\n", "x",
  ])
  func `A touch that is answered otherwise stores nothing, and harms nothing later`(
    _ lie: String
  ) throws {
    let scripted = try ScriptedStore {
      $0.name == "EXPIRE" && $0.arguments[0] == "lie" ? .text(lie) : .honest
    }
    let store = try ValkeyStore(at: scripted.address)
    store.waitUntilUp()
    let answers = store.beginKeep("lie", [1])
    #expect(["down", "refused"].contains(answers.first().text))
    store.touch("lie")
    #expect(keepUntilUp(store, "k", [1]).text == "stored")
    store.stop(within: 5)
    #expect(answers.count == 1)
    #expect(scripted["lie"] == nil)
    scripted.stop()
  }

  @Test(arguments: [
    ":1\r\n", "$2\r\nOK\r\n", "$-1\r\n", "*1\r\n+OK\r\n", "-ERR no\r\n", "+OK\r\n+OK\r\n",
    "-OOM command not allowed when used memory > 'maxmemory'.\r\n", "-MISCONF no\r\n", "x",
  ])
  func `A value that is answered otherwise is not stored, as far as is known`(
    _ lie: String
  ) throws {
    let scripted = try ScriptedStore {
      $0.name == "SET" && $0.arguments[0] == "lie" ? .text(lie) : .honest
    }
    let store = try ValkeyStore(at: scripted.address, timeout: 60)
    store.waitUntilUp()
    let answers = store.beginKeep("lie", bytes(600_000))
    let expected = lie.hasPrefix("+OK") ? ["stored"] : ["down", "refused"]
    #expect(expected.contains(answers.first().text))
    #expect(keepUntilUp(store, "k", [1]).text == "stored")
    store.stop(within: 5)
    #expect(answers.count == 1)
    scripted.stop()
  }

  /// The bytes of the write connection's replies as `k` is kept.
  private static let exchange = "+PONG\r\n:0\r\n+OK\r\n".utf8.count

  @Test(arguments: "+PONG\r\n".utf8.count...exchange, [true, false])
  func `A connection that is cut or stops at any byte answers once`(
    _ count: Int, _ hangs: Bool
  ) throws {
    let scripted = try ScriptedStore { _ in
      .honest
    } cut: { _ in
      // Every one, since it may come up by later ones.
      ScriptedStore.Cut(after: count, hangs: hangs)
    }
    // Only what hangs ends by the timeout, which a machine that stands still for seconds may exceed.
    let ends = !hangs || count == Self.exchange
    let store = try ValkeyStore(at: scripted.address, timeout: ends ? 60 : 0.3)
    store.waitUntilUp()
    let answers = store.beginKeep("k", [1])
    let expected = count == Self.exchange ? "stored" : hangs ? "timeout" : "down"
    #expect(answers.first().text == expected)
    if !ends { #expect(answers.seconds < 60) }
    store.stop(within: 5)
    #expect(answers.count == 1)
    scripted.stop()
  }

  @Test func `A full store is warned of once, by what it needs`() throws {
    let scripted = try ScriptedStore {
      $0.name == "SET" ? .text("-OOM command not allowed\r\n") : .honest
    }
    let log = TestLog()
    let store = try ValkeyStore(at: scripted.address, log: log)
    store.waitUntilUp()
    for index in 0..<5 { #expect(store.set("\(index)", [1]).text == "refused") }
    store.stop(within: 5)
    #expect(log.text.matches(of: #/warning .*allkeys-lru/#).count == 1)
    scripted.stop()
  }

  @Test func `A write that takes long goes on while nobody waits, and fetches don't`() throws {
    let gate = DispatchSemaphore(value: 0)
    let scripted = try ScriptedStore {
      if $0.name == "SET", $0.arguments[0] == "slow" { gate.wait() }
      return .honest
    }
    scripted["other"] = [1]
    var settings = ValkeyStoreSettings(address: try StoreAddress(scripted.address))
    settings.timeout = 60
    // The value is made at once, so that the call's short time ends while it is written.
    let store = try ValkeyStore(settings, logger: TestLog().logger) { $0() }
    store.waitUntilUp()
    let slow = store.beginBriefKeep("slow", bytes(3_000_000))
    #expect(slow.first().text == "timeout")
    // Nobody else waits for it, and the other connection has nothing to do with it.
    let next = store.beginKeep("next", [1])
    #expect(next.first().text == "busy")
    #expect(store.fetch("other").text == "found 1")
    gate.signal()
    waitUntil { scripted["slow"] != nil }
    #expect(isSame(scripted["slow"], bytes(3_000_000)))
    while store.set("next", [1]).text == "busy" {}
    #expect(store.set("slow", [1]).text == "there")
    store.stop(within: 5)
    #expect(slow.count == 1)
    #expect(scripted.connections == 2)
    scripted.stop()
  }

  @Test func `A value that takes long to make says nothing of the store`() throws {
    let values = try HeldValues { $0.timeout = 60 }
    let (scripted, store) = (values.scripted, values.store)
    let slow = store.beginBriefKeep("slow", [1])
    #expect(slow.first().text == "timeout")
    // While a reply is due, who comes next is not sent away for what the maker took.
    values.stall()
    let next = store.beginKeep("next", [2])
    values.goOn()
    waitUntil { next.count == 1 || values.count == 2 }
    values.make()
    #expect(next.first().text == "stored")
    store.stop(within: 5)
    #expect(scripted["slow"] == nil && slow.count == 1)
    scripted.stop()
  }

  @Test func `A value beyond the free memory is refused, one alone never`() throws {
    let values = try HeldValues {
      $0.timeout = 60
      $0.maxPendingBytes = 1_000
    }
    let (scripted, store) = (values.scripted, values.store)
    let first = store.beginKeep("first", bytes(12_000_000))
    let second = store.beginKeep("second", [1])
    waitUntil { values.count == 2 }
    // From here on the store reads no more from that connection.
    values.stall()
    values.make()
    #expect(second.first().text == "busy")
    values.goOn()
    #expect(first.first().text == "stored")
    store.stop(within: 60)
    #expect(scripted["first"]?.count == 12_000_000)
    scripted.stop()
  }

  /// Keeps a value once the store is up again.
  private func keepUntilUp(_ store: ValkeyStore, _ key: String, _ value: [UInt8]) -> SetResult {
    while true {
      let receipt = store.set(key, value)
      guard case .notStored(.down) = receipt else { return receipt }
      usleep(500)
    }
  }
}
